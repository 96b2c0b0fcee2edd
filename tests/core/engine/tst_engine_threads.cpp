// SPDX-License-Identifier: GPL-3.0-or-later
// One engine asked from several threads at once: everyone gets what a lone caller gets.
#include "core/data/tensors/npy.h"
#include "core/engine/engine.h"
#include "core/graph/ir/graph.h"
#include "core/results/badcase_result.h"
#include "core/results/compare_result.h"
#include "core/results/model_info.h"
#include "core/results/sensitivity_result.h"
#include "tests/support/torch_modules.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>
#include <thread>

using namespace ql;

namespace {

constexpr const char* kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo/";
constexpr const char* kBadCase = QUANTLOUPE_SOURCE_DIR "/resources/demo/bad_case.npy";
constexpr int kCallers = 4;

results::ModelPair demoModels()
{
    results::ModelPair models;
    models.baseline = kDemo + std::string("float.onnx");
    models.analysis = kDemo + std::string("int8.onnx");
    return models;
}

/// The rows' names and metrics; times differ from run to run.
std::string essence(const results::CompareResult& result)
{
    std::string text;
    for (const auto& row : result.layers)
        text += row.name + (row.metrics ? " " + std::to_string(row.metrics->cosine) : "") + "\n";
    return text;
}

} // namespace

class TestEngineThreads : public QObject {
    Q_OBJECT

    std::shared_ptr<engine::Engine> m_engine;
    QTemporaryDir m_folder;

    /// Calls @p action(caller) on every thread and compares what they give with what the first call gave alone.
    template <typename Action>
    static void inParallel(Action action)
    {
        const std::string alone = action(0);
        QVERIFY(!alone.empty());
        std::vector<std::string> answers(kCallers);
        {
            std::vector<std::jthread> threads;
            for (int caller = 0; caller < kCallers; ++caller)
                threads.emplace_back([&, caller] {
                    try {
                        answers[std::size_t(caller)] = action(caller);
                    } catch (const std::exception& error) {
                        answers[std::size_t(caller)] = error.what();
                    }
                });
        }
        for (const auto& answer : answers)
            QCOMPARE(QString::fromStdString(answer), QString::fromStdString(alone));
    }

    std::string file(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }

    std::string compared(const results::ModelPair& models, const std::string& input, int threads) const
    {
        results::CompareRequest request;
        request.models = models;
        request.samples.inputs = {input};
        request.options.threads = threads;
        JobContext context;
        return essence(*m_engine->compare(request, context));
    }

    /// Every value of a search.
    std::string searched(int threads) const
    {
        results::BadCaseRequest request;
        request.models = demoModels();
        request.samples.data = kDemo + std::string("inputs.npy");
        request.options.threads = threads;
        JobContext context;
        const auto result = m_engine->badcase(request, context);
        std::string text;
        for (const double value : result->values)
            text += fmt::format("{:a}\n", value);
        return text;
    }

    std::string ranked(int threads) const
    {
        results::SensitivityRequest request;
        request.models = demoModels();
        request.samples.inputs = {kBadCase};
        request.options.threads = threads;
        JobContext context;
        const auto result = m_engine->sensitivity(request, context);
        std::string text = fmt::format("{} nodes\n", result->executedNodes);
        for (const auto& output : result->outputs) {
            for (const auto& row : output.rows)
                text += fmt::format("{} {} {:a}\n", row.opName, row.sensitiveType, row.metricValue);
            for (const auto& step : output.cumulative)
                text += fmt::format("{} {:a}\n", step.opName, step.metricValue);
        }
        return text;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = engine::loadEngine();
        testing::saveExamples(m_folder.path().toStdString());
        std::vector<float> numbers(3 * 8 * 8);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<float>(i % 11) / 5 - 1;
        data::writeNpy(file("x.npy"), graph::TensorData::of(graph::DataType::Float, {1, 3, 8, 8}, numbers));
    }

    void comparesOnSeveralThreads()
    {
        inParallel([this](int caller) { return compared(demoModels(), kBadCase, 1 + caller % 2); });
    }

    /// They share what the calibration showed.
    void simulatesOnSeveralThreads()
    {
        auto models = demoModels();
        models.analysis.clear();
        models.quantization.config = kDemo + std::string("config.yaml");
        models.quantization.data = kDemo + std::string("calibration.npy");
        inParallel([&](int) { return compared(models, kBadCase, 1); });
    }

    /// Quantized operators: LibTorch keeps the engine that computes them in a variable of the whole process.
    void comparesTorchScriptOnSeveralThreads()
    {
        results::ModelPair models;
        models.baseline = file("float.pt");
        models.analysis = file("static.pt");
        inParallel([&](int) { return compared(models, file("x.npy"), 1); });
    }

    void searchesSamplesSideBySide()
    {
        const auto alone = searched(1);
        QVERIFY(!alone.empty());
        for (const int threads : {2, 4})
            QCOMPARE(searched(threads), alone);
    }

    void ranksRowsSideBySide()
    {
        const auto alone = ranked(1);
        for (const int threads : {2, 4})
            QCOMPARE(ranked(threads), alone);
        inParallel([this](int caller) { return ranked(1 + caller); });
    }

    void looksOnSeveralThreads()
    {
        inParallel([this](int) {
            JobContext context;
            const auto models = demoModels();
            return std::to_string(m_engine->info({models.baseline}, context)->layerCount) + " "
                   + std::to_string(m_engine->graph({models.analysis}, context)->nodes().size());
        });
    }
};

QTEST_APPLESS_MAIN(TestEngineThreads)
#include "tst_engine_threads.moc"
