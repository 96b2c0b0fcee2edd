// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to the float network before and after calibration: folding, bias correction, opsets.
#include "core/base/error.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/quant/quant_settings.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/runs/program/pass.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace ql;
using graph::Graph;

namespace {

const char* const kNormalized = "graph \"bn\" opset 13\n"
                                "input x: float32[1,2,3,1]\n"
                                "const w: float32[2,2,1,1] = {1, -0.5, 0.25, 2}\n"
                                "const s: float32[2] = {2, 0.5}\n"
                                "const b: float32[2] = {1, -1}\n"
                                "const m: float32[2] = {0.5, 0.25}\n"
                                "const v: float32[2] = {4, 1}\n"
                                "c: float32[1,2,3,1] = Conv(x, w) name \"conv\"\n"
                                "n: float32[1,2,3,1] = BatchNormalization(c, s, b, m, v) {epsilon: 0.0} name \"bn\"\n"
                                "y = Relu(n) name \"relu\"\n"
                                "output y\n";

runs::NamedTensors sample(int seed = 0)
{
    return {{"x", runs::Tensor((at::arange(6, at::kFloat) * 0.7f - 2.0f + float(seed)).view({1, 2, 3, 1}))}};
}

at::Tensor run(const Graph& graph)
{
    const runs::Program program(graph);
    runs::Pass execution(program, sample());
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs().at(0).data;
}

} // namespace

class TestFloatPreparation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsByHand()
    {
        const auto graph = graph::parseGraph(kNormalized);
        const auto folded = quant::foldBatchNorm(graph);
        QVERIFY(!folded.findNode("bn"));
        const auto& conv = folded.node(*folded.findNode("conv"));
        QCOMPARE(folded.value(conv.outputs[0]).name, std::string("n"));
        // Channel 0: 2 / √4 = 1; channel 1: 0.5 / 1.
        const std::vector<double> weight{1, -0.5, 0.125, 1};
        QCOMPARE(folded.constantOf(conv.inputs[1])->toDoubles(), weight);
        const std::vector<double> bias{0.5, -1.125};
        QCOMPARE(folded.constantOf(conv.inputs[2])->toDoubles(), bias);
        QVERIFY(at::allclose(run(folded), run(graph), 1e-6, 1e-6));
    }

    void leavesWhatItMay()
    {
        const auto graph = graph::parseGraph(kNormalized);
        const std::vector<std::string> unfolded{"conv"};
        QVERIFY(quant::foldBatchNorm(graph, unfolded).findNode("bn"));
        auto text = std::string(kNormalized) + "output c\n"; // someone else reads the convolution
        QVERIFY(quant::foldBatchNorm(graph::parseGraph(text)).findNode("bn"));
    }

    void correctsTheMeanError()
    {
        const auto graph = quant::foldBatchNorm(graph::parseGraph(kNormalized));
        quant::QuantSettings settings;
        settings.common.weight.format.bits = 4;
        settings.common.weight.observer = {.method = "fixed", .fixed = quant::perTensor(0.3, 0)};
        auto plan = quant::planFor(graph, settings);
        JobContext ctx;
        const quant::CalibrationData data{2, [](std::size_t i) { return sample(int(i)); }};
        quant::calibrate(graph, plan, data, ctx);
        auto corrected = graph;
        quant::correctBiases(corrected, plan, data, ctx);
        const auto& conv = graph.node(*graph.findNode("conv"));
        const auto before = graph.constantOf(conv.inputs[2])->toDoubles();
        const auto after = corrected.constantOf(conv.inputs[2])->toDoubles();
        // Weights 1, −0.5 become 0.9, −0.6: off by −0.1 · (x0 + x1) on average over both samples.
        const auto x = sample()["x"].data + 0.5f;
        const double mean = -0.1 * (x.select(1, 0).mean().item<double>() + x.select(1, 1).mean().item<double>());
        QVERIFY(std::abs(before[0] - after[0] - mean) < 1e-5);
    }

    void raisesTheOpset()
    {
        const auto graph = graph::parseGraph("graph \"old\" opset 9\n"
                                             "input x: float32[1,4]\n"
                                             "s: float32[4] = Squeeze(x) {axes: [0]} name \"squeeze\"\n"
                                             "y: float32[4] = Relu(s) name \"relu\"\n"
                                             "output y\n");
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "old.onnx";
        exporting::writeOnnx(graph, path);
        const auto raised = importers::importStandard(path, 13).graph;
        QCOMPARE(raised.opsets().at(""), 13);
        QCOMPARE(raised.node(*raised.findNode("squeeze")).inputs.size(), std::size_t(2));
        QCOMPARE(importers::importStandard(path, 7).graph.opsets().at(""), 9);
    }

    void quantizersByHand()
    {
        const quant::IntegerFormat format;
        const auto ulq = quant::clippedParameters({-1.0, 1.55}, false, format);
        QCOMPARE(ulq.scales[0], 0.01f);
        QCOMPARE(ulq.zeroPoints[0], -28);
        const auto pinned = quant::clippedParameters({-1.0, 2.55}, true, format);
        QCOMPARE(pinned.scales[0], 0.01f);
        QCOMPARE(pinned.zeroPoints[0], -128);
        QVERIFY_THROWS_EXCEPTION(Error, quant::clippedParameters({1.0, 1.0}, false, format));
        for (const auto& definition : quant::knownQuantizers()) {
            QCOMPARE(quant::quantizerNamed(definition.name).summary, definition.summary);
            if (definition.name != "fixed")
                QVERIFY(quant::makeObserver({.method = std::string(definition.observer)}) != nullptr);
        }
        QVERIFY_THROWS_EXCEPTION(Error, quant::quantizerNamed("magic"));
    }
};

QTEST_APPLESS_MAIN(TestFloatPreparation)
#include "tst_float_preparation.moc"
