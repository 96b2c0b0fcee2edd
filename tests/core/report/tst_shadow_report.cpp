// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/shadow/shadow_report.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <limits>

using namespace ql;
using results::ShadowRow;

namespace {

results::ShadowResult sample()
{
    results::ShadowResult result;
    result.baseline = "float.onnx";
    result.analysis = "int8.onnx";
    result.unquantizedLayers = 4;
    ShadowRow row;
    row.name = "conv";
    row.baseline = {"y", "conv", "Conv", "float32", {.count = 4, .min = -1.0, .max = 2.0}};
    row.analysis = {"yq", "conv_quant", "QLinearConv", "uint8", {.count = 4, .min = -1.5, .max = 2.5}};
    row.shape = {1, 4};
    row.quantizer = results::QuantizerInfo{"uint8", {0.5}, {10}, {}, 0, 255};
    row.match = {"node-name", 0.95};
    row.onBaselineInputs = results::Metrics{.cosine = 0.75, .sqnrDb = 20.0, .maxQscaleDiff = 0.5};
    row.onAnalysisInputs = results::Metrics{.cosine = 0.5, .sqnrDb = 15.0};
    row.accumulated = results::Metrics{.sqnrDb = 3.0};
    result.rows.push_back(row);
    row.index = 1;
    row.name = "better";
    row.onBaselineInputs->sqnrDb = std::numeric_limits<double>::infinity();
    result.rows.push_back(row);
    ShadowRow failed;
    failed.index = 2;
    failed.name = "odd";
    failed.baseline.opType = "MatMul";
    failed.state = ShadowRow::State::Failed;
    failed.problem = "shapes\ndiffer";
    result.rows.push_back(failed);
    ShadowRow lonely;
    lonely.index = 3;
    lonely.name = "lonely";
    lonely.state = ShadowRow::State::UnmatchedBaseline;
    result.rows.push_back(lonely);
    result.unmatchedBaseline = {"lonely"};
    return result;
}

} // namespace

class TestShadowReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesForReading()
    {
        const auto text = QString::fromStdString(report::shadowText(sample()));
        QVERIFY2(text.startsWith("The worst quantized layer by its own error is conv, with 20.00 dB.\n\n"),
                 qPrintable(text));
        QVERIFY2(text.indexOf("conv ") < text.indexOf("better "), qPrintable(text)); // worst first
        QVERIFY2(text.contains("odd: shapes differ"), qPrintable(text));
        QVERIFY2(text.contains("Only in the baseline (1): lonely"), qPrintable(text));
        QVERIFY2(text.contains("2 of 4 quantized layers run again"), qPrintable(text));
        QVERIFY2(text.contains("4 layers aren't quantized"), qPrintable(text));
    }

    void writesTheDocument()
    {
        const auto json = nlohmann::json::parse(report::shadowJson(sample()));
        const auto& row = json["rows"][0];
        QVERIFY(row["metrics"]["sqnr_db"] == 20.0);
        QVERIFY(row["metrics_on_analysis_inputs"]["sqnr_db"] == 15.0);
        QVERIFY(row["accumulated"]["sqnr_db"] == 3.0);
        QVERIFY(row["qscale"] == 0.5 && row["state"] == "compared");
        QVERIFY(json["rows"][1]["metrics"]["sqnr_db"] == "inf");
        QVERIFY(json["rows"][2]["state"] == "failed" && json["rows"][2]["metrics"].is_null());
        QVERIFY(json["unmatched"]["baseline"][0] == "lonely");
        QVERIFY(json["unquantized_layers"] == 4);
    }

    void writesTables()
    {
        const auto csv = QString::fromStdString(report::shadowCsv(sample())).split('\n');
        QCOMPARE(csv.size(), 6);
        QVERIFY2(csv[1].startsWith("0,conv,Conv,QLinearConv,[1*4],uint8,0.5000000,0.7500000,"), qPrintable(csv[1]));
        QVERIFY2(csv[1].endsWith(",20.0000000,15.0000000,0.5000000,3.0000000"), qPrintable(csv[1]));
        QVERIFY2(csv[3].startsWith("2,odd,MatMul,,failed,"), qPrintable(csv[3]));
        QVERIFY2(csv[4].startsWith("3,lonely,,,no partner,"), qPrintable(csv[4]));
        QVERIFY(report::shadowTable(sample()).starts_with("+"));
    }
};

QTEST_APPLESS_MAIN(TestShadowReport)
#include "tst_shadow_report.moc"
