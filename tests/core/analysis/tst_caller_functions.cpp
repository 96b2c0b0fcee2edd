// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of a calling program: what they say is held against what we measure ourselves.
#include "core/analysis/analyses.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/caller/functions.h"
#include "core/data/inputs.h"
#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"
#include "core/report/compare/compare_report.h"
#include "core/report/result_document.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/report/tune/tune_report.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/document_schema.h"
#include "tests/support/error_message.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <stop_token>
#include <utility>

using namespace ql;
using caller::Functions;
using caller::NamedArrays;
using results::MetricId;

namespace {

const std::filesystem::path kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo";

std::vector<double> numbersOf(const NamedArrays& outputs)
{
    return outputs.at(0).second.toDoubles();
}

double largestDifference(const NamedArrays& baseline, const NamedArrays& analysis)
{
    const auto x = numbersOf(baseline), y = numbersOf(analysis);
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        largest = std::max(largest, std::abs(x[i] - y[i]));
    return largest;
}

double sumOf(const NamedArrays& outputs)
{
    double sum = 0.0;
    for (const double number : numbersOf(outputs))
        sum += number;
    return sum;
}

/// Every element twice as large, by another name.
NamedArrays doubled(const NamedArrays& outputs)
{
    std::vector<float> numbers;
    for (const double number : numbersOf(outputs))
        numbers.push_back(float(2.0 * number));
    return {{"doubled", graph::TensorData::of(graph::DataType::Float, outputs.at(0).second.shape(), numbers)}};
}

std::shared_ptr<const Functions> functions(Functions chosen)
{
    return std::make_shared<const Functions>(std::move(chosen));
}

} // namespace

class TestCallerFunctions : public QObject {
    Q_OBJECT

    importers::ImportedModel m_baseline;
    importers::ImportedModel m_analysis;

    runs::NamedTensors inputs() const
    {
        runs::NamedTensors inputs;
        inputs.emplace("image", ops::toTensor(data::readNpy(kDemo / "bad_case.npy")));
        return inputs;
    }

    std::shared_ptr<const results::SensitivityResult> rank(const results::SensitivityRequest& request) const
    {
        const runs::ThreadGuard threads;
        JobContext ctx;
        return analysis::sensitivity(m_baseline.graph, m_analysis.graph, {1, [this](std::size_t) { return inputs(); }},
                                     request, ctx);
    }

    std::shared_ptr<const results::CompareResult> compare(Functions chosen) const
    {
        const runs::ThreadGuard threads;
        JobContext ctx;
        results::CompareRequest request;
        request.options.functions = functions(std::move(chosen));
        return analysis::compareModels(m_baseline, m_analysis, inputs(), request, ctx);
    }

    static results::TuneRequest tuneRequest(Functions chosen, double target)
    {
        results::TuneRequest request;
        request.baseline = (kDemo / "float.onnx").string();
        request.quantization.data = (kDemo / "calibration.npy").string();
        request.quantization.sampleCount = 4;
        request.metric = MetricId::Judge;
        request.targets = {{{}, target}};
        request.options.functions = functions(std::move(chosen));
        return request;
    }

    static std::shared_ptr<const results::TuneResult> tune(const results::TuneRequest& request)
    {
        const runs::ThreadGuard threads;
        JobContext ctx;
        analysis::Workspace workspace;
        return analysis::tune(workspace, request, ctx, {});
    }

    /// It is told of twice before anything is added: of no overrides, and of each layer alone.
    static void tuneUntilRanked(const results::TuneRequest& request)
    {
        const runs::ThreadGuard threads;
        std::stop_source stop;
        JobContext ctx(stop.get_token(), [](const Progress&) {});
        int told = 0;
        analysis::Workspace workspace;
        analysis::tune(workspace, request, ctx, [&](const auto&) {
            if (++told == 2)
                stop.request_stop();
        });
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_baseline = importers::importModel(kDemo / "float.onnx");
        m_analysis = importers::importModel(kDemo / "int8.onnx");
    }

    void metricRanksLikeTheMeasureThatItIs()
    {
        results::SensitivityRequest request;
        request.metrics = {MetricId::Custom, MetricId::Atol};
        request.options.functions = functions({.metric = largestDifference});
        const auto result = rank(request);
        QCOMPARE(result->outputs.size(), 2U);
        const auto& own = result->outputs[0];
        const auto& measured = result->outputs[1];
        QCOMPARE(own.name, std::string("all_outputs"));
        QCOMPARE(measured.name, std::string("logits"));
        QVERIFY(own.rows.size() > 10);
        QCOMPARE(own.rows.size(), measured.rows.size());
        for (std::size_t i = 0; i < own.rows.size(); ++i) {
            QCOMPARE(own.rows[i].opName, measured.rows[i].opName);
            QVERIFY(std::abs(own.rows[i].metricValue - measured.rows[i].metricValue) < 1e-6);
        }
        QVERIFY(std::abs(own.everythingOn - measured.everythingOn) < 1e-6);
        QCOMPARE(own.cumulative.size(), measured.cumulative.size());
        for (std::size_t i = 0; i < own.cumulative.size(); ++i)
            QVERIFY(std::abs(own.cumulative[i].metricValue - measured.cumulative[i].metricValue) < 1e-6);
        QCOMPARE(own.reproductionDb, measured.reproductionDb);
        QVERIFY(result->verdict.outputs.at(0).budget.has_value()); // measured on the outputs themselves
    }

