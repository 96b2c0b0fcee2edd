// SPDX-License-Identifier: GPL-3.0-or-later
// Activations on integers of domain "tflite", in the reference kernels' arithmetic, and quantization as they round it.
#include "core/base/error.h"
#include "core/ops/quantization/reference_integers.h"
#include "core/ops/quantization/sigmoid_table.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ql::ops::kernels::reference_activation {

namespace {

using graph::DataType;

/// One tensor and what it and the result stand for: inputs x, scale, zero point, scale, zero point.
struct Unary {
    DataType type;
    at::Tensor x; ///< less the zero point
    ReferenceScale from;
    ReferenceScale to;

    explicit Unary(const KernelCall& call)
        : type(call.required(0).type)
        , from(referenceScale(call, 1))
        , to(referenceScale(call, 3))
    {
        expectType(call.required(0), "input 0 (x)",
                   {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::Int32});
        x = centered(call.required(0), from.zeroPoint);
    }

    template <typename Function>
    std::vector<Tensor> evaluated(DataType result, const ReferenceBounds& bounds, const Function& function) const
    {
        const auto* first = x.data_ptr<std::int32_t>();
        return {referenceTensor(x.sizes(), result, [&](std::int64_t i) {
            return bounds.clamped(std::int64_t(function(first[i])) + to.zeroPoint);
        })};
    }
};

std::int64_t activationOf(const graph::Node& node)
{
    return node.attributes.intOr("activation", 0);
}

/// From one scale to another; the result has its zero point's type.
std::vector<Tensor> requantized(const KernelCall& call, std::int64_t activation)
{
    const Unary unary(call);
    const auto result = call.required(4).type;
    const auto factor = fixedFactor(double(unary.from.scale) / double(unary.to.scale));
    return unary.evaluated(result, referenceBounds(result, unary.to, activation),
                           [&](std::int32_t x) { return scaled(x, factor); });
}

double alphaOf(const graph::Node& node)
{
    return node.attributes.floatOr("alpha", 0.0);
}

std::vector<Tensor> leakyRelu(const KernelCall& call, double alpha)
{
    const Unary unary(call);
    const auto same = fixedFactor(double(unary.from.scale / unary.to.scale));
    const auto below = fixedFactor(double(unary.from.scale * float(alpha) / unary.to.scale));
    return unary.evaluated(unary.type, referenceBounds(unary.type, unary.to, 0),
                           [&](std::int32_t x) { return scaled(x, x >= 0 ? same : below); });
}

/// The function of 8-bit integers works with 4 bits before the point and gives fractions of 2^31.
template <std::int32_t (*function)(std::int32_t, int)>
std::int32_t ofEightBits(std::int32_t x, FixedFactor toFixed, std::int32_t radius, int resultBits)
{
    constexpr int kIntegerBits = 4;
    if (x <= -radius || x >= radius)
        return x < 0 ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max();
    return dividedByPower(function(scaled(x, toFixed), kIntegerBits), 31 - resultBits);
}

struct FixedInput {
    FixedFactor factor;
    std::int32_t radius;

