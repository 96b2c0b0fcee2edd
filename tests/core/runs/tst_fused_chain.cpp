// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/fused_chain.h"

#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"

#include <QTest>

#include <cstring>
#include <fmt/format.h>
#include <limits>

using namespace ql;

namespace {

struct Network {
    graph::Graph graph;
    runs::NamedTensors inputs;
};

/// A Conv of @p weight over x of @p shape, a value r of the convolution's shape, and @p rest, which gives y.
Network network(const graph::Shape& shape, const graph::Shape& weight, const std::string& attributes,
                const graph::Shape& result, const std::string& rest)
{
    const auto text = fmt::format(
        "graph \"g\" opset 13\ninput x: float32\ninput r: float32\ninput w: float32\ninput b: float32\n"
        "const low: float32[] = {{-0.5}}\nconst high: float32[] = {{0.25}}\nc = Conv(x, w, b) {{{}}} name \"conv\"\n"
        "const s: float32[] = {{0.0625}}\nconst t: float32[1] = {{0.03}}\nconst o: int8[] = {{-3}}\n"
        "const u: uint8[1] = {{9}}\nconst i: int16[] = {{77}}\n{}\noutput y\n",
        attributes, rest);
    Network network{graph::parseGraph(text), {}};
    at::manual_seed(7);
    auto x = at::randn(shape);
    if (x.numel() > 7) {
        x.view(-1)[2] = std::numeric_limits<float>::quiet_NaN(); // and what comes of it
        x.view(-1)[5] = std::numeric_limits<float>::infinity();
        x.view(-1)[6] = 0.5f * 0.0625f; // a tie, where nothing is added
    }
    network.inputs = {{"x", ops::Tensor(x)},
                      {"r", ops::Tensor(at::randn(result))},
                      {"w", ops::Tensor(at::randn(weight))},
                      {"b", ops::Tensor(at::randn({weight[0]}))}};
    return network;
}

std::vector<ops::Tensor> run(const Network& network, runs::Hooks hooks = {})
{
    const runs::Program program(network.graph);
    runs::Pass execution(program, network.inputs, std::move(hooks));
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs();
}

/// A tap that looks at nothing is one all the same.
runs::Hooks tapped()
{
    runs::Hooks hooks;
    hooks.taps.push_back([](const runs::ValueEvent&) {});
    return hooks;
}

bool areSameBits(const at::Tensor& a, const at::Tensor& b)
{
    return a.sizes() == b.sizes() && std::memcmp(a.contiguous().data_ptr(), b.contiguous().data_ptr(), a.nbytes()) == 0;
}

std::size_t fusedNodes(const graph::Graph& graph)
{
    std::vector<std::size_t> positions(graph.nodeCount());
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = i;
    const auto chain =
        ops::fusedChainFrom(graph, graph.node(*graph.findNode("conv")), positions, ops::Registry::builtIn());
    return chain ? chain->nodes.size() : 0;
}

} // namespace

