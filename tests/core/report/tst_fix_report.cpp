// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/fix/fix_report.h"

#include "core/report/diff/diff_report.h"
#include "core/report/html/html_report.h"
#include "core/report/result_document.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace ql;
using results::FixRow;

namespace {

results::FixResult sampleResult()
{
    results::FixResult result;
    result.baseline = "float.onnx";
    result.analysis = "int8.onnx";
    result.config = "quant.yaml";
    result.heldOutData = "data.npy";
    result.isSplit = true;
    result.isComplete = true;
    result.fittedSamples = {"data.npy[0]", "data.npy[1]"};
    result.heldOutSamples = {"data.npy[2]"};
    result.given = results::FixMeasure{3.25, 1.0, {{"y", 3.25}}};
    result.start = {3.0, 1.0, {{"y", 3.0}}};
    result.best = {24.5, 1.25, {{"y", 24.5}}};
    result.byConfig = results::FixMeasure{20.5, 1.25, {{"y", 20.5}}};
    result.byConfigAlone = results::FixMeasure{4.5, 1.25, {{"y", 4.5}}};
    result.configBefore = "skip_layers: []\n";
    result.fixedConfig = "skip_layers: [relu]\n";
    result.floatDifference = 4e-7;
    result.evaluations = 17;
    result.rows = {{.fix = "equalization",
                    .changes = "weights",
                    .layers = {"conv_1", "conv_2"},
                    .change = Message("ranges of channels evened out between layers"),
                    .state = FixRow::State::Chosen,
                    .alone = results::FixMeasure{20.5, 1.0, {{"y", 20.5}}},
                    .gainDb = 17.5,
                    .gainPerCost = 1750.0,
                    .metricAfter = 20.5},
                   {.fix = "range",
                    .changes = "config",
                    .layers = {"relu"},
                    .change = Message("range by percentile {}", 0.999),
                    .state = FixRow::State::Chosen,
                    .alone = results::FixMeasure{4.0, 1.0, {{"y", 4.0}}},
                    .gainDb = 1.0,
                    .gainPerCost = 100.0,
                    .metricAfter = 24.5},
                   {.fix = "wide",
                    .changes = "config",
                    .layers = {"conv_1"},
                    .change = Message("activations in 16 bits"),
                    .state = FixRow::State::Loses,
                    .alone = results::FixMeasure{2.0, 1.5, {{"y", 2.0}}},
                    .gainDb = -1.0,
                    .gainPerCost = -1.96},
                   {.fix = "high_precision",
                    .changes = "config",
                    .layers = {"conv_1"},
                    .change = Message("the layer in float"),
                    .state = FixRow::State::Refused,
                    .reason = Message("Conv runs on the matrix unit")}};
    return result;
}

} // namespace

class TestFixReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesForReading()
    {
        const std::string expected = R"(2 repairs: sqnr_db 24.50 instead of 3.000, cost 1.250.

baseline  float.onnx
analysis  int8.onnx
fitted to 2 samples, judged on 1 others of data.npy: every third is held out
17 evaluations

the model as given      sqnr_db 3.250, cost 1.000
as it is simulated      sqnr_db 3.000, cost 1.000
repaired                sqnr_db 24.50, cost 1.250
the repaired float model differs from the baseline by 4.000e-07 (relative L2)

Repairs, one added to the other:
  fix           layer        change                                        changes  sqnr_db with it  sqnr_db alone
  ------------  -----------  --------------------------------------------  -------  ---------------  -------------
  equalization  conv_1 (+1)  ranges of channels evened out between layers  weights            20.50          20.50
  range         relu         range by percentile 0.999                     config             24.50          4.000

by the edited config    sqnr_db 20.50, cost 1.250
with unchanged weights  sqnr_db 4.500, cost 1.250
the config does not say: range by percentile 0.999 (relu); the written model has it

Other candidates, by gain per cost (1 of 1):
  fix   layer   change                  sqnr_db alone  gain dB   cost  gain / cost
  ----  ------  ----------------------  -------------  -------  -----  -----------  -----
  wide  conv_1  activations in 16 bits          2.000   -1.000  1.500       -1.960  loses

Refused:
  high_precision: Conv runs on the matrix unit
    conv_1
)";
        QCOMPARE(QString::fromStdString(report::fixText(sampleResult())), QString::fromStdString(expected));
    }

    void saysThatNothingHelps()
    {
        auto result = sampleResult();
        result.rows.erase(result.rows.begin(), result.rows.begin() + 2);
        const auto text = report::fixText(result);
        QVERIFY(text.starts_with("No repair wins what it costs on the samples that are held out.\n"));
        QVERIFY(text.find("the config does not say") == std::string::npos);
    }

    void readsItsDocumentBack()
    {
        const auto text = report::fixJson(sampleResult());
        const auto document = report::parseResultDocument(text, "fix.json");
        const auto read = document.parts.first<results::FixResult>();
        QVERIFY(read);
        QCOMPARE(QString::fromStdString(report::fixJson(*read)), QString::fromStdString(text));
        const auto json = nlohmann::json::parse(text);
        QVERIFY(json["schema"] == "quantloupe.fix/1");
        QVERIFY(json["rows"][2]["state"] == "loses");
        QVERIFY(json["rows"][3]["alone"].is_null());
        QVERIFY(json["split"]["held_out"][0] == "data.npy[2]");
        QVERIFY(read->configBefore == "skip_layers: []\n" && read->fixedConfig == "skip_layers: [relu]\n");
        QCOMPARE(read->byConfigAlone->metric, 4.5);
    }

    void hasASectionOnThePage()
    {
        auto sample = sampleResult();
        sample.deviations = {{.layer = "conv_1", .what = Message("its weight is another"), .lossDb = 2.5}};
        const auto result = std::make_shared<const results::FixResult>(sample);
        const auto page =
            QString::fromStdString(report::htmlReport(results::ResultParts(result), report::Language::English));
        QVERIFY(page.contains("id=\"fix\""));
        QVERIFY(page.contains("range by percentile 0.999"));
        QVERIFY(page.contains("conv_1 (+1)"));
        const auto heading = page.indexOf("<h3>The model isn");
        QVERIFY(heading > 0 && page.indexOf("conv_1: its weight is another") > heading);
    }
};

QTEST_GUILESS_MAIN(TestFixReport)
#include "tst_fix_report.moc"
