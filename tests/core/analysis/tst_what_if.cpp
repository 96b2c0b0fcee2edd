// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated model compared again after one change of its config: only what the change touches is done, and the answer
// is that of a fresh engine.
#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/report/compare/compare_report.h"
#include "core/results/compare_result.h"
#include "core/results/graph_outline.h"
#include "tests/support/models.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

using namespace ql;

namespace {

constexpr const char* kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo/";

/// Without what may differ: how long it took, and how much of it was done.
nlohmann::json essence(const results::CompareResult& result)
{
    auto json = nlohmann::json::parse(report::compareJson(result));
    json.erase("seconds");
    json.erase("simulation");
    return json;
}

} // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_engine = engine::loadEngine(); }

    void asksForNothingTwice()
    {
        writeConfig({});
        const auto first = compare(*m_engine, demo());
        const auto& counts = *first->simulation;
        QCOMPARE(counts.executedNodes, counts.nodes);
        QCOMPARE(counts.calibratedPoints, counts.points);
        const auto again = compare(*m_engine, demo());
        QCOMPARE(again->simulation->executedNodes, 0u);
        QCOMPARE(again->simulation->executedBaselineNodes, 0u);
        QCOMPARE(again->simulation->calibratedPoints, 0u);
        QCOMPARE(essence(*again), essence(*first));
    }

    void redoesWhatAnOverrideTouches_data()
    {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<int>("mostPoints");
        QTest::newRow("early") << "/block1/depthwise/Conv" << 2;
        QTest::newRow("late") << "/head/gemm/Gemm" << 2;
    }

    void redoesWhatAnOverrideTouches()
    {
        QFETCH(QString, layer);
        QFETCH(int, mostPoints);
        writeConfig({});
        const auto before = compare(*m_engine, demo());
        writeConfig({layer.toStdString() + ":int16"});
        const auto after = compare(*m_engine, demo());
        const auto& counts = *after->simulation;
        qInfo("%s: %lu of %lu points, %lu of %lu nodes", qPrintable(layer), counts.calibratedPoints, counts.points,
              counts.executedNodes, counts.nodes);
        QVERIFY(counts.calibratedPoints >= 1 && counts.calibratedPoints <= std::uint64_t(mostPoints));
        QVERIFY(counts.executedNodes > 0 && counts.executedNodes < counts.nodes);
        QCOMPARE(counts.executedBaselineNodes, 0u);
        QVERIFY(essence(*after) != essence(*before));
        QCOMPARE(essence(*after), essence(*compare(*engine::loadEngine(), demo())));
    }

    /// The later the layer, the less is left to run.
    void runsDownstreamOnly()
    {
        const auto executedAfter = [this](const std::string& layer) {
            writeConfig({});
            compare(*m_engine, demo());
            writeConfig({layer + ":int16"});
            return compare(*m_engine, demo())->simulation->executedNodes;
        };
        QVERIFY(executedAfter("/head/gemm/Gemm") < executedAfter("/block2/depthwise/Conv"));
        QVERIFY(executedAfter("/block2/depthwise/Conv") < executedAfter("/block1/depthwise/Conv"));
    }

    void noticesOtherInputsAndData()
    {
        writeConfig({});
        const auto first = compare(*m_engine, demo());
        auto request = demo();
        request.samples.inputs = {std::string(kDemo) + "inputs.npy[1]"};
        QVERIFY(essence(*compare(*m_engine, request)) != essence(*first));
        QCOMPARE(essence(*compare(*m_engine, demo())), essence(*first));
        request = demo();
        request.models.quantization.sampleCount = 2;
        const auto fewer = compare(*m_engine, request);
        QVERIFY(fewer->simulation->calibratedPoints > 0);
        QCOMPARE(essence(*fewer), essence(*compare(*engine::loadEngine(), request)));
    }

    void startsAnewAfterACancelledCalibration()
    {
        writeConfig({});
        const auto engine = engine::loadEngine();
        std::stop_source stop;
        JobContext ctx(stop.get_token(), [&](const Progress& progress) {
            if (progress.stage == "calibrating")
                stop.request_stop();
        });
        QVERIFY_EXCEPTION_THROWN(engine->compare(demo(), ctx), Cancelled);
        QCOMPARE(essence(*compare(*engine, demo())), essence(*compare(*engine::loadEngine(), demo())));
    }

    void quantizesOnlyWhatIsChosen()
    {
        writeConfig({});
        const auto all = compare(*m_engine, demo());
        auto request = demo();
        request.models.quantization.onlyPrefixes = {"/head/"};
        const auto head = compare(*m_engine, request);
        QVERIFY(head->simulation->points < all->simulation->points / 2);
        QVERIFY(head->outputs[0].metrics->sqnrDb > all->outputs[0].metrics->sqnrDb);
        for (const auto& layer : head->layers)
            if (layer.name.starts_with("/block1/") && layer.metrics)
                QVERIFY(layer.name.find("pointwise") != std::string::npos || layer.metrics->atol == 0.0);
        request.models.quantization.onlyPrefixes = {"/stem/", "/block1/", "/block2/", "/head/"};
        QCOMPARE(essence(*compare(*m_engine, request)), essence(*all));
        request.models.quantization.onlyPrefixes = {"/nowhere/"};
        JobContext ctx;
        QVERIFY_EXCEPTION_THROWN(m_engine->compare(request, ctx), Error);
    }

    /// What a picture of the simulated model shows is what the comparison with it is about.
    void drawsWhatTheConfigMakes()
    {
        const std::string layer = "/block1/depthwise/Conv";
        writeConfig({layer + ":int16"});
        const auto compared = compare(*m_engine, demo());
        const auto outline = outlineOf(demo(), false);
        std::map<std::string, results::OutlineNode> nodes;
        for (const auto& node : outline->nodes)
            nodes.emplace(node.name, node);
        std::size_t quantized = 0;
        for (const auto& row : compared->layers) {
            if (!row.quantizer || row.analysis.node.empty())
                continue;
            ++quantized;
            QVERIFY2(nodes.contains(row.analysis.node), row.analysis.node.c_str());
            QCOMPARE(nodes[row.analysis.node].quantDtype, row.quantizer->dtype);
        }
        QVERIFY(quantized > 5);
        QVERIFY(std::ranges::any_of(outline->nodes, [](const auto& node) { return node.quantDtype == "int16"; }));
        QVERIFY(std::ranges::any_of(outline->nodes, [](const auto& node) { return node.quantDtype == "int8"; }));
        QCOMPARE(outline->model, compared->analysis);
        const auto inFloat = outlineOf(demo(), true);
        for (const auto& node : inFloat->nodes)
            QVERIFY(node.quantDtype.empty());
    }

    void drawsSimulatedRealModels()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        for (const char* model : {"silero_mini_v2", "ultraface", "supres"}) {
            results::CompareRequest request;
            request.models.baseline = (*models / "models" / (std::string(model) + "_prep.onnx")).string();
            request.models.quantization.data = (*models / "calib" / (std::string(model) + ".npz")).string();
            QElapsedTimer timer;
            timer.start();
            const auto simulated = outlineOf(request, false);
            const auto quantized =
                std::ranges::count_if(simulated->nodes, [](const auto& node) { return !node.quantDtype.empty(); });
            qInfo("%s: %lld ms, %zu layers, %td quantized", model, timer.elapsed(), simulated->nodes.size(), quantized);
            QVERIFY(quantized > 3);
            QVERIFY(simulated->nodes.size() <= outlineOf(request, true)->nodes.size());
        }
    }

    void isFasterOnRealModels()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        for (const auto& [model, input, layer] :
             {std::tuple("silero_mini_v2", "silero_mini_v2__en_w3__input.npy", "Conv_193"),
              std::tuple("ultraface", "ultraface__satya__input.npy", "Conv_45")}) {
            results::CompareRequest request;
            request.models.baseline = (*models / "models" / (std::string(model) + "_prep.onnx")).string();
            request.samples.inputs = {(*models / "inputs" / input).string()};
            request.models.quantization.data = (*models / "calib" / (std::string(model) + ".npz")).string();
            QElapsedTimer timer;
            timer.start();
            compare(*m_engine, request);
            const auto first = timer.restart();
            request.models.quantization.skippedLayers = {layer};
            const auto after = compare(*m_engine, request);
            const auto& counts = *after->simulation;
            qInfo("%s: %lld ms, then %lld ms for %lu of %lu points and %lu of %lu nodes", model, first, timer.elapsed(),
                  counts.calibratedPoints, counts.points, counts.executedNodes, counts.nodes);
            QVERIFY(counts.executedNodes < counts.nodes && counts.calibratedPoints < counts.points / 4);
            QCOMPARE(essence(*after), essence(*compare(*engine::loadEngine(), request)));
        }
    }

