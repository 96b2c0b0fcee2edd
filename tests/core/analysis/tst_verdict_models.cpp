// SPDX-License-Identifier: GPL-3.0-or-later
// What the verdict says about real models is what ablation found (the models' manifest, and one-off runs
// here).
#include "core/analysis/analyses.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/models/manifest.h"
#include "tests/support/models.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace ql;
using results::Quality;

namespace {

const std::filesystem::path kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo";

struct Models {
    importers::ImportedModel baseline;
    importers::ImportedModel analysis;
    runs::NamedTensors inputs;
};

Models openDemo()
{
    Models models{importers::importModel(kDemo / "float.onnx"), importers::importModel(kDemo / "int8.onnx"), {}};
    models.inputs.emplace("image", ops::toTensor(data::readNpy(kDemo / "bad_case.npy")));
    return models;
}

Models open(const std::filesystem::path& root, const std::string& model, const std::string& variant,
            const std::string& title)
{
    for (const auto& each : tests::modelCases(root)) {
        if (each.title != model + "/" + title + "/" + variant)
            continue;
        Models models{
            importers::importModel(root / "models" / (model + "_prep.onnx")), importers::importModel(each.model), {}};
        for (const auto& [name, path] : each.inputs)
            models.inputs.emplace(name, ops::toTensor(data::readNpy(path)));
        return models;
    }
    throw Error(ErrorCode::BadArgument, Message("no such case: {}/{}/{}", model, title, variant));
}

results::Verdict ranked(const Models& models)
{
    const runs::ThreadGuard threads(1);
    JobContext ctx;
    const analysis::SampleSource samples{1, [&](std::size_t) { return models.inputs; }};
    return analysis::sensitivity(models.baseline.graph, models.analysis.graph, samples, {.growingSets = 0}, ctx)
        ->verdict;
}

std::shared_ptr<const results::CompareResult> compared(const Models& models,
                                                       results::CauseRuns causes = results::CauseRuns::None)
{
    const runs::ThreadGuard threads(1);
    JobContext ctx;
    results::CompareRequest request;
    request.causes = causes;
    return analysis::compareModels(models.baseline, models.analysis, models.inputs, request, ctx);
}

} // namespace

class TestVerdictModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theDemosCulprit()
    {
        const auto verdict = ranked(openDemo());
        const auto& output = verdict.outputs.at(0);
        QCOMPARE(output.quality, Quality::Bad);
        QCOMPARE(output.agreement->decisions, std::uint64_t(1));
        const auto& budget = output.budget.value();
        QCOMPARE(budget.culprits(), std::size_t(1));
        QCOMPARE(budget.shares.at(0).opName, std::string("/block1/depthwise/Conv"));
        QCOMPARE(budget.shares.at(0).sensitiveType, std::string("weight"));
        QVERIFY(budget.isAdditive() && budget.removed > 0.95);
        QVERIFY(budget.repairedDb > budget.wholeDb + 15.0);
    }

    /// As the window ranks where a config is simulated.
    void aSimulationRankedByWholeLayersNamesItToo()
    {
        results::SensitivityRequest request{.what = results::SensitivityWhat::Together, .growingSets = 0};
        request.models.baseline = (kDemo / "float.onnx").string();
        request.models.quantization.config = (kDemo / "config.yaml").string();
        request.models.quantization.data = (kDemo / "calibration.npy").string();
        request.samples.inputs = {(kDemo / "bad_case.npy").string()};
        analysis::Workspace workspace;
        JobContext ctx;
        const auto result = analysis::sensitivity(workspace, request, ctx, {});
        const auto& output = result->verdict.outputs.at(0);
        QVERIFY2(output.budget, result->verdict.whyNoBudget.english().c_str());
        QCOMPARE(output.budget->culprits(), std::size_t(1));
        QCOMPARE(output.budget->shares.at(0).opName, std::string("/block1/depthwise/Conv"));
        QCOMPARE(output.budget->shares[0].sensitiveType, std::string("weight"));
        QCOMPARE(result->outputs.at(0).rows.at(0).sensitiveType, std::string("both"));
    }

    void agreementIsThatOfTheRecordedOutputs()
    {
        // ONNX Runtime's outputs of both models for all samples.
        const auto exact = data::readNpy(kDemo / "expected_float.npy").toDoubles();
        const auto found = data::readNpy(kDemo / "expected_int8.npy").toDoubles();
        constexpr std::ptrdiff_t kClasses = 10;
        const auto classOf = [](const std::vector<double>& scores, std::ptrdiff_t sample) {
            const auto begin = scores.begin() + sample * kClasses;
            return std::max_element(begin, begin + kClasses) - begin;
        };
        const auto count = std::ptrdiff_t(exact.size()) / kClasses;
        std::uint64_t equal = 0;
        for (std::ptrdiff_t i = 0; i < count; ++i)
            equal += classOf(exact, i) == classOf(found, i) ? 1 : 0;

        const auto models = openDemo();
        const runs::ThreadGuard threads(1);
        JobContext ctx;
        const auto samples =
            analysis::openSamples(models.baseline.graph, {{}, (kDemo / "inputs.npy").string(), 0, {}}, {});
        const results::SensitivityRequest request{
            .mode = results::SensitivityMode::OneOff, .layers = {"/block1/depthwise/Conv"}, .growingSets = 0};
        const auto verdict =
            analysis::sensitivity(models.baseline.graph, models.analysis.graph, samples, request, ctx)->verdict;
        QCOMPARE(verdict.samples, std::uint64_t(count));
        const auto& output = verdict.outputs.at(0);
        QCOMPARE(output.agreement->decisions, std::uint64_t(count));
        QCOMPARE(output.agreement->equal, equal);
        QCOMPARE(equal, std::uint64_t(48)); // three of four: all of the float model's are right, 75 % of the other's
        QCOMPARE(output.worstSample, std::uint64_t(35)); // as resources/demo/expected.json has it
        QVERIFY(std::abs(output.worstDb + 4.905449) < 0.01);
    }

    void comparingSaysTheSameOfTheOutputs()
    {
        const auto models = openDemo();
        const auto ranking = ranked(models).outputs.at(0);
        const auto comparison = compared(models)->verdict.outputs.at(0);
        QCOMPARE(comparison.quality, ranking.quality);
        QCOMPARE(comparison.sqnrDb, ranking.sqnrDb);
        QCOMPARE(comparison.agreement->equal, ranking.agreement->equal);
        QVERIFY(std::abs(comparison.sqnrDb - compared(models)->outputs.at(0).metrics->sqnrDb) < 1e-9);
        QVERIFY(!comparison.budget);
    }

    void comparingInFullAlsoSaysWhoseErrorItIs()
    {
        const auto models = openDemo();
        const auto comparison = compared(models, results::CauseRuns::Full);
        const auto budget = comparison->verdict.outputs.at(0).budget.value();
        const auto expected = ranked(models).outputs.at(0).budget.value();
        QCOMPARE(budget.shares.at(0).opName, expected.shares.at(0).opName);
        QCOMPARE(budget.repairedDb, expected.repairedDb);
        QVERIFY(comparison->causesSeconds > 0.0 && comparison->causesSeconds < comparison->totalSeconds);
        // What can't be ranked is said.
        auto doubled = openDemo();
        doubled.analysis = doubled.baseline;
        const auto same = compared(doubled, results::CauseRuns::Full);
        QCOMPARE(same->verdict.quality(), Quality::Equal);
        QVERIFY(!same->verdict.hasBudget() && same->verdict.whyNoBudget.empty());
    }

    void nothingWarnsOfAHealthyModel()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        for (const auto& [model, variant, title] :
             {std::tuple("mnist", "qdq_s8", "digit2"), std::tuple("ultraface", "qdq_s8_pt", "fd2")}) {
            const auto result = compared(open(*root, model, variant, title), results::CauseRuns::Quick);
            QCOMPARE(result->verdict.quality(), Quality::Fine);
            for (const auto& layer : result->layers)
                for (const auto& advice : layer.advice)
                    QCOMPARE(advice.severity, results::Severity::Info);
        }
    }

    void sileroFailsAtConv34()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto verdict = ranked(open(*root, "silero_mini_v2", "qdq_s8_convmm", "en_w3"));
        const auto& output = verdict.outputs.at(0);
        QCOMPARE(output.quality, Quality::Bad);
        const auto& budget = output.budget.value();
        QCOMPARE(budget.shares.at(0).opName, std::string("Conv_34"));
        QVERIFY(budget.shares.at(0).share > 0.8);
        // Its own quantizer and the one before it clamp the same values: only both together help.
        QVERIFY(budget.culprits() >= 1 && budget.culprits() <= 3);
        QVERIFY(budget.isExplained && budget.repairedDb > 14.0);
    }

    void healthyTwinsAreFine()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        for (const auto& [model, variant, title] :
             {std::tuple("mnist", "qdq_s8", "digit2"), std::tuple("cifar", "qdq_s8_pc", "cat"),
              std::tuple("ultraface", "qdq_s8_pc", "satya"), std::tuple("ultraface", "qdq_s8_pt", "fd2")}) {
            const auto verdict = ranked(open(*root, model, variant, title));
            QCOMPARE(verdict.quality(), Quality::Fine);
            QCOMPARE(severityOf(verdict.quality()), results::Severity::Info);
            for (const auto& output : verdict.outputs) {
                QVERIFY(output.budget && output.budget->isAdditive());
                QVERIFY(output.budget->isExplained);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestVerdictModels)
#include "tst_verdict_models.moc"
