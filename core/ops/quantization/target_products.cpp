// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/quantization/exact_integer.h"
#include "core/ops/quantization/target_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::ops {

namespace {

/// What the three operators have in common: operands, the scale of the result, and where things stand.
struct Slots {
    std::size_t bias;
    std::size_t resultScale;
    std::int64_t channelAxis; ///< of the sums
};

const Tensor& at(std::span<const Tensor> inputs, std::size_t slot)
{
    static const Tensor kNone;
    return slot < inputs.size() ? inputs[slot] : kNone;
}

std::optional<Slots> slotsOf(const graph::Node& node)
{
    constexpr std::size_t kNone = 99;
    const bool isLast = node.attributes.intOr("channels_last", 0) != 0;
    if (node.opType == "QLinearConv" && !isLast)
        return Slots{8, 6, 1};
    if (node.opType == "QLinearMatMul")
        return Slots{kNone, 6, -1};
    if (node.opType == "QGemm" && node.inputs.size() > 7 && node.inputs[7].isValid())
        return Slots{6, 7, 1};
    return std::nullopt;
}

/// Both operands as they are multiplied: of a product as matrices.
struct Operands {
    ScaledOperand x;
    ScaledOperand w;
};

Operands operandsOf(const graph::Node& node, std::span<const Tensor> inputs)
{
    const bool isConv = node.opType == "QLinearConv";
    const bool isGemm = node.opType == "QGemm";
    const bool transposesB = isGemm && node.attributes.intOr("transB", 0) != 0;
    const auto axis = isConv || transposesB ? 0 : isGemm ? 1 : -1;
    const bool isVector = !isConv && at(inputs, 3).data.dim() < 2;
    Operands both{scaledOperand(at(inputs, 0), at(inputs, 1), at(inputs, 2), "x", 1, Granularity::PerTensor),
                  scaledOperand(at(inputs, 3), at(inputs, 4), at(inputs, 5), "w", axis,
                                isVector ? Granularity::PerTensor : Granularity::PerChannel)};
    if (isGemm && node.attributes.intOr("transA", 0) != 0)
        both.x.integers.values.data = both.x.integers.values.data.t();
    if (transposesB)
        both.w.integers.values.data = both.w.integers.values.data.t();
    return both;
}

/// The rows of windows over @p x [C, H, W] as bytes 0 to 255 with padding at the zero point: [positions, C · kernel].
at::Tensor rowsOfBytes(const at::Tensor& x, const Window& window, std::int64_t zeroPoint)
{
    const auto centered = padded(x.to(at::kFloat).sub(double(zeroPoint)), window.padsBegin, window.padsEnd, 0.0);
    const auto columns =
        at::im2col(centered.unsqueeze(0), window.kernel, window.dilations, {0, 0}, window.strides).squeeze(0);
    return columns.t().add(double(zeroPoint)).to(at::kInt).contiguous();
}

/// Σ of saturated pairs, less the zero point's share: rows [P, K] of bytes times filters [M, K].
at::Tensor pairSums(const at::Tensor& rows, const at::Tensor& filters, std::int64_t zeroPoint)
{
    constexpr std::int32_t kLeast = std::numeric_limits<std::int16_t>::min();
    constexpr std::int32_t kMost = std::numeric_limits<std::int16_t>::max();
    const auto length = rows.size(1);
    auto sums = at::empty({filters.size(0), rows.size(0)}, at::kInt);
    auto* to = sums.data_ptr<std::int32_t>();
    for (std::int64_t m = 0; m < filters.size(0); ++m) {
        const auto* w = filters.data_ptr<std::int32_t>() + m * length;
        std::int32_t share = 0;
        for (std::int64_t k = 0; k < length; ++k)
            share += std::int32_t(zeroPoint) * w[k];
        for (std::int64_t p = 0; p < rows.size(0); ++p) {
            const auto* x = rows.data_ptr<std::int32_t>() + p * length;
            std::int32_t sum = -share;
            for (std::int64_t k = 0; k < length; k += 2)
                sum += std::clamp(x[k] * w[k] + (k + 1 < length ? x[k + 1] * w[k + 1] : 0), kLeast, kMost);
            *to++ = sum;
        }
    }
    return sums;
}

/// Of a convolution along two axes whose filters have no zero point; nothing of another.
std::optional<at::Tensor> pairConvolution(const graph::Node& node, const Operands& both)
{
    const auto& x = both.x.integers.values;
    const auto& w = both.w.integers.values;
    const auto hasZeroPoint = std::ranges::any_of(both.w.integers.zeroPoints, [](auto zero) { return zero != 0; });
    if (x.data.dim() != 4 || w.data.dim() != 4 || hasZeroPoint || w.type != graph::DataType::Int8)
        return std::nullopt;
    const ConvolutionAttributes attributes(node);
    const auto window = resolved(attributes.window, x.data.sizes().slice(2), w.data.sizes().slice(2));
    const std::int64_t shift = x.type == graph::DataType::Int8 ? 128 : 0; // signed bytes are made unsigned first
    const auto zeroPoint = both.x.integers.zeroPoints.front() + shift;
    const auto bytes = x.data.to(at::kInt).add(shift);
    const auto filters = w.data.to(at::kInt).reshape({w.data.size(0), -1}).contiguous();
    std::vector<at::Tensor> samples;
    for (std::int64_t n = 0; n < x.data.size(0); ++n) {
        std::vector<at::Tensor> groups;
        for (std::int64_t g = 0; g < attributes.groups; ++g)
            groups.push_back(
                pairSums(rowsOfBytes(bytes[n].chunk(attributes.groups, 0).at(std::size_t(g)), window, zeroPoint),
                         filters.chunk(attributes.groups, 0).at(std::size_t(g)), zeroPoint));
        samples.push_back(at::cat(groups));
    }
    const auto height = window.outputSize(0, x.data.size(2), false);
    const auto width = window.outputSize(1, x.data.size(3), false);
    return at::stack(samples).view({x.data.size(0), w.data.size(0), height, width});
}

/// What the filters' zero points take from sums of rows [P, K] times filters [M, K]; targets work it out exactly.
at::Tensor filterShare(const at::Tensor& rows, std::int64_t rowsZero, const std::vector<std::int64_t>& filterZeros)
{
    const auto rowSums = rows.to(at::kLong).sub(rowsZero).sum(1); // [P]
    return at::tensor(filterZeros, at::kLong).unsqueeze(1).mul(rowSums).to(at::kInt);
}

/// Of a product whose second operand is signed: pairs lie along the inner dimension, as in AVX2's kernels of ONNX
/// Runtime; nothing of another.
std::optional<at::Tensor> pairProduct(const Operands& both)
{
    const auto& x = both.x.integers.values;
    const auto& w = both.w.integers.values;
    if (w.type != graph::DataType::Int8 || x.data.numel() == 0 || w.data.numel() == 0 || x.data.dim() == 0
        || w.data.dim() == 0)
        return std::nullopt;
    if (x.data.size(-1) != w.data.size(w.data.dim() == 1 ? 0 : -2))
        return std::nullopt;                                              // the exact product says what doesn't fit
    const std::int64_t shift = x.type == graph::DataType::Int8 ? 128 : 0; // signed bytes are made unsigned first
    const auto zeroPoint = std::int64_t(both.x.integers.zeroPoints.front()) + shift;
    const std::vector<std::int64_t> filterZeros(both.w.integers.zeroPoints.begin(), both.w.integers.zeroPoints.end());
    const auto rows = (x.data.dim() == 1 ? x.data.unsqueeze(0) : x.data).to(at::kInt).add(shift);
    const auto columns = (w.data.dim() == 1 ? w.data.unsqueeze(1) : w.data).to(at::kInt);
    const auto batch = at::infer_size(rows.sizes().slice(0, std::size_t(rows.dim()) - 2),
                                      columns.sizes().slice(0, std::size_t(columns.dim()) - 2));
    const auto spread = [&batch](const at::Tensor& matrices) {
        auto shape = batch;
        shape.insert(shape.end(), {matrices.size(-2), matrices.size(-1)});
        return matrices.expand(shape).reshape({-1, matrices.size(-2), matrices.size(-1)});
    };
    const auto allRows = spread(rows);
    const auto allColumns = spread(columns);
    std::vector<at::Tensor> products;
    for (std::int64_t i = 0; i < allRows.size(0); ++i) {
        const auto matrix = allRows[i].contiguous();
        const auto sums = pairSums(matrix, allColumns[i].t().contiguous(), zeroPoint);
        products.push_back(sums.sub(filterShare(matrix, zeroPoint, filterZeros)).t());
    }
    auto shape = batch;
    if (x.data.dim() > 1)
        shape.push_back(rows.size(-2));
    if (w.data.dim() > 1)
        shape.push_back(columns.size(-1));
    return products.empty() ? at::empty(shape, at::kInt) : at::stack(products).reshape(shape);
}

at::Tensor sumsOf(const TargetArithmetic& target, const graph::Node& node, const Operands& both)
{
    const bool isConv = node.opType == "QLinearConv";
    if (target.saturatesPairs)
        if (auto sums = isConv ? pairConvolution(node, both) : pairProduct(both))
            return *sums;
    return isConv ? exactConvolution(both.x.integers, both.w.integers, ConvolutionAttributes(node)).data
                  : exactProduct(both.x.integers, both.w.integers).data;
}

/// Sums in 64 bits, to which the bias is added along the channels.
at::Tensor withBias(const at::Tensor& sums, const Tensor& bias, std::int64_t channelAxis)
{
    const auto wide = sums.to(at::kLong);
    if (!bias.isDefined())
        return wide;
    graph::Shape shape(std::size_t(wide.dim()), 1);
    shape[std::size_t(channelAxis)] = -1;
    return wide.add(channelAxis == wide.dim() - 1 ? bias.data.to(at::kLong)
                                                  : bias.data.to(at::kLong).reshape(-1).view(shape));
}

/// In double for fractions of 32 bits, as TFLite works them out; in float32 where scales are multiplied so.
std::vector<double> multipliersOf(const TargetArithmetic& target, double x, const std::vector<float>& w, double y)
{
    std::vector<double> multipliers;
    if (target.requantizing == TargetArithmetic::Requantizing::FloatScale) {
        const auto floats = outputMultipliers(float(x), w, float(y));
        return {floats.begin(), floats.end()};
    }
    for (const float scale : w)
        multipliers.push_back(x * double(scale) / y);
    return multipliers;
}

/// What a fraction of 32 bits and a shift can hold. @throws Error (BadArgument)
void requireFactors(const graph::Node& node, const std::vector<double>& multipliers)
{
    constexpr double kTooLarge = 0x1p30;
    for (const double multiplier : multipliers)
        if (!(multiplier >= 0.0 && multiplier < kTooLarge))
            throw Error(
                ErrorCode::BadArgument,
                Message("{}: its scales make a factor of {}, expected 0 to 2^30", node.description(), multiplier),
                "the scales of the model are wrong: compare without --target-arithmetic to see where");
}

} // namespace

