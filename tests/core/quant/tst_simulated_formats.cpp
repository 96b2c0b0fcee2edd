// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/planned_points.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/record/record.h"
#include "core/runs/program/pass.h"
#include "tests/core/quant/small_network.h"

#include <QtTest>

#include <cmath>

using namespace ql;
using graph::Graph;
using quant::QuantPlan;
using quant::QuantSettings;
using tests::kSmallNetwork;

namespace {

runs::NamedTensors sample()
{
    return {{"x", runs::Tensor((at::arange(8, at::kFloat).view({1, 2, 2, 2}) * 0.7f) - 2.0f)}};
}

QuantPlan calibrated(const Graph& graph, const QuantSettings& settings)
{
    auto plan = quant::planFor(graph, settings);
    JobContext ctx;
    quant::calibrate(graph, plan, {1, [](std::size_t) { return sample(); }}, ctx);
    return plan;
}

QuantSettings settingsOf(const char* activation, const char* weight)
{
    QuantSettings settings;
    settings.common.activation.setNumberFormat(graph::numberFormatNamed(activation));
    settings.common.weight.setNumberFormat(graph::numberFormatNamed(weight));
    return settings;
}

at::Tensor outputOf(const Graph& graph)
{
    const runs::Program program(graph);
    runs::Pass execution(program, sample());
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs().at(0).data;
}

quant::QuantizerPoint pointOf(const Graph& graph, const QuantPlan& plan, const char* name)
{
    return quant::plannedPoints(graph, plan).at(plan.find(*graph.findValue(name)).value());
}

std::vector<float> weightOf(const Graph& graph, const QuantPlan& plan, const char* name)
{
    const auto values = pointOf(graph, plan, name).apply({}).data.contiguous();
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

} // namespace

class TestSimulatedFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachWayGivesTheSame_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<QString>("weight");
        QTest::addColumn<double>("error"); // of the output, at most
        const auto row = [](const char* activation, const char* weight, double error) {
            QTest::addRow("%s %s", activation, weight) << QString(activation) << QString(weight) << error;
        };
        row("int16", "int16", 1e-3);
        row("int8_pow2", "int8_pow2", 0.2);
        row("fp8_e4m3", "fp8_e4m3", 0.4);
        row("fp8_e5m2", "fp8_e5m2", 0.8);
        row("mxfp8_e4m3", "mxfp8_e4m3", 1.5);
        row("mxfp6_e2m3", "mxfp6_e2m3", 0.5);
        row("mxfp6_e3m2", "mxfp6_e3m2", 1.0);
        row("mxfp4", "mxfp4", 2.5);
        row("mxint8", "mxint8", 0.2);
        row("nvfp4", "nvfp4", 2.5);
        row("bf16", "bf16", 0.1);
        row("fp16", "int4_g32", 1.0);
        row("int8", "int4_g128_zp", 1.0);
    }

    /// With Q/DQ nodes, with operators on integers, and by points that are switched one by one.
    void eachWayGivesTheSame()
    {
        QFETCH(QString, activation);
        QFETCH(QString, weight);
        QFETCH(double, error);
        const auto graph = graph::parseGraph(kSmallNetwork);
        const auto plan = calibrated(graph, settingsOf(activation.toUtf8().constData(), weight.toUtf8().constData()));
        const auto simulated = outputOf(quant::qdqGraph(graph, plan));
        const bool isInteger = weight.startsWith("int8_") || weight.startsWith("int16");
        if (!isInteger)
            QVERIFY(at::equal(outputOf(quant::qoperatorGraph(graph, plan)), simulated));
        QVERIFY((simulated - outputOf(graph)).abs().max().item().toDouble() < error);
        QVERIFY((simulated - outputOf(graph)).abs().max().item().toDouble() > 0.0);
        const auto point = pointOf(graph, plan, "x");
        QCOMPARE(QString::fromStdString(point.dtype), activation == "int8_pow2" ? QString("int8") : activation);
        const auto x = sample().at("x");
        const auto once = point.apply(x);
        QVERIFY(at::equal(point.apply(once).data, once.data) || activation.startsWith("mx") || activation == "nvfp4");
    }

    void roundsWeightsByHand()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        const auto groups = calibrated(graph, settingsOf("bf16", "int4_g32"));
        // Two input channels of each filter are a group: {1, -0.5} by 1/7, which is a little more in float32, so that
        // -3.5 is above it; {0.25, 2} by 2/7, 0.875 to 1.
        QCOMPARE(weightOf(graph, groups, "w"),
                 std::vector<float>({7 * (1.0f / 7), -3 * (1.0f / 7), 2.0f / 7, 7 * (2.0f / 7)}));
        auto settings = settingsOf("fp8_e4m3", "fp8_e4m3");
        settings.common.weight.isPerChannel = true;
        const auto floats = calibrated(graph, settings);
        const auto& scales = floats.quantizers.at(*floats.find(*graph.findValue("w"))).parameters.scales;
        QCOMPARE(scales, std::vector<float>({float(1.0 / 448), float(2.0 / 448)}));
        // Columns of a product are its channels: the blocks of v lie along the 8 rows. Largest 2: 2^1 / 2^2 is the
        // scale.
        const auto shared = calibrated(graph, settingsOf("mxfp4", "mxfp4"));
        QCOMPARE(weightOf(graph, shared, "v"),
                 std::vector<float>({1, 1, -1, 0, 2, 1, 0, 0, 1, -1, 0.5, 0, 0, 0.5, 1, 1}));
    }

    void powersOfTwoHoldTheRange()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        auto settings = settingsOf("int8_pow2", "int8_pow2");
        const auto exact = calibrated(graph, settingsOf("int8", "int8"));
        const auto powers = calibrated(graph, settings);
        for (std::size_t i = 0; i < powers.quantizers.size(); ++i) {
            int exponent = 0;
            const float scale = powers.parametersOf(i).scales.front();
            QCOMPARE(std::frexp(scale, &exponent), 0.5f);
            QVERIFY(scale >= exact.parametersOf(i).scales.front());
            QVERIFY(scale < 2 * exact.parametersOf(i).scales.front());
        }
        settings.common.activation.observer = {.method = "fixed", .fixed = quant::perTensor(0.3, 0)};
        QVERIFY_THROWS_EXCEPTION(Error, calibrated(graph, settings));
        settings.common.activation.observer.fixed = quant::perTensor(0.25, 0);
        QCOMPARE(calibrated(graph, settings).parametersOf(0).scales.front(), 0.25f);
    }

    /// What a skipped layer reads of others stays as they make it.
    void highPrecisionTakesTheRest()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        settings.layers["product"] = settings.common;
        settings.layers["product"].isQuantized = false;
        settings.highPrecision = &graph::numberFormatNamed("bf16");
        const auto plan = calibrated(graph, settings);
        QCOMPARE(pointOf(graph, plan, "v").dtype, std::string("bf16"));
        QCOMPARE(pointOf(graph, plan, "y").dtype, std::string("bf16"));
        QCOMPARE(pointOf(graph, plan, "x").dtype, std::string("int8"));
        QVERIFY(std::ranges::count(quant::qdqGraph(graph, plan).nodes(), "RoundToFormat", &graph::Node::opType) >= 2);
        settings.highPrecision = nullptr;
        QVERIFY(!calibrated(graph, settings).find(*graph.findValue("v")));
    }

    void refusesWhatItCannotObey()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QVERIFY_THROWS_EXCEPTION(Error, quant::planFor(graph, settingsOf("int4_g32", "int4_g32")));
        const auto plan = calibrated(graph, settingsOf("fp8_e4m3", "fp8_e4m3"));
        QVERIFY(quant::recordOf(graph, plan).empty());
        auto again = quant::planFor(graph, settingsOf("fp8_e4m3", "int8"));
        QVERIFY_THROWS_EXCEPTION(Error, quant::applyRecord(graph, again, {}, settingsOf("fp8_e4m3", "int8")));
        auto settings = settingsOf("mxfp4", "mxfp4").common.activation;
        settings.setBits(16);
        QVERIFY(!settings.number);
        QCOMPARE(settings.typeName(), std::string("int16"));
    }
};

QTEST_GUILESS_MAIN(TestSimulatedFormats)
#include "tst_simulated_formats.moc"
