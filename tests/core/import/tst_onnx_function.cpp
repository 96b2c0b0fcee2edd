// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/model_builder.h"

#include <QTest>
#include <google/protobuf/unknown_field_set.h>

using namespace ql::tests;
using onnx::AttributeProto;

namespace {

onnx::FunctionProto& addFunction(ModelBuilder& builder, const std::string& name, const std::vector<std::string>& inputs,
                                 const std::vector<std::string>& outputs)
{
    auto& function = *builder.model().add_functions();
    function.set_domain("local");
    function.set_name(name);
    for (const auto& input : inputs)
        function.add_input(input);
    for (const auto& output : outputs)
        function.add_output(output);
    auto& import = *function.add_opset_import();
    import.set_domain("");
    import.set_version(13);
    return function;
}

onnx::NodeProto& addCall(onnx::GraphProto& graph, const std::string& function, const std::vector<std::string>& inputs,
                         const std::vector<std::string>& outputs, const std::string& name)
{
    auto& call = addNode(graph, function, inputs, outputs, name);
    call.set_domain("local");
    return call;
}

const ql::graph::Node& nodeNamed(const ql::importers::ImportedModel& model, const char* name)
{
    return model.graph.node(model.graph.findNode(name).value());
}

std::string inputName(const ql::graph::Graph& graph, const ql::graph::Node& node, std::size_t slot)
{
    return graph.value(node.inputs.at(slot)).name;
}

} // namespace

class TestOnnxFunction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inlinesEachCallUnderItsName();
    void inlinesFunctionsWithinFunctions();
    void resolvesAttributeReferences();
    void renamesValuesWithinBodies();
    void handsInputsThrough();
    void keepsTheFunctionsOpset();
    void refusesRecursion();
    void refusesAnExplosion();
};

void TestOnnxFunction::inlinesEachCallUnderItsName()
{
    ModelBuilder builder;
    builder.opset("local", 1).input("x").output("y");
    auto& function = addFunction(builder, "Twice", {"a"}, {"b"});
    addNode(function, "Relu", {"a"}, {"inner"});
    addNode(function, "Neg", {"inner"}, {"b"}, "/deep/negate");
    addCall(builder.graph(), "Twice", {"x"}, {"mid"}, "layer/first");
    addCall(builder.graph(), "Twice", {"mid"}, {"y"}, "");
    const auto model = builder.import();
    const auto& graph = model.graph;
    QCOMPARE(graph.nodeCount(), std::size_t(4));
    QCOMPARE(graph.nodes()[0].name, std::string("layer/first/Relu_0"));
    QCOMPARE(graph.nodes()[0].scope, std::string("layer/first"));
    QCOMPARE(graph.nodes()[1].name, std::string("layer/first/deep/negate"));
    QCOMPARE(graph.nodes()[2].name, std::string("Twice_1/Relu_0"));
    QCOMPARE(inputName(graph, graph.nodes()[0], 0), std::string("x"));
    QCOMPARE(inputName(graph, graph.nodes()[1], 0), std::string("layer/first/inner"));
    QCOMPARE(inputName(graph, graph.nodes()[2], 0), std::string("mid"));
    QCOMPARE(graph.nodes()[3].outputs[0], graph.outputs()[0]);
    // Inference sees plain nodes, so it knows the function's own values too.
    QCOMPARE(ql::graph::toString(graph.value(*graph.findValue("Twice_1/inner")).shape.value()), std::string("2x3"));
}

void TestOnnxFunction::inlinesFunctionsWithinFunctions()
{
    ModelBuilder builder;
    builder.opset("local", 1).input("x").output("y");
    auto& inner = addFunction(builder, "Inner", {"a"}, {"b"});
    addNode(inner, "Relu", {"a"}, {"b"}, "relu");
    auto& outer = addFunction(builder, "Outer", {"a"}, {"b"});
    addNode(outer, "Inner", {"a"}, {"t"}, "one").set_domain("local");
    addNode(outer, "Inner", {"t"}, {"b"}, "two").set_domain("local");
    addCall(builder.graph(), "Outer", {"x"}, {"y"}, "top");
    const auto model = builder.import();
    QCOMPARE(model.graph.nodeCount(), std::size_t(2));
    const auto& second = nodeNamed(model, "top/two/relu");
    QCOMPARE(second.scope, std::string("top/two"));
    QCOMPARE(inputName(model.graph, second, 0), std::string("top/t"));
}

void TestOnnxFunction::resolvesAttributeReferences()
{
    constexpr int kAttributeProtoField = 11; // newer than the message definition we have
    ModelBuilder builder;
    builder.opset("local", 1).input("x").output("y");
    auto& function = addFunction(builder, "Leaky", {"a"}, {"b"});
    auto& node = addNode(function, "LeakyRelu", {"a"}, {"t"}, "leaky");
    auto& alpha = addAttribute(node, "alpha", AttributeProto::FLOAT);
    alpha.set_ref_attr_name("slope");
    auto& flatten = addNode(function, "Flatten", {"t"}, {"u"}, "flat");
    addAttribute(flatten, "axis", AttributeProto::INT).set_ref_attr_name("axis");
    auto& softmax = addNode(function, "Softmax", {"u"}, {"b"}, "soft");
    addAttribute(softmax, "axis", AttributeProto::INT).set_ref_attr_name("notGiven");
    AttributeProto fallback;
    fallback.set_name("axis");
    fallback.set_type(AttributeProto::INT);
    fallback.set_i(0);
    function.mutable_unknown_fields()->AddLengthDelimited(kAttributeProtoField, fallback.SerializeAsString());
    auto& call = addCall(builder.graph(), "Leaky", {"x"}, {"y"}, "call");
    addAttribute(call, "slope", AttributeProto::FLOAT).set_f(0.5F);
    const auto model = builder.import();
    QCOMPARE(nodeNamed(model, "call/leaky").attributes.floatOr("alpha", 0), 0.5);
    QCOMPARE(nodeNamed(model, "call/flat").attributes.requiredInt("axis"), std::int64_t(0));
    QVERIFY(!nodeNamed(model, "call/soft").attributes.has("axis"));
}

