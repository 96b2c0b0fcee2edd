// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/model_builder.h"

#include <QTest>

using namespace ql::tests;
using ql::graph::DataType;
using ql::graph::Graph;

namespace {

/// A node with a branch that reads @p captured, two graphs deep.
void addNestedIf(onnx::GraphProto& graph, const std::string& captured)
{
    auto& outerIf = addNode(graph, "If", {"condition"}, {"y"}, "choose");
    auto& branch = *addAttribute(outerIf, "then_branch", onnx::AttributeProto::GRAPH).mutable_g();
    auto& innerIf = addNode(branch, "If", {"condition"}, {"inner"}, "choose_again");
    branch.add_output()->set_name("inner");
    auto& leaf = *addAttribute(innerIf, "then_branch", onnx::AttributeProto::GRAPH).mutable_g();
    addNode(leaf, "Relu", {captured}, {"deep"});
    leaf.add_output()->set_name("deep");
}

const Graph& bodyOf(const Graph& graph, const char* node, const char* attribute)
{
    return graph.node(graph.findNode(node).value()).attributes.requiredGraph(attribute);
}

} // namespace

class TestOnnxImporter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsNamesAndOrder();
    void namesNamelessAndRepeatedNodes();
    void takesScopesFromNodeNames();
    void leavesDefaultsOutOfTheInputs();
    void turnsConstantNodesIntoInitializers();
    void readsSymbolicDimensions();
    void infersShapes();
    void infersShapesThroughMicrosoftsQuantizers();
    void infersShapesInBodies();
    void survivesWhatLibonnxDoesNot();
    void acceptsNodesInAnyOrder();
    void capturesThroughNestedBodies();
    void keepsAttributesOfEveryKind();
    void readsVersionsAndProducer();
    void refusesNodesWithoutTheirOperands();
    void refusesBrokenGraphs_data();
    void refusesBrokenGraphs();
};

void TestOnnxImporter::keepsNamesAndOrder()
{
    ModelBuilder builder;
    builder.input("in:0").output("out/é");
    addNode(builder.graph(), "Relu", {"in:0"}, {"mid dle"}, "first");
    addNode(builder.graph(), "Clip", {"mid dle", "", ""}, {"out/é"}, "second");
    const auto imported = builder.import();
    const auto& graph = imported.graph;
    QCOMPARE(graph.nodeCount(), std::size_t(2));
    QCOMPARE(graph.nodes()[0].name, std::string("first"));
    QCOMPARE(graph.nodes()[1].inputs.size(), std::size_t(3));
    QVERIFY(!graph.nodes()[1].inputs[1].isValid());
    QCOMPARE(graph.value(graph.outputs()[0]).name, std::string("out/é"));
    QCOMPARE(graph.value(graph.inputs()[0]).name, std::string("in:0"));
    QVERIFY(graph.findValue("mid dle").has_value());
}

void TestOnnxImporter::namesNamelessAndRepeatedNodes()
{
    ModelBuilder builder;
    builder.input("x").output("d");
    addNode(builder.graph(), "Relu", {"x"}, {"a"});
    addNode(builder.graph(), "Relu", {"a"}, {"b"}, "twin");
    addNode(builder.graph(), "Relu", {"b"}, {"c"}, "twin");
    addNode(builder.graph(), "Relu", {"c"}, {"d"}, "Relu_0");
    const auto imported = builder.import();
    std::vector<std::string> names;
    for (const auto& node : imported.graph.nodes())
        names.push_back(node.name);
    QCOMPARE(names, (std::vector<std::string>{"Relu_0_2", "twin", "twin_2", "Relu_0"}));
    QCOMPARE(imported.repeatedNodeNames, std::vector<std::string>{"twin"});
}

void TestOnnxImporter::takesScopesFromNodeNames()
{
    ModelBuilder builder;
    builder.input("x").output("c");
    addNode(builder.graph(), "Relu", {"x"}, {"a"}, "/layer1/block.0/Relu");
    addNode(builder.graph(), "Relu", {"a"}, {"b"}, "model/conv/Relu");
    addNode(builder.graph(), "Relu", {"b"}, {"c"}, "plain");
    const auto imported = builder.import();
    QCOMPARE(imported.graph.nodes()[0].scope, std::string("layer1/block.0"));
    QCOMPARE(imported.graph.nodes()[1].scope, std::string("model/conv"));
    QCOMPARE(imported.graph.nodes()[2].scope, std::string());
}

