// SPDX-License-Identifier: GPL-3.0-or-later
// Operands of two types, as PyTorch promotes them and the standard's operators do not.
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/import/onnx/promoted_operands.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "tests/support/torch_modules.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace ql;
using graph::DataType;

namespace {

graph::Graph promoted(const std::string& lines)
{
    return importers::withPromotedOperands(graph::parseGraph("graph \"g\" opset 17\n" + lines));
}

/// The types of what the node called "y" reads.
std::pair<DataType, DataType> typesOf(const graph::Graph& graph)
{
    const auto& node = graph.node(*graph.findNode("y"));
    const auto typeOf = [&graph](graph::ValueId value) { return graph.value(value).type; };
    return {typeOf(node.inputs[0]), typeOf(node.inputs[1])};
}

} // namespace

class TestPromotedOperands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersTakeTheTensorsType_data()
    {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("number");
        QTest::addColumn<int>("type");
        QTest::newRow("double beside float") << "float32"
                                             << "float64[] = {0.05}" << int(DataType::Float);
        QTest::newRow("integer beside float") << "float32"
                                              << "int64[] = {2}" << int(DataType::Float);
        QTest::newRow("integer beside integer") << "int64"
                                                << "int64[] = {2}" << int(DataType::Int64);
        QTest::newRow("narrower integer") << "int64"
                                          << "int32[] = {2}" << int(DataType::Int64);
        QTest::newRow("float beside integer") << "int64"
                                              << "float64[] = {0.5}" << int(DataType::Float);
        QTest::newRow("vector beside float") << "float32"
                                             << "float64[2] = {0.5, 1}" << int(DataType::Double);
    }

    void numbersTakeTheTensorsType()
    {
        QFETCH(const QString, x);
        QFETCH(const QString, number);
        QFETCH(const int, type);
        const auto graph =
            promoted(QStringLiteral(" input x: %1[2]\n const c: %2\n y = Mul(x, c) name \"y\"\n output y")
                         .arg(x, number)
                         .toStdString());
        QCOMPARE(typesOf(graph), std::pair(DataType(type), DataType(type)));
    }

    void nothingChangesWhereTypesAgree()
    {
        const std::string text = "graph \"g\" opset 17\n"
                                 " input x: float32[2]\n const c: float32[] = {2}\n"
                                 " p = Mul(x, c) name \"p\"\n y = Pow(p, c) name \"y\"\n output y";
        const auto before = graph::parseGraph(text);
        QCOMPARE(graph::printGraph(importers::withPromotedOperands(before)), graph::printGraph(before));
    }

    /// An exponent, an axis, indices don't decide what comes out: it has the first input's type.
    void whatSteersIsNoOperand_data()
    {
        QTest::addColumn<QString>("call");
        QTest::newRow("axis") << "CumSum(i, axis)";
        QTest::newRow("exponent") << "Pow(i, half)";
        QTest::newRow("indices") << "Gather(i, many)";
        QTest::newRow("repeats") << "Tile(i, many)";
        QTest::newRow("amount") << "BitShift(i, i) {direction: \"LEFT\"}";
    }

    void whatSteersIsNoOperand()
    {
        QFETCH(const QString, call);
        const auto before =
            graph::parseGraph("graph \"g\" opset 17\n input i: int32[2]\n const axis: int64[] = {0}\n"
                              " const half: float32[2] = {0.5, 0.5}\n const many: int64[1] = {1}\n"
                              " const c: int32[2] = {1, 2}\n t = "
                              + call.toStdString() + " name \"t\"\n y = Add(t, c) name \"y\"\n output y");
        QCOMPARE(graph::printGraph(importers::withPromotedOperands(before)), graph::printGraph(before));
    }

    /// One constant may serve an integer and a float.
    void eachReaderGetsItsOwn()
    {
        const auto graph = promoted(" input x: float32[2]\n input i: int64[2]\n const c: int64[] = {3}\n"
                                    " a = Add(i, c) name \"indices\"\n y = Mul(x, c) name \"y\"\n output y\n output a");
        QCOMPARE(typesOf(graph).second, DataType::Float);
        const auto& other = graph.node(*graph.findNode("indices"));
        QCOMPARE(graph.value(other.inputs[1]).type, DataType::Int64);
    }

    void truthIsCast()
    {
        const auto graph = promoted(" input x: float32[2]\n const c: float32[] = {0}\n"
                                    " t = Greater(x, c) name \"t\"\n y = Mul(t, x) name \"y\"\n output y");
        const auto& node = graph.node(*graph.findNode("y"));
        const auto maker = graph.value(node.inputs[0]).producer;
        QCOMPARE(graph.node(maker).opType, std::string("Cast"));
        QCOMPARE(graph.node(maker).attributes.intOr("to", 0), std::int64_t(DataType::Float));
    }

    /// A trace keeps Python's numbers as tensors without dimensions.
    void tracedNumbersRunInTheStandardsForm_data()
    {
        QTest::addColumn<QString>("operation");
        for (const auto* each :
             {"torch.mul(x, self.d)", "torch.add(x, self.i)", "torch.div(x, self.i)", "torch.sub(x, self.d)",
              "torch.maximum(x, self.d)", "torch.mul(torch.gt(x, self.d), x)"})
            QTest::newRow(each) << each;
    }

    void tracedNumbersRunInTheStandardsForm()
    {
        QFETCH(const QString, operation);
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "numbers.pt";
        ql::testing::ModuleBuilder builder;
        builder.parameter("d", at::scalar_tensor(0.05, at::kDouble)).buffer("i", at::scalar_tensor(2, at::kLong));
        builder.define("def forward(self, x):\n    return " + operation.toStdString());
        builder.save(path);
        const auto model = importers::importStandard(path, 17);
        const auto input = at::arange(12, at::kFloat).mul(0.37F).sin().view({3, 4});
        const runs::Program program(model.graph);
        runs::NamedTensors inputs;
        inputs[model.graph.value(model.graph.inputs()[0]).name] = runs::Tensor(input.clone());
        runs::Pass execution(program, std::move(inputs));
        JobContext ctx;
        execution.finish(ctx);
        const auto outputs = execution.outputs();
        const auto& found = outputs.at(0).data;
        const auto expected = ql::testing::runForward(path, {input}).at(0);
        QCOMPARE(found.scalar_type(), expected.scalar_type());
        QVERIFY(found.allclose(expected, 1e-6, 1e-6));
    }
};

QTEST_GUILESS_MAIN(TestPromotedOperands)
#include "tst_promoted_operands.moc"