/// What runs along with a convolution gives the bits that it gives on its own.
class TestFusedChain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bitsAreThoseOfSingleNodes_data()
    {
        QTest::addColumn<graph::Shape>("shape");
        QTest::addColumn<graph::Shape>("weight");
        QTest::addColumn<QString>("attributes");
        QTest::addColumn<graph::Shape>("result");
        QTest::newRow("one by one") << graph::Shape{1, 16, 40, 40} << graph::Shape{24, 16, 1, 1} << QString()
                                    << graph::Shape{1, 24, 40, 40};
        QTest::newRow("odd, padded") << graph::Shape{2, 3, 7, 11} << graph::Shape{13, 3, 3, 3} << "pads: [1, 1, 1, 1]"
                                     << graph::Shape{2, 13, 7, 11};
        QTest::newRow("wide, padded") << graph::Shape{1, 5, 9, 70} << graph::Shape{7, 5, 3, 3} << "pads: [1, 1, 1, 1]"
                                      << graph::Shape{1, 7, 9, 70};
        QTest::newRow("groups, strides") << graph::Shape{1, 8, 9, 9} << graph::Shape{6, 4, 3, 3}
                                         << "group: 2, strides: [2, 2]" << graph::Shape{1, 6, 4, 4};
        QTest::newRow("depthwise") << graph::Shape{2, 6, 10, 13} << graph::Shape{6, 1, 3, 3}
                                   << "group: 6, pads: [1, 1, 1, 1]" << graph::Shape{2, 6, 10, 13};
        QTest::newRow("one axis") << graph::Shape{1, 4, 33} << graph::Shape{5, 4, 5} << "pads: [2, 2]"
                                  << graph::Shape{1, 5, 33};
        QTest::newRow("three axes") << graph::Shape{1, 2, 4, 5, 6} << graph::Shape{3, 2, 1, 1, 1} << QString()
                                    << graph::Shape{1, 3, 4, 5, 6};
        QTest::newRow("no samples") << graph::Shape{0, 2, 4, 5} << graph::Shape{3, 2, 1, 1} << QString()
                                    << graph::Shape{0, 3, 4, 5};
        QTest::newRow("addend repeated") << graph::Shape{1, 2, 4, 5} << graph::Shape{3, 2, 1, 1} << QString()
                                         << graph::Shape{1, 3, 1, 1};
    }

    void bitsAreThoseOfSingleNodes()
    {
        QFETCH(graph::Shape, shape);
        QFETCH(graph::Shape, weight);
        QFETCH(QString, attributes);
        QFETCH(graph::Shape, result);
        for (const auto* rest :
             {"y = Relu(c)", "y = Add(c, r)", "a = Add(r, c)\ny = Relu(a)", "y = Clip(c, low, high)",
              "y = Clip(c, high, low)", "a = Add(c, r)\ny = Clip(a, _, high)", "y = Clip(c) {min: -0.5} opset 6",
              "q = QuantizeLinear(c, s, o)\ny = DequantizeLinear(q, s, o)",
              "a = Relu(c)\nq = QuantizeLinear(a, t)\ny = DequantizeLinear(q, t)",
              "a = Add(c, r)\nk = Clip(a, low, high)\nq = QuantizeLinear(k, t, u)\ny = DequantizeLinear(q, t, u)",
              "a = Add(c, r)\nq = QuantizeLinear(a, s, i) opset 21\ny = DequantizeLinear(q, s, i) opset 21"}) {
            const auto given = network(shape, weight, attributes.toStdString(), result, rest);
            QVERIFY2(fusedNodes(given.graph) > 0, rest);
            const auto single = run(given, tapped()).at(0);
            for (const int threads : {1, 2, 4}) {
                const runs::ThreadGuard guard(threads);
                QVERIFY2(areSameBits(run(given).at(0).data, single.data), rest);
            }
        }
    }

    /// One pass for what follows on a node that is a pass itself.
    void passesAreThoseOfSingleNodes()
    {
        const std::string back = "y = DequantizeLinear(q, t, u)";
        for (const auto& first :
             {std::string("q = QuantizeLinear(e, t, u)\n"), std::string("a = Relu(e)\nq = QuantizeLinear(a, t, u)\n"),
              std::string("a = Clip(e, low, high)\nq = QuantizeLinear(a, t, u)\n"),
              std::string("a = Add(e, f)\nq = QuantizeLinear(a, t, u)\n"),
              std::string("a = Add(e, f)\nd = Relu(a)\nq = QuantizeLinear(d, t, u)\n"),
              std::string("a = Add(e, high)\nq = QuantizeLinear(a, t, u)\n"),
              std::string("p = Transpose(e) {perm: [0, 1, 3, 2]}\nq = QuantizeLinear(p, t, u)\n"),
              std::string("p = Transpose(e) {perm: [0, 1, 3, 2]}\ng = Transpose(f) {perm: [0, 1, "
                          "3, 2]}\na = Add(p, g)\nq = QuantizeLinear(a, t, u)\n")}) {
            for (const std::int64_t width : {1, 5, 70, 700}) {
                const auto given = network({1, 2, 40, width}, {3, 2, 1, 1}, "", {1, 3, 40, width},
                                           "e = Sin(c)\nf = Cos(c)\n" + first + back);
                QVERIFY2(areSameBits(run(given).at(0).data, run(given, tapped()).at(0).data), first.c_str());
            }
        }
    }

    /// Nobody looks at what an interceptor doesn't replace.
    void interceptorsLeaveOtherNodesTogether()
    {
        const auto given = network({1, 2, 4, 5}, {3, 2, 1, 1}, "", {1, 3, 4, 5}, "a = Relu(c)\ny = Neg(a)");
        const auto nodesOf = [&given](const char* value) {
            std::vector<bool> nodes(given.graph.nodeCount(), false);
            nodes[given.graph.value(*given.graph.findValue(value)).producer.position()] = true;
            return std::make_shared<const std::vector<bool>>(nodes);
        };
        for (const auto* replaced : {"a", "y"}) {
            std::vector<std::string> seen;
            const auto look = [&seen](const runs::ValueEvent& event) -> std::optional<ops::Tensor> {
                seen.push_back(event.graph.value(event.value).name);
                return {};
            };
            runs::Hooks hooks;
            hooks.interceptors.push_back({look, nodesOf(replaced)});
            QVERIFY(areSameBits(run(given, hooks).at(0).data, run(given, tapped()).at(0).data));
            const bool isApart = std::string_view(replaced) == "a";
            QCOMPARE(seen, isApart ? (std::vector<std::string>{"c", "a", "y"}) : (std::vector<std::string>{"y"}));
        }
    }

    void leavesWhatItMayNotFuse_data()
    {
        QTest::addColumn<QString>("rest");
        QTest::addColumn<int>("fused");
        QTest::newRow("nothing follows") << "d = Exp(c)\ny = Relu(d)" << 0;
        QTest::newRow("read by two") << "y = Relu(c)\nz = Exp(c)" << 0;
        QTest::newRow("read twice") << "y = Add(c, c)" << 0;
        QTest::newRow("an output, too") << "y = Relu(c)\noutput c" << 0;
        QTest::newRow("the addend comes later") << "d = Exp(r)\ny = Add(c, d)" << 0;
        QTest::newRow("bounds from elsewhere") << "y = Clip(c, r)" << 0;
        QTest::newRow("two clips") << "a = Relu(c)\ny = Clip(a, low, high)" << 1;
        QTest::newRow("the sum is read by two") << "a = Add(c, r)\ny = Relu(a)\nz = Exp(a)" << 1;
        QTest::newRow("all of it") << "a = Add(c, r)\ny = Relu(a)" << 2;
        QTest::newRow("there and back") << "q = QuantizeLinear(c, s, o)\ny = DequantizeLinear(q, s, o)" << 2;
        QTest::newRow("another scale") << "q = QuantizeLinear(c, s, o)\ny = DequantizeLinear(q, t, o)" << 0;
        QTest::newRow("another zero point") << "q = QuantizeLinear(c, s, u)\ny = DequantizeLinear(q, s)" << 0;
        QTest::newRow("the integers are read") << "q = QuantizeLinear(c, s, o)\ny = DequantizeLinear(q, s, o)\n"
                                                  "v = DequantizeLinear(q, s, o)\noutput v"
                                               << 0;
        QTest::newRow("the integers are an output")
            << "q = QuantizeLinear(c, s, o)\ny = DequantizeLinear(q, s, o)\noutput q" << 0;
        QTest::newRow("a scale that is given")
            << "input g: float32[]\nq = QuantizeLinear(c, g, o)\ny = DequantizeLinear(q, g, o)" << 0;
        QTest::newRow("a scale for each channel")
            << "const e: float32[3] = {1, 2, 3}\nq = QuantizeLinear(c, e)\ny = DequantizeLinear(q, e)" << 0;
        QTest::newRow("a scale of zero")
            << "const e: float32[] = {0}\nq = QuantizeLinear(c, e)\ny = DequantizeLinear(q, e)" << 0;
        QTest::newRow("float8") << "q = QuantizeLinear(c, s) {output_dtype: 17} opset 21\n"
                                   "y = DequantizeLinear(q, s) opset 21"
                                << 0;
        QTest::newRow("divided in double") << "q = QuantizeLinear(c, s, o) {precision: 11} opset 23\n"
                                              "y = DequantizeLinear(q, s, o) opset 23"
                                           << 0;
        QTest::newRow("back to float16") << "q = QuantizeLinear(c, s, o) opset 23\n"
                                            "y = DequantizeLinear(q, s, o) {output_dtype: 10} opset 23"
                                         << 0;
    }

    void leavesWhatItMayNotFuse()
    {
        QFETCH(QString, rest);
        QFETCH(int, fused);
        auto given = network({1, 2, 4, 5}, {3, 2, 1, 1}, "", {1, 3, 4, 5}, rest.toStdString());
        if (rest.contains("input g"))
            given.inputs.emplace("g", ops::Tensor(at::scalar_tensor(0.25f)));
        QCOMPARE(int(fusedNodes(given.graph)), fused);
        if (rest.contains("Clip(c, r)"))
            return; // r has no scalar's shape
        const auto single = run(given, tapped());
        const auto results = run(given);
        QCOMPARE(results.size(), single.size());
        for (std::size_t i = 0; i < results.size(); ++i)
            QVERIFY(areSameBits(results[i].data, single[i].data));
    }

    void whoLooksSeesEveryValue()
    {
        const auto given = network({1, 2, 4, 5}, {3, 2, 1, 1}, "", {1, 3, 4, 5}, "a = Add(c, r)\ny = Relu(a)");
        runs::Hooks hooks;
        std::vector<std::string> seen;
        hooks.taps.push_back(
            [&seen](const runs::ValueEvent& event) { seen.push_back(event.graph.value(event.value).name); });
        run(given, hooks);
        QCOMPARE(seen, (std::vector<std::string>{"c", "a", "y"}));
    }

    void interceptorsReplaceInnerValues()
    {
        const auto given = network({1, 2, 4, 5}, {3, 2, 1, 1}, "", {1, 3, 4, 5}, "y = Relu(c)");
        runs::Hooks hooks;
        hooks.interceptors.push_back([](const runs::ValueEvent& event) -> std::optional<ops::Tensor> {
            if (event.graph.value(event.value).name != "c")
                return {};
            return ops::Tensor(at::full({1, 3, 4, 5}, 2.5f));
        });
        QVERIFY(areSameBits(run(given, hooks).at(0).data, at::full({1, 3, 4, 5}, 2.5f)));
    }

    void keptValuesAreThere()
    {
        const auto given = network({1, 2, 4, 5}, {3, 2, 1, 1}, "", {1, 3, 4, 5}, "a = Add(c, r)\ny = Relu(a)");
        const runs::Program program(given.graph);
        runs::Pass execution(program, given.inputs);
        const auto inner = *given.graph.findValue("a");
        execution.keep(inner);
        JobContext ctx;
        execution.finish(ctx);
        QVERIFY(areSameBits(execution.tensor(inner).data.clamp_min(0), execution.outputs().at(0).data));
    }

    /// Whoever steps may look at every value in between.
    void stepsAreSingleNodes()
    {
        const auto given = network({1, 2, 4, 5}, {3, 2, 1, 1}, "", {1, 3, 4, 5}, "y = Relu(c)");
        const runs::Program program(given.graph);
        runs::Pass execution(program, given.inputs);
        execution.step();
        QVERIFY(execution.tensor(*given.graph.findValue("c")).isDefined());
        JobContext ctx;
        execution.finish(ctx);
        QVERIFY(areSameBits(execution.outputs().at(0).data, run(given).at(0).data));
    }

    /// Whatever it shares with the node before it.
    void floatsAreNotDequantized()
    {
        const auto given = network({1, 2, 4, 5}, {3, 2, 1, 1}, "", {1, 3, 4, 5},
                                   "e = Sin(c)\na = Add(e, s)\ny = DequantizeLinear(a, s) name \"back\"");
        try {
            run(given);
            QFAIL("a float32 has no integers");
        } catch (const Error& error) {
            QVERIFY2(std::string_view(error.what()).find("node back") != std::string_view::npos, error.what());
        }
    }

    void wrongAddendsAreTheAddsOwnMistake()
    {
        const auto given = network({1, 2, 4, 5}, {3, 2, 1, 1}, "", {1, 3, 4, 4}, "y = Add(c, r) name \"sum\"");
        try {
            run(given);
            QFAIL("shapes don't broadcast");
        } catch (const Error& error) {
            QVERIFY2(std::string_view(error.what()).find("node sum") != std::string_view::npos, error.what());
        }
    }
};

QTEST_APPLESS_MAIN(TestFusedChain)
#include "tst_fused_chain.moc"
