// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/html/html_report.h"
#include "core/results/calibrate_result.h"
#include "core/results/tune_result.h"
#include "tests/core/report/profile_sample.h"

#include <QTest>

#include <memory>

using namespace ql;
using namespace ql::results;

namespace {

TuneResult tuned()
{
    TuneResult result;
    result.baseline = "float.onnx";
    result.targets = {{"", 30.0}, {"boxes", 25.0}};
    result.isReached = result.isComplete = true;
    result.start = {{}, 12.5, -17.5, 1.0, {{"scores", 12.5}, {"boxes", 20.0}}, {}};
    const TuneOverride skip{"/head/<conv>", "Conv", "skip", 14.25, {"/head/add"}};
    const TuneOverride wide{"/stem", "Conv", "int16", 21.0, {}, false, "/stem_output"};
    result.best = {{skip, wide}, 31.5, 1.5, 1.75, {{"scores", 31.5}, {"boxes", 27.0}}, {}};
    result.pareto = {result.start, {{skip}, 25.5, -4.5, 1.25, {}, {}}, result.best};
    result.ranking = {skip, wide};
    result.refusals = {{"/softmax", "int16", "the target has no such operator"}};
    return result;
}

CalibrateResult calibrated()
{
    CalibrateResult result;
    result.model = "float.onnx";
    result.samples = 7;
    result.comparedSamples = 3;
    result.outputs = {{"scores", 41.5, 0.999, 40.25, 0.998}};
    result.candidates = {{.observer = "min_max", .cosine = 0.99},
                         {.observer = "kl", .isPerChannel = true, .cosine = 0.999, .isChosen = true}};
    result.values = {{"x", "Input", "activation", "uint8", 8, "kl", {0.5}, 128, false},
                     {"w", "Conv_0", "weight", "int8", 8, "min_max", {0.25, 0.125, 2.0}, 0, false}};
    result.configFindings = {{Severity::Warning, "samples-few", "", Message("nothing to calibrate with"), {}}};
    return result;
}

template <typename Result>
QString pageOf(Result result, report::Language language = report::Language::English)
{
    const ResultParts parts(std::make_shared<const Result>(std::move(result)));
    return QString::fromStdString(report::htmlReport(parts, language));
}

/// What `diff` compares, as "name value; …".
template <typename Result>
std::string measured(Result result, std::string_view command, const std::string& metric = {})
{
    MeasurementTable table;
    report::reportOf(command)->measure(ResultParts(std::make_shared<const Result>(std::move(result))), metric, table);
    std::string text = table.metric;
    for (const auto& one : table.measurements)
        text += "; " + one.name + " " + std::to_string(one.value.value_or(-1.0)).substr(0, 5);
    return text;
}

} // namespace

/// The page's sections of tune, calibrate and profile.
class TestPageSections : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tuneShowsWhatReachesTheTarget()
    {
        const auto page = pageOf(tuned());
        QVERIFY(page.contains("<section id=\"tune\">"));
        QVERIFY(page.contains("12.50 → <strong>31.50</strong>"));
        QVERIFY(page.contains("the targets are reached"));
        QVERIFY(page.contains("/head/&lt;conv&gt;") && !page.contains("/head/<conv>"));
        QVERIFY(page.contains("/stem_output int16"));
        QCOMPARE(page.count("<circle class=\"mark\""), 3);
        QVERIFY(page.contains("the target has no such operator"));
    }

    void tuneDrawsNothingOfOnePoint()
    {
        auto result = tuned();
        result.isReached = result.isComplete = false;
        result.pareto = {result.start};
        result.best = result.start;
        const auto page = pageOf(result);
        QVERIFY(!page.contains("class=\"pareto\""));
        QVERIFY(page.contains("the targets are not reached"));
        QVERIFY(page.contains("Cancelled before the end"));
    }

    void calibrateShowsScalesAndOutputs()
    {
        const auto page = pageOf(calibrated());
        QVERIFY(page.contains("<section id=\"calibrate\">"));
        QVERIFY(page.contains("nothing to calibrate with"));
        QVERIFY(page.contains("41.50") && page.contains("40.25"));
        QVERIFY(page.contains("0.1250") && page.contains("2.000"));
        QVERIFY(pageOf(calibrated(), report::Language::Chinese).contains(QString::fromUtf8("没有可用于校准的数据")));
    }

    void profileShowsTheWidestFirst()
    {
        const auto page = pageOf(tests::profileSample());
        QVERIFY(page.contains("<section id=\"profile\">"));
        QVERIFY(page.contains("[1, 2, ?]"));
        const auto body = page.mid(page.indexOf("<section id=\"profile\">"));
        QVERIFY(body.indexOf(">output<") < body.indexOf(">weight<")); // infinite elements are widest
        QVERIFY(body.contains("<svg class=\"spark\""));
        QVERIFY(!body.contains("class=\"alarm\""));
    }

    /// The page stays small, and says that it shows a part.
    void profileShowsSoManyRows()
    {
        auto result = tests::profileSample();
        const auto row = result.rows.front();
        result.rows.resize(700, row);
        const auto page = pageOf(result);
        QCOMPARE(page.count("<svg class=\"spark\""), 250);
        QVERIFY(page.contains("250 / 700"));
    }

    void trialsSayWhatTheyDo()
    {
        results::ResultParts parts;
        QVERIFY(
            !QString::fromStdString(htmlReport(parts, report::Language::English)).contains("<section id=\"trials\">"));
        auto change = std::make_shared<results::TrialChange>();
        results::Metrics before, after;
        before.sqnrDb = 2.5;
        after.sqnrDb = 24.0;
        change->rows = {{"scores", "", true, before, after, "", ""},
                        {"conv_<1>", "Conv", false, before, after, "", ""}};
        parts.trials = {{"2026-11-22T02:16:08.123Z", "Skip conv_<1>", "good", "quant.yaml", "skip: [conv_<1>]", change},
                        {"2026-11-22T02:17:08.123Z", "Typing", "", "quant.yaml", "skip: [conv_<1>]",
                         std::make_shared<results::TrialChange>()}};
        const auto page = QString::fromStdString(htmlReport(parts, report::Language::English));
        QVERIFY(page.contains("<section id=\"trials\">"));
        QVERIFY(page.contains("It helps: SQNR of scores goes from 2.5 to 24.0 dB"));
        QVERIFY(page.contains("2026-11-22T02:16:08<") && page.contains("Skip conv_&lt;1&gt;") && page.contains("good"));
        QCOMPARE(page.count("<pre>skip: [conv_&lt;1&gt;]</pre>"), 1); // the same text once
        const auto chinese = QString::fromStdString(htmlReport(parts, report::Language::Chinese));
        QVERIFY(chinese.contains(QString::fromUtf8("试运行：")));
    }

    void measureForDiff()
    {
        QCOMPARE(measured(tuned(), "tune"),
                 "sqnr_db; scores 31.50; boxes 27.00; /head/<conv> 14.25; /stem_output 21.00");
        QVERIFY_THROWS_EXCEPTION(Error, measured(tuned(), "tune", "cosine"));
        QCOMPARE(measured(calibrated(), "calibrate"), "sqnr_db; scores 41.50");
        QCOMPARE(measured(calibrated(), "calibrate", "cosine"), "cosine; scores 0.999");
        QVERIFY_THROWS_EXCEPTION(Error, measured(calibrated(), "calibrate", "l1"));
        QVERIFY_THROWS_EXCEPTION(Error, measured(calibrated(), "calibrate", "nonsense"));
    }
};

QTEST_GUILESS_MAIN(TestPageSections)
#include "tst_page_sections.moc"
