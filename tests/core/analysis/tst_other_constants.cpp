// SPDX-License-Identifier: GPL-3.0-or-later
// Constants that aren't the baseline's, and those that only look so.
#include "core/analysis/constants/constant_comparison.h"
#include "tests/core/analysis/advised_comparison.h"
#include "tests/support/random_floats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace ql;
using namespace ql::tests;
using Kind = OtherConstant::Kind;
using Role = OtherConstant::Role;
using Numbers = std::vector<float>;

namespace {

constexpr int kOutputs = 8;
constexpr int kInputs = 3;
constexpr int kEach = kInputs * 9;

Numbers weights(std::uint32_t seed)
{
    return randomFloats(kOutputs * kEach, seed);
}

std::string listed(const Numbers& numbers)
{
    return fmt::format("{{{:.6f}}}", fmt::join(numbers, ", "));
}

/// Two convolutions, of 3 and of 8 channels, in float.
std::string floatModel(const Numbers& first, const Numbers& bias, const Numbers& second)
{
    return fmt::format(R"(graph "float" opset 13
    input x: float32[1,3,8,8]
    const w1: float32[8,3,3,3] = {}
    const b1: float32[8] = {}
    const w2: float32[8,3,3,3] = {}
    c1 = Conv(x, w1, b1) name "c1"
    c2 = Conv(x, w2) name "c2"
    output c1
    output c2)",
                       listed(first), listed(bias), listed(second));
}

/// @p numbers on a grid of @p levels steps up to the farthest, each channel's own or one for all.
Numbers rounded(Numbers numbers, float levels, std::size_t channels)
{
    const auto each = numbers.size() / channels;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        float farthest = 0.0F;
        for (std::size_t i = 0; i < each; ++i)
            farthest = std::max(farthest, std::abs(numbers[channel * each + i]));
        const float step = farthest / levels;
        for (std::size_t i = 0; i < each; ++i)
            numbers[channel * each + i] = std::round(numbers[channel * each + i] / step) * step;
    }
    return numbers;
}

/// Of the layer @p name, when the analysis model has these constants.
std::vector<OtherConstant> othersOf(const std::string& baseline, const std::string& analysis, const char* name = "c1")
{
    AdvisedComparison fixture(baseline, analysis);
    ConstantComparison comparison(fixture.models);
    const auto source = std::ranges::find_if(fixture.rows, [name](const auto& each) { return each.row.name == name; });
    return comparison.othersOf(*source);
}

} // namespace

