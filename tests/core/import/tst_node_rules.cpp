// SPDX-License-Identifier: GPL-3.0-or-later
// What a node has is held against its operator's schema when it is imported, once.
#include "tests/core/import/model_builder.h"

#include <QTest>
#include <functional>

using namespace ql::tests;
using onnx::AttributeProto;

namespace {

using Edit = std::function<void(onnx::NodeProto&)>;

/// A node between the input x and the output y, whose other inputs are constants.
struct Case {
    const char* name;
    std::string domain;
    std::string opType;
    int opset;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs = {"y"};
    Edit edit = {};
    QString problem = {}; ///< empty where the node is fine
};

std::string errorOf(const Case& each)
{
    ModelBuilder builder(each.domain.empty() ? each.opset : 17);
    builder.input("x").output("y");
    if (!each.domain.empty())
        builder.opset(each.domain, each.opset);
    for (const auto* constant : {"a", "b", "c", "d", "e", "f", "g", "h"})
        builder.initializer(constant, {1.0f});
    auto& node = addNode(builder.graph(), each.opType, each.inputs, each.outputs, "node");
    node.set_domain(each.domain);
    if (each.edit)
        each.edit(node);
    return builder.importError();
}

void addGraph(onnx::NodeProto& node)
{
    auto& body = *addAttribute(node, "extra", AttributeProto::GRAPH).mutable_g();
    body.set_name("body");
    addNode(body, "Neg", {"x"}, {"o"});
    body.add_output()->set_name("o");
}

void addGraphs(onnx::NodeProto& node)
{
    addAttribute(node, "extra", AttributeProto::GRAPHS).add_graphs()->set_name("body");
}

Edit integer(const char* name, std::int64_t value)
{
    return [name, value](onnx::NodeProto& node) { addIntAttribute(node, name, value); };
}

Edit text(const char* name, const char* value)
{
    return [name, value](onnx::NodeProto& node) { addAttribute(node, name, AttributeProto::STRING).set_s(value); };
}

const std::vector<Case>& cases()
{
    static const std::vector<Case> kAll{
        {"three factors", "", "MatMul", 13, {"x", "a", "b"}, {"y"}, {}, "it has 3 inputs, expected 2 at most"},
        {"three factors, newer than libonnx", "", "MatMul", 24, {"x", "a", "b"}, {"y"}, {}, "expected 2 at most"},
        {"one factor", "", "MatMul", 13, {"x"}, {"y"}, {}, "it has 1 inputs, expected 2 or more"},
        {"two results", "", "Relu", 13, {"x"}, {"y", "z"}, {}, "it has 2 outputs, expected 1 at most"},
        {"a sum's three scales", "com.microsoft", "QLinearAdd", 1, {"x", "a", "b"}, {"y"}, {}, "expected 7 or more"},
        {"a sum of ten",
         "com.microsoft",
         "QLinearAdd",
         1,
         {"x", "a", "b", "c", "d", "e", "f", "g", "h"},
         {"y"},
         {},
         "expected 8 at most"},
        {"two of ai.onnx.ml", "ai.onnx.ml", "Normalizer", 1, {"x", "a"}, {"y"}, {}, "expected 1 at most"},
        {"a graph", "", "Flatten", 13, {"x"}, {"y"}, addGraph, "attribute extra holds a graph"},
        {"graphs", "", "Relu", 13, {"x"}, {"y"}, addGraphs, "attribute extra holds a graph"},
        {"a graph, newer than libonnx", "", "Relu", 24, {"x"}, {"y"}, addGraph, "attribute extra holds a graph"},
        {"a graph of com.microsoft",
         "com.microsoft",
         "Gelu",
         1,
         {"x"},
         {"y"},
         addGraph,
         "attribute extra holds a graph"},
        {"a graph of ai.onnx.ml",
         "ai.onnx.ml",
         "Normalizer",
         1,
         {"x"},
         {"y"},
         addGraph,
         "attribute extra holds a graph"},
        {"a word for a number",
         "",
         "Flatten",
         13,
         {"x"},
         {"y"},
         text("axis", "1"),
         "attribute axis holds STRING, expected INT"},
        {"no axis", "", "Concat", 13, {"x", "x"}, {"y"}, {}, "attribute axis is missing"},
        {"a constant's graph", "", "Constant", 13, {}, {"y"}, addGraph, "attribute extra holds a graph"},
        {"omitted at the end", "", "Clip", 13, {"x", "", "", ""}},
        {"more than a tool of old", "", "Relu", 13, {"x"}, {"y"}, integer("quant_bits", 8)},
        {"a later opset's input", "", "ReduceMean", 18, {"x", "a"}},
        {"a later opset's attribute",
         "",
         "Cast",
         19,
         {"x"},
         {"y"},
         [](onnx::NodeProto& node) {
             addIntAttribute(node, "to", 1);
             addIntAttribute(node, "saturate", 1);
         }},
        {"an empty list",
         "",
         "Squeeze",
         11,
         {"x"},
         {"y"},
         [](onnx::NodeProto& node) { addAttribute(node, "axes", AttributeProto::FLOATS); }},
        {"a stranger's operator", "some.where", "Whatever", 1, {"x", "a", "b"}, {"y"}, addGraph},
        {"an unknown one of com.microsoft", "com.microsoft", "BeamSearch", 1, {"x"}, {"y"}, addGraph},
    };
    return kAll;
}

} // namespace

class TestNodeRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsNodesAgainstSchemas_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::newRow(cases()[i].name) << int(i);
    }

    void holdsNodesAgainstSchemas()
    {
        QFETCH(int, index);
        const auto& each = cases()[std::size_t(index)];
        const auto error = QString::fromStdString(errorOf(each));
        QVERIFY2(each.problem.isEmpty() ? error.isEmpty() : error.contains(each.problem), qPrintable(error));
        QVERIFY(each.problem.isEmpty() || error.contains("node "));
    }

    /// They would have LibTorch compute whatever the file says.
    void noFileGivesOurOwnAttributes()
    {
        ModelBuilder builder(13);
        builder.input("x").output("y");
        auto& node = addNode(builder.graph(), "Relu", {"x"}, {"y"}, "node");
        for (const char* name : {"torch", "torch_engine", "quantized_operands"})
            addAttribute(node, name, AttributeProto::STRING).set_s("aten::neg($0)");
        const auto model = builder.import();
        for (const char* name : {"torch", "torch_engine", "quantized_operands"})
            QVERIFY(!model.graph.nodes().front().attributes.has(name));
    }
};

QTEST_APPLESS_MAIN(TestNodeRules)
#include "tst_node_rules.moc"
