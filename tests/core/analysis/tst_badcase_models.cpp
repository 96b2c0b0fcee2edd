// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"
#include "core/data/datasets/dataset.h"
#include "core/data/inputs.h"
#include "core/data/tensors/npy.h"
#include "core/data/weights/pt_file.h"
#include "core/engine/engine.h"
#include "core/import/import_model.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/compare_result.h"
#include "core/results/request_parts.h"
#include "core/results/run_result.h"
#include "core/results/sensitivity_result.h"
#include "core/runs/program/pass.h"
#include "tests/support/models.h"
#include "tests/support/reference_metrics.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace ql;
using results::BadCaseRequest;

namespace {

std::vector<runs::Tensor> run(const runs::Program& program, runs::NamedTensors inputs)
{
    runs::Pass execution(program, std::move(inputs));
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs();
}

double atolOf(const runs::Tensor& x, const runs::Tensor& y)
{
    return (x.data.to(at::kDouble) - y.data.to(at::kDouble)).abs().max().item<double>();
}

bool isClose(double a, double b)
{
    return a == b || std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
}

/// The outputs of one run, read back from the files that it wrote.
std::vector<std::vector<float>> outputsOf(engine::Engine& engine, const std::string& model, const std::string& photo,
                                          const results::ImageOptions& images)
{
    const QTemporaryDir folder;
    results::RunRequest request;
    request.model = model;
    request.samples.inputs = {photo};
    request.outputsFolder = folder.path().toStdString();
    request.samples.images = images;
    JobContext ctx;
    const auto result = engine.run(request, ctx);
    std::vector<std::vector<float>> outputs;
    for (const auto& output : result->outputs) {
        const auto numbers = data::readNpy(output.file).toDoubles();
        outputs.emplace_back(numbers.begin(), numbers.end());
    }
    return outputs;
}

std::size_t columnOf(const results::BadCaseResult& result, const std::string& key)
{
    for (std::size_t i = 0; i < result.metrics.size(); ++i)
        if (result.metrics[i].key == key)
            return i;
    return result.metrics.size();
}

} // namespace

