// SPDX-License-Identifier: GPL-3.0-or-later
// QLinearAdd, QLinearSub, QLinearMul and QGemm of domain "tflite", in the reference kernels' integer arithmetic.
#include "core/base/error.h"
#include "core/ops/quantization/reference_integers.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ql::ops::kernels::reference_arithmetic {

namespace {

struct Both {
    at::Tensor a; ///< less the zero points, of one shape
    at::Tensor b;
    ReferenceScale aScale;
    ReferenceScale bScale;
    ReferenceScale result;
    ReferenceBounds bounds;

    Both(const KernelCall& call, std::int64_t activation)
    {
        expectReferenceIntegers(call.required(0), "input 0 (a)");
        expectSameType(call.required(3), "input 3 (b)", call.required(0));
        expectBroadcastable(call.required(0), call.required(3));
        aScale = referenceScale(call, 1);
        bScale = referenceScale(call, 4);
        result = referenceScale(call, 6);
        bounds = referenceBounds(call.required(0).type, result, activation);
        const auto both = at::broadcast_tensors(
            {centered(call.required(0), aScale.zeroPoint), centered(call.required(3), bScale.zeroPoint)});
        a = both[0].contiguous();
        b = both[1].contiguous();
    }

    template <typename Function>
    std::vector<Tensor> evaluated(graph::DataType type, const Function& function) const
    {
        const auto* left = a.data_ptr<std::int32_t>();
        const auto* right = b.data_ptr<std::int32_t>();
        return {referenceTensor(a.sizes(), type, [&](std::int64_t i) {
            return bounds.clamped(std::int64_t(function(left[i], right[i])) + result.zeroPoint);
        })};
    }
};

struct SumAttributes {
    std::int64_t activation;
    std::int32_t sign;
    bool maySkipScaling; ///< where all scales are powers of two, 16-bit integers are only shifted

    explicit SumAttributes(const graph::Node& node)
        : activation(node.attributes.intOr("activation", 0))
        , sign(node.opType == "QLinearSub" ? -1 : 1)
        , maySkipScaling(node.attributes.intOr("pot_scale_int16", 0) != 0)
    {
    }
};

/// The logarithm of a power of two.
std::optional<int> exponentOf(double scale)
{
    int exponent = 0;
    return std::frexp(scale, &exponent) == 0.5 ? std::optional(exponent - 1) : std::nullopt;
}

/// What the reference kernel adds by, where it may shift: how far one of the two is shifted to the right. The other
/// has the result's scale.
struct Shifts {
    int a = 0;
    int b = 0;
};

std::optional<Shifts> shiftsOf(const Both& both, graph::DataType type, const SumAttributes& attributes)
{
    const auto a = exponentOf(double(both.aScale.scale));
    const auto b = exponentOf(double(both.bScale.scale));
    const auto result = exponentOf(double(both.result.scale));
    const bool isCentered = both.aScale.zeroPoint == 0 && both.bScale.zeroPoint == 0 && both.result.zeroPoint == 0;
    if (!attributes.maySkipScaling || type != graph::DataType::Int16 || !isCentered || !a || !b || !result)
        return std::nullopt;
    const Shifts shifts{*result - *a, *result - *b};
    if ((shifts.a != 0 && shifts.b != 0) || shifts.a < 0 || shifts.b < 0)
        throw Error(ErrorCode::InvalidNode,
                    Message("scales of 2^{}, 2^{} and 2^{} of 16-bit integers can't be added by shifting one of them",
                            *a, *b, *result),
                    "where pot_scale_int16 is set, one input has the result's scale and the other's isn't larger");
    return Shifts{std::min(shifts.a, 31), std::min(shifts.b, 31)};
}

/// Both are brought to twice the larger scale with room below the point, added, and brought to the result's.
std::vector<Tensor> add(const KernelCall& call, const SumAttributes& attributes)
{
    const Both both(call, attributes.activation);
    const auto type = call.required(0).type;
    if (const auto shifts = shiftsOf(both, type, attributes))
        return both.evaluated(type, [&](std::int32_t a, std::int32_t b) {
            constexpr std::int32_t kLowest = std::numeric_limits<std::int16_t>::min();
            constexpr std::int32_t kHighest = std::numeric_limits<std::int16_t>::max();
            return std::clamp(dividedByPower(a, shifts->a) + attributes.sign * dividedByPower(b, shifts->b), kLowest,
                              kHighest);
        });
    const int room = type == graph::DataType::Int16 ? 15 : 20;
    const double twice = 2 * double(std::max(both.aScale.scale, both.bScale.scale));
    const auto aFactor = fixedFactor(double(both.aScale.scale) / twice);
    const auto bFactor = fixedFactor(double(both.bScale.scale) / twice);
    const auto factor = fixedFactor(twice / (double(std::int64_t{1} << room) * double(both.result.scale)));
    return both.evaluated(type, [&](std::int32_t a, std::int32_t b) {
        return scaled(scaled(a * (1 << room), aFactor) + attributes.sign * scaled(b * (1 << room), bFactor), factor);
    });
}

std::vector<Tensor> multiply(const KernelCall& call, const SumAttributes& attributes)
{
    const Both both(call, attributes.activation);
    const auto factor = fixedFactor(double(both.aScale.scale) * double(both.bScale.scale) / double(both.result.scale));
    return both.evaluated(call.required(0).type, [&](std::int32_t a, std::int32_t b) {
        return scaled(std::int32_t(std::int64_t(a) * b), factor);
    });
}

struct ProductAttributes {
    std::int64_t activation;
    bool keepsAxes;

