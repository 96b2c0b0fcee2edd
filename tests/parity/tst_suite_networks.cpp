// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calibrate/calibrate.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/shadow/shadow.h"
#include "core/analysis/weights/weights.h"
#include "core/data/inputs.h"
#include "core/import/import_model.h"
#include "tests/parity/suite_reference.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace ql;
using tests::parityFolder;
using tests::SuiteRow;

namespace {

constexpr double kTolerance = 1e-3; // dB
constexpr const char* kEngine = "QUANTLOUPE_QUANTIZED_ENGINE";

/// What we call a module of the suite: the network's dequantizer gives what counts of its last layer.
std::string moduleOf(const std::string& name)
{
    if (name == "quant")
        return "quant.quantize_per_tensor";
    return name == "dequant" ? "fc" : tests::floatNameOf(name);
}

/// The analysis layer that a row of the suite speaks of: its module, or what the module calls. Of a module that gives a
/// tuple the suite has one row per tensor under the same name; ours are called name, name:1, name:2.
std::vector<std::string> layersOf(const std::vector<SuiteRow>& rows)
{
    std::vector<std::string> layers;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto before = std::count_if(rows.begin(), rows.begin() + std::ptrdiff_t(i),
                                          [&](const SuiteRow& row) { return row.name == rows[i].name; });
        const auto name = moduleOf(rows[i].name);
        layers.push_back(before == 0 ? name : name + ":" + std::to_string(before));
    }
    return layers;
}

/// A layer's numbers by the name of its analysis value.
struct Measured {
    std::vector<std::int64_t> shape;
    double number = 0.0;
};
using Answers = std::map<std::string, Measured>;

/// The root of the mean square, in dB.
double levelOf(const results::TensorStatistics& statistics)
{
    return 10.0 * std::log10(statistics.variance + statistics.mean * statistics.mean);
}

double sqnrOf(const std::optional<results::Metrics>& metrics)
{
    return metrics ? metrics->sqnrDb : std::nan("");
}

/// Functions of the suite and the answers of ours that say the same.
constexpr std::pair<const char*, const char*> kFunctions[] = {
    {"compare_weights", "weights"},
    {"prepare_model_outputs", "compare, the baseline's values (OutputLogger)"},
    {"get_logger_dict", "compare, the analysis model's values (OutputLogger)"},
    {"get_matching_activations", "compare"},
    {"compare_model_outputs", "compare"},
    {"prepare_model_with_stubs", "shadow (Shadow, ShadowLogger)"},
    {"compare_model_stub", "shadow"},
};