    void judgeOfOneModelRanksWhatIsWorstLast()
    {
        results::SensitivityRequest request;
        request.metrics = {MetricId::Judge};
        std::vector<std::size_t> seen;
        request.options.functions = functions({.judge = [&](const auto& samples) {
            if (samples.size() != 1 || samples[0].index != 0)
                throw Error(ErrorCode::Internal, "one sample at a time");
            return -std::abs(sumOf(*samples[0].outputs) - 3.0);
        }});
        const auto result = rank(request);
        const auto& rows = result->outputs.at(0).rows;
        QVERIFY(std::ranges::is_sorted(rows, {}, &results::SensitivityRow::metricValue)); // small is bad
        QVERIFY(rows.front().metricValue < rows.back().metricValue);
        QVERIFY(!result->outputs[0].scopeRepair);
    }

    void postProcessingIsMeasuredInTheOutputsPlace()
    {
        results::SensitivityRequest request;
        request.metrics = {MetricId::L1, MetricId::Sqnr};
        const auto plain = rank(request);
        request.options.functions = functions({.postProcess = doubled});
        const auto result = rank(request);
        QCOMPARE(result->outputs.size(), 2U);
        QCOMPARE(result->outputs[0].name, std::string("doubled"));
        for (std::size_t i = 0; i < result->outputs[0].rows.size(); ++i) {
            const double expected = 2.0 * plain->outputs[0].rows[i].metricValue;
            QVERIFY(std::abs(result->outputs[0].rows[i].metricValue - expected) <= 1e-6 * expected);
            QVERIFY(std::abs(result->outputs[1].rows[i].metricValue - plain->outputs[1].rows[i].metricValue) < 1e-4);
        }
        QCOMPARE(result->verdict.outputs.at(0).name, std::string("logits"));
        request.outputs = {"nothing"};
        const auto message = tests::messageOf([&] { rank(request); });
        QVERIFY2(message.contains("the post-processing returns no nothing") && message.contains("it returns doubled"),
                 qPrintable(message));
    }

    void comparisonAsksAllOfThem()
    {
        const auto plain = compare({});
        QVERIFY(plain->said.empty());
        const auto result =
            compare({.postProcess = doubled, .metric = largestDifference, .judge = [](const auto& samples) {
                         return sumOf(*samples.at(0).outputs);
                     }});
        QCOMPARE(result->outputs.size(), 1U);
        QCOMPARE(result->outputs[0].name, std::string("doubled"));
        QVERIFY(std::abs(result->outputs[0].metrics->atol - 2.0 * plain->outputs[0].metrics->atol) < 1e-5);
        QVERIFY(std::abs(result->outputs[0].metrics->sqnrDb - plain->outputs[0].metrics->sqnrDb) < 1e-4);
        QVERIFY(std::abs(*result->said.metric - result->outputs[0].metrics->atol) < 1e-6);
        QVERIFY(*result->said.judgedBaseline != *result->said.judgedAnalysis);
        QCOMPARE(result->layers.size(), plain->layers.size());
    }

    void tuningReachesWhatTheJudgeWants()
    {
        std::vector<double> exact;
        std::size_t calls = 0;
        // The first that is judged is the float model: minus the distance from it.
        const auto judge = [&](const std::vector<caller::JudgedSample>& samples) {
            std::vector<double> numbers;
            for (const auto& sample : samples)
                std::ranges::copy(numbersOf(*sample.outputs), std::back_inserter(numbers));
            if (samples.size() != 4 || samples[3].index != 3 || samples[3].name.empty())
                throw Error(ErrorCode::Internal, "all samples at once");
            if (calls++ == 0)
                exact = numbers;
            double largest = 0.0;
            for (std::size_t i = 0; i < numbers.size(); ++i)
                largest = std::max(largest, std::abs(numbers[i] - exact[i]));
            return -largest;
        };
        const auto untouched = tune(tuneRequest({.judge = judge}, -1e9));
        QCOMPARE(untouched->floatMetric, std::optional(0.0));
        QVERIFY(untouched->isReached);
        QVERIFY(untouched->best.overrides.empty());
        QVERIFY(untouched->start.metric < 0.0);

        const double half = untouched->start.metric / 2.0;
        calls = 0;
        const auto result = tune(tuneRequest({.judge = judge}, half));
        QVERIFY(result->isReached);
        QVERIFY(!result->best.overrides.empty());
        QVERIFY(result->best.metric >= half);
        QCOMPARE(result->best.margin, result->best.metric - half);
        QVERIFY(calls > 2 && calls <= result->evaluations + 1); // some sets can't be
    }

