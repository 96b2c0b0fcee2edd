// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check/check.h"
#include "core/import/import_model.h"
#include "tests/support/models.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace ql;
using results::Severity;

namespace {

results::CheckResult check(const std::filesystem::path& path)
{
    JobContext ctx;
    return *analysis::checkModel(importers::importModel(path), {}, ctx);
}

std::size_t countOf(const results::CheckResult& result, std::string_view rule)
{
    return static_cast<std::size_t>(std::count_if(result.findings.begin(), result.findings.end(),
                                                  [rule](const auto& finding) { return finding.rule == rule; }));
}

} // namespace

/// What `check` says about real models; each number was looked at.
class TestCheckModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_root = *root;
    }

    /// What is said of them is said of their export, and true: silero cuts a chunk by slices and writes LayerNorm
    /// out, dtln adds a bias behind a MatMul.
    void floatModelsAreClean()
    {
        const std::set<std::string> known{"dynamic-shape", "linear-bias", "sliced-chunk", "written-layer-norm"};
        std::size_t models = 0;
        for (const auto& file : std::filesystem::directory_iterator(m_root / "models")) {
            const auto result = check(file.path());
            for (const auto& finding : result.findings)
                QVERIFY2(known.contains(finding.rule),
                         (file.path().string() + ": " + finding.rule + " " + finding.message.english()).c_str());
            QCOMPARE(result.quantizerState, "float");
            ++models;
        }
        QVERIFY(models >= 10);
    }

    void goodQuantizedModelsHaveNoErrors()
    {
        for (const auto& file : std::filesystem::directory_iterator(m_root / "quantized")) {
            const auto result = check(file.path());
            for (const auto& finding : result.findings)
                QVERIFY2(finding.severity != Severity::Error,
                         (file.path().string() + ": " + finding.rule + " " + finding.message.english()).c_str());
            QVERIFY(result.kind != "float");
            QVERIFY2(result.quantizerState == "quantized" || result.quantizerState == "dynamic",
                     file.path().string().c_str());
            QVERIFY(!result.layers.empty());
        }
    }

    void whatWasLeftInFloatIsNamed()
    {
        const auto broken = check(m_root / "quantized/silero_mini_v2__qdq_s8_convmm.onnx");
        const auto fixed = check(m_root / "quantized/silero_mini_v2__qdq_s8_fix.onnx");
        // Two channels of its STFT are all zero and have a scale of 1, 195 times another's.
        QCOMPARE(countOf(broken, "uneven-channel-scales"), std::size_t(0));
        const auto isConv34 = [](const auto& finding) {
            return finding.rule == "unquantized-product" && finding.subject == "Conv_34";
        };
        QVERIFY(std::none_of(broken.findings.begin(), broken.findings.end(), isConv34));
        QVERIFY(std::any_of(fixed.findings.begin(), fixed.findings.end(), isConv34));
    }

    void theThirdPartysModelWasNeverCalibrated()
    {
        const auto result = check(m_root / "quantized/mnist__thirdparty_convinteger.onnx");
        QCOMPARE(countOf(result, "placeholder-scale"), std::size_t(1));
        QCOMPARE(countOf(check(m_root / "quantized/mnist__qdq_s8.onnx"), "placeholder-scale"), std::size_t(0));
    }

    void perTensorWeightsOfDepthwiseConvolutions()
    {
        QCOMPARE(countOf(check(m_root / "quantized/ultraface__qdq_s8_pt.onnx"), "depthwise-weight-per-tensor"),
                 std::size_t(18));
        QCOMPARE(countOf(check(m_root / "quantized/ultraface__qop_u8s8.onnx"), "depthwise-weight-per-tensor"),
                 std::size_t(18));
        QCOMPARE(countOf(check(m_root / "quantized/ultraface__qdq_s8_pc.onnx"), "depthwise-weight-per-tensor"),
                 std::size_t(0));
    }

    void aModelThatCannotRunIsChecked()
    {
        const auto result = check(m_root / "extra/supres_with_pre_post_processing.onnx");
        QCOMPARE(countOf(result, "unsupported-operator"), std::size_t(2));
        QCOMPARE(result.countOf(Severity::Error), std::size_t(2));
        QCOMPARE(countOf(result, "unused-output"), std::size_t(2));
    }

private:
    std::filesystem::path m_root;
};

QTEST_APPLESS_MAIN(TestCheckModels)
#include "tst_check_models.moc"
