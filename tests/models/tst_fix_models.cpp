// SPDX-License-Identifier: GPL-3.0-or-later
// Real quantized models with known faults get better by their known cures, without being told.
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/results/fix_result.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/models.h"

#include <fmt/format.h>

#include <QtTest>

#include <algorithm>

using namespace ql;
using results::FixResult;
using results::FixRow;

namespace {

const FixRow* chosen(const FixResult& result, const char* fix, const std::string& layer)
{
    const auto found = std::ranges::find_if(result.rows, [&](const FixRow& row) {
        const bool isOfLayer = row.layers.empty() || std::ranges::find(row.layers, layer) != row.layers.end();
        return row.state == FixRow::State::Chosen && row.fix == fix && isOfLayer;
    });
    return found == result.rows.end() ? nullptr : &*found;
}

} // namespace

class TestFixModels : public QObject {
    Q_OBJECT

    runs::ThreadGuard m_threads;

    static std::shared_ptr<const FixResult> fixed(const results::FixRequest& request)
    {
        JobContext ctx;
        analysis::Workspace workspace;
        return analysis::fix(workspace, request, ctx, {});
    }

private Q_SLOTS:
    /// Channels of a depthwise weight are 344 times apart: a scale each, or channels evened out.
    void theDemoGetsAScalePerChannel()
    {
        const std::string demo = QUANTLOUPE_SOURCE_DIR "/resources/demo";
        results::FixRequest request;
        request.models.baseline = demo + "/float.onnx";
        request.models.analysis = demo + "/int8.onnx";
        request.models.quantization.data = demo + "/calibration.npy";
        request.heldOut = demo + "/inputs.npy";
        const auto result = fixed(request);
        QVERIFY2(result->best.metric - result->given->metric > 15.0, fmt::format("{}", result->best.metric).c_str());
        QVERIFY(chosen(*result, "per_channel", "/block1/depthwise/Conv")
                || chosen(*result, "equalization", "/block1/depthwise/Conv"));
    }

    /// Weights of 4 bits, on samples that nothing was fitted to. The demo's channels differ too much for one scale of 4
    /// bits, however they are rounded.
    void learnedRoundingBeatsTheNearest()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        results::FixRequest request;
        request.models.baseline = (*models / "models" / "cifar_prep.onnx").string();
        request.models.quantization.data = (*models / "calib" / "cifar.npz").string();
        request.models.quantization.activationBits = 16; // else they hide what the weights do
        request.models.quantization.weightBits = 4;
        request.fixes = {"rounding", "learned_rounding"};
        const auto result = fixed(request);
        const auto row = std::ranges::find(result->rows, "learned_rounding", &FixRow::fix);
        QVERIFY(row != result->rows.end() && row->alone);
        qInfo("nearest %.2f dB, learned %.2f dB, mean gain %.2f dB", result->start.metric, row->alone->metric,
              row->gainDb);
        for (const auto& each : result->rows)
            qInfo("%s %.2f dB", each.fix.c_str(), each.gainDb);
        QVERIFY(row->gainDb >= 4.0);
    }

    void realModels_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<QStringList>("cures"); ///< any of them
        QTest::addColumn<QString>("layer");
        QTest::addColumn<double>("reachedDb");
        QTest::newRow("silero convmm") << "silero_mini_v2"
                                       << "silero_mini_v2__qdq_s8_convmm" << QStringList{"high_precision", "wide"}
                                       << "Conv_34" << 25.0;
        QTest::newRow("mnist") << "mnist"
                               << "mnist__thirdparty_convinteger" << QStringList{"learned_range"} << "Convolution110"
                               << 40.0;
    }
    void realModels()
    {
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(QStringList, cures);
        QFETCH(QString, layer);
        QFETCH(double, reachedDb);
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        results::FixRequest request;
        request.models.baseline = (*models / "models" / (baseline.toStdString() + "_prep.onnx")).string();
        request.models.analysis = (*models / "quantized" / (analysis.toStdString() + ".onnx")).string();
        request.models.quantization.data = (*models / "calib" / (baseline.toStdString() + ".npz")).string();
        request.worstLayers = 4;
        const auto result = fixed(request);
        QVERIFY(result->given && result->given->metric < 5.0);
        QVERIFY2(std::abs(result->given->metric - result->start.metric) < 1.0,
                 fmt::format("{} {}", result->given->metric, result->start.metric).c_str());
        QVERIFY2(result->best.metric >= reachedDb, fmt::format("{}", result->best.metric).c_str());
        QVERIFY(std::ranges::any_of(cures, [&](const QString& fix) {
            return chosen(*result, qPrintable(fix), layer.toStdString()) != nullptr;
        }));
    }
};

QTEST_GUILESS_MAIN(TestFixModels)
#include "tst_fix_models.moc"
