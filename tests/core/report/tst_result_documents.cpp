// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/analysis_report.h"
#include "core/report/attribution/attribution_report.h"
#include "core/report/badcase/badcase_report.h"
#include "core/report/calibrate/calibrate_report.h"
#include "core/report/check/check_report.h"
#include "core/report/compare/compare_report.h"
#include "core/report/compare/demo_report.h"
#include "core/report/json/field_writer.h"
#include "core/report/profile/profile_report.h"
#include "core/report/result_document.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/report/shadow/shadow_report.h"
#include "core/report/tune/tune_report.h"
#include "core/report/weights/weights_report.h"
#include "tests/core/report/sample_comparison.h"
#include "tests/core/report/sample_parts.h"

#include <nlohmann/json.hpp>

#include <QElapsedTimer>
#include <QTest>

#include <functional>
#include <type_traits>

using namespace ql;
using nlohmann::ordered_json;

namespace {

QString messageOf(const std::string& text)
{
    try {
        report::parseResultDocument(text, "a.json");
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

/// Rows that have everything, and one that has nothing.
std::shared_ptr<results::ProfileResult> sampleStatistics()
{
    auto result = std::make_shared<results::ProfileResult>();
    result->model = "int8.onnx";
    result->samples = 3;
    results::ProfileRow weight;
    weight.opName = "Conv";
    weight.modName = "conv_1";
    weight.attribute = results::ProfileAttribute::Weight;
    weight.tensor = "w";
    weight.dtype = "int8";
    weight.quantizer = results::QuantizerInfo{.dtype = "int8", .scales = {0.5, 0.25}, .zeroPoints = {0, 0}};
    weight.quantizer->channelAxis = 0;
    weight.shape = {2, -1};
    weight.whole.statistics = {
        .count = 8, .nanCount = 1, .infCount = 1, .min = -2.0, .max = 1.5, .mean = 0.25, .variance = 1.0};
    weight.whole.histogram = {.low = -2.0, .high = 1.5, .counts = {2, 1, 3}};
    weight.channelAxis = 0;
    weight.channels.resize(2);
    weight.channels[1].statistics = {
        .count = 4, .nanCount = 0, .infCount = 0, .min = -2.0, .max = 1.5, .mean = 0.5, .variance = 2.0};
    auto input = weight;
    input.attribute = results::ProfileAttribute::Input;
    input.quantizer->scales = {0.125};
    input.quantizer->zeroPoints = {0};
    input.quantizer->channelAxis.reset();
    input.channels.clear();
    results::ProfileRow nothing{.index = 0, .opName = "Conv", .modName = "conv_1"};
    nothing.attribute = results::ProfileAttribute::Input;
    nothing.number = 1;
    result->rows = {input, nothing, weight};
    return result;
}

std::shared_ptr<results::TuneResult> sampleSearch()
{
    auto result = std::make_shared<results::TuneResult>();
    result->baseline = "float.onnx";
    result->config = "quant.yaml";
    result->targets = {{"", 30.0}, {"boxes", 20.0}};
    result->floatMetric = 0.75;
    result->isReached = true;
    result->start = {.metric = 12.5, .margin = -17.5, .cost = 1.0, .outputs = {{"y", 12.5}}};
    results::TuneOverride layer{"conv_1", "Conv", "skip", 3.5, {"relu_1"}};
    results::TuneOverride scope{"encoder", "", "int16", 4.5, {"conv_2", "conv_3"}, true};
    results::TuneOverride value{"conv_4", "Conv", "skip", 5.5, {}, false, "conv_4_out"};
    result->best = {.overrides = {layer, scope, value}, .metric = 31.0, .margin = 1.0, .cost = 1.5};
    result->pareto = {result->start, result->best};
    result->tails = {result->best};
    result->ranking = {layer, value};
    result->refusals = {{"conv_5", "skip", "runs on the matrix unit"}};
    result->judgedSamples = 8;
    result->evaluations = 70;
    return result;
}

std::shared_ptr<results::CalibrateResult> sampleCalibration()
{
    auto result = std::make_shared<results::CalibrateResult>();
    result->model = "float.onnx";
    result->samples = 8;
    result->comparedSamples = 4;
    result->values = {{"x", "conv_1", "activation", "uint8", 8, "min_max", {0.5}, 128, false},
                      {"w", "conv_1", "weight", "int4", 4, "min_max", {0.25, 0.125}, 0, true}};
    result->outputs = {{"y", 31.5, 0.99, 30.25, 0.98}};
    result->observed = results::Observed::Quantized;
    result->accuracy = results::CalibratedAccuracy{"y", 4, 4, 3, 2};
    result->candidates = {
        {.observer = "percentile", .percentile = 0.9999, .isPerChannel = true, .cosine = 0.995, .isChosen = true},
        {.observer = "min_max", .isSymmetric = true, .cosine = 0.9}};
    result->layers = {{.name = "conv", .scope = "stem", .opType = "Conv", .fakeSqnrDb = 30.0, .fakeCosine = 0.999}};
    result->integerOperators = 5;
    result->notes = {"a note"};
    result->configFindings = {{.rule = "unused", .message = "words", .remedy = "others", .line = 3}};
    result->files = {"float_qdq.onnx"};
    return result;
}

/// The message about a comparison's document after @p change.
QString messageAfter(const std::function<void(ordered_json&)>& change)
{
    auto json = ordered_json::parse(report::compareJson(*tests::sampleWholeComparison()));
    change(json);
    return messageOf(json.dump());
}

} // namespace

/// What a document says must come back from it: the result read from it gives the same document.
class TestResultDocuments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAComparison()
    {
        for (const auto& result : {*tests::sampleWholeComparison(), tests::sampleComparison()}) {
            const auto text = report::compareJson(result);
            const auto document = report::parseResultDocument(text, "a.json");
            QCOMPARE(document.command, std::string("compare"));
            QCOMPARE(document.parts.all<results::CompareResult>().size(), std::size_t{1});
            QCOMPARE(QString::fromStdString(report::compareJson(*document.parts.first<results::CompareResult>())),
                     QString::fromStdString(text));
        }
    }

    void readsASensitivityRanking()
    {
        const auto text = report::sensitivityJson(*tests::sampleSensitivity());
        const auto document = report::parseResultDocument(text, "a.json");
        QCOMPARE(document.parts.all<results::SensitivityResult>().size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(report::sensitivityJson(*document.parts.first<results::SensitivityResult>())),
                 QString::fromStdString(text));
    }

    void readsABadCaseSearch()
    {
        const auto text = report::badCaseJson(*tests::sampleBadCase(), 10);
        const auto document = report::parseResultDocument(text, "a.json");
        QVERIFY(document.parts.first<results::BadCaseResult>());
        QCOMPARE(QString::fromStdString(report::badCaseJson(*document.parts.first<results::BadCaseResult>(), 10)),
                 QString::fromStdString(text));
    }

    void readsWeights()
    {
        const auto text = report::weightsJson(*tests::sampleWeights(), true);
        const auto document = report::parseResultDocument(text, "a.json");
        QVERIFY(document.parts.first<results::WeightsResult>());
        QCOMPARE(QString::fromStdString(report::weightsJson(*document.parts.first<results::WeightsResult>(), true)),
                 QString::fromStdString(text));
        // Without the list of channels only the worst is known.
        const auto brief = report::parseResultDocument(report::weightsJson(*tests::sampleWeights()), "b.json");
        QCOMPARE(brief.parts.first<results::WeightsResult>()->rows[0].channels.size(), std::size_t{1});
        QCOMPARE(brief.parts.first<results::WeightsResult>()->rows[0].worstChannel()->channel, std::int64_t{1});
        QVERIFY(brief.parts.first<results::WeightsResult>()->rows[0].channels[0].isOutlier);
    }

    void readsAnAttribution()
    {
        const auto text = report::attributionJson(*tests::sampleAttribution());
        const auto document = report::parseResultDocument(text, "a.json");
        QVERIFY(document.parts.first<results::AttributionResult>());
        QCOMPARE(QString::fromStdString(report::attributionJson(*document.parts.first<results::AttributionResult>())),
                 QString::fromStdString(text));
    }

    void readsAShadowComparison()
    {
        const auto text = report::shadowJson(*tests::sampleShadow());
        const auto document = report::parseResultDocument(text, "a.json");
        QVERIFY(document.parts.first<results::ShadowResult>());
        QCOMPARE(QString::fromStdString(report::shadowJson(*document.parts.first<results::ShadowResult>())),
                 QString::fromStdString(text));
    }

    void readsACheck()
    {
        auto check = tests::sampleFindings();
        check->fusableRuns = {{"conv+bn", {{"conv_1", "Conv"}, {"bn_1", "BatchNormalization"}}, true}};
        check->weightUses = {{"w", {"conv_1", "conv_2"}}, {"unused", {}}};
        check->layers = {{"conv_1", "Conv", "int8, float32", "int8", 1, "fixed"},
                         {"conv_2", "Conv", "float32", "float32", {}, {}}};
        check->weights = {{"conv_1", "Conv", "w", "int8", 0, 8, "fixed"}};
        const auto text = report::checkJson(*check);
        const auto document = report::parseResultDocument(text, "a.json");
        QVERIFY(document.parts.first<results::CheckResult>());
        QCOMPARE(QString::fromStdString(report::checkJson(*document.parts.first<results::CheckResult>())),
                 QString::fromStdString(text));
    }

    /// What stands in a comparison's document only where there is any.
    void readsDecisionsAndCounts()
    {
        auto result = tests::sampleComparison();
        result.replaysDecisions = true;
        result.decisions = {{"top", "TopK", 10, 3}};
        result.simulation = results::SimulationCounts{.points = 4, .calibratedPoints = 3, .nodes = 20};
        result.variant = results::VariantCounts{.variant = results::ModelVariant::Fused, .fusedActivations = 7};
        const auto text = report::compareJson(result);
        const auto again = report::parseResultDocument(text, "a.json").parts.first<results::CompareResult>();
        QVERIFY(again->replaysDecisions && again->simulation && again->variant);
        QCOMPARE(again->variant->fusedActivations, std::uint64_t{7});
        QCOMPARE(again->decisions.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(report::compareJson(*again)), QString::fromStdString(text));
    }

    /// Whatever the list of analyses offers to read must come back as it was written.
    void readsWhatEveryReportOffers()
    {
        const auto parts = tests::sampleParts();
        const auto keeps = [](const auto& result, const std::string& text) {
            using Result = std::remove_cvref_t<decltype(*result)>;
            const auto document = report::parseResultDocument(text, "a.json");
            QCOMPARE(document.command, std::string(results::kNameOf<Result>));
            const auto again = document.parts.template first<Result>();
            QVERIFY(again);
            QCOMPARE(
                QString::fromStdString(report::documentText(report::resultDocument(document.command, *again, true))),
                QString::fromStdString(report::documentText(report::resultDocument(document.command, *result, true))));
        };
        const auto each = [&](const auto& result) {
            using Result = std::remove_cvref_t<decltype(*result)>;
            keeps(result, report::documentText(report::resultDocument(results::kNameOf<Result>, *result, true)));
        };
        each(parts.first<results::CompareResult>());
        each(parts.first<results::SensitivityResult>());
        each(parts.first<results::AttributionResult>());
        each(parts.first<results::ShadowResult>());
        each(parts.first<results::WeightsResult>());
        each(parts.first<results::CheckResult>());
        each(sampleStatistics());
        each(sampleSearch());
        each(sampleCalibration());
        for (const auto* report : report::analysisReports())
            QCOMPARE(report->read != nullptr, report::isReadBack(report->command));
    }

    void readsTheDemo()
    {
        auto accuracy = std::make_shared<results::AccuracyResult>();
        accuracy->predictions = {1, 2, 3, 4};
        accuracy->labels = {1, 2, 3, 5};
        accuracy->correctCount = 3;
        const report::DemoStory story{accuracy, accuracy, tests::sampleWholeComparison()};
        const auto document = report::parseResultDocument(report::demoJson(story), "demo.json");
        QCOMPARE(document.parts.baselineAccuracy->accuracy(), 0.75);
        QVERIFY(document.parts.first<results::CompareResult>());
    }

    void ignoresWhatItDoesNotKnow()
    {
        QVERIFY(messageAfter([](auto& json) {
                    json["future"] = 1;
                    json["layers"][0]["future"] = {{"a", 1}};
                }).isEmpty());
        // Documents written before these keys existed.
        QVERIFY(messageAfter([](auto& json) {
                    json["layers"][0].erase("histogram");
                    json["layers"][0].erase("quant_min");
                    json["layers"][0].erase("quant_max");
                }).isEmpty());
    }

    void saysWhatIsWrong()
    {
        QVERIFY2(messageOf("{").startsWith("a.json: is no JSON: "), qPrintable(messageOf("{")));
        QVERIFY(messageOf("").startsWith("a.json: is no JSON: "));
        QVERIFY(messageOf("[]").startsWith("a.json: the document: expected an object, found a list"));
        QVERIFY(messageOf("{}").startsWith("a.json: not a result of this program"));
        QVERIFY(
            messageOf(R"({"schema": "quantloupe.compare/2"})").contains("quantloupe.compare/2: this version reads"));
        QVERIFY(messageOf(R"({"schema": "quantloupe.info/1"})").contains("a result of info can't be read back"));
        QVERIFY(messageOf(R"({"schema": "quantloupe.compare/1"})").contains("a.json: baseline is missing"));
    }

    void namesThePlace()
    {
        QCOMPARE(messageAfter([](auto& json) { json["layers"][1]["metrics"]["cosine"] = "high"; }),
                 QString("a.json: layers[1].metrics.cosine: expected a number, found string"));
        QVERIFY(messageAfter([](auto& json) { json["layers"] = 3; }).contains("layers: expected a list, found number"));
        QVERIFY(messageAfter([](auto& json) {
                    json["layers"][0]["shape"][1] = "x";
                }).contains("layers[0].shape[1]: expected an integer"));
        QVERIFY(messageAfter([](auto& json) {
                    json["layers"][0]["macs"] = -1;
                }).contains("layers[0].macs: expected an integer that is not negative"));
        QVERIFY(messageAfter([](auto& json) {
                    json["layers"][0]["state"] = "odd";
                }).contains("layers[0].state: expected a known word instead of \"odd\""));
        QVERIFY(messageAfter([](auto& json) {
                    json["layers"][0]["histogram"]["baseline"].push_back(1);
                }).contains("layers[0].histogram.analysis: expected as many bins"));
        QVERIFY(messageAfter([](auto& json) {
                    json["layers"][0]["zero_point"] = nullptr;
                }).contains("expected as many scales as zero points"));
    }

    void badCaseValuesMustFit()
    {
        auto json = ordered_json::parse(report::badCaseJson(*tests::sampleBadCase(), 10));
        auto shorter = json;
        shorter["values"]["atol"]["boxes"].erase(0);
        QVERIFY(messageOf(shorter.dump()).contains("values.atol.boxes: expected a number for each of 3 samples"));
        json["labels"]["analysis_top1"].push_back(0);
        QVERIFY(messageOf(json.dump()).contains("labels: expected a class for each of 3 samples"));
    }

    /// What views tell rows and overrides by.
    void readsKindsAndNumbersBack()
    {
        const auto read = report::parseResultDocument(report::tuneJson(*sampleSearch()), "a.json");
        const auto& overrides = read.parts.first<results::TuneResult>()->best.overrides;
        QVERIFY(!overrides.at(0).isScope && overrides.at(1).isScope && !overrides.at(2).isScope);
        QVERIFY(overrides.at(2).tensor == "conv_4_out");
        const auto statistics = report::parseResultDocument(report::profileJson(*sampleStatistics()), "a.json");
        const auto& rows = statistics.parts.first<results::ProfileResult>()->rows;
        QVERIFY(rows.at(0).isOneOfSeveral && rows.at(1).isOneOfSeveral && !rows.at(2).isOneOfSeveral);
        QVERIFY(!rows.at(1).quantizer && !results::hasNumbers(rows.at(1).whole.statistics));
        QVERIFY(rows.at(2).quantizer->isPerChannel() && rows.at(2).shape == std::vector<std::int64_t>({2, -1}));
    }

    void survivesAnyDamage_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("compare", report::compareJson(tests::sampleComparison()));
        row("profile", report::profileJson(*sampleStatistics()));
        row("calibrate", report::calibrateJson(*sampleCalibration()));
        row("tune", report::tuneJson(*sampleSearch()));
    }
    /// Every value of the document replaced by something else in turn: an error or a result, never a crash.
    void survivesAnyDamage()
    {
        QFETCH(QByteArray, text);
        const auto whole = ordered_json::parse(text).flatten();
        for (const auto& replacement : {ordered_json(nullptr), ordered_json(-7), ordered_json("x"),
                                        ordered_json::array(), ordered_json::object(), ordered_json(1e300)}) {
            for (const auto& [key, value] : whole.items()) {
                auto damaged = whole.unflatten();
                damaged[ordered_json::json_pointer(key)] = replacement;
                messageOf(damaged.dump());
            }
        }
        for (qsizetype length = 0; length + 1 < text.size(); length += 7)
            QVERIFY(!messageOf(text.left(length).toStdString()).isEmpty());
    }

    void manyKeysAreReadInLinearTime()
    {
        std::string text = R"({"schema": "quantloupe.nothing/1")";
        constexpr int kKeys = 400'000; // took three minutes when each was looked for among all before it
        for (int i = 0; i < kKeys; ++i)
            text += ", \"key" + std::to_string(i) + "\": 1";
        QElapsedTimer clock;
        clock.start();
        QVERIFY_EXCEPTION_THROWN(report::parseResultDocument(text + "}", "a.json"), Error);
        constexpr qint64 kSoonMs = 20'000;
        QVERIFY(clock.elapsed() < kSoonMs);
    }
};

QTEST_APPLESS_MAIN(TestResultDocuments)
#include "tst_result_documents.moc"
