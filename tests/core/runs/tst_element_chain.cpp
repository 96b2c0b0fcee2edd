// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/fused_chain.h"

#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"

#include <ATen/Parallel.h>
#include <QTest>

#include <cstring>
#include <fmt/format.h>
#include <limits>

using namespace ql;

namespace {

constexpr const char* kGelu = "const a: float32[] = {1.4142135}\nconst b: float32[] = {1}\nconst c: float32[] = {0.5}\n"
                              "d = Div(x, a) name \"first\"\ne = Erf(d)\nf = Add(e, b)\ng = Mul(x, f)\ny = Mul(g, c)";
constexpr const char* kSilu = "s = Sigmoid(x) name \"first\"\ny = Mul(x, s)";

/// x and r are float32 of the given shapes.
graph::Graph network(const std::string& nodes, const std::string& type = "float32")
{
    return graph::parseGraph(
        fmt::format("graph \"g\" opset 13\ninput x: {}\ninput r: {}\n{}\noutput y\n", type, type, nodes));
}

at::Tensor inputOf(const graph::Shape& shape, int seed)
{
    at::manual_seed(seed);
    auto x = at::randn(shape).mul_(3);
    if (x.numel() > 4) {
        x.view(-1)[1] = std::numeric_limits<float>::quiet_NaN();
        x.view(-1)[2] = std::numeric_limits<float>::infinity();
        x.view(-1)[3] = -0.0f;
    }
    return x;
}

at::Tensor run(const graph::Graph& graph, const at::Tensor& x, const at::Tensor& r, bool isTapped)
{
    const runs::Program program(graph);
    runs::Hooks hooks;
    if (isTapped) // by one that looks at nothing
        hooks.taps.push_back([](const runs::ValueEvent&) {});
    runs::Pass execution(program, {{"x", ops::Tensor(x)}, {"r", ops::Tensor(r)}}, std::move(hooks));
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs().front().data;
}

bool areSameBits(const at::Tensor& a, const at::Tensor& b)
{
    return a.sizes() == b.sizes() && std::memcmp(a.contiguous().data_ptr(), b.contiguous().data_ptr(), a.nbytes()) == 0;
}

/// Nodes that run along with the one called first; 0 where there is no chain.
std::size_t chainedNodes(const graph::Graph& graph)
{
    std::vector<std::size_t> positions(graph.nodeCount());
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = i;
    const auto& first = graph.node(*graph.findNode("first"));
    const auto chain = ops::elementChainFrom(graph, first, positions, ops::Registry::builtIn());
    return chain ? chain->nodes.size() : 0;
}

} // namespace

