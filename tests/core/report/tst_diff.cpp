// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/badcase/badcase_report.h"
#include "core/report/diff/diff_report.h"
#include "tests/core/report/sample_parts.h"
#include "tests/support/error_message.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <limits>

using namespace ql;
using results::Measurement;
using results::MeasurementTable;
using tests::messageOf;
using Verdict = results::DiffRow::Verdict;
using Kind = Measurement::Kind;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

MeasurementTable table(const char* file, std::vector<Measurement> measurements, bool isLowWorst = true)
{
    return {file, "compare", "float.onnx", "int8.onnx", "sqnr_db", isLowWorst, std::move(measurements)};
}

results::DiffRow only(std::optional<double> before, std::optional<double> after, double threshold = 0.0,
                      bool isLowWorst = true)
{
    const Measurement anchor{Kind::Output, "anchor", 1.0};
    const auto result = diff(table("a", {anchor, {Kind::Row, "x", before}}, isLowWorst),
                             table("b", {anchor, {Kind::Row, "x", after}}, isLowWorst), threshold);
    return result.rows.size() > 1 ? result.rows[1] : results::DiffRow{};
}

report::ResultDocument documentOf(std::shared_ptr<const results::CompareResult> comparison)
{
    report::ResultDocument document;
    document.file = "a.json";
    document.command = "compare";
    document.parts = results::ResultParts(comparison);
    return document;
}

} // namespace

class TestDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judgesByTheMetricsOrder()
    {
        QCOMPARE(only(20.0, 15.0).verdict, Verdict::Worse);
        QCOMPARE(only(20.0, 15.0).change, -5.0);
        QCOMPARE(only(20.0, 15.0).worsening, 5.0);
        QCOMPARE(only(20.0, 25.0).verdict, Verdict::Better);
        QCOMPARE(only(20.0, 25.0, 0.0, false).verdict, Verdict::Worse);
        QCOMPARE(only(20.0, 20.0).verdict, Verdict::Same);
        QCOMPARE(only(20.0, 19.5, 0.5).verdict, Verdict::Same);
        QCOMPARE(only(20.0, 19.0, 0.5).verdict, Verdict::Worse);
    }

    void infinityAndNanHaveTheirPlace()
    {
        QCOMPARE(only(kInfinity, kInfinity).verdict, Verdict::Same);
        QCOMPARE(only(kInfinity, kInfinity).change, 0.0);
        QCOMPARE(only(kInfinity, 40.0).verdict, Verdict::Worse);
        QCOMPARE(only(40.0, kInfinity).verdict, Verdict::Better);
        QCOMPARE(only(kNaN, kNaN).verdict, Verdict::Same);
        QCOMPARE(only(40.0, kNaN).verdict, Verdict::Worse);
        QCOMPARE(only(40.0, kNaN).worsening, kInfinity);
        QCOMPARE(only(kNaN, 40.0, 100.0).verdict, Verdict::Better);
    }

    void tellsWhatCameAndWent()
    {
        QCOMPARE(only(20.0, {}).verdict, Verdict::Removed);
        QCOMPARE(only({}, 20.0).verdict, Verdict::Added);
        // What neither could measure says nothing.
        QVERIFY(only({}, {}).name.empty());
    }

    void pairsEqualNamesInOrder()
    {
        const auto result =
            diff(table("a", {{Kind::Row, "conv", 1.0}, {Kind::Row, "conv", 2.0}}),
                 table("b", {{Kind::Row, "conv", 1.0}, {Kind::Row, "conv", 3.0}, {Kind::Row, "conv", 4.0}}), 0.0);
        QCOMPARE(result.rows.size(), std::size_t{3});
        QCOMPARE(result.rows[0].verdict, Verdict::Same);
        QCOMPARE(result.rows[1].change, 1.0);
        QCOMPARE(result.rows[2].verdict, Verdict::Added);
        // An output is not a layer of the same name.
        const auto kinds = diff(table("a", {{Kind::Output, "y", 1.0}, {Kind::Row, "y", 2.0}}),
                                table("b", {{Kind::Row, "y", 2.0}, {Kind::Output, "y", 5.0}}), 0.0);
        QCOMPARE(kinds.rows.size(), std::size_t{2});
        QCOMPARE(kinds.rows[0].after, std::optional(5.0));
    }

    void ordersWorstFirst()
    {
        const auto result = diff(
            table("a", {{Kind::Row, "a", 1.0}, {Kind::Row, "gone", 1.0}, {Kind::Row, "b", 9.0}, {Kind::Row, "c", 3.0}}),
            table("b", {{Kind::Row, "a", 2.0}, {Kind::Row, "b", 1.0}, {Kind::Row, "c", 2.0}}), 0.0);
        std::string order;
        for (const auto* row : worstFirst(result, 0))
            order += row->name + " ";
        QCOMPARE(order, std::string("b c a gone "));
        QCOMPARE(worstFirst(result, 2).size(), std::size_t{2});
        QCOMPARE(result.count(Verdict::Worse), std::size_t{2});
    }

    void refusesWhatCannotBeCompared()
    {
        auto other = table("b", {{Kind::Row, "x", 1.0}});
        other.command = "badcase";
        const auto mine = table("a", {{Kind::Row, "x", 1.0}});
        QVERIFY(messageOf([&] { diff(mine, other, 0.0); }).startsWith("a is a result of compare, b one of badcase"));
        other.command = "compare";
        other.metric = "cosine";
        QVERIFY(messageOf([&] { diff(mine, other, 0.0); }).startsWith("a measures sqnr_db, b measures cosine"));
        QVERIFY(messageOf([&] {
                    diff(mine, table("b", {{Kind::Row, "y", 1.0}}), 0.0);
                }).contains("no measured layer, sample or output in common"));
    }

    void measuresAComparison()
    {
        const auto document = documentOf(tests::sampleWholeComparison());
        const auto own = report::measurementsOf(document, {});
        QCOMPARE(own.metric, std::string("sqnr_db"));
        QVERIFY(own.isLowWorst);
        QCOMPARE(own.measurements.size(), std::size_t{2 + 7});
        QCOMPARE(own.measurements[0].value, std::optional(-2.9));
        QVERIFY(!own.measurements[1].value);
        QCOMPARE(report::measurementsOf(document, "sqnr").metric, std::string("sqnr_db"));
        QVERIFY(!report::measurementsOf(document, "atol").isLowWorst);
        QVERIFY(messageOf([&] { report::measurementsOf(document, "psnr"); }).startsWith("a.json: has no metric psnr"));
    }

    void measuresSensitivityAndSearches()
    {
        report::ResultDocument document;
        document.file = "a.json";
        document.parts = results::ResultParts(tests::sampleSensitivity());
        const auto ranking = report::measurementsOf(document, {});
        QCOMPARE(ranking.measurements.size(), std::size_t{4});
        QCOMPARE(ranking.measurements[0].value, std::optional(12.5));
        QCOMPARE(ranking.measurements[2].name, std::string("conv_1, weight"));
        QVERIFY(messageOf([&] { report::measurementsOf(document, "cosine"); }).contains("there is sqnr_db"));
        auto both = std::make_shared<results::SensitivityResult>(*tests::sampleSensitivity());
        both->outputs.push_back(both->outputs[0]);
        both->outputs[1].metric = results::MetricId::Cosine;
        document.parts = results::ResultParts(both);
        QCOMPARE(report::measurementsOf(document, "cosine").measurements.size(), std::size_t{4});
        QCOMPARE(report::measurementsOf(document, {}).metric, std::string("sqnr_db"));
        document.parts = results::ResultParts(tests::sampleWeights());
        const auto weights = report::measurementsOf(document, "cosine");
        QCOMPARE(weights.measurements[0].value, std::optional(0.5));
        QVERIFY(!weights.measurements[1].value);
        document.parts = results::ResultParts(tests::sampleAttribution());
        QCOMPARE(report::measurementsOf(document, {}).measurements[1].value, std::optional(-2.9));
        QCOMPARE(report::measurementsOf(document, "local_db").measurements[1].value, std::optional(-2.5));
        QVERIFY(messageOf([&] { report::measurementsOf(document, "atol"); }).contains("accumulated_db, local_db"));
        document.parts = results::ResultParts(tests::sampleShadow());
        QCOMPARE(report::measurementsOf(document, {}).measurements[0].value, std::optional(40.0));
        QVERIFY(!report::measurementsOf(document, "cosine").measurements[2].value);
        document.parts = results::ResultParts(tests::sampleFindings());
        const auto findings = report::measurementsOf(document, {});
        QCOMPARE(findings.measurements.size(), std::size_t{3 + 3});
        QCOMPARE(findings.measurements[0].name, std::string("error"));
        QCOMPARE(findings.measurements[3].value, std::optional(1.0));
        QVERIFY(messageOf([&] { report::measurementsOf(document, "sqnr_db"); }).contains("there is findings"));
        document.parts = results::ResultParts(tests::sampleBadCase());
        const auto search = report::measurementsOf(document, {});
        QCOMPARE(search.metric, std::string("atol"));
        QCOMPARE(search.measurements.size(), std::size_t{2 + 6});
        QCOMPARE(search.measurements[0].kind, Kind::Output);
        QVERIFY(std::isnan(search.measurements[0].value.value()));
        QCOMPARE(search.measurements[1].value, std::optional(kInfinity));
        QCOMPARE(search.measurements[3].name, std::string("cat.jpg → boxes"));
        QCOMPARE(report::measurementsOf(document, "custom").metric, std::string("max(abs(x - y))"));
        QVERIFY(messageOf([&] { report::measurementsOf(document, "mse"); }).contains("there is cosine, atol, custom"));
    }

    void writesWhatItFound()
    {
        auto after = tests::sampleWholeComparison();
        after->layers[0].metrics->sqnrDb = 30.0;
        after->layers[2].metrics->sqnrDb = 37.0;
        after->layers[6].name = "renamed, \"new\"";
        const auto result = diff(report::measurementsOf(documentOf(tests::sampleWholeComparison()), {}),
                                 report::measurementsOf(documentOf(after), {}), 0.5);
        const auto text = QString::fromStdString(report::diffText(result, 20));
        QVERIFY2(text.contains("  conv_1            42.00  30.00  -12.00  worse\n"), qPrintable(text));
        QVERIFY2(text.contains("  conv_2           -2.900  37.00   39.90  better\n"), qPrintable(text));
        QVERIFY2(text.startsWith("1 worse, 1 better, 3 the same, 0 added, 0 removed by sqnr_db (low values are bad; "
                                 "changes beyond 0.5).\n"),
                 qPrintable(text));
        const auto json = nlohmann::json::parse(report::diffJson(result));
        QCOMPARE(json["schema"].get<std::string>(), std::string("quantloupe.diff/1"));
        QCOMPARE(json["counts"]["worse"].get<int>(), 1);
        QCOMPARE(json["rows"][1]["name"].get<std::string>(), std::string("conv_1"));
        QCOMPARE(json["rows"][1]["worsening"].get<double>(), 12.0);
        QCOMPARE(json["rows"][2]["before"].get<std::string>(), std::string("inf"));
        QVERIFY(report::diffCsv(result).starts_with(
            "kind,name,before,after,change,verdict\noutput,scores,-2.9,-2.9,0,same\n"));
        QVERIFY(report::diffCsv(result).find("row,conv_1,42,30,-12,worse\n") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestDiff)
#include "tst_diff.moc"