    explicit ProductAttributes(const graph::Node& node)
        : activation(node.attributes.intOr("activation", 0))
        , keepsAxes(node.attributes.intOr("keep_num_dims", 0) != 0)
    {
    }
};

/// QGemm's inputs are those of QLinearConv but for the bias, which comes before the result's scale.
std::vector<Tensor> product(const KernelCall& call, const ProductAttributes& attributes)
{
    constexpr std::size_t kBias = 6;
    constexpr std::size_t kResult = 7;
    const auto& input = call.required(0);
    const auto& weight = call.required(3);
    expectReferenceIntegers(input, "input 0 (x)");
    expectRank(weight, "input 3 (w)", 2);
    const auto depth = weight.data.size(1);
    const auto channels = weight.data.size(0);
    if (depth == 0 || input.data.numel() % depth != 0)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 of shape {} has no rows of {}", graph::toString(input.shape()), depth));
    const auto from = referenceScale(call, 1);
    const auto result = referenceScale(call, kResult);
    const auto bounds = referenceBounds(input.type, result, attributes.activation);
    const auto isWide = hasWideSums(call, kBias);
    const auto bias = referenceBias(call, kBias, channels);
    const auto weightScales = call.required(4).data.contiguous();
    const auto& weightZero = call.required(5);
    std::vector<FixedFactor> factors;
    for (std::int64_t i = 0; i < weightScales.numel(); ++i) { // one scale is multiplied in float
        const auto scale = weightScales.data_ptr<float>()[i];
        const double both = weightScales.numel() == 1 ? double(from.scale * scale) : double(from.scale) * scale;
        factors.push_back(fixedFactor(both / double(result.scale)));
    }
    if (factors.size() != 1 && std::int64_t(factors.size()) != channels)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("the weights have {} scales, expected 1 or {}", factors.size(), channels));
    factors.resize(std::size_t(channels), factors.front());
    const auto rows = input.data.numel() / depth;
    // Sums of integers below 2^53 are exact in double.
    const auto x = centered(input, from.zeroPoint).to(at::kDouble).view({rows, depth});
    const auto w =
        centered(weight, weightZero.data.numel() == 1 ? weightZero.data.to(at::kInt).item<std::int32_t>() : 0)
            .to(at::kDouble);
    const auto sums = at::mm(x, w.t()).contiguous();
    const auto* from64 = sums.data_ptr<double>();
    auto shape = attributes.keepsAxes ? input.shape() : graph::Shape{rows, depth};
    shape.back() = channels;
    return {referenceTensor(shape, input.type, [&](std::int64_t i) {
        const auto channel = std::size_t(i % channels);
        const auto sum = std::int64_t(from64[i]) + bias[channel];
        return bounds.clamped(std::int64_t(scaledSum(sum, factors[channel], isWide)) + result.zeroPoint);
    })};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "QGemm", 1, kLatestOpset, boundTo<ProductAttributes, product>},
            {"tflite", "QLinearAdd", 1, kLatestOpset, boundTo<SumAttributes, add>},
            {"tflite", "QLinearMul", 1, kLatestOpset, boundTo<SumAttributes, multiply>},
            {"tflite", "QLinearSub", 1, kLatestOpset, boundTo<SumAttributes, add>}};
}

} // namespace ql::ops::kernels::reference_arithmetic
