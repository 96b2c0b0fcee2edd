// SPDX-License-Identifier: GPL-3.0-or-later
// NhwcQLinearConv and NhwcQLinearConvTranspose of domain "tflite": channels last, in the weights too, in the reference
// kernels' integer arithmetic. NhwcConvTranspose is the latter on floats.
#include "core/base/error.h"
#include "core/ops/quantization/reference_integers.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/thread_parts.h"

namespace ql::ops::kernels::reference_convolution {

namespace {

constexpr std::size_t kBias = 8;
constexpr std::int64_t kRank = 4;

struct Geometry {
    bool isSame = false;
    graph::Shape strides;
    graph::Shape dilations;
    std::int64_t groups = 1;
    std::int64_t activation = 0;
    graph::Shape outputShape; ///< of a transposed one: height and width

    explicit Geometry(const graph::Node& node)
        : isSame(node.attributes.stringOr("auto_pad", "VALID") == "SAME_UPPER")
        , strides(node.attributes.intsOr("strides", {1, 1}))
        , dilations(node.attributes.intsOr("dilations", {1, 1}))
        , groups(node.attributes.intOr("group", 1))
        , activation(node.attributes.intOr("activation", 0))
        , outputShape(node.attributes.intsOr("output_shape", {}))
    {
        if (strides.size() != 2 || dilations.size() != 2 || strides[0] < 1 || strides[1] < 1 || dilations[0] < 1
            || dilations[1] < 1 || groups < 1)
            throw Error(ErrorCode::InvalidNode, "strides, dilations and group must be positive, two of the first two");
    }
};

/// One axis of an image.
struct Axis {
    std::int64_t input = 0;
    std::int64_t kernel = 0;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t output = 0;
    std::int64_t pad = 0; ///< before the first element
};

Axis axisOf(const Geometry& geometry, const at::Tensor& x, const at::Tensor& w, int axis)
{
    Axis a{x.size(axis + 1), w.size(axis + 1), geometry.strides[std::size_t(axis)],
           geometry.dilations[std::size_t(axis)]};
    const auto reach = (a.kernel - 1) * a.dilation + 1;
    a.output = geometry.isSame ? (a.input + a.stride - 1) / a.stride : (a.input + a.stride - reach) / a.stride;
    a.output = std::max<std::int64_t>(a.output, 0);
    a.pad = std::max<std::int64_t>((a.output - 1) * a.stride + reach - a.input, 0) / 2;
    return a;
}

struct Operands {
    at::Tensor x; ///< less the zero point, as w
    at::Tensor w;
    std::vector<std::int64_t> bias;
    std::vector<FixedFactor> factors;
    ReferenceScale result;
    ReferenceBounds bounds;
    bool isWide = false;

    Operands(const KernelCall& call, const Geometry& geometry)
    {
        const auto& input = call.required(0);
        expectReferenceIntegers(input, "input 0 (x)");
        expectRank(input, "input 0 (x)", kRank);
        expectRank(call.required(3), "input 3 (w)", kRank);
        expectType(call.required(3), "input 3 (w)",
                   {graph::DataType::Int8, graph::DataType::UInt8, graph::DataType::Int4});
        x = centered(input, referenceScale(call, 1).zeroPoint);
        // Weights of several scales have no zero points.
        const auto& zeroPoint = call.required(5);
        w = centered(call.required(3),
                     zeroPoint.data.numel() == 1 ? zeroPoint.data.to(at::kInt).item<std::int32_t>() : 0);
        const auto channels = w.size(0);
        bias = referenceBias(call, kBias, channels);
        factors = productFactors(call, input.type, channels);
        result = referenceScale(call, 6);
        bounds = referenceBounds(input.type, result, geometry.activation);
        isWide = hasWideSums(call, kBias);
    }

