// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/what_if.h"

#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/program/leading_nodes.h"

#include <QtTest>

#include <algorithm>

using namespace ql;
using runs::Program;
using runs::Tensor;
using runs::WhatIf;

namespace {

/// Two branches that meet: y = (x + x) + Neg(Relu(x)), with a side output.
graph::Graph branches()
{
    return graph::parseGraph("graph \"branches\" opset 13\n"
                             "input x: float32[2]\n"
                             "a = Add(x, x) name \"add\"\n"
                             "b = Relu(x) name \"relu\"\n"
                             "c = Neg(b) name \"neg\"\n"
                             "y = Add(a, c) name \"join\"\n"
                             "output y\n"
                             "output a\n");
}

Tensor pair(float first, float second)
{
    return Tensor(at::tensor({first, second}));
}

struct Fixture {
    graph::Graph graph = branches();
    Program program{graph};
    JobContext ctx;
    WhatIf execution{program, {{"x", pair(1, -2)}}, {}, ctx};

    graph::ValueId value(const char* name) const { return *graph.findValue(name); }

    std::vector<graph::NodeId> nodes(const std::vector<std::string>& names) const
    {
        std::vector<graph::NodeId> found;
        for (const auto& name : names)
            found.push_back(*graph.findNode(name));
        return found;
    }

    std::vector<std::string> names(const WhatIf::Result& result) const
    {
        std::vector<std::string> found;
        for (const auto id : result.executed)
            found.push_back(graph.node(id).name);
        return found;
    }

    runs::Interceptor replace(const char* name, Tensor tensor) const
    {
        return [id = value(name), tensor](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.value == id ? std::optional(tensor) : std::nullopt;
        };
    }
};

float firstOf(const Tensor& tensor)
{
    return tensor.data[0].item<float>();
}

} // namespace

class TestWhatIfRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void remembersEveryValue()
    {
        Fixture f;
        QCOMPARE(firstOf(f.execution.tensor(f.value("b"))), 1.0f);
        QCOMPARE(firstOf(f.execution.outputs().at(0)), 1.0f);
    }

    void runsOnlyWhatDependsOnTheChange()
    {
        Fixture f;
        const auto result = f.execution.rerun(f.nodes({"relu"}), {f.replace("b", pair(10, 0))});
        QCOMPARE(f.names(result), (std::vector<std::string>{"relu", "neg", "join"}));
        QCOMPARE(firstOf(result.outputs.at(0)), 2.0f - 10.0f);
        QCOMPARE(firstOf(result.outputs.at(1)), 2.0f);
        QCOMPARE(firstOf(f.execution.outputs().at(0)), 1.0f);
    }

    void stopsWhereNothingChanges()
    {
        Fixture f;
        const auto result = f.execution.rerun(f.nodes({"relu"}), {f.replace("b", pair(1, 0))});
        QCOMPARE(f.names(result), std::vector<std::string>{"relu"});
    }

    void downstreamNodesSeeTheChangeUpstream()
    {
        Fixture f;
        const auto twice = [&](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.node.name == "relu" || event.node.name == "neg" ? std::optional(Tensor(event.tensor.data * 2))
                                                                         : std::nullopt;
        };
        const auto result = f.execution.rerun(f.nodes({"relu", "neg"}), {twice});
        QCOMPARE(firstOf(result.outputs.at(0)), 2.0f - 4.0f);
    }

    void reshapesAreNotRun()
    {
        const auto graph = graph::parseGraph("graph \"reshape\" opset 13\ninput x: float32[2]\n"
                                             "const s: int64[2] = {2, 1}\na = Relu(x) name \"relu\"\n"
                                             "b = Reshape(a, s) name \"reshape\"\ny = Neg(b) name \"neg\"\n"
                                             "output y\noutput b\n");
        const Program program(graph);
        JobContext ctx;
        const WhatIf execution(program, {{"x", pair(1, 2)}}, {}, ctx);
        const auto change = [&](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.node.name == "relu" ? std::optional(pair(5, 6)) : std::nullopt;
        };
        const auto result = execution.rerun(std::vector{*graph.findNode("relu")}, {change});
        QCOMPARE(result.executed.size(), std::size_t(2));
        QCOMPARE(result.outputs.at(0).data.sizes().vec(), (std::vector<std::int64_t>{2, 1}));
        QCOMPARE(result.outputs.at(0).data[1][0].item<float>(), -6.0f);
        QCOMPARE(result.outputs.at(1).data[0][0].item<float>(), 5.0f);
        // A tap or interceptor still sees what the reshape gives.
        const auto changeBoth = [&](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.node.name == "reshape" ? std::optional(Tensor(event.tensor.data * 2)) : change(event);
        };
        QCOMPARE(
            execution.rerun(std::vector{*graph.findNode("relu")}, {changeBoth}).outputs[1].data[0][0].item<float>(),
            10.0f);
    }

    void advancesFromOneChangeToTheNext()
    {
        Fixture f;
        f.execution.advance(f.nodes({"relu"}), {f.replace("b", pair(10, 0))});
        QCOMPARE(firstOf(f.execution.outputs().at(0)), 2.0f - 10.0f);
        const auto both = [&](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.value == f.value("a") ? std::optional(pair(7, 7)) : f.replace("b", pair(10, 0))(event);
        };
        const auto result = f.execution.advance(f.nodes({"add"}), {both});
        QCOMPARE(f.names(result), (std::vector<std::string>{"add", "join"}));
        QCOMPARE(firstOf(result.outputs.at(0)), 7.0f - 10.0f);
    }

    void evaluatesOneNodeOnOtherInputs()
    {
        Fixture f;
        const auto results = f.execution.evaluate(f.nodes({"join"})[0], {{f.value("c"), pair(100, 0)}});
        QCOMPARE(firstOf(results.at(0)), 102.0f);
        QCOMPARE(firstOf(f.execution.outputs().at(0)), 1.0f);
    }

    void cancels()
    {
        Fixture f;
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(f.execution.rerun(f.nodes({"relu"}), {}, stop.get_token()), Cancelled);
    }

    /// A weight behind a switch, as instrumented models have it: what isn't remembered must not be told from what is.
    void makesAgainWhatItForgot_data()
    {
        QTest::addColumn<std::size_t>("mostBytes");
        QTest::newRow("nothing remembered") << std::size_t(0);
        QTest::newRow("one of two remembered") << std::size_t(8);
        QTest::newRow("all remembered") << std::size_t(1'000'000);
    }

    void makesAgainWhatItForgot()
    {
        QFETCH(std::size_t, mostBytes);
        const auto graph = graph::parseGraph("graph \"weights\" opset 13\n"
                                             "input x: float32[2]\n"
                                             "const w: float32[2] = {3.0, 4.0}\n"
                                             "const r: float32[2] = {1.0, 0.5}\n"
                                             "q = Abs(w) name \"switch\"\n"
                                             "n = Mul(q, r) name \"scaled\"\n"
                                             "y = Mul(x, q) name \"mul\"\n"
                                             "z = Add(y, n) name \"add\"\n"
                                             "output z\n");
        const auto q = *graph.findValue("q");
        int calls = 0;
        const auto times = [&](float factor) {
            return runs::Interceptor([=, &calls](const runs::ValueEvent& event) -> std::optional<Tensor> {
                if (event.value != q)
                    return std::nullopt;
                ++calls;
                return Tensor(event.tensor.data * factor);
            });
        };
        const auto sum = [](const std::vector<Tensor>& outputs) { return outputs.at(0).data.sum().item<float>(); };
        const auto node = [&graph](const char* name) { return std::vector{*graph.findNode(name)}; };
        const Program program(graph);
        JobContext ctx;
        WhatIf execution(program, {{"x", pair(1, 10)}}, {times(2)}, ctx, runs::LoopMemory::LastIteration, mostBytes);
        // q = [6, 8], n = [6, 4], z = [6, 80] + [6, 4]
        QCOMPARE(sum(execution.outputs()), 96.0f);
        QCOMPARE(calls, 1);
        QCOMPARE(firstOf(execution.tensor(q)), 6.0f);
        QCOMPARE(firstOf(execution.tensor(*graph.findValue("n"))), 6.0f);
        QCOMPARE(calls == 1, mostBytes > 0);
        QCOMPARE(sum(execution.rerun(node("mul"), {times(2)}).outputs), 96.0f);
        // q = [9, 12], n = [9, 6], z = [9, 120] + [9, 6]
        const auto changed = execution.rerun(node("switch"), {times(3)});
        QCOMPARE(sum(changed.outputs), 144.0f);
        QCOMPARE(changed.executed.size(), std::size_t(4));
        QCOMPARE(firstOf(execution.tensor(q)), 6.0f);
        QCOMPARE(execution.rerun(node("switch"), {times(2)}).executed.size(), std::size_t(1));
        auto copy = execution;
        QCOMPARE(sum(copy.advance(node("switch"), {times(3)}).outputs), 144.0f);
        QCOMPARE(firstOf(copy.tensor(q)), 9.0f);
        QCOMPARE(firstOf(copy.tensor(*graph.findValue("n"))), 9.0f);
        QCOMPARE(sum(copy.outputs()), 144.0f);
        QCOMPARE(sum(copy.rerun(node("add"), {times(3)}).outputs), 144.0f);
        QCOMPARE(copy.evaluate(*graph.findNode("add"), {}).at(0).data.sum().item<float>(), 144.0f);
        QCOMPARE(sum(execution.outputs()), 96.0f);
    }

    void remembersOutputsThatAreMadeOfConstants()
    {
        const auto graph = graph::parseGraph("graph \"constants\" opset 13\n"
                                             "input x: float32[2]\n"
                                             "const w: float32[2] = {-3.0, 4.0}\n"
                                             "q = Abs(w) name \"abs\"\n"
                                             "y = Mul(x, q) name \"mul\"\n"
                                             "output q\n"
                                             "output y\n");
        const Program program(graph);
        JobContext ctx;
        const WhatIf execution(program, {{"x", pair(1, 1)}}, {}, ctx, runs::LoopMemory::LastIteration, 0);
        const auto result = execution.rerun(std::vector{*graph.findNode("mul")}, {});
        QCOMPARE(firstOf(result.outputs.at(0)), 3.0f);
        QCOMPARE(firstOf(result.outputs.at(1)), 3.0f);
    }

    /// Whoever asks for one output alone doesn't wait for what only others need.
    void runsOnlyWhatLeadsToAnOutput()
    {
        Fixture f;
        const auto leading = runs::leadingTo(f.program, std::vector{f.value("a")});
        QCOMPARE(std::ranges::count(leading, true), 1);
        const auto start = f.nodes({"add", "relu"});
        const std::vector both{f.replace("a", pair(5, 6)), f.replace("b", pair(7, 8))};
        const auto result = f.execution.advance(start, both, {}, &leading);
        QCOMPARE(f.names(result), (std::vector<std::string>{"add"}));
        QVERIFY(result.outputs.at(1).data.equal(pair(5, 6).data));
        QVERIFY(result.outputs.at(0).data.equal(pair(1, -4).data)); // as it was
        const auto all = runs::leadingTo(f.program, f.graph.outputs());
        QVERIFY(std::ranges::all_of(all, [](bool isLeading) { return isLeading; }));
    }

    /// Nodes that run along with others leave nothing between them, and whoever needs that gets it all the same.
    void nodesRunAlongWithOthers()
    {
        const auto graph = graph::parseGraph("graph \"chains\" opset 13\ninput x: float32[1,2,4,4]\n"
                                             "const w: float32[2,2,1,1] = {1, -2, 0.5, 3}\n"
                                             "p = Identity(x) name \"first\"\nq = Identity(x) name \"second\"\n"
                                             "c = Conv(p, w) name \"conv\"\na = Add(c, q) name \"add\"\n"
                                             "r = Relu(a) name \"relu\"\ny = Neg(r) name \"neg\"\noutput y\n");
        const auto first = *graph.findNode("first"), second = *graph.findNode("second");
        std::vector<bool> switches(graph.nodeCount(), false);
        switches[first.position()] = switches[second.position()] = true;
        const auto marked = std::make_shared<const std::vector<bool>>(switches);
        const auto scaled = [&](float one, float other, bool isKnown) {
            const auto replace = [=](const runs::ValueEvent& event) -> std::optional<Tensor> {
                const auto id = event.node.id;
                return id == first || id == second
                           ? std::optional(Tensor(event.tensor.data * (id == first ? one : other)))
                           : std::nullopt;
            };
            return std::vector<runs::Interceptor>{{replace, isKnown ? marked : nullptr}};
        };
        at::manual_seed(3);
        const Program program(graph);
        JobContext ctx;
        const WhatIf start(program, {{"x", Tensor(at::randn({1, 2, 4, 4}))}}, scaled(1, 1, true), ctx);
        auto along = start, alone = start;
        const auto both = [&](graph::NodeId node, float one, float other) {
            const std::vector nodes{node};
            const auto expected = alone.rerun(nodes, scaled(one, other, false));
            const auto found = along.rerun(nodes, scaled(one, other, true));
            QVERIFY(found.outputs.at(0).data.equal(expected.outputs.at(0).data));
            QCOMPARE(found.executed.size(), expected.executed.size());
            QVERIFY(alone.advance(nodes, scaled(one, other, false))
                        .outputs.at(0)
                        .data.equal(along.advance(nodes, scaled(one, other, true)).outputs.at(0).data));
        };
        both(first, 2, 1);
        both(second, 2, -1); // reads what was between
        both(first, -3, -1);
        for (const auto* name : {"p", "q", "c", "a", "r", "y"}) {
            const auto value = *graph.findValue(name);
            QVERIFY2(along.tensor(value).data.equal(alone.tensor(value).data), name);
        }
    }
};

QTEST_APPLESS_MAIN(TestWhatIfRun)
#include "tst_what_if_run.moc"
