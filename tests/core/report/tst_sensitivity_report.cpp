// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sensitivity/sensitivity_report.h"

#include <nlohmann/json.hpp>

#include <QTest>
#include <limits>

using namespace ql;
using nlohmann::ordered_json;

namespace {

results::SensitivityResult sampleResult()
{
    results::SensitivityResult result;
    result.baseline = "float.onnx";
    result.analysis = "int8.onnx";
    result.mode = results::SensitivityMode::OneOff;
    result.samples = 2;
    result.executedNodes = 50;
    result.naiveNodes = 100;
    result.isComplete = true;
    result.replaysDecisions = true;
    result.decisions = {{"top", "TopK", 10, 3}};
    results::SensitivityOutput output{.name = "y/1", .metric = results::MetricId::Sqnr, .everythingOn = 1.5};
    results::SensitivityRow add{.opName = "add", .sensitiveType = "activation", .opType = "Add", .metricValue = 2.0};
    add.quantDtype = "int8";
    add.layers = {"add", "concat", "split"};
    results::SensitivityRow conv{.opName = "conv", .sensitiveType = "weight", .opType = "Conv"};
    conv.metricValue = std::numeric_limits<double>::infinity();
    conv.quantDtype = "int8,int32";
    conv.macs = 9216;
    conv.macsShare = 1.0;
    conv.layers = {"conv"};
    output.rows = {add, conv};
    output.cumulative = {{"add", "activation", 2.0}, {"conv", "weight", 30.0}};
    output.scopeRepair = results::ScopeRepair{"norm", 25.0, "add", "activation", 2.0};
    result.outputs = {output};
    return result;
}

} // namespace

class TestSensitivityReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesForReading()
    {
        const std::string expected =
            R"(add (activation) gives y/1 most where it alone stays float: sqnr_db 2.000 instead of 1.500.

baseline  float.onnx
analysis  int8.onnx

Output y/1: 2 of 2 rows, most sensitive first. Everything quantized: 1.500.
  op_name   sensitive_type  op_type  sqnr_db  quant_dtype          flops
  --------  --------------  -------  -------  -----------  -------------
  add (+2)  activation      Add        2.000  int8              0(0.00%)
  conv      weight          Conv         inf  int8,int32   9216(100.00%)

The first rows left float together, everything else quantized:
  left float  row   sensitive_type  sqnr_db
  ----------  ----  --------------  -------
           1  add   activation        2.000
           2  conv  weight            30.00

Scope norm repairs what no row does: left float as a whole it gives 25.00, the best row (add activation) 2.000.
decision top (TopK): 3 of 10 indices flip when everything is quantized; replayed

one-off ranking over 2 samples; ran 50 nodes, 50 % of 100 for whole forwards.
)";
        QCOMPARE(report::sensitivityText(sampleResult()), expected);
    }

    void writesTheDocument()
    {
        const auto json = ordered_json::parse(report::sensitivityJson(sampleResult()));
        QCOMPARE(json["decisions"].dump(),
                 std::string(R"([{"op_name":"top","op_type":"TopK","indices":10,"flipped":3}])"));
        const auto& output = json["outputs"][0];
        QCOMPARE(output["rows"][0]["layers"].dump(), std::string(R"(["add","concat","split"])"));
        QCOMPARE(output["rows"][1]["metric_value"].get<std::string>(), std::string("inf"));
        QCOMPARE(output["cumulative"][1].dump(),
                 std::string(R"({"rows":2,"op_name":"conv","sensitive_type":"weight","metric_value":30.0})"));
        QCOMPARE(output["scope_repair"]["best_row"]["op_name"].get<std::string>(), std::string("add"));
    }

    void writesTheSeedToolsTable()
    {
        const auto table = report::sensitiveOpsTable(sampleResult().outputs[0]);
        QVERIFY(table.find("|  1 | conv      | weight           | Conv      |       inf |") != std::string::npos);
        const auto reversed = report::sensitiveOpsTable(sampleResult().outputs[0], true);
        QVERIFY(reversed.find("|  0 | conv      | weight           | Conv      |       inf |") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestSensitivityReport)
#include "tst_sensitivity_report.moc"