void TestOnnxImporter::leavesDefaultsOutOfTheInputs()
{
    ModelBuilder builder;
    builder.input("x").input("w", {3}).initializer("w", {1, 2, 3}).output("y");
    addNode(builder.graph(), "Add", {"x", "w"}, {"y"});
    const auto imported = builder.import();
    const auto& graph = imported.graph;
    QCOMPARE(graph.inputs().size(), std::size_t(1));
    const auto* constant = graph.constantOf(graph.findValue("w").value());
    QVERIFY(constant);
    QCOMPARE(constant->toDoubles(), (std::vector<double>{1, 2, 3}));
}

void TestOnnxImporter::turnsConstantNodesIntoInitializers()
{
    ModelBuilder builder;
    builder.input("x").output("y");
    auto& tensorNode = addNode(builder.graph(), "Constant", {}, {"tensor"});
    auto& tensor = *addAttribute(tensorNode, "value", onnx::AttributeProto::TENSOR).mutable_t();
    tensor.set_data_type(onnx::TensorProto::INT32);
    tensor.add_int32_data(7);
    addAttribute(addNode(builder.graph(), "Constant", {}, {"float"}), "value_float", onnx::AttributeProto::FLOAT)
        .set_f(0.5F);
    addAttribute(addNode(builder.graph(), "Constant", {}, {"ints"}), "value_ints", onnx::AttributeProto::INTS)
        .add_ints(-3);
    addAttribute(addNode(builder.graph(), "Constant", {}, {"text"}), "value_string", onnx::AttributeProto::STRING)
        .set_s("hi");
    addNode(builder.graph(), "Add", {"x", "float"}, {"y"});
    const auto imported = builder.import();
    const auto& graph = imported.graph;
    const auto constant = [&](const char* name) { return *graph.constantOf(graph.findValue(name).value()); };
    QCOMPARE(graph.nodeCount(), std::size_t(1));
    QCOMPARE(graph.nodes()[0].name, std::string("Add_4"));
    QCOMPARE(constant("tensor").toInts(), std::vector<std::int64_t>{7});
    QVERIFY(constant("tensor").shape().empty());
    QCOMPARE(constant("float").toDoubles(), std::vector<double>{0.5});
    QCOMPARE(constant("ints").shape(), ql::graph::Shape{1});
    QCOMPARE(constant("ints").toInts(), std::vector<std::int64_t>{-3});
    QCOMPARE(constant("text").strings(), std::vector<std::string>{"hi"});
}

void TestOnnxImporter::readsSymbolicDimensions()
{
    ModelBuilder builder;
    builder.input("x", {}).output("y");
    auto& shape = *builder.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->mutable_shape();
    shape.add_dim()->set_dim_param("batch");
    shape.add_dim()->set_dim_value(3);
    shape.add_dim();
    shape.add_dim()->set_dim_value(-5);
    addNode(builder.graph(), "Relu", {"x"}, {"y"});
    const auto imported = builder.import();
    const auto& input = imported.graph.value(imported.graph.inputs()[0]);
    QCOMPARE(input.type, DataType::Float);
    QCOMPARE(ql::graph::toString(input.shape.value()), std::string("batchx3x?x?"));
}

void TestOnnxImporter::infersShapes()
{
    ModelBuilder builder;
    builder.input("x", {4, 5}).input("z", {5, 6}).output("y");
    addNode(builder.graph(), "MatMul", {"x", "z"}, {"y"});
    const auto imported = builder.import();
    const auto& output = imported.graph.value(imported.graph.outputs()[0]);
    QCOMPARE(output.type, DataType::Float);
    QCOMPARE(ql::graph::toString(output.shape.value()), std::string("4x6"));
}

