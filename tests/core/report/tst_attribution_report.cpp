// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/attribution/attribution_report.h"

#include <nlohmann/json.hpp>

#include <QTest>
#include <limits>

using namespace ql;
using nlohmann::ordered_json;
using report::AttributionTextOptions;

namespace {

results::AttributionResult sampleResult()
{
    results::AttributionResult result;
    result.baseline = "float.onnx";
    result.analysis = "int8.onnx";
    result.samples = 1;
    result.executedNodes = 30;
    result.outputs = {{"y", 12.5, 90.0}};
    result.origin = results::AttributedOrigin{"conv_1", "Conv", 45.0, "log", 3.5};
    results::AttributionRow input{.index = 0, .name = "x", .opType = "Input", .quantDtype = "int8"};
    input.accumulatedDb = input.localDb = 45.0;
    input.rounding = {45.0, 1.0};
    input.elements = 100;
    input.mainCause = "rounding";
    results::AttributionRow conv{.index = 1, .name = "conv_1", .opType = "Conv", .scope = "net", .quantDtype = "int8"};
    conv.accumulatedDb = 10.0;
    conv.localDb = 20.0;
    conv.propagated = {40.0, 0.05};
    conv.weights = {30.0, 0.1};
    conv.clamping = {20.0, 0.85};
    conv.elements = 1000;
    conv.clampedCount = 31;
    conv.mainCause = "clamping";
    result.rows = {input, conv};
    result.unplaced = {"node lstm (LSTM, opset 7), input 1"};
    return result;
}

} // namespace

class TestAttributionReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesForReading()
    {
        const std::string expected =
            R"(The error starts at conv_1 (Conv): it reads 45.00 dB; it shows at log, which gives 3.500 dB.

baseline  float.onnx
analysis  int8.onnx

Output y: 12.50 dB.

SQNR in dB of each layer's value, by cause (2 of 2 layers)
  #  layer   op     dtype  accumulated  local  propagated  weights  rounding  clamping     clamped  main cause
  -  ------  -----  -----  -----------  -----  ----------  -------  --------  --------  ----------  --------------
  1  conv_1  Conv   int8         10.00  20.00       40.00    30.00       inf     20.00  31 (3.1 %)  clamping 85 %
  0  x       Input  int8         45.00  45.00         inf      inf     45.00       inf              rounding 100 %
no place in the baseline: node lstm (LSTM, opset 7), input 1

1 sample, 30 nodes run.
)";
        QCOMPARE(report::attributionText(sampleResult()), expected);
    }

    void ordersAndCuts()
    {
        const auto text = report::attributionText(sampleResult(), {AttributionTextOptions::Order::Execution, 1});
        QVERIFY(text.find("1 of 2 layers") != std::string::npos);
        QVERIFY(text.find("\n  0  x ") != std::string::npos);
        auto broken = sampleResult();
        broken.origin->shownDb = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(report::attributionText(broken).find("which gives NaN or infinite elements.") != std::string::npos);
        auto exact = sampleResult();
        exact.origin.reset();
        QVERIFY(report::attributionText(exact).find("No value loses more than 10 dB") != std::string::npos);
    }

    void everyFileSaysTheSame()
    {
        const auto json = ordered_json::parse(report::attributionJson(sampleResult()));
        QCOMPARE(json["schema"].get<std::string>(), std::string("quantloupe.attribution/1"));
        QCOMPARE(json["error_origin"]["op_name"].get<std::string>(), std::string("conv_1"));
        QCOMPARE(json["rows"][1]["clamping"].dump(), std::string(R"({"sqnr_db":20.0,"share":0.85})"));
        QCOMPARE(json["rows"][1]["rounding"]["sqnr_db"].get<std::string>(), std::string("inf"));
        QCOMPARE(json["rows"][1]["clamped"].get<int>(), 31);
        const auto csv = report::attributionCsv(sampleResult());
        QVERIFY(csv.find("1,conv_1,Conv,int8,10.0000000,20.0000000,40.0000000,30.0000000,inf,20.0000000,0.0500000,"
                         "0.1000000,0.0000000,0.8500000,31,1000,clamping\n")
                != std::string::npos);
        const auto table = report::attributionTable(sampleResult());
        QVERIFY(table.find("|  1 | conv_1    |") != std::string::npos);
        auto exact = sampleResult();
        exact.origin.reset();
        exact.rows[0].mainCause.clear();
        const auto empty = ordered_json::parse(report::attributionJson(exact));
        QVERIFY(empty["error_origin"].is_null() && empty["rows"][0]["main_cause"].is_null());
    }
};

QTEST_APPLESS_MAIN(TestAttributionReport)
#include "tst_attribution_report.moc"