private:
    void writeConfig(const std::vector<std::string>& nodes)
    {
        std::ofstream file(config());
        file << "model_parameters:\n  node_info: \"";
        for (const auto& node : nodes)
            file << node;
        file << "\"\ncalibration_parameters:\n  calibration_type: max\n";
    }

    std::string config() const { return m_folder.filePath("config.yaml").toStdString(); }

    results::CompareRequest demo() const
    {
        results::CompareRequest request;
        request.models.baseline = std::string(kDemo) + "float.onnx";
        request.samples.inputs = {std::string(kDemo) + "inputs.npy[0]"};
        request.models.quantization.config = config();
        request.models.quantization.data = std::string(kDemo) + "calibration.npy";
        return request;
    }

    std::shared_ptr<const results::GraphOutline> outlineOf(const results::CompareRequest& request, bool isFloat)
    {
        JobContext ctx;
        return m_engine->outline({.model = request.models.baseline,
                                  .quantization = request.models.quantization,
                                  .isFloat = isFloat,
                                  .options = {},
                                  .images = {}},
                                 ctx);
    }

    static std::shared_ptr<const results::CompareResult> compare(engine::Engine& engine,
                                                                 const results::CompareRequest& request)
    {
        JobContext ctx;
        return engine.compare(request, ctx);
    }

    QTemporaryDir m_folder;
    std::shared_ptr<engine::Engine> m_engine;
};

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
