// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of two models of which one has its BatchNormalization in the convolution's numbers, the other behind it.
#include "core/analysis/weights/weight_pairs.h"

#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <fmt/format.h>

#include <cmath>
#include <optional>

using namespace ql;

namespace {

/// Factors 1, -2 and 0, offsets 0, 4 and 3.
const std::string kNormalization = R"(
    const gamma: float32[3] = {2, -1, 0}
    const beta: float32[3] = {1, 0, 3}
    const mean: float32[3] = {1, 2, 3}
    const var: float32[3] = {4, 0.25, 1}
    y = BatchNormalization(c, gamma, beta, mean, var) {epsilon: 0.0} name "bn")";

/// A convolution of what is named w and b, and of what @p behind makes of its output c.
std::string model(const std::string& constants, const std::string& behind)
{
    return fmt::format(R"(graph "model" opset 15
        input x: float32[1,2,4,4]
        {}
        c = Conv(x, w, b) name "conv"
        {}
        output y)",
                       constants, behind);
}

const std::string kFolded = R"(
    const w: float32[3,2,1,1] = {1, 2, -6, -8, 0, 0}
    const b: float32[3] = {1, 0, 3})";
const std::string kFoldedInIntegers = R"(
    const s: float32[] = {0.1}
    const wq: int8[3,2,1,1] = {10, 20, -60, -80, 0, 0}
    const bq: int32[3] = {10, 0, 30}
    w = DequantizeLinear(wq, s)
    b = DequantizeLinear(bq, s))";
const std::string kUnfolded = R"(
    const s: float32[] = {0.1}
    const wq: int8[3,2,1,1] = {10, 20, 30, 40, 50, 60}
    const bq: int32[3] = {10, 20, 50}
    w = DequantizeLinear(wq, s)
    b = DequantizeLinear(bq, s))";
const std::string kReluBehind = R"(y = Relu(c) name "relu")";

importers::ImportedModel imported(const std::string& text)
{
    auto model = importers::ImportedModel();
    model.graph = graph::parseGraph(text);
    model.path = "model.onnx";
    return model;
} // namespace

std::vector<double> numbersOf(const at::Tensor& tensor)
{
    const at::Tensor floats = tensor.contiguous();
    return {floats.data_ptr<float>(), floats.data_ptr<float>() + floats.numel()};
}

bool areNear(const std::vector<double>& numbers, const std::vector<double>& expected)
{
    return numbers.size() == expected.size()
           && std::equal(numbers.begin(), numbers.end(), expected.begin(),
                         [](double x, double y) { return std::abs(x - y) < 1e-5; });
}

/// Both numbers of the pair that the convolution's input @p slot makes; nothing if it has no partner.
std::optional<std::pair<std::vector<double>, std::vector<double>>> numbersOf(const std::string& baseline,
                                                                             const std::string& analysis, int slot)
{
    const auto x = imported(baseline), y = imported(analysis);
    const analysis::WeightPairs pairs(x, y, analysis::WeightPairs::Recurrent::Gates);
    for (std::size_t i = 0; i < pairs.baseline().size(); ++i) {
        if (pairs.baseline()[i].layer != "conv" || pairs.baseline()[i].slot != slot)
            continue;
        if (pairs.matches()[i].info.rule.empty())
            return std::nullopt;
        const auto numbers = pairs.read(i);
        return std::pair(numbersOf(numbers.baseline), numbersOf(numbers.analysis));
    }
    return std::nullopt;
}

void compare(const std::string& baseline, const std::string& analysis, int slot, const std::vector<double>& x,
             const std::vector<double>& y)
{
    const auto numbers = numbersOf(baseline, analysis, slot);
    QVERIFY(numbers);
    QVERIFY(areNear(numbers->first, x));
    QVERIFY(areNear(numbers->second, y));
}

} // namespace

