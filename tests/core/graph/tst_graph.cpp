// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

using namespace ql::graph;

namespace {

NodeSpec specOf(const char* opType, std::vector<ValueId> inputs, std::vector<ValueId> outputs, const char* name = "")
{
    NodeSpec spec;
    spec.name = name;
    spec.opType = opType;
    spec.opset = 13;
    spec.inputs = std::move(inputs);
    spec.outputs = std::move(outputs);
    return spec;
}

/// What our own mistake is called that @p edit makes, or "".
template <typename Edit>
std::string internalProblem(Edit&& edit)
{
    try {
        edit();
    } catch (const ql::Error& error) {
        return error.code() == ql::ErrorCode::Internal ? error.message().english() : "another error";
    }
    return {};
}

} // namespace

class TestGraph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linksProducersAndConsumers()
    {
        Graph graph("g");
        const auto x = graph.addInput("x", DataType::Float, declared({1, 2}));
        const auto y = graph.addValue("y");
        const auto z = graph.addValue("z");
        const auto add = graph.addNode(specOf("Add", {x, x}, {y}, "add"));
        const auto mul = graph.addNode(specOf("Mul", {y, x, ValueId{}}, {z}, "mul"));
        graph.addOutput(z);
        QCOMPARE(graph.value(y).producer, add);
        QVERIFY(!graph.value(x).producer.isValid());
        QCOMPARE(graph.value(x).consumers, (std::vector<NodeId>{add, mul}));
        QCOMPARE(graph.findNode("mul"), std::optional(mul));
        QCOMPARE(graph.findValue("z"), std::optional(z));
        QCOMPARE(graph.findValue("none"), std::nullopt);
        QCOMPARE(graph.findNode("none"), std::nullopt);
        QCOMPARE(graph.outputs(), std::vector<ValueId>{z});
        QCOMPARE(graph.inputs(), std::vector<ValueId>{x});
        QCOMPARE(toString(*graph.value(x).shape), std::string("1x2"));
    }

    void keepsLinksWhenAnInputIsReplaced()
    {
        Graph graph;
        const auto a = graph.addInput("a");
        const auto b = graph.addInput("b");
        const auto node = graph.addNode(specOf("Add", {a, a}, {graph.addValue("c")}));
        graph.setNodeInput(node, 0, b);
        QCOMPARE(graph.value(a).consumers, std::vector<NodeId>{node});
        QCOMPARE(graph.value(b).consumers, std::vector<NodeId>{node});
        graph.setNodeInput(node, 1, b);
        QVERIFY(graph.value(a).consumers.empty());
        graph.setNodeInput(node, 1, ValueId{});
        QCOMPARE(graph.node(node).inputs, (std::vector<ValueId>{b, ValueId{}}));
        QVERIFY_EXCEPTION_THROWN(graph.setNodeInput(node, 2, a), std::out_of_range);
    }

    void countsCapturesAsReads()
    {
        Graph graph;
        const auto x = graph.addInput("x");
        auto spec = specOf("If", {}, {graph.addValue("y")});
        spec.captures = {x};
        const auto node = graph.addNode(spec);
        QCOMPARE(graph.value(x).consumers, std::vector<NodeId>{node});
        Graph body;
        body.addCapture(x, body.addValue("inner"));
        QCOMPARE(body.captures().at(0).outer, x);
    }

    void namesTheNameless()
    {
        Graph graph;
        const auto first = graph.addNode(specOf("Conv", {}, {}));
        const auto second = graph.addNode(specOf("Conv", {}, {}));
        const auto taken = graph.addNode(specOf("Relu", {}, {}, "r"));
        const auto again = graph.addNode(specOf("Relu", {}, {}, "r"));
        QCOMPARE(graph.node(first).name, std::string("Conv_0"));
        QCOMPARE(graph.node(second).name, std::string("Conv_1"));
        QCOMPARE(graph.node(taken).name, std::string("r"));
        QCOMPARE(graph.node(again).name, std::string("r_3"));
        const auto one = graph.addValue("");
        const auto two = graph.addValue("");
        QVERIFY(!graph.value(one).name.empty());
        QVERIFY(graph.value(one).name != graph.value(two).name);
    }

    void keepsConstants()
    {
        Graph graph;
        const auto w = graph.addInitializer("w", TensorData::of<float>(DataType::Float, {2}, {1.0f, 2.0f}));
        QCOMPARE(graph.value(w).type, DataType::Float);
        QCOMPARE(toString(*graph.value(w).shape), std::string("2"));
        QCOMPARE(graph.constantOf(w)->toDoubles(), (std::vector<double>{1, 2}));
        QCOMPARE(graph.constantOf(ValueId{}), nullptr);
        const auto x = graph.addInput("x");
        QCOMPARE(graph.constantOf(x), nullptr);
        graph.setInitializer(x, TensorData::of<std::int8_t>(DataType::Int8, {}, {1}));
        QVERIFY(graph.inputs().empty());
    }

    void editsTypesAndShapes()
    {
        Graph graph("old");
        graph.setName("new");
        graph.setOpset("", 13);
        graph.setOpset("com.microsoft", 1);
        const auto x = graph.addValue("x");
        graph.setType(x, DataType::Int8);
        graph.setShape(x, {Dimension{-1, "batch"}, Dimension{}, Dimension{3, {}}});
        QCOMPARE(graph.name(), std::string("new"));
        QCOMPARE(graph.opsets().at("com.microsoft"), 1);
        QCOMPARE(graph.value(x).type, DataType::Int8);
        QCOMPARE(toString(*graph.value(x).shape), std::string("batchx?x3"));
        QCOMPARE(toString(DeclaredShape{}), std::string("scalar"));
    }

    void describesNodes()
    {
        Graph graph;
        auto spec = specOf("QGemm", {}, {}, "fc");
        spec.domain = "com.microsoft";
        spec.opset = 1;
        const auto node = graph.addNode(spec);
        QCOMPARE(graph.node(node).qualifiedOpType(), std::string("com.microsoft.QGemm"));
        QCOMPARE(graph.node(node).description().english(), std::string("node fc (com.microsoft.QGemm, opset 1)"));
    }

    void refusesContradictions()
    {
        Graph graph;
        const auto x = graph.addInput("x");
        const auto y = graph.addValue("y");
        graph.addNode(specOf("Relu", {x}, {y}));
        const auto w = graph.addInitializer("w", TensorData::of<float>(DataType::Float, {}, {1.0f}));
        const auto data = TensorData::of<float>(DataType::Float, {}, {1.0f});
        const auto isInvalid = [](auto&& edit) {
            try {
                edit();
            } catch (const ql::Error& error) {
                return error.code() == ql::ErrorCode::InvalidGraph;
            }
            return false;
        };
        QVERIFY(isInvalid([&] { graph.addValue("x"); }));
        QVERIFY(isInvalid([&] { graph.addInput("y"); }));
        QVERIFY(isInvalid([&] { graph.addNode(specOf("Relu", {x}, {y})); }));
        QVERIFY(isInvalid([&] { graph.addNode(specOf("Relu", {x}, {w})); }));
        QVERIFY(isInvalid([&] { graph.setInitializer(y, data); }));
        QCOMPARE(graph.nodeCount(), std::size_t{1});
    }

    void aBodyHasOneOwner()
    {
        Graph graph;
        const auto x = graph.addInput("x");
        const auto turn = graph.addValue("turn");
        const auto made = graph.addValue("made");
        const auto body = graph.addOpenBody("body", {turn}, {made});
        auto inner = specOf("Relu", {turn}, {made});
        inner.body = body;
        graph.addNode(inner);
        QCOMPARE(internalProblem([&] { topologicalOrder(graph); }), std::string("no node runs the body body"));
        auto owner = specOf("Loop", {x}, {graph.addValue("y")}, "turns");
        owner.captures = {made};
        owner.ownBodies = {body};
        const auto added = graph.addNode(owner);
        QCOMPARE(graph.openBody(body).owner, added);
        QCOMPARE(graph.bodiesOf(added), std::vector<BodyId>{body});
        QCOMPARE(topologicalOrder(graph).size(), std::size_t{2});
        owner.outputs = {graph.addValue("z")};
        QCOMPARE(internalProblem([&] { graph.addNode(owner); }),
                 std::string("the body body of turns_2 is another node's"));
    }

    void bodiesGoWhereTheirOwnersGo()
    {
        const auto open = withOpenBodies(parseGraph(R"(graph "g" opset 13
            input c
            a = If(c) {then_branch: {graph "t" p = A() output p}, else_branch: {graph "e" q = B() output q}} name "gone"
            b = If(c) {then_branch: {graph "t" r = C() output r}, else_branch: {graph "e" s = D() output s}} name "kept"
            output b)"));
        CopyEdits edits;
        edits.droppedNodes.insert(*open.findNode("gone"));
        const auto copy = copyGraph(open, edits);
        QCOMPARE(copy.openBodies().size(), std::size_t{2});
        QCOMPARE(copy.nodeCount(), std::size_t{3});
        for (const auto body : copy.bodiesOf(*copy.findNode("kept")))
            QCOMPARE(copy.node(copy.openBody(body).owner).name, std::string("kept"));
        QCOMPARE(topologicalOrder(copy).size(), std::size_t{3});
        QCOMPARE(copyGraph(open).openBodies().size(), std::size_t{4});
    }
};

QTEST_APPLESS_MAIN(TestGraph)
#include "tst_graph.moc"