    explicit FixedInput(const Unary& unary)
    {
        constexpr int kIntegerBits = 4;
        factor = fixedFactor(double(unary.from.scale) * double(1 << (31 - kIntegerBits)));
        const double largest = double((1 << kIntegerBits) - 1) * double(std::int64_t{1} << (31 - kIntegerBits))
                               / std::ldexp(1.0, factor.shift);
        radius = std::int32_t(std::min(std::floor(largest), 2147483647.0));
    }
};

void expectSignedBytes(const Unary& unary)
{
    if (unary.type != DataType::Int8)
        throw Error(ErrorCode::TypeMismatch, Message("input 0 (x) has type {}, expected {}", graph::name(unary.type),
                                                     graph::name(DataType::Int8)));
}

/// From 0 to 255/256 in int8: the format fixes scale and zero point.
/// Of 16 bits to fractions of 2^15.
std::vector<Tensor> tabled(const Unary& unary, std::int32_t (*function)(std::int32_t, TableScale))
{
    const auto scale = tableScale(double(unary.from.scale));
    const ReferenceBounds bounds{-32768, 32767};
    return unary.evaluated(unary.type, bounds, [&](std::int32_t x) {
        return function(std::clamp(x, bounds.lowest, bounds.highest), scale);
    });
}

std::vector<Tensor> logistic(const KernelCall& call)
{
    const Unary unary(call);
    if (unary.type == DataType::Int16)
        return tabled(unary, tabledLogistic);
    expectSignedBytes(unary);
    const FixedInput fixed(unary);
    constexpr int kBits = 8;
    const ReferenceBounds bounds{-128, 127};
    return unary.evaluated(unary.type, bounds, [&](std::int32_t x) {
        return ofEightBits<fixedLogistic>(x, fixed.factor, fixed.radius, kBits);
    });
}

std::vector<Tensor> tanh(const KernelCall& call)
{
    const Unary unary(call);
    if (unary.type == DataType::Int16)
        return tabled(unary, tabledTanh);
    expectSignedBytes(unary);
    const FixedInput fixed(unary);
    constexpr int kBits = 7;
    const ReferenceBounds bounds{-128, 127};
    return unary.evaluated(unary.type, bounds, [&](std::int32_t x) {
        return ofEightBits<fixedTanh>(x, fixed.factor, fixed.radius, kBits);
    });
}

/// x · clamp(x + 3, 0, 6) / 6 with 16 bits, of which 7 are below the integers' point.
struct FixedHardSwish {
    static constexpr int kRoom = 7;
    std::int32_t toResult = 0; ///< fractions of 2^15
    int resultShift = 0;
    std::int32_t toRatio = 0;
    int ratioShift = 0;

    FixedHardSwish(double from, double to)
    {
        constexpr double kRatioScale = 3.0 / 32768.0; // from -3 to 3
        const double fine = from / double(1 << kRoom);
        const auto result = fixedFactor(fine / to);
        const auto ratio = fixedFactor(fine / kRatioScale);
        toResult = ofSixteenBits(result.fraction);
        resultShift = result.shift;
        toRatio = ofSixteenBits(ratio.fraction);
        ratioShift = ratio.shift;
    }

    static std::int32_t ofSixteenBits(std::int32_t fraction)
    {
        constexpr std::int32_t kHalf = 1 << 15;
        return fraction >= std::numeric_limits<std::int32_t>::max() - kHalf ? 32767 : (fraction + kHalf) >> 16;
    }
    static std::int32_t saturated(std::int64_t x) { return std::int32_t(std::clamp<std::int64_t>(x, -32768, 32767)); }
    static std::int32_t roundedProduct(std::int32_t a, std::int32_t b)
    {
        const auto product = a * b;
        return saturated((product + (product >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15));
    }

    std::int32_t operator()(std::int32_t x) const
    {
        const auto fine = saturated(std::int64_t(x) * (1 << kRoom));
        auto ratio = fine;
        if (ratioShift > 0)
            ratio = saturated(std::int64_t(ratio) * (std::int64_t{1} << (ratioShift - 1)));
        ratio = roundedProduct(ratio, toRatio);
        if (ratioShift > 0)
            ratio = saturated(std::int64_t(ratio) * 2);
        else
            ratio = dividedByPower(ratio, std::min(-ratioShift, 31));
        ratio = (ratio + (1 << 15)) >> 1; // from 0 to 1
        const auto product = saturated((std::int64_t(ratio) * roundedProduct(fine, toResult)) / (1 << 15));
        return resultShift > 0 ? product * (1 << std::min(resultShift, 14))
                               : dividedByPower(product, std::min(-resultShift, 31));
    }
};

std::vector<Tensor> hardSwish(const KernelCall& call)
{
    const Unary unary(call);
    if (unary.type != DataType::Int8 && unary.type != DataType::UInt8)
        throw Error(ErrorCode::TypeMismatch,
                    Message("input 0 (x) has type {}, expected {} or {}", graph::name(unary.type),
                            graph::name(DataType::Int8), graph::name(DataType::UInt8)));
    return unary.evaluated(unary.type, referenceBounds(unary.type, unary.to, 0),
                           FixedHardSwish(double(unary.from.scale), double(unary.to.scale)));
}

/// Divides in float, rounds halves away from zero.
std::vector<Tensor> quantize(const KernelCall& call)
{
    const auto& input = call.required(0);
    expectType(input, "input 0 (x)", {DataType::Float});
    const auto to = referenceScale(call, 1);
    const auto type = call.required(2).type;
    const auto bounds = referenceBounds(type, to, 0);
    const auto data = input.data.contiguous();
    const auto* x = data.data_ptr<float>();
    return {referenceTensor(data.sizes(), type, [&](std::int64_t i) {
        const auto steps = std::round(x[i] / to.scale);
        const auto whole = std::isnan(steps) ? 0.0F : std::clamp(steps, -1e9F, 1e9F);
        return bounds.clamped(std::int64_t(whole) + to.zeroPoint);
    })};
}

double betaOf(const graph::Node& node)
{
    return node.attributes.floatOr("beta", 1.0);
}

/// Sums of exponentials have 12 bits before the point, differences 5.
struct FixedSoftmax {
    static constexpr int kDifferenceBits = 5;
    static constexpr int kSumBits = 12;
    FixedFactor factor;
    std::int32_t least; ///< the difference below which an exponential is 0