/// What a function says about a model: how many numbers, and the largest difference of ours.
struct Cell {
    std::size_t numbers = 0;
    double worst = 0.0;
};

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
        const auto all = answers(model.toStdString(), form.toStdString());
        for (const auto& [function, ours] : kFunctions) {
            const auto expected = tests::suiteRows(model.toStdString(), engine.toStdString(), function);
            QVERIFY2(expected.size() >= (function == std::string("compare_weights") ? 3 : rows), function);
            compareRows(expected, all.at(function), m_table[function][model]);
        }
    }

    /// Functions of the Numeric Suite by models: every cell holds the largest difference that was measured.
    void noCellOfTheTableIsEmpty()
    {
        if (m_table.empty())
            QSKIP("the numbers of the suite were not asked for");
        for (const auto& [function, ours] : kFunctions) {
            auto line = QString("%1 | %2").arg(function, -25).arg(ours, -52);
            for (const auto* model : {"resnet18", "lstm"}) {
                const auto& cell = m_table[function][model];
                QVERIFY2(cell.numbers > 0, qPrintable(QString("%1 of %2").arg(function, model)));
                QVERIFY(cell.worst < kTolerance);
                line += QString("| %1: %2 numbers, %3 dB ").arg(model).arg(cell.numbers).arg(cell.worst, 0, 'g', 2);
            }
            qInfo().noquote() << line;
        }
    }

    void shadowOfSomeTypes()
    {
        JobContext ctx;
        const auto baseline = importers::importModel(*parityFolder() / "lstm_float_scripted.pt");
        const auto analysis = importers::importModel(*parityFolder() / "lstm_quantized_scripted.pt");
        results::ShadowRequest request;
        request.filter.operatorTypes = {"LSTM"};
        const auto shadowed = [&] {
            return analysis::shadow(baseline, analysis, inputs("lstm", baseline), request, ctx)->rows.size();
        };
        QCOMPARE(shadowed(), std::size_t{3}); // the output and both states, without the linear layer
        request.filter.operatorTypes = {"Linear"};
        QCOMPARE(shadowed(), std::size_t{1});
        request.filter.operatorTypes = {"Linear", "LSTM"};
        QCOMPARE(shadowed(), std::size_t{4});
    }

    void blocksAsOneLayer_data()
    {
        QTest::addColumn<QString>("form");
        QTest::addColumn<QString>("engine");
        for (const auto& engine : tests::suiteEngines())
            for (const char* form : {"scripted", "traced"})
                QTest::addRow("%s %s", form, engine.c_str()) << form << QString::fromStdString(engine);
    }

    /// compare_model_stub(float, quantized, [QuantizableBasicBlock], input)
    void blocksAsOneLayer()
    {
        QFETCH(QString, form);
        QFETCH(QString, engine);
        qputenv(kEngine, engine.toLatin1());
        const auto file = [&](const char* kind) {
            return *parityFolder() / (std::string("resnet18_") + kind + "_" + form.toStdString() + ".pt");
        };
        JobContext ctx;
        const auto baseline = importers::importModel(file("float"));
        const auto analysis = importers::importModel(file("quantized"));
        results::ShadowRequest request;
        request.filter.operatorTypes = {"QuantizableBasicBlock"};
        const auto result = analysis::shadow(baseline, analysis, inputs("resnet18", baseline), request, ctx);
        const auto expected = tests::suiteRows("resnet18", engine.toStdString(), "compare_model_stub of blocks");
        QCOMPARE(expected.size(), std::size_t(8));
        QCOMPARE(result->rows.size(), expected.size());
        Answers answers;
        for (const auto& row : result->rows) {
            QVERIFY2(row.state == results::ShadowRow::State::Compared, row.problem.english().c_str());
            QCOMPARE(row.baseline.opType, std::string("QuantizableBasicBlock"));
            answers[row.name] = {row.shape, sqnrOf(row.onAnalysisInputs)};
        }
        Cell cell;
        compareRows(expected, answers, cell);
        qInfo("%zu blocks, %g dB", cell.numbers, cell.worst);
        results::CompareRequest compared;
        compared.filter = request.filter;
        const auto rows = analysis::compareModels(baseline, analysis, inputs("resnet18", baseline), compared, ctx);
        QCOMPARE(rows->layers.size(), expected.size());
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
        const auto baseline =
            importers::importModel(*parityFolder() / ("resnet18_float_" + form.toStdString() + ".pt"));
        const auto analysis = importers::importModel(*parityFolder() / "resnet18_float.onnx");
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

    void matchesTheQuantizedExport_data()
    {
        QTest::addColumn<QString>("form");
        QTest::addColumn<QString>("network");
        for (const char* form : {"scripted", "traced"})
            for (const char* network : {"plain_named", "plain_numbered"})
                QTest::newRow(qPrintable(QString("%1 %2").arg(form, network))) << form << network;
    }

    /// The export has batch normalization folded away and is quantized by our own calibration, which keeps its names:
    /// the float pairs are right where they compute the same, the others where they pair what the float pairs do.
    void matchesTheQuantizedExport()
    {
        QFETCH(QString, form);
        QFETCH(QString, network);
        JobContext ctx;
        QTemporaryDir folder;
        results::CalibrateRequest request;
        request.model = (*parityFolder() / (network.toStdString() + ".onnx")).string();
        request.folder = folder.path().toStdString();
        request.quantization.data = (*parityFolder() / "resnet18_input.npy").string();
        analysis::calibrateModel(request, ctx);
        const auto torch = importers::importModel(*parityFolder() / ("plain_" + form.toStdString() + ".pt"));
        const auto floats = importers::importModel(request.model);
        const auto quantized = importers::importModel(folder.filePath(network + "_qdq.onnx").toStdString());
        const auto compare = [&](const auto& baseline, const auto& analysis) {
            return analysis::compareModels(baseline, analysis, inputs("resnet18", baseline), {}, ctx);
        };
        const auto exported = compare(torch, floats);
        const auto result = compare(torch, quantized);
        const auto viaFloats = partnersIn(*compare(floats, quantized));
        std::size_t matched = 0;
        for (const auto& [own, partner] : partnersIn(*exported)) {
            QVERIFY2(exported->layers.at(rowOf(*exported, own)).metrics->sqnrDb > 100.0, own.c_str());
            const auto& row = result->layers.at(rowOf(*result, own));
            QCOMPARE(row.analysis.value, viaFloats.at(partner));
            QVERIFY2(!row.match.rule.empty() && row.match.confidence > 0.0, own.c_str());
            QVERIFY2(row.metrics && row.metrics->sqnrDb > 10.0, own.c_str());
            ++matched;
        }
        QVERIFY2(matched >= 48, qPrintable(QString::number(matched)));
        const auto missed = result->unmatchedBaseline.size() + result->unmatchedAnalysis.size();
        QVERIFY2(double(missed) <= 0.05 * double(matched), qPrintable(QString("%1 of %2").arg(missed).arg(matched)));
    }

private:
    std::map<QString, std::map<QString, Cell>> m_table;

    /// Baseline value → analysis value.
    static std::map<std::string, std::string> partnersIn(const results::CompareResult& result)
    {
        std::map<std::string, std::string> partners;
        for (const auto& row : result.layers)
            if (row.metrics && !row.analysis.value.empty())
                partners.emplace(row.baseline.value, row.analysis.value);
        return partners;
    }

    static std::size_t rowOf(const results::CompareResult& result, const std::string& value)
    {
        const auto found = std::ranges::find_if(
            result.layers, [&value](const auto& row) { return row.metrics && row.baseline.value == value; });
        return std::size_t(found - result.layers.begin());
    }

    /// Ours by the suite's functions.
    static std::map<std::string, Answers> answers(const std::string& model, const std::string& form)
    {
        const auto file = [&](const char* kind) { return *parityFolder() / (model + "_" + kind + "_" + form + ".pt"); };
        const auto baseline = importers::importModel(file("float"));
        const auto analysis = importers::importModel(file("quantized"));
        JobContext ctx;
        std::map<std::string, Answers> all;
        const auto compared = analysis::compareModels(baseline, analysis, inputs(model, baseline), {}, ctx);
        for (const auto& row : compared->layers) {
            const auto& name = row.analysis.value;
            all["compare_model_outputs"][name] = {row.shape, sqnrOf(row.metrics)};
            all["prepare_model_outputs"][name] = {row.shape, levelOf(row.baseline.statistics)};
            all["get_logger_dict"][name] = {row.shape, levelOf(row.analysis.statistics)};
        }
        const auto shadowed = analysis::shadow(baseline, analysis, inputs(model, baseline), {}, ctx);
        for (const auto& row : shadowed->rows)
            all["compare_model_stub"][row.analysis.value] = {row.shape, sqnrOf(row.onAnalysisInputs)};
        const auto weights = analysis::compareWeights(baseline, analysis, {}, ctx);
        for (const auto& row : weights->rows)
            all["compare_weights"][row.analysis.name] = {row.baseline.shape, sqnrOf(row.metrics)};
        all["get_matching_activations"] = all["compare_model_outputs"];
        all["prepare_model_with_stubs"] = all["compare_model_stub"];
        return all;
    }

    static void compareRows(const std::vector<SuiteRow>& expected, const Answers& answers, Cell& cell)
    {
        const auto layers = layersOf(expected);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto found = answers.find(layers[i]);
            QVERIFY2(found != answers.end(), layers[i].c_str());
            QCOMPARE(found->second.shape, expected[i].shape);
            const double difference = std::abs(found->second.number - expected[i].sqnrDb);
            QVERIFY2(difference < kTolerance,
                     qPrintable(QString::fromStdString(layers[i])
                                + QString(": %1 dB, suite %2").arg(found->second.number).arg(expected[i].sqnrDb)));
            ++cell.numbers;
            cell.worst = std::max(cell.worst, difference);
        }
    }

    static runs::NamedTensors inputs(const std::string& model, const importers::ImportedModel& network)
    {
        const std::vector<std::string> words{(*parityFolder() / (model + "_input.npy")).string()};
        return data::readInputs(network.graph, words, 0, {});
    }
};

QTEST_GUILESS_MAIN(TestSuiteNetworks)
#include "tst_suite_networks.moc"
