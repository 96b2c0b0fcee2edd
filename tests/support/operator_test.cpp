// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/undeclared_shapes.h"

#include <QTest>

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::test {

namespace {

/// As the standard's releases pair the two.
int mlVersion(int opset)
{
    return opset < 10 ? 1 : opset < 16 ? 2 : opset < 20 ? 3 : opset < 21 ? 4 : 5;
}

std::string graphText(int opset, const std::vector<const char*>& constants, std::string_view node)
{
    auto text = fmt::format("graph \"test\" opset {}, ai.onnx.ml {}, com.microsoft 1\n", opset, mlVersion(opset));
    for (const auto* constant : constants)
        text += fmt::format("const {}\n", constant);
    const auto last = node.substr(node.rfind('\n') + 1);
    return text + fmt::format("{} name \"n\"\noutput {}\n", node, last.substr(0, last.find(" = ")));
}

std::string quoted(const std::vector<std::string>& strings)
{
    std::vector<std::string> texts;
    for (const auto& string : strings)
        texts.push_back('"' + string + '"');
    return fmt::format("{{{}}}", fmt::join(texts, ", "));
}

std::string printed(const ops::Tensor& tensor)
{
    if (tensor.holdsStrings())
        return fmt::format("{}[{}] {}", graph::name(tensor.type), fmt::join(tensor.shape(), ","),
                           quoted(tensor.strings->strings()));
    if (tensor.items) {
        std::vector<std::string> items;
        for (const auto& item : *tensor.items)
            items.push_back(printed(item));
        return fmt::format("{} {{{}}}", tensor.isMap() ? "map" : "sequence", fmt::join(items, "; "));
    }
    if (!tensor.isDefined())
        return "omitted";
    if (tensor.data.scalar_type() != ops::storageType(tensor.type))
        return fmt::format("{} stored as {}", graph::name(tensor.type), at::toString(tensor.data.scalar_type()));
    const auto data = ops::toTensorData(tensor);
    const auto head = fmt::format("{}[{}] ", graph::name(data.type()), fmt::join(data.shape(), ","));
    if (!graph::isFloatingPoint(data.type()))
        return head + fmt::format("{{{}}}", fmt::join(data.toInts(), ", "));
    std::vector<std::string> elements;
    for (const auto element : data.toDoubles())
        elements.push_back(std::isnan(element) ? "nan" : fmt::format("{:.5g}", element == 0 ? 0.0 : element));
    return head + fmt::format("{{{}}}", fmt::join(elements, ", "));
}

/// What our shape inference says wrongly of @p output; empty = nothing.
std::string wrongInference(const graph::Value& inferred, const ops::Tensor& output)
{
    if (!output.isDefined() && !output.holdsStrings())
        return {};
    if (inferred.shape && !tests::agrees(*inferred.shape, output.shape()))
        return fmt::format(", but shape inference says {}", graph::toString(*inferred.shape));
    if (inferred.type != graph::DataType::Undefined && inferred.type != output.type)
        return fmt::format(", but shape inference says {}", graph::name(inferred.type));
    return {};
}

} // namespace

QString evaluated(int opset, const std::vector<const char*>& constants, const char* node)
{
    try {
        const auto graph = graph::parseGraph(graphText(opset, constants, node));
        const runs::ThreadGuard threads(1);
        const runs::Program program(graph);
        runs::Pass execution(program, {});
        JobContext context;
        execution.finish(context);
        const auto inferred = tests::inferredAnew(graph);
        std::vector<std::string> lines;
        for (const auto& output : execution.outputs())
            lines.push_back(printed(output) + wrongInference(inferred.value(inferred.outputs()[lines.size()]), output));
        return QString::fromStdString(fmt::format("{}", fmt::join(lines, "\n")));
    } catch (const Error& error) {
        return QStringLiteral("error: ") + QString::fromUtf8(error.what());
    }
}

void addOperatorCases(std::initializer_list<OperatorCase> cases)
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<std::vector<const char*>>("constants");
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<QString>("expected");
    for (const auto& row : cases)
        QTest::newRow(row.name) << row.opset << row.constants << QByteArray(row.node)
                                << QString::fromUtf8(row.expected);
}

void checkOperatorCase()
{
    QFETCH(int, opset);
    QFETCH(std::vector<const char*>, constants);
    QFETCH(QByteArray, node);
    QFETCH(QString, expected);
    QCOMPARE(evaluated(opset, constants, node.constData()), expected);
}

} // namespace ql::test
