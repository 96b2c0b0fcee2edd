// SPDX-License-Identifier: GPL-3.0-or-later
// The values of one layer, asked of the engine: against what the comparison and the weights say.
#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/results/compare_result.h"
#include "core/results/layer_values.h"
#include "core/results/run_result.h"
#include "core/results/weights_result.h"
#include "tests/support/error_message.h"
#include "tests/support/models.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace ql;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr const char* kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo/";

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
}

} // namespace

class TestLayerValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_engine = engine::loadEngine(); }

    /// The demo's float model against its int8 twin, and against what its config makes of it.
    void theDemosLayer_data()
    {
        QTest::addColumn<bool>("isSimulated");
        QTest::newRow("two models") << false;
        QTest::newRow("simulated") << true;
    }
    void theDemosLayer()
    {
        QFETCH(bool, isSimulated);
        auto request = demo(isSimulated);
        results::CompareRequest comparing;
        comparing.models.baseline = request.models.baseline;
        comparing.models.analysis = request.models.analysis;
        comparing.samples.inputs = request.samples.inputs;
        comparing.models.quantization = request.models.quantization;
        JobContext ctx;
        const auto compared = m_engine->compare(comparing, ctx);
        int layers = 0;
        std::uint64_t mostNodes = 0;
        for (const auto& row : compared->layers) {
            if (!row.metrics || row.shape.empty())
                continue;
            request.layer = row.name;
            const auto values = m_engine->layerValues(request, ctx);
            QCOMPARE(values->shape, row.shape);
            QCOMPARE(values->name, row.baseline.value);
            QCOMPARE(values->elements, row.baseline.statistics.count);
            checkAgainst(row, *values);
            QVERIFY(isSimulated || values->executedNodes >= mostNodes); // as far as the layer
            mostNodes = std::max(mostNodes, values->executedNodes);
            ++layers;
        }
        QVERIFY(layers > 10);
        QCOMPARE(mostNodes == 0, isSimulated); // the comparison remembers everything
    }

    void theDemosWeight()
    {
        auto request = demo(false);
        request.layer = "/block1/depthwise/Conv";
        request.tensor = results::LayerTensor::Weight;
        JobContext ctx;
        const auto values = m_engine->layerValues(request, ctx);
        QVERIFY(values->isThere);
        QCOMPARE(values->executedNodes, std::uint64_t{0});
        results::WeightsRequest weights;
        weights.models.baseline = request.models.baseline;
        weights.models.analysis = request.models.analysis;
        const auto compared = m_engine->weights(weights, ctx);
        const auto row =
            std::ranges::find_if(compared->rows, [&](const auto& one) { return one.baseline.name == values->name; });
        QVERIFY(row != compared->rows.end());
        QCOMPARE(values->channels->axis, row->channelAxis);
        QCOMPARE(values->channels->worst.size(), row->channels.size());
        for (const auto& channel : values->channels->worst) {
            const auto& other = row->channels[std::size_t(channel.channel)];
            QVERIFY(isNear(channel.sqnrDb, other.sqnrDb));
            QCOMPARE(channel.baseline.max, other.baselineMax);
            QCOMPARE(channel.analysis.min, other.analysisMin);
            QCOMPARE(channel.isOutlier, other.isOutlier);
        }
        request.layer = "/head/pool/GlobalAveragePool";
        QVERIFY(!m_engine->layerValues(request, ctx)->isThere);
    }

    void theSameAnswerTwice()
    {
        auto request = demo(false);
        request.layer = "/block1/pointwise/Conv";
        JobContext ctx;
        const auto first = m_engine->layerValues(request, ctx);
        const auto again = m_engine->layerValues(request, ctx); // out of the memory
        const auto other = engine::loadEngine()->layerValues(request, ctx);
        for (const auto& values : {again, other}) {
            QCOMPARE(values->map->worst, first->map->worst);
            QVERIFY(values->pairs->density.counts == first->pairs->density.counts);
            QVERIFY(std::ranges::equal(values->pairs->sample, first->pairs->sample, {}, &results::ValuePair::element,
                                       &results::ValuePair::element));
        }
        request.samples.inputs = {"random:3"};
        QVERIFY(m_engine->layerValues(request, ctx)->map->worst != first->map->worst);
    }

    void aDumpIsReadWithoutRunning()
    {
        const QTemporaryDir folder;
        auto request = demo(false);
        request.layer = "/block1/pointwise/Conv";
        JobContext ctx;
        const auto live = m_engine->layerValues(request, ctx);
        results::RunRequest run;
        run.model = request.models.analysis;
        run.samples.inputs = request.samples.inputs;
        run.dumpFolder = folder.filePath(QStringLiteral("dump")).toStdString();
        m_engine->run(run, ctx);
        request.models.analysis = run.dumpFolder;
        const auto dumped = m_engine->layerValues(request, ctx);
        QCOMPARE(dumped->map->worst, live->map->worst);
        QVERIFY(dumped->executedNodes < live->executedNodes);
        request.tensor = results::LayerTensor::Weight;
        QVERIFY(!m_engine->layerValues(request, ctx)->isThere);
    }

    void saysWhatIsNotThere()
    {
        auto request = demo(false);
        JobContext ctx;
        request.layer = "no such layer";
        QVERIFY(
            tests::messageOf([&] { m_engine->layerValues(request, ctx); }).contains("no layer is named no such layer"));
    }

    /// Integers, and an operator that is fused with the next: the row is named after the run's end.
    void integersAndRuns()
    {
        const char* const head = "graph \"g\" opset 13\ninput x: float32[1,4]\n"
                                 "const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}\n";
        const char* const tail = ") {to: 7} name \"whole\"\noutput y";
        const QTemporaryDir folder;
        const auto write = [&folder](const char* name, const std::string& text) {
            const auto path = folder.filePath(QLatin1String(name)).toStdString();
            exporting::writeOnnx(graph::parseGraph(text), path);
            return path;
        };
        auto request = everything();
        request.models.baseline =
            write("float.onnx", std::string(head)
                                    + "m = MatMul(x, w) name \"product\"\nr = Relu(m) name \"relu\"\n"
                                      "y = Cast(r"
                                    + tail);
        request.models.analysis =
            write("int8.onnx", std::string(head)
                                   + "const s: float32[] = {0.5}\nconst z: uint8[] = {0}\n"
                                     "r = MatMul(x, w) name \"product\"\nrq = QuantizeLinear(r, s, z)\n"
                                     "rd = DequantizeLinear(rq, s, z)\ny = Cast(rd"
                                   + tail);
        request.samples.inputs = {"random"};
        request.layer = "relu";
        JobContext ctx;
        const auto relu = m_engine->layerValues(request, ctx);
        QCOMPARE(relu->quantizer->scales, std::vector<double>{0.5});
        QCOMPARE(relu->channels->axis, std::optional<std::int64_t>(1));
        for (const auto& pair : relu->pairs->sample)
            QVERIFY(pair.baseline >= 0.0F && std::abs(pair.analysis - pair.baseline) <= 0.25F);
        request.layer = "whole";
        const auto whole = m_engine->layerValues(request, ctx);
        for (const auto& pair : whole->pairs->sample)
            QCOMPARE(pair.baseline, std::trunc(pair.baseline));
        request.layer = "product";
        QVERIFY(tests::messageOf([&] {
                    m_engine->layerValues(request, ctx);
                }).contains("layer product is fused into relu"));
        request.layer = "relu"; // the weight is that of the product before it
        request.tensor = results::LayerTensor::Weight;
        QCOMPARE(m_engine->layerValues(request, ctx)->name, std::string("w"));
    }

    void realModels_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("input");
        QTest::newRow("Conv_34") << "models/silero_mini_v2_prep.onnx"
                                 << "quantized/silero_mini_v2__qdq_s8_convmm.onnx"
                                 << "Conv_34"
                                 << "inputs/silero_mini_v2__en_w3__input.npy";
        QTest::newRow("TorchScript") << "models/silero_mini_v2.onnx"
                                     << "torchscript/silero_mini_v2_dynquant.jit"
                                     << "Add_404"
                                     << "inputs/silero_mini_v2__en_w3__input.npy";
        QTest::newRow("many elements") << "models/supres_prep.onnx"
                                       << "quantized/supres__qdq_s8_pc.onnx"
                                       << "Relu_1"
                                       << "inputs/supres__cat___ppp5_expanded.npy";
    }
    void realModels()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: no real model was looked into");
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(QString, layer);
        QFETCH(QString, input);
        auto request = everything();
        request.models.baseline = (*models / baseline.toStdString()).string();
        request.models.analysis = (*models / analysis.toStdString()).string();
        request.samples.inputs = {(*models / input.toStdString()).string()};
        request.layer = layer.toStdString();
        request.pairs->most = 10'000'000;
        results::CompareRequest comparing;
        comparing.models.baseline = request.models.baseline;
        comparing.models.analysis = request.models.analysis;
        comparing.samples.inputs = request.samples.inputs;
        JobContext ctx;
        const auto compared = m_engine->compare(comparing, ctx);
        const auto row = std::ranges::find(compared->layers, request.layer, &results::LayerRow::name);
        QVERIFY(row != compared->layers.end());
        QElapsedTimer timer;
        timer.start();
        const auto values = m_engine->layerValues(request, ctx);
        const auto first = timer.restart();
        request.pairs->most = 20'000;
        QVERIFY(m_engine->layerValues(request, ctx)->pairs->sample.size() <= 20'000);
        qInfo("%s: %llu elements, %lld channels, %llu nodes, %lld ms, again %lld ms", QTest::currentDataTag(),
              static_cast<unsigned long long>(values->elements), static_cast<long long>(values->channels->count),
              static_cast<unsigned long long>(values->executedNodes), static_cast<long long>(first),
              static_cast<long long>(timer.elapsed()));
        checkAgainst(*row, *values);
    }