void TestOnnxImporter::infersShapesThroughMicrosoftsQuantizers()
{
    ModelBuilder builder;
    builder.opset("com.microsoft", 1).input("x", {4, 5}).initializer("scale", {0.5F}).output("y");
    builder.graph().mutable_initializer(0)->clear_dims();
    auto& zero = *builder.graph().add_initializer();
    zero.set_name("zero");
    zero.set_data_type(onnx::TensorProto::INT16);
    zero.add_int32_data(0);
    addNode(builder.graph(), "QuantizeLinear", {"x", "scale", "zero"}, {"q"}).set_domain("com.microsoft");
    addNode(builder.graph(), "DequantizeLinear", {"q", "scale", "zero"}, {"d"}).set_domain("com.microsoft");
    addNode(builder.graph(), "Transpose", {"d"}, {"y"});
    const auto imported = builder.import();
    const auto& graph = imported.graph;
    QCOMPARE(graph.nodes()[0].domain, std::string("com.microsoft"));
    QCOMPARE(graph.value(graph.nodes()[0].outputs[0]).type, DataType::Int16);
    QCOMPARE(ql::graph::toString(graph.value(graph.outputs()[0]).shape.value()), std::string("5x4"));
}

void TestOnnxImporter::infersShapesInBodies()
{
    ModelBuilder builder;
    builder.input("x").output("y").initializer("count", {});
    auto& count = *builder.graph().mutable_initializer(0);
    count.Clear();
    count.set_name("count");
    count.set_data_type(onnx::TensorProto::INT64);
    count.add_int64_data(3);
    auto& relu = addNode(builder.graph(), "Relu", {"x"}, {"r"});
    relu.set_name("relu");
    auto& loop = addNode(builder.graph(), "Loop", {"count", "", "x"}, {"last", "y"}, "turns");
    auto& body = *addAttribute(loop, "body", onnx::AttributeProto::GRAPH).mutable_g();
    const auto declare = [&body](const char* name, int type, int rank) {
        auto& tensor = *body.add_input();
        tensor.set_name(name);
        tensor.mutable_type()->mutable_tensor_type()->set_elem_type(type);
        auto& shape = *tensor.mutable_type()->mutable_tensor_type()->mutable_shape();
        for (int i = 0; i < rank; ++i)
            shape.add_dim()->set_dim_value(i + 2);
    };
    declare("turn", onnx::TensorProto::INT64, 0);
    declare("before", onnx::TensorProto::BOOL, 0);
    declare("carried", onnx::TensorProto::FLOAT, 2);
    addNode(body, "Identity", {"before"}, {"after"});
    addNode(body, "Add", {"carried", "r"}, {"sum"}); // r is captured
    addNode(body, "Transpose", {"r"}, {"turned"});
    for (const auto* name : {"after", "sum", "turned"})
        body.add_output()->set_name(name);
    const auto graph = builder.import().graph;
    const auto shapeOf = [](const Graph& each, const char* name) {
        const auto& shape = each.value(*each.findValue(name)).shape;
        return shape ? ql::graph::toString(*shape) : std::string("unknown");
    };
    const auto& inner = graph.node(*graph.findNode("turns")).attributes.requiredGraph("body");
    QCOMPARE(shapeOf(inner, "sum"), std::string("2x3"));
    QCOMPARE(shapeOf(inner, "turned"), std::string("3x2"));
    QCOMPARE(shapeOf(graph, "last"), std::string("2x3"));
    QCOMPARE(shapeOf(graph, "y"), std::string("?x3x2"));
    QVERIFY(graph.value(*graph.findValue("y")).type == DataType::Float);
}

void TestOnnxImporter::survivesWhatLibonnxDoesNot()
{
    ModelBuilder builder(17); // libonnx 1.12 looks for the window that isn't there
    builder.input("signal", {1, 64, 1}).output("y").initializer("step", {}).initializer("length", {});
    addNode(builder.graph(), "STFT", {"signal", "step", "", "length"}, {"y"});
    QCOMPARE(builder.import().graph.nodeCount(), std::size_t(1));
    builder.graph().mutable_node(0)->clear_input();
    builder.graph().mutable_node(0)->add_input("");
    const auto error = builder.importError();
    QVERIFY2(error.find("it has 1 inputs, expected 2 or more") != error.npos, error.c_str());
}

void TestOnnxImporter::acceptsNodesInAnyOrder()
{
    ModelBuilder builder;
    builder.input("x").output("y");
    addNode(builder.graph(), "Relu", {"a"}, {"y"}, "last");
    addNode(builder.graph(), "Neg", {"x"}, {"a"}, "first");
    const auto imported = builder.import();
    QCOMPARE(imported.graph.nodes()[0].name, std::string("last"));
    QVERIFY(imported.graph.value(*imported.graph.findValue("a")).producer.isValid());
}

