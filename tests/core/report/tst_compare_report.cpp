// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_report.h"
#include "tests/core/report/sample_comparison.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <sstream>

using namespace ql;
using nlohmann::ordered_json;

class TestCompareReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesTheSeedsTable();
    void writesTheSeedsCsv();
    void writesTheAdvisor();
    void writesTheDocument();
    void keepsKeyOrderAndBytes();
    void survivesNamesThatAreNoUtf8();
    void writesForReading();
    void alwaysShowsWhereTheErrorStarts();
    void sortsWorstFirst();
    void showsFusedLayersWithoutMetrics();
    void writesFiles();
};

namespace {

std::string lineOf(const std::string& text, int number)
{
    std::istringstream lines(text);
    std::string line;
    for (int i = 0; i <= number; ++i)
        std::getline(lines, line);
    return line;
}

std::string squeezed(const std::string& line)
{
    return QString::fromStdString(line).simplified().toStdString();
}

} // namespace

void TestCompareReport::writesTheSeedsTable()
{
    const auto table = report::comparePerLayerTable(tests::sampleComparison());
    QCOMPARE(
        squeezed(lineOf(table, 1)),
        std::string("| | mod_name | base_op_type | analy_op_type | shape | quant_dtype | qscale | Cosine | L1 | Atol | "
                    "max_qscale_diff | base_model_min | analy_model_min | base_model_max | analy_model_max | "
                    "base_model_mean | analy_model_mean | MSE | SQNR | base_model_var | analy_model_var |"));
    QCOMPARE(
        squeezed(lineOf(table, 3)),
        std::string("| 0 | quant | Identity | DequantizeLinear | [1, 3, 32, 32] | int8 | 0.0078404 | 0.9999922 | "
                    "0.0019772 | 0.0039202 | 0.5000016 | 0.0002798 | 0.0000000 | 0.9996471 | 0.9957269 | 0.4986397 | "
                    "0.4986700 | 0.0000051 | 48.1000000 | 0.0838000 | 0.0837000 |"));
    QCOMPARE(squeezed(lineOf(table, 4)),
             std::string("| 1 | block.conv | Conv | QLinearConv | [1, 2] | int8 | 0.2500000..0.5000000 | 0.5000000 | "
                         "1.0000000 | 3.0000000 | | -3.0000000 | -1.0000000 | 4.0000000 | 1.0000000 | 0.5000000 | "
                         "0.2500000 | 4.0000000 | nan | 1.2500000 | 0.5000000 |"));
    QCOMPARE(squeezed(lineOf(table, 5)),
             std::string("| 2 | resize | Resize | Resize | mismatch shape [1, 3, 41, 41] / [1, 3, 41, 42] "
                         "| float32 | | | | | | | | | | | | | | | |"));
    QVERIFY(squeezed(lineOf(table, 6)).starts_with("| 3 | relu_a | Relu | | [] | float32 |"));
    QVERIFY(squeezed(lineOf(table, 7)).starts_with("| 4 | relu_b | | Relu | [] | float32 |"));
}

void TestCompareReport::writesTheSeedsCsv()
{
    const auto csv = report::comparePerLayerCsv(tests::sampleComparison());
    QCOMPARE(lineOf(csv, 0),
             std::string("index,mod_name,base_op_type,analy_op_type,shape,quant_dtype,qscale,Cosine,L1,Atol,"
                         "max_qscale_diff,base_model_min,analy_model_min,base_model_max,analy_model_max,"
                         "base_model_mean,analy_model_mean,MSE,SQNR,base_model_var,analy_model_var"));
    QCOMPARE(lineOf(csv, 1),
             std::string("0,quant,Identity,DequantizeLinear,[1*3*32*32],int8,0.0078404,0.9999922,0.0019772,"
                         "0.0039202,0.5000016,0.0002798,0.0000000,0.9996471,0.9957269,0.4986397,0.4986700,"
                         "0.0000051,48.1000000,0.0838000,0.0837000"));
    QCOMPARE(lineOf(csv, 3),
             std::string("2,resize,Resize,Resize,mismatch shape [1*3*41*41] / [1*3*41*42],float32,,,,,,,,,,,,,,,"));
}

