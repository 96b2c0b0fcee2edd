// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare.h"
#include "core/analysis/shadow.h"
#include "core/data/inputs.h"
#include "core/import/onnx_importer.h"
#include "tests/parity/suite_reference.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using tests::parityFolder;
using tests::SuiteRow;

namespace {

constexpr double kTolerance = 1e-3; // dB
constexpr const char* kEngine = "QUANTLOUPE_QUANTIZED_ENGINE";

/// The analysis layer that a row of the suite speaks of: its module, or what the module calls. Of a module that gives a
/// tuple the suite has one row per tensor under the same name; ours are called name, name:1, name:2.
std::vector<std::string> layersOf(const std::vector<SuiteRow>& rows)
{
    std::vector<std::string> layers;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto before = std::count_if(rows.begin(), rows.begin() + std::ptrdiff_t(i),
                                          [&](const SuiteRow& row) { return row.name == rows[i].name; });
        const auto name = rows[i].name == "quant" ? "quant.quantize_per_tensor" : rows[i].name;
        layers.push_back(before == 0 ? name : name + ":" + std::to_string(before));
    }
    return layers;
}

/// Every number of @p expected against the row of ours whose analysis value is called so.
template <typename Row, typename SqnrOf>
void compareRows(const std::vector<SuiteRow>& expected, const std::vector<Row>& rows, SqnrOf&& sqnrOf)
{
    const auto layers = layersOf(expected);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto found = std::ranges::find_if(rows, [&](const Row& row) { return row.analysis.value == layers[i]; });
        QVERIFY2(found != rows.end(), layers[i].c_str());
        QCOMPARE(found->shape, expected[i].shape);
        const double sqnr = sqnrOf(*found);
        QVERIFY2(std::abs(sqnr - expected[i].sqnrDb) < kTolerance,
                 qPrintable(QString::fromStdString(layers[i])
                            + QString(": %1 dB, suite %2").arg(sqnr).arg(expected[i].sqnrDb)));
    }
}

} // namespace

/// Per-layer comparison and shadow of TorchScript networks against torch.ao.ns._numeric_suite on the same models and
/// inputs, number by number, on every quantized engine; and the networks against their own exports.
class TestSuiteNetworks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!parityFolder())
            QSKIP("python3-torch or python3-torchvision is missing: nothing was held against the Numeric Suite");
    }

    void numbersOfTheSuite_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("form");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<std::size_t>("rows");
        for (const auto& engine : tests::suiteEngines())
            for (const char* form : {"scripted", "traced"}) {
                const auto tag = QString(" %1 %2").arg(form, engine.c_str());
                QTest::newRow(qPrintable("static ResNet18" + tag))
                    << "resnet18" << form << QString::fromStdString(engine) << std::size_t{29};
                QTest::newRow(qPrintable("dynamic LSTM" + tag))
                    << "lstm" << form << QString::fromStdString(engine) << std::size_t{4};
            }
    }

    void numbersOfTheSuite()
    {
        QFETCH(QString, model);
        QFETCH(QString, form);
        QFETCH(QString, engine);
        QFETCH(std::size_t, rows);
        qputenv(kEngine, engine.toLatin1());
        const auto name = model.toStdString();
        const auto file = [&](const char* kind) {
            return *parityFolder() / (name + "_" + kind + "_" + form.toStdString() + ".pt");
        };
        const auto baseline = import::importModel(file("float"));
        const auto analysis = import::importModel(file("quantized"));
        JobContext ctx;
        const auto compared = tests::suiteRows(name, engine.toStdString(), "compare");
        QVERIFY(compared.size() >= rows);
        compareRows(compared, analysis::compareModels(baseline, analysis, inputs(name, baseline), {}, ctx)->layers,
                    [](const auto& row) { return row.metrics ? row.metrics->sqnrDb : std::nan(""); });
        const auto shadowed = tests::suiteRows(name, engine.toStdString(), "shadow");
        QCOMPARE(shadowed.size(), rows);
        compareRows(shadowed, analysis::shadow(baseline, analysis, inputs(name, baseline), {}, ctx)->rows,
                    [](const auto& row) { return row.onAnalysisInputs ? row.onAnalysisInputs->sqnrDb : std::nan(""); });
    }

    void shadowOfSomeTypes()
    {
        JobContext ctx;
        const auto baseline = import::importModel(*parityFolder() / "lstm_float_scripted.pt");
        const auto analysis = import::importModel(*parityFolder() / "lstm_quantized_scripted.pt");
        results::ShadowRequest request;
        request.operatorTypes = {"LSTM"};
        const auto shadowed = [&] {
            return analysis::shadow(baseline, analysis, inputs("lstm", baseline), request, ctx)->rows.size();
        };
        QCOMPARE(shadowed(), std::size_t{3}); // the output and both states, without the linear layer
        request.operatorTypes = {"Linear"};
        QCOMPARE(shadowed(), std::size_t{1});
        request.operatorTypes = {"Linear", "LSTM"};
        QCOMPARE(shadowed(), std::size_t{4});
    }

    void matchesItsOwnExport_data()
    {
        QTest::addColumn<QString>("form");
        QTest::newRow("scripted") << "scripted";
        QTest::newRow("traced") << "traced";
    }

    /// A wrong pair would differ: every matched layer computes the same numbers.
    void matchesItsOwnExport()
    {
        QFETCH(QString, form);
        JobContext ctx;
        const auto baseline = import::importModel(*parityFolder() / ("resnet18_float_" + form.toStdString() + ".pt"));
        const auto analysis = import::importModel(*parityFolder() / "resnet18_float.onnx");
        const auto result = analysis::compareModels(baseline, analysis, inputs("resnet18", baseline), {}, ctx);
        std::size_t matched = 0;
        for (const auto& layer : result->layers) {
            if (!layer.metrics)
                continue;
            ++matched;
            QVERIFY2(!layer.match.rule.empty(), layer.name.c_str());
            QVERIFY2(layer.metrics->sqnrDb > 100.0, layer.name.c_str());
        }
        QVERIFY(matched >= 40);
        const auto missed = result->unmatchedBaseline.size() + result->unmatchedAnalysis.size();
        QVERIFY2(double(missed) <= 0.05 * double(matched), qPrintable(QString("%1 of %2").arg(missed).arg(matched)));
    }

private:
    static runtime::NamedTensors inputs(const std::string& model, const import::ImportedModel& network)
    {
        const std::vector<std::string> words{(*parityFolder() / (model + "_input.npy")).string()};
        return data::readInputs(network.graph, words, 0, {});
    }
};

QTEST_GUILESS_MAIN(TestSuiteNetworks)
#include "tst_suite_networks.moc"