private:
    static results::LayerValuesRequest everything()
    {
        results::LayerValuesRequest request;
        request.pairs.emplace();
        request.map.emplace();
        request.channels.emplace();
        return request;
    }

    static results::LayerValuesRequest demo(bool isSimulated)
    {
        auto request = everything();
        request.models.baseline = std::string(kDemo) + "float.onnx";
        request.samples.inputs = {std::string(kDemo) + "bad_case.npy"};
        if (isSimulated) {
            request.models.quantization.config = std::string(kDemo) + "config.yaml";
            request.models.quantization.data = std::string(kDemo) + "calibration.npy";
        } else {
            request.models.analysis = std::string(kDemo) + "int8.onnx";
        }
        return request;
    }

    /// What the comparison says about the layer, from the values themselves.
    static void checkAgainst(const results::LayerRow& row, const results::LayerValues& values)
    {
        QCOMPARE(values.pairs->sample.size(), std::size_t(values.elements));
        double signal = 0.0;
        double error = 0.0;
        double largest = 0.0;
        for (const auto& pair : values.pairs->sample) {
            const double e = double(pair.baseline) - double(pair.analysis);
            signal += double(pair.baseline) * double(pair.baseline);
            error += e * e;
            largest = std::max(largest, std::abs(e));
        }
        QVERIFY(isNear(10.0 * std::log10(signal / error), row.metrics->sqnrDb));
        QVERIFY(isNear(largest, row.metrics->atol));
        QVERIFY(isNear(values.map->high, row.metrics->atol)); // the slice lies where the largest error is
        double lowest = kInf;
        double highest = -kInf;
        for (const auto& channel : values.channels->worst) {
            lowest = std::min(lowest, channel.baseline.min);
            highest = std::max(highest, channel.analysis.max);
        }
        QCOMPARE(lowest, row.baseline.statistics.min);
        QCOMPARE(highest, row.analysis.statistics.max);
    }

    std::shared_ptr<engine::Engine> m_engine;
};

QTEST_MAIN(TestLayerValues)
#include "tst_layer_values.moc"