    FixedSoftmax(float scale, double beta)
    {
        const double real =
            std::min(beta * double(scale) * double(1 << (31 - kDifferenceBits)), double(std::int64_t{1} << 31) - 1.0);
        factor = fixedFactor(real);
        const double largest = double((1 << kDifferenceBits) - 1) * double(std::int64_t{1} << (31 - kDifferenceBits))
                               / std::ldexp(1.0, factor.shift);
        least = -std::int32_t(std::min(std::floor(largest), 2147483647.0));
    }

    std::int32_t exponential(std::int32_t difference) const
    {
        return fixedExponential(scaled(difference, factor), kDifferenceBits);
    }

    void row(const std::int32_t* x, std::int32_t* y, std::int64_t count, int resultBits, std::int32_t lowest) const
    {
        const auto most = *std::max_element(x, x + count);
        std::int32_t sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            if (x[i] - most >= least)
                sum += dividedByPower(exponential(x[i] - most), kSumBits);
        const int headroom = std::countl_zero(static_cast<std::uint32_t>(sum));
        const auto rest = static_cast<std::int32_t>((static_cast<std::uint32_t>(sum) << headroom) - (1U << 31));
        const auto share = fixedReciprocal(rest);
        const int exponent = kSumBits - headroom + 31 - resultBits;
        const auto highest = lowest + (1 << resultBits) - 1;
        for (std::int64_t i = 0; i < count; ++i)
            y[i] = x[i] - most < least
                       ? lowest
                       : std::clamp(dividedByPower(highProduct(share, exponential(x[i] - most)), std::min(exponent, 31))
                                        + lowest,
                                    lowest, highest);
    }
};

/// Over the last axis. The result's scale is 1/256 from -128 on, or 1/65536 from -32768 on.
std::vector<Tensor> softmax(const KernelCall& call, double beta)
{
    const Unary unary(call);
    const auto result = call.required(4).type;
    const bool isKnown = unary.type == DataType::Int8 && (result == DataType::Int8 || result == DataType::Int16);
    if (!isKnown || unary.x.dim() == 0)
        throw Error(ErrorCode::TypeMismatch,
                    Message("softmax of {} to {} isn't known", graph::name(unary.type), graph::name(result)));
    const FixedSoftmax fixed(unary.from.scale, beta);
    const auto count = unary.x.size(-1);
    const auto y = at::empty(unary.x.sizes(), at::kInt);
    for (std::int64_t begin = 0; count > 0 && begin < y.numel(); begin += count)
        fixed.row(unary.x.data_ptr<std::int32_t>() + begin, y.data_ptr<std::int32_t>() + begin, count,
                  result == DataType::Int8 ? 8 : 16, std::int32_t(graph::lowestOf(result)));
    return {{y.to(storageType(result)), result}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "QLinearHardSwish", 1, kLatestOpset, stateless<hardSwish>},
            {"tflite", "QLinearIdentity", 1, kLatestOpset, boundTo<activationOf, requantized>},
            {"tflite", "QLinearLeakyRelu", 1, kLatestOpset, boundTo<alphaOf, leakyRelu>},
            {"tflite", "QLinearSigmoid", 1, kLatestOpset, stateless<logistic>},
            {"tflite", "QLinearSoftmax", 1, kLatestOpset, boundTo<betaOf, softmax>},
            {"tflite", "QLinearTanh", 1, kLatestOpset, stateless<tanh>},
            {"tflite", "QuantizeLinear", 1, kLatestOpset, stateless<quantize>}};
}

} // namespace ql::ops::kernels::reference_activation