class TestOtherConstants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundedConstantsAreNoOthers()
    {
        const auto all = floatModel(weights(1), randomFloats(8, 3), weights(2));
        for (const float levels : {127.0F, 7.0F, 3.0F}) {
            QVERIFY(othersOf(all, floatModel(rounded(weights(1), levels, 8), randomFloats(8, 3), weights(2))).empty());
            QVERIFY(othersOf(all, floatModel(rounded(weights(1), levels, 1), randomFloats(8, 3), weights(2))).empty());
        }
    }

    /// A packed weight's steps are those of its blocks: rounded to them it is the baseline's, though at 20 dB only.
    void packedWeightsAreRounded()
    {
        constexpr int kDepth = 16, kColumns = 8; // a column is a block
        const auto numbers = randomFloats(kDepth * kColumns, 11);
        Numbers given(numbers.size()), scales;
        std::vector<int> bytes, others;
        for (int column = 0; column < kColumns; ++column) {
            float farthest = 0.0F;
            for (int i = 0; i < kDepth; ++i) {
                given[std::size_t(i * kColumns + column)] = numbers[std::size_t(column * kDepth + i)];
                farthest = std::max(farthest, std::abs(numbers[std::size_t(column * kDepth + i)]));
            }
            scales.push_back(farthest / 7.0F);
            for (int i = 0; i < kDepth; i += 2) {
                const auto stored = [&](int at) {
                    return int(std::round(numbers[std::size_t(column * kDepth + at)] / scales.back())) + 8;
                };
                bytes.push_back(stored(i) | (stored(i + 1) << 4));
                others.push_back((i * 37 + column * 91) % 256);
            }
        }
        const auto baseline = fmt::format(R"(graph "float" opset 13
    input x: float32[1,16]
    const w: float32[16,8] = {}
    c1 = MatMul(x, w) name "c1"
    output c1)",
                                          listed(given));
        const auto packed = [&](const std::vector<int>& stored) {
            return fmt::format(R"(graph "int4" opset 13
    input x: float32[1,16]
    const w: uint8[8,1,8] = {{{}}}
    const s: float32[8] = {}
    c1 = com.microsoft.MatMulNBits(x, w, s) {{K: 16, N: 8, bits: 4, block_size: 16}} name "c1"
    output c1)",
                               fmt::join(stored, ", "), listed(scales));
        };
        QVERIFY(othersOf(baseline, packed(bytes)).empty());
        const auto found = othersOf(baseline, packed(others));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().kind, Kind::Whole);
        QVERIFY(found.front().isQuantized && found.front().mostSteps > 1.5);
    }

    void tinyChannelsLostToOneScaleAreNoOthers()
    {
        auto small = weights(1);
        for (int i = 0; i < kEach; ++i)
            small[std::size_t(3 * kEach + i)] *= 0.001F;
        QVERIFY(othersOf(floatModel(small, randomFloats(8, 3), weights(2)),
                         floatModel(rounded(small, 127.0F, 1), randomFloats(8, 3), weights(2)))
                    .empty());
    }

    void clampedAndPrunedNumbersAreNoOthers()
    {
        const auto all = floatModel(weights(1), randomFloats(8, 3), weights(2));
        auto clamped = weights(1), pruned = weights(1);
        for (float& number : clamped)
            number = std::clamp(number, -0.5F, 0.5F);
        for (float& number : pruned)
            number = std::abs(number) < 0.6F ? 0.0F : number;
        QVERIFY(othersOf(all, floatModel(clamped, randomFloats(8, 3), weights(2))).empty());
        QVERIFY(othersOf(all, floatModel(pruned, randomFloats(8, 3), weights(2))).empty());
    }

    void oneReplacedChannelIsFound()
    {
        auto noisy = weights(1);
        const auto noise = randomFloats(kEach, 9);
        std::ranges::copy(noise, noisy.begin() + 5 * kEach);
        const auto others = othersOf(floatModel(weights(1), randomFloats(8, 3), weights(2)),
                                     floatModel(rounded(noisy, 127.0F, 8), randomFloats(8, 3), weights(2)));
        QCOMPARE(others.size(), std::size_t{1});
        QVERIFY(others[0].role == Role::Weight && others[0].kind == Kind::Channels);
        QCOMPARE(others[0].channels, std::vector<std::int64_t>{5});
        QCOMPARE(others[0].channelCount, std::int64_t{8});
        QVERIFY(others[0].sqnrDb < 6.0 && others[0].restDb > 30.0);
    }

    void biasTimesEightIsABias()
    {
        auto bias = randomFloats(8, 3);
        const auto baseline = floatModel(weights(1), bias, weights(2));
        for (float& number : bias)
            number *= 8.0F;
        const auto others = othersOf(baseline, floatModel(weights(1), bias, weights(2)));
        QCOMPARE(others.size(), std::size_t{1});
        QVERIFY(others[0].role == Role::Bias && others[0].kind == Kind::Factor);
        QVERIFY(std::abs(others[0].factor - 8.0) < 0.01);
    }

    /// As where int32 can't hold it: whatever number it wraps to outweighs the others.
    void oneWrappedBiasIsThatChannels()
    {
        auto bias = randomFloats(8, 3);
        const auto baseline = floatModel(weights(1), bias, weights(2));
        bias[6] -= 4096.0F;
        const auto others = othersOf(baseline, floatModel(weights(1), bias, weights(2)));
        QCOMPARE(others.size(), std::size_t{1});
        QVERIFY(others[0].role == Role::Bias && others[0].kind == Kind::Channels);
        QCOMPARE(others[0].channels, std::vector<std::int64_t>{6});
    }

    void channelsInReverseOrderAreTold()
    {
        auto reversed = weights(1);
        for (int output = 0; output < kOutputs; ++output)
            for (int i = 0; i < 9; ++i)
                std::swap(reversed[std::size_t(output * kEach + i)], reversed[std::size_t(output * kEach + 18 + i)]);
        const auto others = othersOf(floatModel(weights(1), randomFloats(8, 3), weights(2)),
                                     floatModel(rounded(reversed, 127.0F, 8), randomFloats(8, 3), weights(2)));
        QCOMPARE(others.size(), std::size_t{1});
        QVERIFY(others[0].kind == Kind::Order);
        QCOMPARE(others[0].order, (std::vector<std::int64_t>{2, 1, 0}));
    }

    void weightOfAnotherLayerIsTold()
    {
        const auto others = othersOf(floatModel(weights(1), randomFloats(8, 3), weights(2)),
                                     floatModel(weights(2), randomFloats(8, 3), weights(1)));
        QCOMPARE(others.size(), std::size_t{1});
        QVERIFY(others[0].kind == Kind::OfLayer);
        QCOMPARE(others[0].layer, std::string("c2"));
    }

    void staleNormalizationScalesTheChannels()
    {
        auto scaled = weights(1);
        for (int output = 0; output < kOutputs; ++output)
            for (int i = 0; i < kEach; ++i)
                scaled[std::size_t(output * kEach + i)] *= 0.3F + 0.4F * float(output);
        const auto others = othersOf(floatModel(weights(1), randomFloats(8, 3), weights(2)),
                                     floatModel(rounded(scaled, 127.0F, 8), randomFloats(8, 3), weights(2)));
        QCOMPARE(others.size(), std::size_t{1});
        QVERIFY(others[0].kind == Kind::Scaled);
        QVERIFY(std::abs(others[0].factor - 0.3) < 0.02 && std::abs(others[0].mostFactor - 3.1) < 0.1);
    }

    /// What one layer's channels are multiplied by, the next one's input takes back.
    void equalizedLayersAreNoOthers()
    {
        const auto model = [](const Numbers& first, const Numbers& bias, const Numbers& second) {
            return fmt::format(R"(graph "float" opset 13
    input x: float32[1,3,8,8]
    const w1: float32[8,3,3,3] = {}
    const b1: float32[8] = {}
    const w2: float32[4,8,1,1] = {}
    c1 = Conv(x, w1, b1) name "c1"
    r = Relu(c1) name "r"
    c2 = Conv(r, w2) name "c2"
    output c2)",
                               listed(first), listed(bias), listed(second));
        };
        auto first = weights(1), bias = randomFloats(8, 3), second = randomFloats(32, 4);
        const auto baseline = model(first, bias, second);
        for (std::size_t output = 0; output < 8; ++output) {
            const float factor = 0.2F + 0.6F * float(output);
            bias[output] *= factor;
            for (std::size_t i = 0; i < std::size_t(kEach); ++i)
                first[output * kEach + i] *= factor;
            for (std::size_t i = 0; i < 4; ++i)
                second[i * 8 + output] /= factor;
        }
        QVERIFY(othersOf(baseline, model(first, bias, second), "c1").empty());
        QVERIFY(othersOf(baseline, model(first, bias, second), "c2").empty());
        QVERIFY(!othersOf(baseline, model(first, bias, randomFloats(32, 4)), "c1").empty());
    }

    void quantizedFormsAreReadAsNumbers()
    {
        const std::string quantized = R"(graph "quantized" opset 13
    input x: float32[1,4]
    const s: float32[] = {0.1}
    const z: int8[] = {0}
    const wq: int8[4,4] = {10, 0, 0, 0, 0, 10, 0, 0, 0, 0, -7, 0, 0, 0, 0, 10}
    xq = QuantizeLinear(x, s, z)
    q = QLinearMatMul(xq, s, z, wq, s, z, s, z) name "a"
    a = DequantizeLinear(q, s, z)
    output a)";
        const std::string text = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    a = MatMul(x, w) name "a"
    output a)";
        const auto others = othersOf(text, quantized, "a");
        QCOMPARE(others.size(), std::size_t{1});
        QVERIFY(others[0].kind == Kind::Channels);
        QCOMPARE(others[0].channels, std::vector<std::int64_t>{2});
    }
};

QTEST_APPLESS_MAIN(TestOtherConstants)
#include "tst_other_constants.moc"
