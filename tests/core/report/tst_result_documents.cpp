// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/analysis_report.h"
#include "core/report/attribution/attribution_report.h"
#include "core/report/badcase/badcase_report.h"
#include "core/report/check/check_report.h"
#include "core/report/compare/compare_report.h"
#include "core/report/compare/demo_report.h"
#include "core/report/json/field_writer.h"
#include "core/report/json/result_document.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/report/shadow/shadow_report.h"
#include "core/report/weights/weights_report.h"
#include "tests/core/report/sample_parts.h"
#include "tests/core/report/sample_result.h"

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
        const auto text = report::compareJson(result);
        const auto again = report::parseResultDocument(text, "a.json").parts.first<results::CompareResult>();
        QVERIFY(again->replaysDecisions && again->simulation);
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
        QVERIFY2(messageOf("{").startsWith("a.json: no JSON: "), qPrintable(messageOf("{")));
        QVERIFY(messageOf("").startsWith("a.json: no JSON: "));
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

    /// Every value of the document replaced by something else in turn: an error or a result, never a crash.
    void survivesAnyDamage()
    {
        const auto whole = ordered_json::parse(report::compareJson(tests::sampleComparison())).flatten();
        for (const auto& replacement : {ordered_json(nullptr), ordered_json(-7), ordered_json("x"),
                                        ordered_json::array(), ordered_json::object(), ordered_json(1e300)}) {
            for (const auto& [key, value] : whole.items()) {
                auto damaged = whole.unflatten();
                damaged[ordered_json::json_pointer(key)] = replacement;
                messageOf(damaged.dump());
            }
        }
        const auto text = report::compareJson(tests::sampleComparison());
        for (std::size_t length = 0; length < text.size(); length += 7)
            QVERIFY(!messageOf(text.substr(0, length)).isEmpty());
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
