// SPDX-License-Identifier: GPL-3.0-or-later
// Networks with bodies give the same whether these are closed, laid open, or laid open and closed again.
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/program/pass.h"
#include "core/runs/what_if.h"

#include <QtTest>

#include <algorithm>

using namespace ql;
using graph::Graph;
using runs::NamedTensors;
using runs::Tensor;

namespace {

const std::string kChoice = R"(graph "choice" opset 13
    input x: float32[2,2]
    input c: bool[]
    const w: float32[2,2] = {1, 2, 3, 4}
    a = MatMul(x, w) name "first"
    b = If(c) {then_branch: {
        graph "then"
        capture p = a
        const w: float32[2,2] = {1, -1, 2, 0.5}
        m = MatMul(p, w) name "product"
        t = Relu(m) name "act"
        output t
    }, else_branch: {
        graph "else"
        capture p = a
        const w: float32[2,2] = {-2, 1, 0.25, 1}
        m = MatMul(p, w) name "product"
        t = Sigmoid(m) name "act"
        output t}} name "choice"
    y = Neg(b) name "last"
    output y)";

/// Branches without node names; one gives what it reads.
const std::string kNameless = R"(graph "nameless" opset 13
    input x: float32[2,2]
    input c: bool[]
    b = If(c) {then_branch: {graph "then" capture p = x m = Exp(p) t = Neg(m) output t},
        else_branch: {graph "else" capture p = x output p}}
    y = Neg(b)
    output y)";

const std::string kLoop = R"(graph "loop" opset 13
    input x: float32[2,2]
    input c: bool[]
    const n: int64[] = {3}
    a = Exp(x) name "first"
    b, all = Loop(n, _, x) {body: {
        graph "body"
        input i: int64[]
        input go: bool[]
        input s: float32[2,2]
        capture p = a
        const w: float32[2,2] = {0.5, -0.5, 0.25, 1}
        m = MatMul(s, w) name "product"
        u = Add(m, p) name "sum"
        t = Tanh(u) name "act"
        output go
        output t
        output m}} name "turns"
    y = Neg(b) name "last"
    output y
    output all)";

const std::string kChoiceInLoop = R"(graph "nested" opset 13
    input x: float32[2,2]
    input c: bool[]
    const n: int64[] = {3}
    const one: int64[] = {1}
    b = Loop(n, _, x) {body: {
        graph "body"
        input i: int64[]
        input go: bool[]
        input s: float32[2,2]
        capture k = one
        capture outer = x
        odd = Equal(i, k) name "odd"
        t = If(odd) {then_branch: {graph "then" capture q = s capture o = outer m = Mul(q, o) name "inner" output m},
            else_branch: {graph "else" capture q = s m = Exp(q) name "inner" output m}} name "choice"
        output go
        output t}} name "turns"
    y = Neg(b) name "last"
    output y)";

const std::string kScan = R"(graph "scan" opset 13
    input x: float32[2,2]
    input c: bool[]
    const zero: float32[2] = {0, 0}
    last, all = Scan(zero, x) {num_scan_inputs: 1, body: {
        graph "body"
        input s: float32[2]
        input e: float32[2]
        u = Add(s, e) name "sum"
        t = Tanh(u) name "act"
        output u
        output t}} name "turns"
    y = Neg(all)
    output y
    output last)";

NamedTensors inputs(bool condition)
{
    return {{"x", Tensor(at::tensor({0.5f, -1.0f, 0.25f, 2.0f}).view({2, 2}))},
            {"c", Tensor(at::scalar_tensor(condition, at::kBool))}};
}

std::vector<Tensor> run(const Graph& graph, bool condition, std::vector<runs::Tap> taps = {})
{
    const runs::Program program(graph);
    JobContext ctx;
    runs::Pass execution(program, inputs(condition), {std::move(taps), {}, {}});
    execution.finish(ctx);
    return execution.outputs();
}

std::vector<std::string> nodeNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const auto id : graph::topologicalOrder(graph))
        names.push_back(graph.node(id).name);
    return names;
}

} // namespace

