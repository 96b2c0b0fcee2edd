// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/config/config_report.h"
#include "core/report/model/model_report.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>
#include <QTest>
#include <limits>

using namespace ql;
using nlohmann::ordered_json;

class TestModelReports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesInfoForReading();
    void writesTheInfoDocument();
    void writesRunForReading();
    void writesStrings();
    void writesTheRunDocument();
    void layersThatAConfigTreatsAlikeShareARow();
};

namespace {

results::ModelInfo sampleInfo()
{
    results::ModelInfo info;
    info.path = "net.onnx";
    info.format = "onnx";
    info.kind = "QDQ";
    info.producer = "pytorch 1.13";
    info.irVersion = 8;
    info.opsets = {{"ai.onnx", 13}, {"com.acme", 1}};
    info.inputs = {{"x", "float32", "1x3x?xwidth"}};
    info.outputs = {{"y", "float32", "1x10"}};
    info.nodeCount = 12;
    info.layerCount = 4;
    info.parameterCount = 9216;
    info.parameterBytes = 9216;
    info.operators = {{"Conv", 3}, {"com.acme.Magic", 1}};
    info.unsupported = {{"magic_1", "Magic", "com.acme", 1, "no one knows it"}};
    return info;
}

results::RunResult sampleRun()
{
    results::RunResult result;
    result.model = "net.onnx";
    results::RunOutput output;
    output.name = "y";
    output.dtype = "float32";
    output.shape = {1, 3};
    output.statistics.count = 3;
    output.statistics.infCount = 1;
    output.statistics.min = -1.5;
    output.statistics.max = 2.0;
    output.statistics.mean = 0.25;
    output.head = {-1.5, 2.0, std::numeric_limits<double>::infinity()};
    output.file = "out/y.npy";
    result.outputs = {output};
    result.executedNodes = 12;
    result.seconds = 0.0125;
    return result;
}

} // namespace

void TestModelReports::writesInfoForReading()
{
    const std::string expected = R"(model       net.onnx
format      onnx, IR version 8
kind        QDQ
producer    pytorch 1.13
opset       ai.onnx 13, com.acme 1
nodes       12
layers      4
parameters  9.2 k (9.2 k bytes)
MACs        unknown before running (shapes depend on the input)

  input  dtype    shape
  -----  -------  -----------
  x      float32  1x3x?xwidth

  output  dtype    shape
  ------  -------  -----
  y       float32  1x10

  operator        count
  --------------  -----
  Conv                3
  com.acme.Magic      1

  unsupported operator  domain    opset  node     reason
  --------------------  --------  -----  -------  ---------------
  Magic                 com.acme      1  magic_1  no one knows it
This model can be viewed, but not run.
)";
    QCOMPARE(report::infoText(sampleInfo()), expected);
}

void TestModelReports::writesTheInfoDocument()
{
    const auto json = ordered_json::parse(report::infoJson(sampleInfo()));
    QCOMPARE(json["schema"].get<std::string>(), std::string("quantloupe.info/1"));
    QCOMPARE(json["opsets"].dump(), std::string(R"({"ai.onnx":13,"com.acme":1})"));
    QCOMPARE(json["inputs"].dump(), std::string(R"([{"name":"x","dtype":"float32","shape":"1x3x?xwidth"}])"));
    QVERIFY(json["macs"].is_null());
    QCOMPARE(json["unsupported"].dump(),
             std::string(
                 R"([{"op_type":"Magic","domain":"com.acme","opset":1,"node":"magic_1","reason":"no one knows it"}])"));
    auto info = sampleInfo();
    info.macs = 9216;
    QCOMPARE(ordered_json::parse(report::infoJson(info))["macs"].get<int>(), 9216);
}

void TestModelReports::writesRunForReading()
{
    const std::string expected = R"(model  net.onnx

  output  dtype    shape      min    max    mean  first elements
  ------  -------  ------  ------  -----  ------  ----------------
  y       float32  [1, 3]  -1.500  2.000  0.2500  -1.500 2.000 inf

y holds 0 NaN and 1 infinite elements
wrote out/y.npy
12 nodes in 12.5 ms.
)";
    QCOMPARE(report::runText(sampleRun()), expected);
}

void TestModelReports::writesStrings()
{
    auto run = sampleRun();
    results::RunOutput output;
    output.name = "label";
    output.dtype = "string";
    output.shape = {9};
    output.statistics.count = 9;
    output.texts = {"cat", "a label too long for a column", ""};
    run.outputs = {output};
    const std::string expected = R"(model  net.onnx

  output  dtype   shape  min  max  mean  first elements
  ------  ------  -----  ---  ---  ----  -------------------------------------
  label   string  [9]      -    -     -  "cat" "…l too long for a column" "" …

12 nodes in 12.5 ms.
)";
    QCOMPARE(report::runText(run), expected);
    const auto json = ordered_json::parse(report::runJson(run))["outputs"][0];
    QCOMPARE(json["head"].dump(), std::string(R"(["cat","a label too long for a column",""])"));
    QVERIFY(json["min"].is_null());
}

void TestModelReports::writesTheRunDocument()
{
    const auto json = ordered_json::parse(report::runJson(sampleRun()));
    QCOMPARE(json["schema"].get<std::string>(), std::string("quantloupe.run/1"));
    QCOMPARE(json["outputs"][0]["head"].dump(), std::string(R"([-1.5,2.0,"inf"])"));
    QCOMPARE(json["outputs"][0]["inf_count"].get<int>(), 1);
    QCOMPARE(json["outputs"][0]["file"].get<std::string>(), std::string("out/y.npy"));
    QCOMPARE(json["executed_nodes"].get<int>(), 12);
    QCOMPARE(json["seconds"].get<double>(), 0.0125);
}

void TestModelReports::layersThatAConfigTreatsAlikeShareARow()
{
    results::ConfigDescription description;
    description.model = "net.onnx";
    results::ConfigRow row{.kind = "Conv", .quantized = "yes", .origin = "common"};
    row.activation.type = "int8";
    for (int i = 0; i < 20; ++i) {
        row.name = "conv_" + std::to_string(i);
        description.layers.push_back(row);
    }
    const auto few = QString::fromStdString(report::configShowText(description));
    QVERIFY(few.contains("conv_0 ") && few.contains("conv_19"));
    row = {.kind = "Gemm", .name = "head", .quantized = "no", .origin = "layer", .line = 7};
    description.layers.push_back(row);
    description.findings.resize(12, {results::Severity::Warning, "pass-through", "x", Message("said"), {}});
    const auto many = QString::fromStdString(report::configShowText(description));
    QVERIFY2(many.contains(QRegularExpression("\n +20 +yes +int8 +common +conv_0, conv_1, conv_2 …\n")),
             qPrintable(many));
    QVERIFY2(many.contains(QRegularExpression("\n +1 +no +layer \\(line 7\\) +head\n")), qPrintable(many));
    QVERIFY(!many.contains("conv_19"));
    QCOMPARE(many.count("pass-through"), 10);
    QVERIFY(many.contains("2 more: config check lists them"));
}

QTEST_APPLESS_MAIN(TestModelReports)
#include "tst_model_reports.moc"