    std::int32_t finished(std::int64_t sum, std::int64_t channel) const
    {
        const auto at = std::size_t(channel);
        return bounds.clamped(std::int64_t(scaledSum(sum + bias[at], factors[at], isWide)) + result.zeroPoint);
    }
};

std::int64_t dot(const std::int32_t* a, const std::int32_t* b, std::int64_t count)
{
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += std::int64_t(a[i]) * b[i];
    return sum;
}

/// The sum for one output element.
std::int64_t sumAt(const at::Tensor& x, const at::Tensor& w, const Axis& rows, const Axis& columns, std::int64_t batch,
                   std::int64_t row, std::int64_t column, std::int64_t channel, std::int64_t groups)
{
    const auto depth = w.size(3);
    const auto group = channel / (w.size(0) / groups);
    std::int64_t sum = 0;
    for (std::int64_t ky = 0; ky < rows.kernel; ++ky) {
        const auto y = row * rows.stride - rows.pad + ky * rows.dilation;
        for (std::int64_t kx = 0; y >= 0 && y < rows.input && kx < columns.kernel; ++kx) {
            const auto at = column * columns.stride - columns.pad + kx * columns.dilation;
            if (at < 0 || at >= columns.input)
                continue;
            const auto* pixel = x.data_ptr<std::int32_t>() + ((batch * rows.input + y) * columns.input + at) * x.size(3)
                                + group * depth;
            const auto* taps =
                w.data_ptr<std::int32_t>() + ((channel * rows.kernel + ky) * columns.kernel + kx) * depth;
            sum += dot(pixel, taps, depth);
        }
    }
    return sum;
}

std::vector<Tensor> convolve(const KernelCall& call, const Geometry& geometry)
{
    const Operands operands(call, geometry);
    const auto& x = operands.x;
    const auto& w = operands.w;
    if (x.size(3) != w.size(3) * geometry.groups || w.size(0) % geometry.groups != 0)
        throw Error(ErrorCode::ShapeMismatch, Message("{} channels, weights {} and {} groups don't fit", x.size(3),
                                                      graph::toString(w.sizes().vec()), geometry.groups));
    const auto rows = axisOf(geometry, x, w, 0);
    const auto columns = axisOf(geometry, x, w, 1);
    const graph::Shape shape{x.size(0), rows.output, columns.output, w.size(0)};
    const auto type = call.required(0).type;
    expectAffordable(shape, graph::DataType::Int32);
    const auto y = at::empty(shape, at::kInt);
    auto* to = y.data_ptr<std::int32_t>();
    const auto channels = w.size(0);
    const auto lines = shape[0] * shape[1];
    forEachPart(lines, y.numel() * w.numel() / std::max<std::int64_t>(channels, 1), [&](auto begin, auto end) {
        for (auto line = begin; line < end; ++line)
            for (std::int64_t column = 0; column < columns.output; ++column)
                for (std::int64_t channel = 0; channel < channels; ++channel)
                    to[(line * columns.output + column) * channels + channel] =
                        operands.finished(sumAt(x, w, rows, columns, line / rows.output, line % rows.output, column,
                                                channel, geometry.groups),
                                          channel);
    });
    return {{y.to(storageType(type)), type}};
}

/// Padding of the convolution that it turns round.
Axis turnedAxis(const Geometry& geometry, const at::Tensor& x, const at::Tensor& w, int axis)
{
    if (geometry.outputShape.size() != 2)
        throw Error(ErrorCode::InvalidNode, "attribute output_shape must have two elements");
    Axis a{x.size(axis + 1), w.size(axis + 1), geometry.strides[std::size_t(axis)], 1,
           geometry.outputShape[std::size_t(axis)]};
    const auto steps =
        geometry.isSame ? (a.output + a.stride - 1) / a.stride : (a.output + a.stride - a.kernel) / a.stride;
    a.pad = std::max<std::int64_t>((steps - 1) * a.stride + a.kernel - a.output, 0) / 2;
    return a;
}

void expectTurnable(const at::Tensor& x, const at::Tensor& w, const graph::Shape& shape)
{
    if (x.size(3) != w.size(3))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} channels and weights {} don't fit", x.size(3), graph::toString(w.sizes().vec())));
    expectAffordable(shape, graph::DataType::Int64);
}

/// Adds what pixel (@p batch, @p row, @p column) of @p x gives to @p sums.
template <typename T, typename Sum>
void scatter(const at::Tensor& x, const at::Tensor& w, const Axis& rows, const Axis& columns, std::int64_t batch,
             std::int64_t row, std::int64_t column, Sum* sums)
{
    const auto depth = x.size(3);
    const auto channels = w.size(0);
    const auto* pixel = x.data_ptr<T>() + ((batch * rows.input + row) * columns.input + column) * depth;
    for (std::int64_t channel = 0; channel < channels; ++channel)
        for (std::int64_t ky = 0; ky < rows.kernel; ++ky)
            for (std::int64_t kx = 0; kx < columns.kernel; ++kx) {
                const auto y = row * rows.stride - rows.pad + ky;
                const auto at = column * columns.stride - columns.pad + kx;
                if (y < 0 || y >= rows.output || at < 0 || at >= columns.output)
                    continue;
                const auto* taps = w.data_ptr<T>() + ((channel * rows.kernel + ky) * columns.kernel + kx) * depth;
                Sum sum = 0;
                for (std::int64_t i = 0; i < depth; ++i)
                    sum += Sum(pixel[i]) * Sum(taps[i]);
                sums[((batch * rows.output + y) * columns.output + at) * channels + channel] += sum;
            }
}

template <typename T, typename Sum>
std::vector<Sum> scattered(const at::Tensor& x, const at::Tensor& w, const Axis& rows, const Axis& columns)
{
    std::vector<Sum> sums(std::size_t(x.size(0) * rows.output * columns.output * w.size(0)), Sum(0));
    for (std::int64_t batch = 0; batch < x.size(0); ++batch)
        for (std::int64_t row = 0; row < rows.input; ++row)
            for (std::int64_t column = 0; column < columns.input; ++column)
                scatter<T, Sum>(x, w, rows, columns, batch, row, column, sums.data());
    return sums;
}

std::vector<Tensor> convolveTransposed(const KernelCall& call, const Geometry& geometry)
{
    const Operands operands(call, geometry);
    const auto rows = turnedAxis(geometry, operands.x, operands.w, 0);
    const auto columns = turnedAxis(geometry, operands.x, operands.w, 1);
    const auto channels = operands.w.size(0);
    const graph::Shape shape{operands.x.size(0), rows.output, columns.output, channels};
    expectTurnable(operands.x, operands.w, shape);
    const auto sums = scattered<std::int32_t, std::int64_t>(operands.x, operands.w, rows, columns);
    return {referenceTensor(shape, call.required(0).type,
                            [&](std::int64_t i) { return operands.finished(sums[std::size_t(i)], i % channels); })};
}

std::vector<Tensor> convolveFloatsTransposed(const KernelCall& call, const Geometry& geometry)
{
    for (std::size_t i = 0; i < 2; ++i) {
        expectRank(call.required(i), Message("input {}", i), kRank);
        expectType(call.required(i), Message("input {}", i), {graph::DataType::Float});
    }
    const auto x = call.required(0).data.contiguous();
    const auto w = call.required(1).data.contiguous();
    const auto rows = turnedAxis(geometry, x, w, 0);
    const auto columns = turnedAxis(geometry, x, w, 1);
    const graph::Shape shape{x.size(0), rows.output, columns.output, w.size(0)};
    expectTurnable(x, w, shape);
    const auto sums = scattered<float, float>(x, w, rows, columns);
    auto y = at::empty(shape, at::kFloat);
    std::copy(sums.begin(), sums.end(), y.data_ptr<float>());
    return {Tensor(call.has(2) ? y.add(call.required(2).data) : y)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "NhwcConvTranspose", 1, kLatestOpset, boundTo<Geometry, convolveFloatsTransposed>},
            {"tflite", "NhwcQLinearConv", 1, kLatestOpset, boundTo<Geometry, convolve>},
            {"tflite", "NhwcQLinearConvTranspose", 1, kLatestOpset, boundTo<Geometry, convolveTransposed>}};
}

} // namespace ql::ops::kernels::reference_convolution
