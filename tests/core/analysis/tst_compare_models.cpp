// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of real models against the per-tensor SQNR of ONNX Runtime's own debugging module.
#include "core/analysis/compare/compare.h"
#include "core/data/inputs.h"
#include "core/import/import_model.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/models/manifest.h"
#include "tests/support/models.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

using namespace ql;
using results::CompareResult;
using results::LayerRow;

namespace {

constexpr double kToleranceDb = 0.1;
constexpr double kLeastAgreement = 0.95;
// Beyond this the error is that of float arithmetic and differs between any two implementations.
constexpr double kFloatNoiseDb = 100.0;

using Inputs = std::map<std::string, std::filesystem::path>;

std::shared_ptr<const CompareResult> compare(const std::filesystem::path& baseline,
                                             const std::filesystem::path& analysis, const Inputs& inputs, bool showAll)
{
    const runs::ThreadGuard threads;
    runs::NamedTensors tensors;
    for (const auto& [name, path] : inputs)
        tensors.emplace(name, ops::toTensor(data::readNpy(path)));
    results::CompareRequest request;
    request.showAll = showAll;
    JobContext ctx;
    return analysis::compareModels(importers::importModel(baseline), importers::importModel(analysis),
                                   std::move(tensors), request, ctx);
}

const LayerRow* row(const CompareResult& result, std::string_view name)
{
    const auto found = std::find_if(result.layers.begin(), result.layers.end(),
                                    [name](const LayerRow& one) { return one.name == name; });
    return found == result.layers.end() ? nullptr : &*found;
}

/// Agreement of one pair with the reference, printed as a line of a table.
struct Agreement {
    int common = 0;
    int agreeing = 0;
    double largest = 0.0;
    std::vector<std::string> missing;
    std::vector<std::string> off;
};

Agreement agreementOf(const CompareResult& result, const std::map<std::string, double>& reference)
{
    std::map<std::string, double> found;
    for (const LayerRow& layer : result.layers)
        if (layer.metrics)
            found.emplace(layer.baseline.value, layer.metrics->sqnrDb);
    Agreement agreement;
    for (const auto& [name, expected] : reference) {
        const auto mine = found.find(name);
        if (mine == found.end()) {
            agreement.missing.push_back(name);
            continue;
        }
        const bool areExact = expected > kFloatNoiseDb && mine->second > kFloatNoiseDb;
        const double difference = areExact ? 0.0 : std::abs(mine->second - expected);
        ++agreement.common;
        agreement.agreeing += difference <= kToleranceDb;
        agreement.largest = std::max(agreement.largest, difference);
        if (!(difference <= kToleranceDb))
            agreement.off.push_back(name + ": " + std::to_string(mine->second) + " for " + std::to_string(expected));
    }
    return agreement;
}

/// Every layer of both models is a row, and every compared one says how it was found.
void checkNothingIsDropped(const CompareResult& result)
{
    for (const LayerRow& layer : result.layers) {
        const auto name = layer.name.c_str();
        switch (layer.state) {
        case LayerRow::State::Compared:
        case LayerRow::State::ShapeMismatch:
            QVERIFY2(!layer.match.rule.empty() && layer.match.confidence > 0.0, name);
            QVERIFY2(!layer.baseline.value.empty() && !layer.analysis.value.empty(), name);
            break;
        case LayerRow::State::Fused: QVERIFY2(row(result, layer.fusedInto), name); break;
        case LayerRow::State::UnmatchedBaseline:
            QVERIFY2(std::count(result.unmatchedBaseline.begin(), result.unmatchedBaseline.end(), layer.name) == 1,
                     name);
            break;
        case LayerRow::State::UnmatchedAnalysis:
            QVERIFY2(std::count(result.unmatchedAnalysis.begin(), result.unmatchedAnalysis.end(), layer.name) == 1,
                     name);
            break;
        case LayerRow::State::NotRun:
        case LayerRow::State::RunInBaseline:
        case LayerRow::State::RunInAnalysis:
        case LayerRow::State::UnpairedIterations:
        case LayerRow::State::Strings:
            QVERIFY2(!layer.baseline.value.empty() && !layer.analysis.value.empty() && !layer.metrics, name);
            break;
        }
    }
}

std::string advicesOf(const LayerRow& layer)
{
    std::string all;
    for (const auto& advice : layer.advice)
        all += advice.rule + ": " + advice.message.english() + " " + advice.remedy.english() + "\n";
    return all;
}

bool hasAdvice(const LayerRow& layer, std::string_view rule)
{
    return std::any_of(layer.advice.begin(), layer.advice.end(),
                       [rule](const auto& advice) { return advice.rule == rule; });
}

} // namespace

class TestCompareModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was compared on real models");
        m_models = *models;
    }

    void agreesWithOnnxRuntime_data()
    {
        QTest::addColumn<int>("index");
        m_pairs = tests::referencePairs(m_models);
        QVERIFY(!m_pairs.empty());
        for (std::size_t i = 0; i < m_pairs.size(); ++i)
            QTest::newRow(m_pairs[i].title.c_str()) << static_cast<int>(i);
    }

    void agreesWithOnnxRuntime()
    {
        QFETCH(int, index);
        const auto& pair = m_pairs[static_cast<std::size_t>(index)];
        const auto result = compare(pair.baseline, pair.analysis, pair.inputs, true);
        const Agreement agreement = agreementOf(*result, pair.sqnrDb);
        qInfo("%-32s %3d of %3d tensors within 0.1 dB, %d not found, largest difference %.3f dB, origin %s",
              pair.title.c_str(), agreement.agreeing, agreement.common, static_cast<int>(agreement.missing.size()),
              agreement.largest, result->errorOrigin.empty() ? "-" : result->errorOrigin.c_str());
        for (const auto& line : agreement.off)
            qInfo("    %s", line.c_str());
        QVERIFY2(agreement.missing.empty(), agreement.missing.empty() ? "" : agreement.missing.front().c_str());
        QVERIFY(agreement.common > 0);
        QVERIFY(agreement.agreeing >= kLeastAgreement * agreement.common);
        checkNothingIsDropped(*result);
        checkNothingIsDropped(*compare(pair.baseline, pair.analysis, pair.inputs, false));
    }

    void otherTwinsAreMatchedWhole_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<QString>("inputPrefix");
        QTest::newRow("mnist, third party") << "mnist"
                                            << "mnist__thirdparty_convinteger"
                                            << "mnist__digit9__";
        QTest::newRow("mnist, QOperator") << "mnist_prep"
                                          << "mnist__qop_u8s8"
                                          << "mnist__digit2__";
        QTest::newRow("mnist source, QOperator") << "mnist"
                                                 << "mnist__qop_u8s8"
                                                 << "mnist__digit2__";
        QTest::newRow("cifar, dynamic") << "cifar_prep"
                                        << "cifar__dyn_u8"
                                        << "cifar__cat__";
        QTest::newRow("ultraface, QOperator") << "ultraface_prep"
                                              << "ultraface__qop_u8s8"
                                              << "ultraface__satya__";
        QTest::newRow("silero, dynamic") << "silero_mini_v2_prep"
                                         << "silero_mini_v2__dyn"
                                         << "silero_mini_v2__en_w3__";
        QTest::newRow("dtln1, dynamic") << "dtln1_prep"
                                        << "dtln1__dyn"
                                        << "dtln1__mix_f300__";
    }

    void otherTwinsAreMatchedWhole()
    {
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(QString, inputPrefix);
        const auto result = compareByName(baseline.toStdString(), analysis.toStdString(), inputPrefix.toStdString());
        checkNothingIsDropped(*result);
        QVERIFY2(result->unmatchedBaseline.empty(),
                 result->unmatchedBaseline.empty() ? "" : result->unmatchedBaseline.front().c_str());
        QVERIFY2(result->unmatchedAnalysis.empty(),
                 result->unmatchedAnalysis.empty() ? "" : result->unmatchedAnalysis.front().c_str());
        const auto measured = std::count_if(result->layers.begin(), result->layers.end(),
                                            [](const LayerRow& layer) { return layer.metrics.has_value(); });
        QVERIFY(measured > 5);
        for (const auto& output : result->outputs)
            QVERIFY2(output.metrics, output.name.c_str());
        qInfo("%-24s %d rows, %d compared, origin %s, output %.2f dB", QTest::currentDataTag(),
              static_cast<int>(result->layers.size()), static_cast<int>(measured),
              result->errorOrigin.empty() ? "-" : result->errorOrigin.c_str(), result->outputs.front().metrics->sqnrDb);
    }

    void theStftConvolutionIsPointedOut()
    {
        const auto result =
            compareByName("silero_mini_v2_prep", "silero_mini_v2__qdq_s8_convmm", "silero_mini_v2__en_w3__");
        QCOMPARE(result->errorOrigin, std::string("Conv_34"));
        const LayerRow* culprit = row(*result, "Conv_34");
        QVERIFY(culprit);
        QVERIFY(hasAdvice(*culprit, "error-origin"));
        qInfo("%s", advicesOf(*culprit).c_str());
        const auto named = std::count_if(result->layers.begin(), result->layers.end(),
                                         [](const LayerRow& layer) { return hasAdvice(layer, "error-origin"); });
        QCOMPARE(named, 1);
    }

    void theRepairedTwinHasNoSuchOrigin()
    {
        const auto result =
            compareByName("silero_mini_v2_prep", "silero_mini_v2__qdq_s8_fix", "silero_mini_v2__en_w3__");
        QVERIFY2(result->errorOrigin != "Conv_34", result->errorOrigin.c_str());
    }

    void theThirdPartysFirstWrongLayerIsNamed()
    {
        // Its input scale is 100 times too small: the quantizer clamps nearly everything that isn't background.
        const auto result = compareByName("mnist", "mnist__thirdparty_convinteger", "mnist__digit9__");
        QCOMPARE(result->errorOrigin, std::string("Input3"));
        const LayerRow* input = row(*result, "Input3");
        QVERIFY(input && input->clampedCount > 0);
        QVERIFY(hasAdvice(*input, "clamping"));
        const std::string advice = advicesOf(*input);
        qInfo("%s", advice.c_str());
        QVERIFY(advice.find("Truncation") != std::string::npos);
    }

private:
    std::shared_ptr<const CompareResult> compareByName(const std::string& baseline, const std::string& analysis,
                                                       const std::string& inputPrefix)
    {
        Inputs inputs;
        for (const auto& entry : std::filesystem::directory_iterator(m_models / "inputs"))
            if (const auto name = entry.path().stem().string(); name.starts_with(inputPrefix))
                inputs.emplace(name.substr(inputPrefix.size()), entry.path());
        return compare(m_models / "models" / (baseline + ".onnx"), m_models / "quantized" / (analysis + ".onnx"),
                       inputs, false);
    }

    std::filesystem::path m_models;
    std::vector<tests::ReferencePair> m_pairs;
};

QTEST_APPLESS_MAIN(TestCompareModels)
#include "tst_compare_models.moc"