void TestOnnxImporter::capturesThroughNestedBodies()
{
    ModelBuilder builder;
    builder.input("x").input("condition", {}).output("y");
    builder.graph().mutable_input(1)->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::BOOL);
    addNestedIf(builder.graph(), "late");
    addNode(builder.graph(), "Neg", {"x"}, {"late"}); // stands after the node whose body reads it
    const auto imported = builder.import();
    const auto& graph = imported.graph;
    const auto late = graph.findValue("late").value();
    const auto& node = graph.node(graph.findNode("choose").value());
    QVERIFY(std::ranges::find(node.captures, late) != node.captures.end());
    const auto& branch = bodyOf(graph, "choose", "then_branch");
    QCOMPARE(branch.captures().size(), std::size_t(2)); // condition, and late for the body within
    const auto& leaf = bodyOf(branch, "choose_again", "then_branch");
    QCOMPARE(leaf.captures().size(), std::size_t(1));
    QCOMPARE(branch.value(leaf.captures()[0].outer).name, std::string("late"));
    QCOMPARE(leaf.nodes()[0].inputs[0], leaf.captures()[0].inner);
}

void TestOnnxImporter::keepsAttributesOfEveryKind()
{
    ModelBuilder builder;
    builder.opset("my.domain", 4).input("x").output("y");
    auto& node = addNode(builder.graph(), "Anything", {"x"}, {"y"});
    node.set_domain("my.domain");
    addIntAttribute(node, "int", -9);
    addAttribute(node, "float", onnx::AttributeProto::FLOAT).set_f(0.25F);
    addAttribute(node, "string", onnx::AttributeProto::STRING).set_s("same");
    addAttribute(node, "ints", onnx::AttributeProto::INTS).add_ints(5);
    addAttribute(node, "floats", onnx::AttributeProto::FLOATS).add_floats(1.5F);
    addAttribute(node, "strings", onnx::AttributeProto::STRINGS).add_strings(std::string("a"));
    addAttribute(node, "untyped", onnx::AttributeProto::UNDEFINED).set_i(3);
    const auto imported = builder.import();
    const auto& read = imported.graph.nodes()[0];
    QCOMPARE(read.domain, std::string("my.domain"));
    QCOMPARE(read.opset, 4);
    QCOMPARE(read.attributes.requiredInt("int"), std::int64_t(-9));
    QCOMPARE(read.attributes.floatOr("float", 0), 0.25);
    QCOMPARE(read.attributes.stringOr("string", ""), std::string("same"));
    QCOMPARE(read.attributes.intsOr("ints", {}), std::vector<std::int64_t>{5});
    QCOMPARE(read.attributes.floatsOr("floats", {}), std::vector<double>{1.5});
    QCOMPARE(read.attributes.stringsOr("strings", {}), std::vector<std::string>{"a"});
    QCOMPARE(read.attributes.requiredInt("untyped"), std::int64_t(3));
}

void TestOnnxImporter::readsVersionsAndProducer()
{
    ModelBuilder builder(21);
    builder.opset("com.microsoft", 1).input("x").output("y");
    builder.model().set_ir_version(12);
    builder.model().set_producer_name("pytorch");
    builder.model().set_producer_version("2.6");
    auto& node = addNode(builder.graph(), "Relu", {"x"}, {"y"});
    node.set_domain("ai.onnx");
    const auto imported = builder.import();
    QCOMPARE(imported.graph.opsets().at(""), 21);
    QCOMPARE(imported.graph.opsets().at("com.microsoft"), 1);
    QCOMPARE(imported.graph.nodes()[0].opset, 21);
    QCOMPARE(imported.graph.nodes()[0].domain, std::string());
    QCOMPARE(imported.irVersion, 12);
    QCOMPARE(imported.producer, std::string("pytorch 2.6"));
    QCOMPARE(imported.format, std::string("onnx"));
}

