// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/fused_chain.h"

#include "core/graph/text_form/text_form.h"
#include "core/ops/fusion/one_pass.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"

#include <QTest>

#include <fmt/format.h>

using namespace ql;
using ops::RoundTrip;

namespace {

constexpr RoundTrip kTrip{0.03f, -128.0f, 127.0f};

/// A switch behind @p chain, which makes v of x and r.
struct Switched {
    explicit Switched(const std::string& chain, const std::string& type = "float32")
        : graph(graph::parseGraph(fmt::format(
            "graph \"g\" opset 13\ninput x: {0}\ninput r: {0}\nconst w: {0}[3,2,1,1] = {{1, -2, 0.5, 3, 0.25, 1}}\n"
            "{1}\ns = Identity(v) name \"switch\"\ny = Neg(s)\noutput y\n",
            type, chain)))
    {
        at::manual_seed(5);
        for (const auto& [name, channels] : {std::pair("x", 2), std::pair("r", 3)}) {
            const auto values = at::randn({1, channels, 4, 5});
            inputs.emplace(name, type == "float16" ? ops::Tensor(values.to(at::kHalf)) : ops::Tensor(values));
        }
    }

    graph::NodeId node() const { return *graph.findNode("switch"); }

    /// Takes the switch's value through integers, and says so as @p isKnown. Counts its calls.
    runs::Interceptor on(int& calls, bool isKnown) const
    {
        std::vector<bool> nodes(graph.nodeCount(), false);
        nodes[node().position()] = true;
        std::vector<RoundTrip> trips(graph.nodeCount());
        trips[node().position()] = kTrip;
        const auto replace = [this, &calls](const runs::ValueEvent& event) -> std::optional<ops::Tensor> {
            if (event.node.id != node())
                return {};
            ++calls;
            const auto floats = ops::Tensor(event.tensor.data.to(at::kFloat).contiguous());
            return ops::Tensor(
                ops::finishedInOnePass(floats, {.trip = kTrip})->data.to(event.tensor.data.scalar_type()));
        };
        return {replace, std::make_shared<const std::vector<bool>>(std::move(nodes)),
                isKnown ? std::make_shared<const std::vector<RoundTrip>>(std::move(trips)) : nullptr};
    }

    at::Tensor run(std::vector<runs::Interceptor> interceptors, std::vector<runs::Tap> taps = {}) const
    {
        const runs::Program program(graph);
        runs::Pass execution(program, inputs, {std::move(taps), std::move(interceptors), {}});
        JobContext ctx;
        execution.finish(ctx);
        return execution.outputs().at(0).data;
    }

    graph::Graph graph;
    runs::NamedTensors inputs;
};

} // namespace

/// What an interceptor is known to do behind a chain is done along with it, to the bit as it would.
class TestSwitchedChain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bitsAreThoseOfTheInterceptor_data()
    {
        QTest::addColumn<QString>("chain");
        QTest::newRow("convolution") << "v = Conv(x, w)";
        QTest::newRow("clipped convolution") << "c = Conv(x, w)\nv = Relu(c)";
        QTest::newRow("convolution and sum") << "c = Conv(x, w)\na = Add(c, r)\nv = Relu(a)";
        QTest::newRow("sum") << "v = Add(r, r)";
        QTest::newRow("clip") << "v = Relu(r)";
    }

    void bitsAreThoseOfTheInterceptor()
    {
        QFETCH(QString, chain);
        const Switched model(chain.toStdString());
        int calls = 0, known = 0;
        const auto expected = model.run({model.on(calls, false)});
        QVERIFY(model.run({model.on(known, true)}).equal(expected));
        QCOMPARE(calls, 1);
        QCOMPARE(known, 0);
        QVERIFY(!model.run({}).equal(expected));
    }

    void asksWhereMoreThanOneOrATapLooks()
    {
        const Switched model("c = Conv(x, w)\nv = Relu(c)");
        int calls = 0;
        const auto once = model.run({model.on(calls, true)}, {[](const runs::ValueEvent&) {}});
        QCOMPARE(calls, 1);
        QVERIFY(model.run({model.on(calls, true), model.on(calls, true)}).equal(once)); // what lies on the grid stays
        QCOMPARE(calls, 3);
    }

    void asksForOtherTypesAndWhatManyRead()
    {
        int calls = 0;
        const Switched half("v = Conv(x, w)", "float16");
        half.run({half.on(calls, true)});
        QCOMPARE(calls, 1);
        const Switched shared("v = Conv(x, w)\nz = Exp(v)\noutput z");
        shared.run({shared.on(calls, true)});
        QCOMPARE(calls, 2);
        const Switched quantized("c = Conv(x, w)\nconst t: float32[] = {0.1}\nq = QuantizeLinear(c, t)\n"
                                 "v = DequantizeLinear(q, t)");
        quantized.run({quantized.on(calls, true)});
        QCOMPARE(calls, 3);
    }
};

QTEST_APPLESS_MAIN(TestSwitchedChain)
#include "tst_switched_chain.moc"