/// Element-wise nodes that run as one give what they give one after the other.
class TestElementChain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isFound_data()
    {
        QTest::addColumn<QString>("nodes");
        QTest::addColumn<int>("along");
        const char* numbers = "const a: float32[] = {3}\nconst v: float32[3] = {1, 2, 3}\nconst i: int64[] = {3}\n";
        const auto row = [&](const char* name, const char* nodes, int along) {
            QTest::newRow(name) << QString(numbers) + nodes << along;
        };
        QTest::newRow("GELU") << QString(kGelu) << 4;
        QTest::newRow("SiLU") << QString(kSilu) << 1;
        row("a number on the left", "s = Sub(a, x) name \"first\"\ny = Div(a, s)", 1);
        row("two operands", "s = Mul(x, r) name \"first\"\nt = Add(s, r)\ny = Sub(x, t)", 1);
        row("a value known later", "s = Sigmoid(x) name \"first\"\nt = Exp(r)\ny = Mul(s, t)", 0);
        row("read twice", "s = Sigmoid(x) name \"first\"\ny = Mul(s, s)", 0);
        row("read by another", "s = Sigmoid(x) name \"first\"\nt = Exp(s)\nu = Neg(s)\ny = Add(t, u)", 0);
        row("a vector", "s = Sigmoid(x) name \"first\"\ny = Mul(s, v)", 0);
        row("another operator", "s = Sigmoid(x) name \"first\"\ny = Softmax(s)", 0);
        row("alone", "y = Sigmoid(x) name \"first\"", 0);
    }

    void isFound()
    {
        QFETCH(QString, nodes);
        QFETCH(int, along);
        QCOMPARE(chainedNodes(network(nodes.toStdString())), std::size_t(along));
    }

    void changesNoBit_data()
    {
        QTest::addColumn<QString>("nodes");
        QTest::newRow("GELU") << QString(kGelu);
        QTest::newRow("SiLU") << QString(kSilu);
        const char* numbers = "const a: float32[1] = {3}\nconst h: float32[] = {0.1}\n";
        const auto row = [&](const char* name, const char* nodes) { QTest::newRow(name) << QString(numbers) + nodes; };
        row("every curve", "b = Exp(x)\nc = Tanh(b)\nd = Erf(c)\ny = Sigmoid(d)");
        row("every map", "b = Neg(x)\nc = Abs(b)\nd = Sqrt(c)\ne = Reciprocal(d)\ny = Relu(e)");
        row("every side", "b = Sub(a, x)\nc = Div(h, b)\nd = Sub(r, c)\ne = Div(d, r)\nf = Mul(r, e)\ny = Add(f, a)");
    }

    void changesNoBit()
    {
        QFETCH(QString, nodes);
        const auto graph = network(nodes.toStdString());
        for (const auto& shape : std::vector<graph::Shape>{{}, {1}, {0, 3}, {3, 5}, {2, 40, 100}}) {
            const auto x = inputOf(shape, 1), r = inputOf(shape, 2);
            const auto expected = run(graph, x, r, true);
            for (const int threads : {1, 4}) {
                at::set_num_threads(threads);
                QVERIFY(areSameBits(run(graph, x, r, false), expected));
            }
        }
    }

    /// Each of its nodes has a chain: without a bound all of them together would grow with the square.
    void longChainsAreRunInPieces()
    {
        std::string nodes = "v0 = Sigmoid(x) name \"first\"\n";
        constexpr int kNodes = 200;
        for (int i = 1; i < kNodes; ++i)
            nodes += fmt::format("{} = {}(v{})\n", i == kNodes - 1 ? "y" : fmt::format("v{}", i),
                                 i % 2 == 0 ? "Tanh" : "Neg", i - 1);
        const auto graph = network(nodes);
        QVERIFY(chainedNodes(graph) > 8);
        QVERIFY(chainedNodes(graph) < 64);
        const auto x = inputOf({3, 700}, 1);
        QVERIFY(areSameBits(run(graph, x, x, false), run(graph, x, x, true)));
    }

    /// What only a run can tell: shapes that broadcast, elements out of order, another type.
    void leavesOthersToTheNodes()
    {
        const auto graph = network("b = Mul(x, r)\ny = Exp(b)");
        const auto x = inputOf({4, 3, 5}, 1), turned = inputOf({4, 5, 3}, 1).transpose(1, 2);
        for (const auto& r : {inputOf({3, 1}, 2), inputOf({4, 1, 5}, 2), inputOf({2, 3, 5}, 2), turned}) {
            if (r.size(0) == 2)
                QVERIFY_THROWS_EXCEPTION(Error, run(graph, x, r, false));
            else
                QVERIFY(areSameBits(run(graph, x, r, false), run(graph, x, r, true)));
        }
        QVERIFY(areSameBits(run(graph, turned, x, false), run(graph, turned, x, true)));
        const auto wide = network("b = Mul(x, r)\ny = Exp(b)", "float64");
        const auto doubles = x.to(at::kDouble);
        QVERIFY(areSameBits(run(wide, doubles, doubles, false), run(wide, doubles, doubles, true)));
    }
};

QTEST_APPLESS_MAIN(TestElementChain)
#include "tst_element_chain.moc"