void TestOnnxFunction::renamesValuesWithinBodies()
{
    ModelBuilder builder;
    builder.opset("local", 1).input("x").input("flag", {}).output("y");
    auto& function = addFunction(builder, "Choose", {"c", "a"}, {"b"});
    addNode(function, "Neg", {"a"}, {"shared"}, "neg");
    auto& choice = addNode(function, "If", {"c"}, {"b"}, "if");
    auto& branch = *addAttribute(choice, "then_branch", AttributeProto::GRAPH).mutable_g();
    addNode(branch, "Add", {"shared", "a"}, {"x"}, "add"); // "x" here is not the caller's x
    branch.add_output()->set_name("x");
    addCall(builder.graph(), "Choose", {"flag", "x"}, {"y"}, "call");
    const auto model = builder.import();
    const auto& body = nodeNamed(model, "call/if").attributes.requiredGraph("then_branch");
    QCOMPARE(body.captures().size(), std::size_t(2));
    const auto& add = body.nodes()[0];
    QCOMPARE(add.name, std::string("call/add"));
    QCOMPARE(inputName(body, add, 0), std::string("call/shared"));
    QCOMPARE(inputName(body, add, 1), std::string("x"));
    QCOMPARE(body.value(add.outputs[0]).name, std::string("call/x"));
    QCOMPARE(body.outputs()[0], add.outputs[0]);
}

void TestOnnxFunction::handsInputsThrough()
{
    ModelBuilder builder;
    builder.opset("local", 1).input("x").output("same").output("y");
    auto& function = addFunction(builder, "Through", {"a"}, {"a", "b"});
    addNode(function, "Relu", {"a"}, {"b"});
    addCall(builder.graph(), "Through", {"x"}, {"same", "y"}, "call");
    const auto model = builder.import();
    const auto& graph = model.graph;
    const auto& identity = graph.node(graph.value(graph.outputs()[0]).producer);
    QCOMPARE(identity.opType, std::string("Identity"));
    QCOMPARE(inputName(graph, identity, 0), std::string("x"));
}

void TestOnnxFunction::keepsTheFunctionsOpset()
{
    ModelBuilder builder(13);
    builder.opset("local", 1).input("x", {2, 1, 3}).output("y");
    auto& function = addFunction(builder, "Old", {"a"}, {"b"});
    function.mutable_opset_import(0)->set_version(11);
    auto& squeeze = addNode(function, "Squeeze", {"a"}, {"b"}, "squeeze");
    addAttribute(squeeze, "axes", AttributeProto::INTS).add_ints(1);
    addCall(builder.graph(), "Old", {"x"}, {"t"}, "call");
    addNode(builder.graph(), "Relu", {"t"}, {"y"}, "relu");
    const auto model = builder.import();
    QCOMPARE(nodeNamed(model, "call/squeeze").opset, 11);
    QCOMPARE(nodeNamed(model, "call/squeeze").attributes.entries().size(), std::size_t(1));
    QCOMPARE(nodeNamed(model, "relu").opset, 13);
}

void TestOnnxFunction::refusesRecursion()
{
    ModelBuilder builder;
    builder.opset("local", 1).input("x").output("y");
    addNode(addFunction(builder, "Ping", {"a"}, {"b"}), "Pong", {"a"}, {"b"}, "p").set_domain("local");
    addNode(addFunction(builder, "Pong", {"a"}, {"b"}), "Ping", {"a"}, {"b"}, "q").set_domain("local");
    addCall(builder.graph(), "Ping", {"x"}, {"y"}, "call");
    const auto error = builder.importError();
    QVERIFY2(error.find("function Ping calls itself") != error.npos, error.c_str());
    QVERIFY2(error.find("node call (function Ping)") != error.npos, error.c_str());
}

void TestOnnxFunction::refusesAnExplosion()
{
    ModelBuilder builder;
    builder.opset("local", 1).input("x").output("y");
    constexpr int kLevels = 12;
    constexpr int kCalls = 10; // 10^12 nodes from a file of 10 KB
    for (int level = 0; level < kLevels; ++level) {
        auto& function = addFunction(builder, "F" + std::to_string(level), {"v0"}, {"v" + std::to_string(kCalls)});
        for (int i = 0; i < kCalls; ++i) {
            const bool isLast = level + 1 == kLevels;
            auto& node = addNode(function, isLast ? "Relu" : "F" + std::to_string(level + 1), {"v" + std::to_string(i)},
                                 {"v" + std::to_string(i + 1)});
            node.set_domain(isLast ? "" : "local");
        }
    }
    addCall(builder.graph(), "F0", {"x"}, {"y"}, "call");
    const auto error = builder.importError();
    QVERIFY2(error.find("stand for more than") != error.npos, error.c_str());
}

QTEST_APPLESS_MAIN(TestOnnxFunction)
#include "tst_onnx_function.moc"