/// Searches on real models against loops written out here.
class TestBadCaseModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_models = *models;
    }

    /// Photos through OpenCV; every output again through engine->run(), one photo at a time.
    void findsTheWorstPhoto_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("cifar") << "cifar_prep.onnx"
                               << "cifar__qdq_s8_pc.onnx" << QStringList{"range=1", "mean=0.5", "std=0.5"};
        QTest::newRow("ultraface") << "ultraface_prep.onnx"
                                   << "ultraface__qdq_s8_pt.onnx" << QStringList{"mean=127", "scale=0.0078125"};
    }

    void findsTheWorstPhoto()
    {
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(QStringList, settings);
        BadCaseRequest request;
        request.models.baseline = (m_models / "models" / baseline.toStdString()).string();
        request.models.analysis = (m_models / "quantized" / analysis.toStdString()).string();
        request.samples.data = (m_models / "photos").string();
        for (const auto& setting : settings)
            request.samples.images.settings.push_back(setting.toStdString());
        const auto engine = engine::loadEngine();
        JobContext ctx;
        const auto result = engine->badcase(request, ctx, {});
        QCOMPARE(result->samples.size(), std::size_t{15});

        // By output and metric, the measures of every photo by their definitions.
        std::vector<std::map<std::string, std::vector<double>>> expected(result->outputs.size());
        for (std::size_t sample = 0; sample < result->samples.size(); ++sample) {
            const auto photo = (m_models / "photos" / result->samples[sample]).string();
            const auto x = outputsOf(*engine, request.models.baseline, photo, request.samples.images);
            const auto y = outputsOf(*engine, request.models.analysis, photo, request.samples.images);
            for (std::size_t output = 0; output < x.size(); ++output) {
                for (const auto& [key, value] : tests::referenceMetrics(x[output], y[output])) {
                    const double found = result->value(sample, output, columnOf(*result, key));
                    QVERIFY2(isClose(found, value),
                             qPrintable(QString("%1: %2, expected %3").arg(key.c_str()).arg(found).arg(value)));
                    expected[output][key].push_back(value);
                }
            }
        }
        for (std::size_t output = 0; output < expected.size(); ++output) {
            for (const auto& [key, values] : expected[output]) {
                const auto column = columnOf(*result, key);
                const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
                const double worst = result->metrics[column].isLowWorst ? *lowest : *highest;
                const auto found = worstOfOutput(*result, column, output);
                // Equally bad photos (JS ends at ln 2) may stand in for each other.
                QVERIFY2(isClose(values[found.sample], worst), key.c_str());
                QVERIFY2(isClose(found.value, worst), key.c_str());
            }
        }
    }

    void feedsTheStatesOfDtln()
    {
        BadCaseRequest request;
        request.models.baseline = (m_models / "models/dtln1_prep.onnx").string();
        request.models.analysis = (m_models / "quantized/dtln1__qdq_s8.onnx").string();
        request.samples.data = (m_models / "calib/dtln1.npz").string();
        request.feedback = {"tf_op_layer_stack_2=input_3"};
        QTemporaryDir folder;
        request.folder = folder.path().toStdString();
        const auto floatModel = importers::importModel(request.models.baseline);
        const auto intModel = importers::importModel(request.models.analysis);
        JobContext ctx;
        const auto result = analysis::findBadCase(floatModel, intModel, request, ctx);
        QCOMPARE(result->samples.size(), std::size_t{40});

        const runs::Program floatProgram(floatModel.graph);
        const runs::Program intProgram(intModel.graph);
        const auto dataset = data::openDataset(request.samples.data, floatModel.graph);
        const auto stateAt = [](const graph::Graph& graph) {
            const auto& outputs = graph.outputs();
            return static_cast<std::size_t>(
                std::find_if(outputs.begin(), outputs.end(),
                             [&graph](graph::ValueId id) { return graph.value(id).name == "tf_op_layer_stack_2"; })
                - outputs.begin());
        };
        runs::Tensor floatState = dataset->inputs(0).at("input_3");
        runs::Tensor intState = floatState;
        const auto worst = worstOverall(*result, result->rankedBy).sample;
        runs::Tensor worstState;
        for (std::size_t sample = 0; sample < 40; ++sample) {
            const auto frame = dataset->inputs(sample).at("input_2");
            if (sample == worst)
                worstState = floatState;
            const auto x = run(floatProgram, {{"input_2", frame}, {"input_3", floatState}});
            const auto y = run(intProgram, {{"input_2", frame}, {"input_3", intState}});
            for (std::size_t output = 0; output < x.size(); ++output)
                QCOMPARE(result->value(sample, output, columnOf(*result, "atol")), atolOf(x[output], y[output]));
            floatState = x[stateAt(floatModel.graph)];
            intState = y[stateAt(intModel.graph)];
        }
        for (const auto& [name, tensor] : data::readPt(result->badCaseFile))
            if (name == "input_3")
                QVERIFY(ops::toTensor(tensor).data.equal(worstState.data));
    }

    /// A frame in the midst of a recording: every analysis lets each model go on from its own state.
    void analysesGoOnFromEachModelsOwnStates_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis"); // empty: simulated
        QTest::addColumn<QString>("feedback");
        QTest::newRow("dtln") << "models/dtln1_prep.onnx"
                              << "quantized/dtln1__qdq_s8.onnx"
                              << "tf_op_layer_stack_2=input_3";
    }

    void analysesGoOnFromEachModelsOwnStates()
    {
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(QString, feedback);
        const QTemporaryDir folder;
        const results::ModelPair models{
            (m_models / baseline.toStdString()).string(), (m_models / analysis.toStdString()).string(), {}};
        const auto engine = engine::loadEngine();
        const auto worst = worstFrame(*engine, models, feedback.toStdString(), folder.path().toStdString());
        QVERIFY(haveDifferentStates(worst));
        JobContext ctx;
        const results::InputSelection sample{.inputs = {worst}};
        const auto compared = engine->compare({.models = models, .samples = sample}, ctx);
        results::SensitivityRequest ranking{.models = models, .samples = sample, .growingSets = 0};
        const auto ranked = engine->sensitivity(ranking, ctx);
        const auto attributed = engine->attribution({.models = models, .samples = sample}, ctx);
        QVERIFY(!ranked->outputs.empty());
        for (const auto& output : compared->outputs) {
            const double db = output.metrics->sqnrDb;
            const auto isOutput = [&output](const auto& other) { return other.name == output.name; };
            const auto column = std::ranges::find_if(ranked->outputs, isOutput);
            QVERIFY(column != ranked->outputs.end());
            QVERIFY2(isClose(column->everythingOn, db), output.name.c_str());
            QVERIFY(column->reproductionDb > 60.0);
            const auto verdict = std::ranges::find_if(ranked->verdict.outputs, isOutput);
            QVERIFY(verdict != ranked->verdict.outputs.end() && verdict->budget && verdict->budget->hasOwnStates);
            const auto attributedOutput = std::ranges::find_if(attributed->outputs, isOutput);
            QVERIFY(attributedOutput != attributed->outputs.end());
            QVERIFY2(isClose(attributedOutput->sqnrDb, db), output.name.c_str());
        }
    }

private:
    static std::string worstFrame(engine::Engine& engine, const results::ModelPair& models, const std::string& feedback,
                                  const std::string& folder)
    {
        BadCaseRequest request;
        request.models = models;
        request.samples.data = (std::filesystem::path(*tests::modelsFolder()) / "calib/dtln1.npz").string();
        request.feedback = {feedback};
        request.metric = "sqnr";
        request.folder = folder;
        JobContext ctx;
        return engine.badcase(request, ctx, {})->badCaseFile;
    }

    static bool haveDifferentStates(const std::string& file)
    {
        const auto tensors = data::readPt(file);
        for (const auto& [name, tensor] : tensors)
            for (const auto& [other, state] : tensors)
                if (other == std::string(data::kAnalysisState) + name && state.toDoubles() != tensor.toDoubles())
                    return true;
        return false;
    }

    std::filesystem::path m_models;
};

QTEST_GUILESS_MAIN(TestBadCaseModels)
#include "tst_badcase_models.moc"