void TestCompareReport::writesTheAdvisor()
{
    QCOMPARE(
        report::abnormalLayerAdvisor(tests::sampleComparison()),
        std::string("+----+------------+-------------+------------------------------------------+------------+\n"
                    "|    | mod_name   | op_type     | abnormal_info                            | advice     |\n"
                    "|----+------------+-------------+------------------------------------------+------------|\n"
                    "|  0 | block.conv | QLinearConv | 7 of 3072 elements (0.23 %) are clamped. | Use int16. |\n"
                    "+----+------------+-------------+------------------------------------------+------------+\n"));
}

void TestCompareReport::writesTheDocument()
{
    const auto json = ordered_json::parse(report::compareJson(tests::sampleComparison()));
    QCOMPARE(json["schema"].get<std::string>(), std::string("quantloupe.compare/1"));
    QCOMPARE(json["quantloupe_version"].get<std::string>(), std::string(QUANTLOUPE_VERSION));
    QCOMPARE(json["outputs"][0]["metrics"]["sqnr_db"].get<std::string>(), std::string("inf"));
    QVERIFY(json["outputs"][1]["metrics"].is_null());
    QCOMPARE(json["layers"].size(), std::size_t(5));
    const auto& quant = json["layers"][0];
    QCOMPARE(quant["baseline"].dump(),
             std::string(R"({"value":"x","node":"quant","op_type":"Identity","dtype":"float32",)"
                         R"("min":0.0002798,"max":0.9996471,"mean":0.4986397,"var":0.0838})"));
    QCOMPARE(quant["shape"].dump(), std::string("[1,3,32,32]"));
    QCOMPARE(quant["qscale"].get<double>(), 0.0078404);
    QCOMPARE(quant["zero_point"].get<int>(), 0);
    QVERIFY(quant["channel_axis"].is_null());
    QCOMPARE(quant["match"].dump(), std::string(R"({"rule":"value-name","confidence":1.0})"));
    QCOMPARE(quant["metrics"]["max_qscale_diff"].get<double>(), 0.5000016);
    const auto& conv = json["layers"][1];
    QCOMPARE(conv["qscale"].dump(), std::string("[0.5,0.25]"));
    QCOMPARE(conv["zero_point"].dump(), std::string("[0,3]"));
    QCOMPARE(conv["channel_axis"].get<int>(), 1);
    QCOMPARE(conv["metrics"]["sqnr_db"].get<std::string>(), std::string("nan"));
    QVERIFY(conv["metrics"]["max_qscale_diff"].is_null());
    QCOMPARE(conv["nan_count"].get<int>(), 2);
    QCOMPARE(conv["advice"].dump(),
             std::string(R"([{"severity":"error","rule":"clamping","message":)"
                         R"("7 of 3072 elements (0.23 %) are clamped.","remedy":"Use int16.","guess":false}])"));
    QCOMPARE(conv["causes"]["main_cause"].get<std::string>(), std::string("clamping"));
    QCOMPARE(conv["causes"]["propagated"]["share"].get<double>(), 0.01);
    QVERIFY(json["layers"][0]["causes"].is_null());
    QCOMPARE(json["causes"]["executed_nodes"].get<int>(), 2);
    QCOMPARE(json["seconds"]["causes"].get<double>(), 0.25);
    QCOMPARE(json["layers"][2]["state"].get<std::string>(), std::string("shape-mismatch"));
    QVERIFY(json["layers"][2]["metrics"].is_null());
    QVERIFY(json["layers"][3]["analysis"].is_null());
    QVERIFY(json["layers"][3]["match"].is_null());
    QCOMPARE(json["unmatched"].dump(), std::string(R"({"baseline":["relu_a"],"analysis":["relu_b"]})"));
}

void TestCompareReport::keepsKeyOrderAndBytes()
{
    const auto text = report::compareJson(tests::sampleComparison());
    QCOMPARE(report::compareJson(tests::sampleComparison()), text);
    std::vector<std::string> keys;
    const auto json = ordered_json::parse(text);
    for (const auto& item : json["layers"][0].items())
        keys.push_back(item.key());
    const std::vector<std::string> expected{"index",    "name",       "scope",        "state",          "fused_into",
                                            "baseline", "analysis",   "shape",        "baseline_shape", "quant_dtype",
                                            "qscale",   "zero_point", "channel_axis", "quant_min",      "quant_max",
                                            "match",    "metrics",    "nan_count",    "inf_count",      "clamped_count",
                                            "macs",     "causes",     "advice",       "histogram",      "reads"};
    QVERIFY(keys == expected);
    QCOMPARE(ordered_json::parse(text)["layers"][0]["metrics"]["mse"].get<double>(), 5.1e-06);
}

