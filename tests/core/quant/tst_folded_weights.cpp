// SPDX-License-Identifier: GPL-3.0-or-later
// One model has its BatchNormalization in the convolution's weights, the other keeps it behind.
#include "core/graph/text_form/text_form.h"
#include "core/quant/point_extraction.h"
#include "core/runs/what_if.h"

#include <QtTest>

#include <fmt/format.h>

using namespace ql;

namespace {

/// Factors 1, -2 and 0, offsets 0, 4 and 3.
const char* const kNormalization = "const gamma: float32[3] = {2, -1, 0}\n"
                                   "const beta: float32[3] = {1, 0, 3}\n"
                                   "const mean: float32[3] = {1, 2, 3}\n"
                                   "const var: float32[3] = {4, 0.25, 1}\n"
                                   "y = BatchNormalization(c, gamma, beta, mean, var) {epsilon: 0.0} name \"bn\"\n";

std::string floatModel(const char* weight, const char* bias, bool isNormalized)
{
    return fmt::format("graph \"float\" opset 15\n"
                       "input x: float32[1,2,1,1]\n"
                       "const w: float32[3,2,1,1] = {}\n"
                       "const b: float32[3] = {}\n"
                       "{} = Conv(x, w, b) name \"conv\"\n"
                       "{}output y\n",
                       weight, bias, isNormalized ? "c" : "y", isNormalized ? kNormalization : "");
}

std::string quantizedModel(const char* weight, const char* bias, const std::string& behind)
{
    return fmt::format("graph \"quantized\" opset 15\n"
                       "input x: float32[1,2,1,1]\n"
                       "const s: float32[] = {{0.1}}\n"
                       "const wq: int8[3,2,1,1] = {}\n"
                       "const bq: int32[3] = {}\n"
                       "w = DequantizeLinear(wq, s)\n"
                       "b = DequantizeLinear(bq, s)\n"
                       "c = Conv(x, w, b) name \"conv\"\n"
                       "{}output y\n",
                       weight, bias, behind);
}

const char* const kUnfolded = "{1, 2, 3, 4, 5, 6}";
const char* const kUnfoldedBias = "{1, 2, 5}";
const char* const kFolded = "{1, 2, -6, -8, 0, 0}";
const char* const kFoldedBias = "{1, 0, 3}";

/// The numbers that the baseline's weight (slot 1) or bias (slot 2) becomes.
std::vector<float> placed(const std::string& baselineText, const std::string& analysisText, std::size_t slot)
{
    const auto baseline = graph::parseGraph(baselineText);
    const auto analysis = graph::parseGraph(analysisText);
    quant::ModelPartners partners;
    for (const auto& node : analysis.nodes())
        if (const auto partner = baseline.findNode(node.name))
            partners.nodes.emplace(node.id, *partner);
    for (const auto& point : quant::extractPoints(baseline, analysis, partners).points)
        if (point.role == quant::QuantizerRole::Weight && point.edges.front().slot == slot) {
            const auto numbers = point.apply({}).data.flatten();
            return {numbers.data_ptr<float>(), numbers.data_ptr<float>() + numbers.numel()};
        }
    return {};
}

void compare(const std::vector<float>& actual, const std::vector<float>& expected)
{
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        QVERIFY2(std::abs(actual[i] - expected[i]) < 1e-5F, qPrintable(QString("%1: %2").arg(i).arg(actual[i])));
}

} // namespace

class TestFoldedWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldedNumbersAreUnfoldedForABaselineThatNormalizes()
    {
        const auto baseline = floatModel(kUnfolded, kUnfoldedBias, true);
        const auto analysis =
            quantizedModel("{11, 20, -60, -81, 0, 0}", "{10, 1, 30}", "y = Identity(c) name \"id\"\n");
        compare(placed(baseline, analysis, 1), {1.1F, 2, 3, 4.05F, 0, 0});
        compare(placed(baseline, analysis, 2), {1, 1.95F, 0});
    }

    /// Modules that PyTorch scripted ask for the rank of what they normalize.
    void whoAsksForTheShapeIsNoReader()
    {
        auto baseline = floatModel(kUnfolded, kUnfoldedBias, true);
        baseline.insert(baseline.find("output y"), "shape = Shape(c)\n");
        const auto analysis =
            quantizedModel("{11, 20, -60, -81, 0, 0}", "{10, 1, 30}", "y = Identity(c) name \"id\"\n");
        compare(placed(baseline, analysis, 1), {1.1F, 2, 3, 4.05F, 0, 0});
    }

    void numbersOfAModelThatNormalizesAreFoldedForItsTwin()
    {
        const auto baseline = floatModel(kFolded, kFoldedBias, false);
        const auto analysis = quantizedModel("{11, 20, 30, 41, 50, 60}", "{10, 20, 50}", kNormalization);
        compare(placed(baseline, analysis, 1), {1.1F, 2, -6, -8.2F, 0, 0});
        compare(placed(baseline, analysis, 2), {1, 0, 3});
    }

    void numbersOfModelsThatBothNormalizeStay()
    {
        const auto baseline = floatModel(kUnfolded, kUnfoldedBias, true);
        const std::string quantized = "const z: uint8[] = {128}\n"
                                      "cq = QuantizeLinear(c, s, z)\n"
                                      "cd = DequantizeLinear(cq, s, z)\n";
        auto behind = std::string(kNormalization);
        behind.replace(behind.find("(c,"), 3, "(cd,");
        for (const auto& each : {std::string(kNormalization), quantized + behind}) {
            const auto analysis = quantizedModel("{11, 20, 30, 41, 50, 60}", "{10, 20, 50}", each);
            compare(placed(baseline, analysis, 1), {1.1F, 2, 3, 4.1F, 5, 6});
            compare(placed(baseline, analysis, 2), {1, 2, 5});
        }
    }

    void numbersStayWhereSomebodyElseReadsTheConvolution()
    {
        auto baseline = floatModel(kUnfolded, kUnfoldedBias, true);
        baseline += "output c\n";
        const auto analysis =
            quantizedModel("{11, 20, 30, 41, 50, 60}", "{10, 20, 50}", "y = Identity(c) name \"id\"\n");
        compare(placed(baseline, analysis, 1), {1.1F, 2, 3, 4.1F, 5, 6});
    }
};

QTEST_APPLESS_MAIN(TestFoldedWeights)
#include "tst_folded_weights.moc"