void TestOnnxImporter::refusesNodesWithoutTheirOperands()
{
    const auto errorOf = [](const char* opType, const std::vector<std::string>& inputs, int opset = 13,
                            const char* domain = "", const char* output = "y") {
        ModelBuilder builder(opset);
        builder.input("x").output("y");
        addNode(builder.graph(), opType, inputs, {output}, "n").set_domain(domain);
        return QString::fromStdString(builder.importError());
    };
    const auto refuses = [&](const QString& error, const char* expected) {
        return error.contains(QString("node n (") + expected);
    };
    QVERIFY(
        refuses(errorOf("DequantizeLinear", {}), "DequantizeLinear, opset 13): it has 0 inputs, expected 2 or more"));
    QVERIFY(refuses(errorOf("MatMul", {"x"}), "MatMul, opset 13): it has 1 inputs, expected 2 or more"));
    QVERIFY(refuses(errorOf("Conv", {"x", ""}), "Conv, opset 13): input 1 is missing"));
    QVERIFY(refuses(errorOf("MatMul", {"x", "x"}, 13, "", ""), "MatMul, opset 13): output 0 is missing"));
    QVERIFY(refuses(errorOf("QuantizeLinear", {}, 13, "com.microsoft"),
                    "com.microsoft.QuantizeLinear, opset 1): it has 0 inputs, expected 1 or more"));
    ModelBuilder lacksOutputs;
    lacksOutputs.input("x").output("x");
    addNode(lacksOutputs.graph(), "Relu", {"x"}, {}, "n");
    QVERIFY(
        refuses(QString::fromStdString(lacksOutputs.importError()), "Relu, opset 13): it has 0 outputs, expected 1"));
    QCOMPARE(errorOf("Clip", {"x", "", ""}), QString());
    QCOMPARE(errorOf("Resize", {"x", "", "", "x"}, 11), QString()); // as exporters write it
    QCOMPARE(errorOf("Generator", {}, 13, "own.domain"), QString());
}

void TestOnnxImporter::refusesBrokenGraphs_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<QStringList>("inputs");
    QTest::addColumn<QStringList>("outputs"); // of two nodes, Neg "one" and Add "two"
    QTest::addColumn<QString>("graphOutput");
    QTest::addColumn<QString>("expected");
    QTest::newRow("undefined value") << 13 << QStringList{"x", "a", "ghost"} << QStringList{"a", "y"} << "y"
                                     << "node two (Add, opset 13): input 1 reads value ghost";
    QTest::newRow("defined twice") << 13 << QStringList{"x", "a", "a"} << QStringList{"a", "a"} << "a"
                                   << "node two (Add, opset 13): value a is defined twice";
    QTest::newRow("redefines an input") << 13 << QStringList{"x", "a", "a"} << QStringList{"a", "x"} << "x"
                                        << "value x is defined twice";
    QTest::newRow("redefines an initializer") << 13 << QStringList{"x", "a", "w"} << QStringList{"a", "w"} << "w"
                                              << "value w is defined twice";
    QTest::newRow("cycle") << 13 << QStringList{"y", "x", "a"} << QStringList{"a", "y"} << "y"
                           << "cycle";
    QTest::newRow("undefined output") << 13 << QStringList{"x", "a", "a"} << QStringList{"a", "y"} << "nowhere"
                                      << "nothing defines the graph output nowhere";
    QTest::newRow("too old") << 0 << QStringList{"x", "a", "a"} << QStringList{"a", "y"} << "y"
                             << "opset 0 of ai.onnx is used, expected 1 to 26";
    QTest::newRow("too new") << 27 << QStringList{"x", "a", "a"} << QStringList{"a", "y"} << "y"
                             << "opset 27 of ai.onnx is used, expected 1 to 26";
}

void TestOnnxImporter::refusesBrokenGraphs()
{
    QFETCH(int, opset);
    QFETCH(QStringList, inputs);
    QFETCH(QStringList, outputs);
    QFETCH(QString, graphOutput);
    QFETCH(QString, expected);
    ModelBuilder builder(opset);
    builder.input("x").initializer("w", {1}).output(graphOutput.toStdString());
    addNode(builder.graph(), "Neg", {inputs[0].toStdString()}, {outputs[0].toStdString()}, "one");
    addNode(builder.graph(), "Add", {inputs[1].toStdString(), inputs[2].toStdString()}, {outputs[1].toStdString()},
            "two");
    const auto error = QString::fromStdString(builder.importError());
    QVERIFY2(error.contains(expected), qPrintable(error));
    QVERIFY2(error.startsWith(QString::fromStdString(builder.path().string())), qPrintable(error));
}

QTEST_APPLESS_MAIN(TestOnnxImporter)
#include "tst_onnx_importer.moc"
