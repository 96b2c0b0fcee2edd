// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/graph_copy.h"

#include "core/graph/text_form/text_form.h"

#include <QTest>

using namespace ql;
using graph::DataType;
using graph::TensorData;

namespace {

graph::Graph sample()
{
    auto graph = graph::parseGraph(R"(graph "g" opset 13, com.microsoft 1
        input x: float32[1,2]
        const s: float32[] = {0.5}
        const names: string[1] = {"a"}
        input c: bool[]
        y = com.microsoft.Odd(x, s) {alpha: 2, t: float32[1] {3}} name "odd" scope "a/b"
        z = If(c) {then_branch: {graph "then" capture i = y n = Neg(i) output n},
                   else_branch: {graph "else" capture i = x m = Neg(i) output m}} name "choice"
        output z)");
    graph.addInitializer("w", TensorData::of<float>(DataType::Float, {2, 600}, std::vector<float>(1200, 1.0f)));
    return graph;
}

} // namespace

class TestSkeleton : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dropsWeightsAndKeepsTheRest()
    {
        const auto graph = sample();
        const auto skeleton = graph::skeletonOf(graph);
        QCOMPARE(skeleton.valueCount(), graph.valueCount());
        for (std::size_t i = 0; i < graph.valueCount(); ++i) {
            QCOMPARE(skeleton.values()[i].name, graph.values()[i].name);
            QCOMPARE(skeleton.values()[i].type, graph.values()[i].type);
            QVERIFY(skeleton.values()[i].shape == graph.values()[i].shape);
            QVERIFY(skeleton.values()[i].consumers == graph.values()[i].consumers);
        }
        const auto weight = *skeleton.findValue("w");
        QCOMPARE(skeleton.constantOf(weight)->size(), std::size_t{0});
        QCOMPARE(graph::toString(*skeleton.value(weight).shape), std::string("2x600"));
        QCOMPARE(skeleton.constantOf(*skeleton.findValue("s"))->toDoubles(), std::vector<double>{0.5});
        const auto& odd = skeleton.node(*skeleton.findNode("odd"));
        QCOMPARE(odd.scope, std::string("a/b"));
        QCOMPARE(odd.attributes.intOr("alpha", 0), std::int64_t{2});
        const auto& choice = skeleton.node(*skeleton.findNode("choice"));
        QVERIFY(choice.attributes.entries().empty());
        QCOMPARE(choice.captures.size(), std::size_t{2});
    }

    void itsTextFormReadsBack()
    {
        const auto text = graph::printGraph(graph::skeletonOf(sample()));
        QVERIFY(text.size() < 1000);
        QCOMPARE(graph::printGraph(graph::parseGraph(text)), text);
        QCOMPARE(graph::parseGraph(text).outputs().size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestSkeleton)
#include "tst_skeleton.moc"