class TestOpenBodies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheSame_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("If") << QString::fromStdString(kChoice);
        QTest::newRow("If without names") << QString::fromStdString(kNameless);
        QTest::newRow("Loop") << QString::fromStdString(kLoop);
        QTest::newRow("If in Loop") << QString::fromStdString(kChoiceInLoop);
        QTest::newRow("Scan") << QString::fromStdString(kScan);
    }

    void givesTheSame()
    {
        QFETCH(QString, text);
        const auto closed = graph::parseGraph(text.toStdString());
        const auto open = graph::withOpenBodies(closed);
        const auto again = graph::withClosedBodies(open);
        QVERIFY(!open.openBodies().empty());
        QVERIFY(again.openBodies().empty());
        for (const bool condition : {true, false}) {
            const auto expected = run(closed, condition);
            for (const auto* other : {&open, &again}) {
                const auto found = run(*other, condition);
                QCOMPARE(found.size(), expected.size());
                for (std::size_t i = 0; i < expected.size(); ++i)
                    QVERIFY(at::equal(found[i].data, expected[i].data));
            }
        }
    }

    void bodiesStandBeforeTheirOwner()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kChoice));
        QCOMPARE(nodeNames(open),
                 (std::vector<std::string>{"first", "choice/then_branch/product", "choice/then_branch/act",
                                           "choice/else_branch/product", "choice/else_branch/act", "choice", "last"}));
        const auto act = open.node(*open.findNode("choice/else_branch/act"));
        QCOMPARE(graph::pathOf(open, act.body), std::string("choice/else_branch"));
        QCOMPARE(open.value(act.outputs[0]).consumers, std::vector{*open.findNode("choice")});
        QCOMPARE(graph::ownerWithin(open, act.id, {}), *open.findNode("choice"));
        QVERIFY(!graph::ownerWithin(open, *open.findNode("last"), act.body).isValid());
    }

    void namesThatNothingElseHasStay()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kLoop));
        QCOMPARE(nodeNames(open), (std::vector<std::string>{"first", "product", "sum", "act", "turns", "last"}));
        QCOMPARE(open.node(*open.findNode("sum")).scope, std::string("turns/body"));
        const auto outer = graph::outerReads(open, *open.findNode("turns"));
        QVERIFY(std::ranges::find(outer, *open.findValue("a")) != outer.end());
    }

    void madeUpNamesBeginWithThePath()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kNameless));
        const auto names = nodeNames(open);
        QVERIFY2(names[0].find("/then_branch/Exp") != std::string::npos, names[0].c_str());
    }

    void whatStandsInLoopsIsTold()
    {
        const auto nested = graph::withOpenBodies(graph::parseGraph(kChoiceInLoop));
        QVERIFY(graph::isInLoop(nested, nested.node(*nested.findNode("choice/else_branch/inner")).body));
        QVERIFY(graph::isInLoop(nested, nested.node(*nested.findNode("odd")).body));
        QVERIFY(!graph::isInLoop(nested, {}));
        const auto plain = graph::withOpenBodies(graph::parseGraph(kChoice));
        QVERIFY(!graph::isInLoop(plain, plain.node(*plain.findNode("choice/else_branch/act")).body));
    }

    void isDoneOnce()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kChoiceInLoop));
        QCOMPARE(graph::withOpenBodies(open).nodeCount(), open.nodeCount());
        const auto plain = graph::parseGraph("graph \"g\" opset 13 input x: float32[1] y = Neg(x) output y");
        QVERIFY(graph::withOpenBodies(plain).openBodies().empty());
    }

    void tapsSeeOnlyWhatRan()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kChoice));
        std::vector<std::string> seen;
        const auto tap = [&](const runs::ValueEvent& event) { seen.push_back(event.path + event.node.name); };
        run(open, false, {tap});
        QCOMPARE(seen, (std::vector<std::string>{"first", "choice/choice/else_branch/product",
                                                 "choice/choice/else_branch/act", "choice", "last"}));
    }

    void tapsSeeEachTurn()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kChoiceInLoop));
        std::vector<std::pair<std::string, std::int64_t>> seen;
        const auto tap = [&](const runs::ValueEvent& event) {
            if (event.node.body.isValid() && event.node.name.ends_with("inner"))
                seen.emplace_back(event.node.name, event.iterations.back());
        };
        run(open, true, {tap});
        const std::string then = "choice/then_branch/inner", other = "choice/else_branch/inner";
        QCOMPARE(seen, (std::vector<std::pair<std::string, std::int64_t>>{{other, 0}, {then, 1}, {other, 2}}));
    }

    void aPartRunsAgain()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kLoop));
        const runs::Program program(open);
        JobContext ctx;
        runs::WhatIf exact(program, inputs(true), {}, ctx);
        const auto sum = *open.findNode("sum");
        const auto doubled = [sum](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.node.id == sum ? std::optional(Tensor(event.tensor.data * 2)) : std::nullopt;
        };
        runs::Pass whole(program, inputs(true), {{}, {doubled}, {}});
        whole.finish(ctx);
        const auto changed = exact.rerun(std::vector{sum}, {doubled});
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY(at::equal(changed.outputs[i].data, whole.outputs()[i].data));
        QVERIFY(!at::equal(changed.outputs[0].data, exact.outputs()[0].data));
        const auto before = exact.tensor(*open.findValue("u")).data.clone();
        exact.advance(std::vector{sum}, {doubled});
        QVERIFY(at::equal(exact.outputs()[0].data, whole.outputs()[0].data));
        QVERIFY(!at::equal(exact.tensor(*open.findValue("u")).data, before)); // of the last turn
    }

    void aNodeOfABodyRunsAlone()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kLoop));
        const runs::Program program(open);
        JobContext ctx;
        const runs::WhatIf exact(program, inputs(true), {}, ctx);
        const auto sum = exact.tensor(*open.findValue("u")).data;
        const auto found = exact.evaluate(*open.findNode("act"), {{*open.findValue("u"), Tensor(sum * 3)}});
        QVERIFY(at::equal(found.at(0).data, at::tanh(sum * 3)));
        const auto turns = exact.evaluate(*open.findNode("turns"), {});
        QVERIFY(at::equal(turns.at(0).data, exact.tensor(*open.findValue("b")).data));
    }
};

QTEST_GUILESS_MAIN(TestOpenBodies)
#include "tst_open_bodies.moc"