void TestCompareReport::survivesNamesThatAreNoUtf8()
{
    auto result = tests::sampleComparison();
    result.layers[0].name = "bad\xff"
                            "name";
    const auto json = ordered_json::parse(report::compareJson(result));
    QCOMPARE(json["layers"][0]["name"].get<std::string>(), std::string("bad\xef\xbf\xbd"
                                                                       "name"));
}

void TestCompareReport::writesForReading()
{
    const std::string expected = R"(The error starts at block.conv (QLinearConv, int8).

baseline  float.onnx
analysis  int8.onnx

  output  shape           SQNR dB  cosine   Atol     L1
  ------  -------  --------------  ------  -----  -----
  logits  [1, 10]             inf   1.000  0.000  0.000
  boxes   [1, 4]   mismatch shape       -      -      -

Layers, worst sqnr_db first (3 of 5)
  #  layer       op                dtype           SQNR dB  cosine  Atol/step  advice
  -  ----------  ----------------  -------  --------------  ------  ---------  --------
  1  block.conv  QLinearConv       int8                nan  0.5000          -  clamping
  0  quant       DequantizeLinear  int8              48.10   1.000     0.5000
  2  resize      Resize            float32  mismatch shape       -          -

Advice
  block.conv (error): 7 of 3072 elements (0.23 %) are clamped. Use int16.

Only in the baseline (1): relu_a
Only in the analysis model (1): relu_b
2 of 5 layers compared in 750 ms, the causes of 1 in 250 ms.
)";
    report::RowChoice options;
    options.top = 3;
    QCOMPARE(report::compareText(tests::sampleComparison(), options), expected);
}

void TestCompareReport::alwaysShowsWhereTheErrorStarts()
{
    const auto rows = [](std::optional<results::MetricId> metric) {
        const auto text = report::compareText(tests::sampleComparison(), {metric, 1});
        return text.substr(text.find("Layers,"), text.find("Advice") - text.find("Layers,"));
    };
    const auto byStep = rows(results::MetricId::MaxQscaleDiff); // "quant" is worst by that
    QVERIFY(byStep.find("(2 of 5)") != std::string::npos);
    QVERIFY(byStep.find("quant") < byStep.find("block.conv"));
    QVERIFY(rows(std::nullopt).find("block.conv") != std::string::npos); // the second in order of execution
    QVERIFY(rows(results::MetricId::Cosine).find("(1 of 5)") != std::string::npos);
}

void TestCompareReport::sortsWorstFirst()
{
    const auto result = tests::sampleComparison();
    const auto names = [&result](std::optional<results::MetricId> metric, std::size_t top) {
        std::string joined;
        for (const auto* layer : report::sortedLayers(result, {metric, top}))
            joined += layer->name + " ";
        return joined;
    };
    QCOMPARE(names(std::nullopt, 0), std::string("quant block.conv resize relu_a relu_b "));
    QCOMPARE(names(results::MetricId::Cosine, 0), std::string("block.conv quant resize relu_a relu_b "));
    QCOMPARE(names(results::MetricId::MaxQscaleDiff, 2), std::string("quant block.conv "));
}

void TestCompareReport::showsFusedLayersWithoutMetrics()
{
    auto result = tests::sampleComparison();
    auto& layer = result.layers[3];
    layer.state = results::LayerRow::State::Fused;
    layer.fusedInto = "block.conv";
    const auto json = ordered_json::parse(report::compareJson(result));
    QCOMPARE(json["layers"][3]["state"].get<std::string>(), std::string("fused"));
    QCOMPARE(json["layers"][3]["fused_into"].get<std::string>(), std::string("block.conv"));
    QVERIFY(json["layers"][0]["fused_into"].is_null());
    QVERIFY(report::compareText(result, {std::nullopt, 0}).find("  fused       -          -\n") != std::string::npos);
}

void TestCompareReport::writesFiles()
{
    const QTemporaryDir folder;
    const auto target = std::filesystem::path(folder.path().toStdString()) / "new" / "out";
    const auto files = report::writeCompareFiles(tests::sampleComparison(), target);
    QCOMPARE(files.size(), std::size_t(4));
    QCOMPARE(std::size_t(std::distance(std::filesystem::directory_iterator(target), {})), files.size());
    std::ifstream stream(target / "compare_per_layer_out.csv", std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(stream), {});
    QCOMPARE(content, report::comparePerLayerCsv(tests::sampleComparison()));
}

QTEST_APPLESS_MAIN(TestCompareReport)
#include "tst_compare_report.moc"
