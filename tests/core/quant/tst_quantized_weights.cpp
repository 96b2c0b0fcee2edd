// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_weights.h"
#include "tests/core/quant/small_network.h"

#include <QtTest>

using namespace ql;
using graph::Graph;

namespace {

/// With weights of @p weightBits bits.
quant::QuantPlan calibratedPlan(const Graph& graph, int weightBits)
{
    quant::QuantSettings settings;
    settings.common.weight.format.bits = weightBits;
    auto plan = quant::planFor(graph, settings);
    const auto read = [](std::size_t) -> runs::NamedTensors {
        return {{"x", runs::Tensor(at::arange(8, at::kFloat).view({1, 2, 2, 2}) - 2.0f)}};
    };
    JobContext ctx;
    quant::calibrate(graph, plan, {1, read}, ctx);
    return plan;
}

} // namespace

class TestQuantizedWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void formsShareThem_data()
    {
        QTest::addColumn<int>("bits");
        for (const int bits : {4, 8, 16})
            QTest::addRow("%d bits", bits) << bits;
    }
    void formsShareThem()
    {
        QFETCH(int, bits);
        const auto graph = graph::parseGraph(tests::kSmallNetwork);
        const auto plan = calibratedPlan(graph, bits);
        quant::QuantizedWeights weights(graph, plan);
        const auto simulated = quant::qdqGraph(graph, plan, weights);
        const auto integers = quant::qoperatorGraph(graph, plan, weights);
        for (const auto* name : {"w_quantized", "v_quantized"}) {
            const auto* inSimulated = simulated.constantOf(*simulated.findValue(name));
            const auto* inIntegers = integers.constantOf(*integers.findValue(name));
            QVERIFY(inSimulated->storage());
            QCOMPARE(inIntegers->storage().get(), inSimulated->storage().get());
        }
        QCOMPARE(graph::printGraph(simulated), graph::printGraph(quant::qdqGraph(graph, plan)));
        QCOMPARE(graph::printGraph(integers), graph::printGraph(quant::qoperatorGraph(graph, plan)));
    }
};

QTEST_APPLESS_MAIN(TestQuantizedWeights)
#include "tst_quantized_weights.moc"
