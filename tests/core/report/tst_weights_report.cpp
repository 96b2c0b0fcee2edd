// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/weights/weights_report.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace ql;
using results::WeightRow;

namespace {

results::WeightsResult sample()
{
    results::WeightsResult result;
    result.baseline = "float.onnx";
    result.analysis = "int8.onnx";
    WeightRow row;
    row.baseline = {"w", "conv", "Conv", "float32", {2, 1}, {.count = 2, .min = -1.0, .max = 16.0}};
    row.analysis = {"w_quantized", "conv_quant", "QLinearConv", "int8", {2, 1}, {.count = 2, .min = -1.0, .max = 16.0}};
    row.granularity = "per-channel";
    row.quantizer = results::QuantizerInfo{"int8", {0.5, 0.25}, {0, 0}, 0, -128, 127};
    row.match = {"stripped-name", 0.9};
    row.metrics = results::Metrics{.cosine = 0.5, .sqnrDb = 12.0};
    row.channelAxis = 0;
    row.channels = {{.channel = 0, .sqnrDb = 20.0, .rangeRatio = 1.0},
                    {.channel = 1, .sqnrDb = 3.5, .scale = 0.25, .rangeRatio = 16.0, .isOutlier = true}};
    result.rows.push_back(row);
    WeightRow lonely;
    lonely.index = 1;
    lonely.state = WeightRow::State::UnmatchedAnalysis;
    lonely.analysis = {"slope", "prelu", "PRelu", "float32", {4}, {}};
    lonely.granularity = "float";
    result.rows.push_back(lonely);
    WeightRow unreadable = row;
    unreadable.index = 2;
    unreadable.baseline.name = "v";
    unreadable.state = WeightRow::State::Unreadable;
    unreadable.problem = "no constant scale\nfound";
    unreadable.metrics.reset();
    unreadable.channels.clear();
    result.rows.push_back(unreadable);
    result.unmatchedAnalysis = {"slope"};
    return result;
}

} // namespace

class TestWeightsReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesForReading()
    {
        const auto text = QString::fromStdString(report::weightsText(sample()));
        QVERIFY2(text.contains("1: 3.500 dB"), qPrintable(text));
        QVERIFY2(text.startsWith("The worst weight is "), qPrintable(text));
        QVERIFY2(text.contains("1 of 2"), qPrintable(text));
        QVERIFY2(text.contains("Only in the analysis model (1): slope"), qPrintable(text));
        QVERIFY2(text.contains("v: no constant scale found"), qPrintable(text));
        QVERIFY2(text.contains("more than 8 times above or below"), qPrintable(text));
        QVERIFY2(text.contains("1 of 3 weights compared"), qPrintable(text));
    }

    void cutsTheTable()
    {
        const auto text = QString::fromStdString(report::weightsText(sample(), {.sortBy = {}, .top = 1}));
        QVERIFY2(text.contains("in the baseline's order (1 of 3)") && !text.contains("slope  "), qPrintable(text));
    }

    void writesTheDocument()
    {
        const auto json = nlohmann::json::parse(report::weightsJson(sample(), true));
        const auto& row = json["rows"][0];
        QVERIFY(row["qscale"] == nlohmann::json({0.5, 0.25}));
        QVERIFY(row["worst_channel"]["channel"] == 1);
        QVERIFY(row["range_outliers"][0]["range_ratio"] == 16.0);
        QVERIFY(row["channels"].size() == std::size_t{2});
        QVERIFY(json["rows"][1]["baseline"].is_null() && json["rows"][1]["metrics"].is_null());
        QVERIFY(json["rows"][2]["problem"] == "no constant scale\nfound");
        QVERIFY(json["outlier_rule"]["ratio"] == 8.0);
        QVERIFY(json["unmatched"]["analysis"] == nlohmann::json({"slope"}));
        QVERIFY(!nlohmann::json::parse(report::weightsJson(sample()))["rows"][0].contains("channels"));
    }

    void writesTables()
    {
        const auto csv = QString::fromStdString(report::weightsCsv(sample())).split('\n');
        QCOMPARE(csv.size(), 5);
        QVERIFY2(csv[1].startsWith("0,w,w_quantized,conv,Conv,QLinearConv,[2*1],int8,per-channel,"
                                   "0.2500000..0.5000000,0.5000000,"),
                 qPrintable(csv[1]));
        QVERIFY2(csv[1].endsWith(",12.0000000,1,3.5000000,1,stripped-name,"), qPrintable(csv[1]));
        QVERIFY2(csv[2].endsWith(",no partner"), qPrintable(csv[2]));
        QCOMPARE(QString::fromStdString(report::weightChannelsCsv(sample())).split('\n')[2],
                 QString("0,w,1,3.5000000,0.0000000,0.2500000,0.0000000,0.0000000,0.0000000,0.0000000,16.0000000,1"));
        QVERIFY(report::weightsTable(sample()).starts_with("+"));
    }
};

QTEST_APPLESS_MAIN(TestWeightsReport)
#include "tst_weights_report.moc"
