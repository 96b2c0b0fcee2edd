// SPDX-License-Identifier: GPL-3.0-or-later
// What loops gave, iteration by iteration, and no more of it than the limit allows.
#include "core/runs/memory/iteration_store.h"

#include "core/graph/ir/open_bodies.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/program/pass.h"

#include <QTest>

using namespace ql;
using graph::Graph;
using runs::IterationStore;

namespace {

/// A loop in a loop; 8 outer turns, 2 inner ones. Values have 16 bytes.
const char* const kNested = R"(graph "nested" opset 13
    input x: float32[4]
    const n: int64[] = {8}
    const m: int64[] = {2}
    y = Loop(n, _, x) {body: {
        graph "outer"
        input i: int64[]
        input go: bool[]
        input s: float32[4]
        capture k = m
        a = Neg(s) name "a"
        r = Loop(k, _, a) {body: {
            graph "inner"
            input j: int64[]
            input on: bool[]
            input t: float32[4]
            const half: float32[] = {0.5}
            u = Mul(t, half) name "u"
            output on
            output u}} name "inner"
        output go
        output r}} name "outer"
    output y)";

struct Kept {
    Graph graph = graph::withOpenBodies(graph::parseGraph(kNested));
    IterationStore iterations;

    explicit Kept(std::size_t mostBytes)
        : iterations(graph, mostBytes)
    {
        for (std::size_t i = 0; i < graph.valueCount(); ++i)
            iterations.keep(graph::ValueId{std::int32_t(i)});
        const runs::Program program(graph);
        JobContext ctx;
        runs::Pass execution(program, {{"x", ops::Tensor(at::tensor({1.0f, 2.0f, 3.0f, 4.0f}))}},
                             {{[this](const runs::ValueEvent& event) { iterations.look(event); }}, {}, {}});
        execution.finish(ctx);
    }

    graph::ValueId madeBy(const char* node) const { return graph.node(*graph.findNode(node)).outputs[0]; }
    graph::ValueId readBy(const char* node) const { return graph.node(*graph.findNode(node)).inputs[0]; }
    float first(graph::ValueId value, const std::vector<std::int64_t>& numbers) const
    {
        const auto tensor = iterations.at(value, numbers);
        return tensor.isDefined() ? tensor.data[0].item<float>() : 0.0f;
    }
};

} // namespace

class TestKeptIterations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyIterationIsKnown()
    {
        const Kept kept(1 << 20);
        const auto& u = kept.iterations.of(kept.madeBy("u"));
        QCOMPARE(u.count, std::uint64_t{16});
        QCOMPARE(u.kept.size(), std::size_t{16});
        QCOMPARE(u.kept[3].numbers, (std::vector<std::int64_t>{1, 1}));
        QCOMPARE(kept.first(kept.madeBy("u"), {0, 1}), -0.25f);
        QCOMPARE(kept.first(kept.madeBy("a"), {1, 0}), 0.25f); // numbers of loops further in don't count
        QCOMPARE(kept.iterations.depthOf(kept.madeBy("u")), std::size_t{2});
        QVERIFY(!kept.iterations.at(kept.madeBy("u"), std::vector<std::int64_t>{8, 0}).isDefined());
    }

    void whatALoopHandsOnIsKnown()
    {
        const Kept kept(1 << 20);
        QCOMPARE(kept.first(kept.readBy("u"), {0, 0}), -1.0f);
        QCOMPARE(kept.first(kept.readBy("u"), {0, 1}), -0.5f);
        QCOMPARE(kept.first(kept.readBy("a"), {1}), -0.25f);
    }

    void noMoreThanTheLimitIsKept()
    {
        const Kept kept(4000);
        QVERIFY(kept.iterations.bytes() <= 4000);
        const auto& u = kept.iterations.of(kept.madeBy("u"));
        const auto& a = kept.iterations.of(kept.madeBy("a"));
        QVERIFY(u.step > 1 && u.step == a.step);
        QCOMPARE(u.count, std::uint64_t{16});
        QCOMPARE(a.kept.size(), std::size_t(8 / a.step));
        for (const auto& each : u.kept) {
            QVERIFY(each.numbers[0] % u.step == 0 && each.numbers[1] % u.step == 0);
            QVERIFY(kept.iterations.at(kept.madeBy("a"), each.numbers).isDefined());
        }
        QCOMPARE(kept.first(kept.madeBy("u"), {0, 0}), -0.5f); // the first is always there
    }

    void whatIsReleasedTakesNothing()
    {
        Kept kept(1 << 20);
        QVERIFY(kept.iterations.bytes() > 0);
        for (std::size_t i = 0; i < kept.graph.valueCount(); ++i)
            kept.iterations.release(graph::ValueId{std::int32_t(i)});
        QCOMPARE(kept.iterations.bytes(), std::size_t{0});
        QVERIFY(kept.iterations.of(kept.madeBy("u")).kept.empty());
    }
};

QTEST_GUILESS_MAIN(TestKeptIterations)
#include "tst_iteration_store.moc"