class TestWeightPairs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// As TensorRT's tools export: quantized first, normalized behind. The third channel is lost to a factor of 0.
    void whatTheAnalysisModelNormalizesIsTakenOutOfTheBaseline()
    {
        const std::vector<double> kept{1, 2, 3, 4, 0, 0}, biases{1, 0, 3};
        compare(model(kFolded, kReluBehind), model(kUnfolded, kNormalization), 1, kept, kept);
        compare(model(kFolded, kReluBehind), model(kUnfolded, kNormalization), 2, biases, biases);
    }

    void whatTheBaselineNormalizesIsPutIn()
    {
        const std::vector<double> folded{1, 2, -6, -8, 0, 0}, biases{1, 0, 3};
        compare(model(kUnfolded, kNormalization), model(kFoldedInIntegers, kReluBehind), 1, folded, folded);
        compare(model(kUnfolded, kNormalization), model(kFoldedInIntegers, kReluBehind), 2, biases, biases);
    }

    /// Training multiplies the weight by the factors, and divides the product by them, which it computes.
    void divisionsByTheFactorAreSeenThrough()
    {
        const auto trained = model(R"(
            const w: float32[3,2,1,1] = {1, 2, -6, -8, 5, 6}
            const b: float32[3] = {0, 0, 0})",
                                   R"(
            const gamma: float32[3] = {2, -1, 4}
            const beta: float32[3] = {1, 0, 3}
            const mean: float32[3] = {1, 2, 3}
            const var: float32[3] = {4, 0.25, 1}
            const shape: int64[4] = {1, 3, 1, 1}
            deviation = Sqrt(var)
            factor = Div(gamma, deviation)
            factors = Reshape(factor, shape)
            d = Div(c, factors) name "div"
            y = BatchNormalization(d, gamma, beta, mean, var) {epsilon: 0.0} name "bn")");
        const std::vector<double> weights{1, 2, -6, -8, 5, 6}, biases{0, 4, -9};
        const auto folded = model(R"(
            const w: float32[3,2,1,1] = {1, 2, -6, -8, 5, 6}
            const b: float32[3] = {0, 4, -9})",
                                  kReluBehind);
        compare(folded, trained, 1, weights, weights);
        compare(folded, trained, 2, biases, biases);
        compare(trained, folded, 2, biases, biases);
    }

    void whatBothModelsNormalizeStaysAsItIs()
    {
        const std::vector<double> numbers{1, 2, 3, 4, 5, 6};
        compare(model(kUnfolded, kNormalization), model(kUnfolded, kNormalization), 1, numbers, numbers);
        compare(model(kUnfolded, kNormalization), model(kUnfolded, kNormalization), 2, {1, 2, 5}, {1, 2, 5});
    }

    /// Then the normalization can't be in the partner's numbers.
    void whatSomebodyElseReadsStaysAsItIs()
    {
        const auto readTwice = model(kUnfolded, kNormalization + "\n        z = Relu(c) name \"other\"\n output z");
        compare(model(kFolded, kReluBehind), readTwice, 1, {1, 2, -6, -8, 0, 0}, {1, 2, 3, 4, 5, 6});
    }

    /// What is added behind is no part of the weight.
    void sumsBehindMoveOffsetsAlone()
    {
        const auto biased = model(kUnfolded, R"(
            const offset: float32[3,1,1] = {7, 7, 7}
            const gamma: float32[3] = {2, -1, 1}
            const beta: float32[3] = {1, 0, 3}
            const mean: float32[3] = {8, 9, 10}
            const var: float32[3] = {4, 0.25, 1}
            d = Add(c, offset) name "add"
            y = BatchNormalization(d, gamma, beta, mean, var) {epsilon: 0.0} name "bn")");
        const auto folded = model(R"(
            const w: float32[3,2,1,1] = {1, 2, -6, -8, 5, 6}
            const b: float32[3] = {1, 0, 5})",
                                  kReluBehind);
        compare(folded, biased, 1, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6});
        compare(folded, biased, 2, {1, 0, 5}, {1, 0, 5});
    }

    /// Means of nearly 0 leave the normalization's own bias nearly what is folded into the convolution's.
    void biasesAreNoPartnersOfNormalizations()
    {
        const std::string normalization = R"(
            const gamma: float32[3] = {2, -1, 1}
            const beta: float32[3] = {1, -4, 3}
            const mean: float32[3] = {0.01, 0, 0.02}
            const var: float32[3] = {4, 1, 1}
            y = BatchNormalization(c, gamma, beta, mean, var) {epsilon: 0.0} name "bn")";
        const auto unbiased = fmt::format(R"(graph "model" opset 15
            input x: float32[1,2,4,4]
            const s: float32[] = {{0.1}}
            const wq: int8[3,2,1,1] = {{10, 20, 30, 40, 50, 60}}
            w = DequantizeLinear(wq, s)
            c = Conv(x, w) name "conv"
            {}
            output y)",
                                          normalization);
        const auto folded = model(R"(
            const folded_w: float32[3,2,1,1] = {1, 2, -3, -4, 5, 6}
            const folded_b: float32[3] = {0.99, -4, 2.98}
            w = Identity(folded_w)
            b = Identity(folded_b))",
                                  kReluBehind);
        QVERIFY(numbersOf(folded, unbiased, 1));
        QVERIFY(!numbersOf(folded, unbiased, 2));
    }
};

QTEST_GUILESS_MAIN(TestWeightPairs)
#include "tst_weight_pairs.moc"