bool isComputedByTargets(const graph::Node& node)
{
    return slotsOf(node).has_value();
}

std::optional<Tensor> computedBy(const TargetArithmetic& target, const graph::Node& node,
                                 std::span<const Tensor> inputs)
{
    const auto slots = slotsOf(node);
    if (!slots || at(inputs, 1).data.numel() != 1)
        return std::nullopt;
    const auto& zeroPoint = at(inputs, slots->resultScale + 1);
    const auto type = zeroPointType(zeroPoint, at(inputs, 0).type);
    const auto y = readPerTensor(at(inputs, slots->resultScale), zeroPoint, "y", type);
    const auto both = operandsOf(node, inputs);
    const double alpha = node.opType == "QGemm" ? node.attributes.floatOr("alpha", 1.0) : 1.0;
    const auto multipliers =
        multipliersOf(target, alpha * double(both.x.scales.front()), both.w.scales, double(y.scales.front()));
    requireFactors(node, multipliers);
    auto sums = sumsOf(target, node, both);
    const auto axis = slots->channelAxis < 0 ? sums.dim() - 1 : slots->channelAxis;
    sums = withBias(sums, at(inputs, slots->bias), axis).contiguous();
    std::int64_t inner = 1;
    for (auto i = axis + 1; i < sums.dim(); ++i)
        inner *= sums.size(i);
    const auto channels = sums.dim() == 0 ? 1 : sums.size(axis);
    const auto lowest = graph::lowestOf(type);
    const auto highest = graph::highestOf(type);
    auto* values = sums.data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < sums.numel(); ++i) {
        const auto channel = std::size_t(multipliers.size() == 1 ? 0 : i / inner % channels);
        values[i] =
            std::clamp(requantizedSum(values[i], multipliers[channel], target) + y.zeroPoints.front(), lowest, highest);
    }
    return Tensor{sums.to(storageType(type)), type};
}

} // namespace ql::ops