    /// Of a search that was cut off, where it is known to say the same again.
    void judgeIsAskedOfNoSetTwice()
    {
        const QTemporaryDir folder;
        const auto journal = folder.filePath("tune_state.bin");
        std::size_t calls = 0;
        const auto judge = [&calls](const std::vector<caller::JudgedSample>& samples) {
            ++calls;
            return -largestDifference(*samples.at(0).baseline, *samples.at(0).outputs);
        };
        auto request = tuneRequest({.judge = judge, .areOfRequest = true}, 0.0);
        request.mostOverrides = 1;
        const auto whole = report::tuneJson(*tune(request));
        const auto asked = std::exchange(calls, 0);

        request.folder = folder.path().toStdString();
        QVERIFY_THROWS_EXCEPTION(Cancelled, tuneUntilRanked(request));
        const auto before = std::exchange(calls, 0);
        QVERIFY(QFile::exists(journal) && before > 5 && before < asked);
        QVERIFY(report::tuneJson(*tune(request)) == whole);
        QCOMPARE(before + calls, asked + 1); // each start asks what the baseline is worth
        QVERIFY(!QFile::exists(journal));

        request.options.functions = functions({.judge = judge}); // of a program: who knows what it says next time
        QVERIFY_THROWS_EXCEPTION(Cancelled, tuneUntilRanked(request));
        QVERIFY(!QFile::exists(journal));
    }

    void documentsSayIt()
    {
        const auto judge = [](const auto& samples) { return sumOf(*samples.at(0).outputs); };
        results::SensitivityRequest request;
        request.metrics = {MetricId::Judge, MetricId::Custom};
        request.options.functions = functions({.metric = largestDifference, .judge = judge});
        const auto ranking = rank(request);
        const auto compared = compare({.metric = largestDifference, .judge = judge});
        const auto rankingText = report::sensitivityJson(*ranking);
        const auto comparedText = report::compareJson(*compared);
        for (const auto& text :
             {rankingText, comparedText, report::tuneJson(*tune(tuneRequest({.judge = judge}, -1e9)))})
            QCOMPARE(QString::fromStdString(tests::schemaProblem(text)), QString());
        const auto read =
            report::parseResultDocument(rankingText, "ranking.json").parts.first<results::SensitivityResult>();
        QCOMPARE(read->outputs.at(0).metric, MetricId::Judge);
        QCOMPARE(read->outputs.at(1).metric, MetricId::Custom);
        const auto reread =
            report::parseResultDocument(comparedText, "compare.json").parts.first<results::CompareResult>();
        QCOMPARE(reread->said.metric, compared->said.metric);
        QCOMPARE(reread->said.judgedBaseline, compared->said.judgedBaseline);
        QCOMPARE(report::compareJson(*reread), comparedText);
    }

    /// The same judge with the other sign says the same of every set of layers.
    void lowerMayBeBetter()
    {
        const auto sum = [](const auto& samples) {
            double distance = 0.0;
            for (const auto& sample : samples)
                distance += largestDifference(*sample.baseline, *sample.outputs);
            return distance;
        };
        auto request = tuneRequest({.judge = [&](const auto& samples) { return -sum(samples); }}, -5.0);
        const auto high = tune(request);
        request.metric = MetricId::JudgeLoss;
        request.targets.front().value = 5.0;
        request.options.functions = functions({.judge = sum});
        const auto low = tune(request);
        QCOMPARE(low->floatMetric, std::optional(0.0));
        QVERIFY(low->start.metric > 5.0 && low->isReached && low->best.metric <= 5.0);
        QCOMPARE(low->start.margin, high->start.margin);
        QCOMPARE(low->best.margin, high->best.margin);
        QCOMPARE(low->ranking.size(), high->ranking.size());
        for (std::size_t i = 0; i < low->ranking.size(); ++i)
            QCOMPARE(low->ranking[i].layer, high->ranking[i].layer);
        QCOMPARE(results::isWorse(MetricId::JudgeLoss, 2.0, 1.0), true);
    }

    void judgesThatCannotBe()
    {
        auto request = tuneRequest({}, 1.0);
        QVERIFY(tests::messageOf([&] { tune(request); }).contains("there is no judge"));
        request.targets.push_back({"logits", 2.0});
        QVERIFY(tests::messageOf([&] { tune(request); }).contains("it takes one target, and no output"));
        const auto broken = [](const auto&) -> double { throw Error(ErrorCode::Internal, "the judge is ill"); };
        QVERIFY(tests::messageOf([&] { tune(tuneRequest({.judge = broken}, 1.0)); }).contains("the judge is ill"));
        QVERIFY(tests::messageOf([&] { compare({.judge = broken}); }).contains("the judge is ill"));
    }
};

QTEST_GUILESS_MAIN(TestCallerFunctions)
#include "tst_caller_functions.moc"
