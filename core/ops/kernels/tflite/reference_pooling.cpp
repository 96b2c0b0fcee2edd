// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling of domain "tflite", channels last: NhwcAveragePool on floats, NhwcMaxPool and QLinearAveragePool on integers,
// and QLinearReduceMean, all as the reference kernels round.
#include "core/base/error.h"
#include "core/ops/quantization/reference_integers.h"
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <bit>

namespace ql::ops::kernels::reference_pooling {

namespace {

constexpr std::int64_t kRank = 4;

struct Window {
    bool isSame;
    graph::Shape strides;
    graph::Shape kernel;
    std::int64_t activation;

    explicit Window(const graph::Node& node)
        : isSame(node.attributes.stringOr("auto_pad", "VALID") == "SAME_UPPER")
        , strides(node.attributes.intsOr("strides", {}))
        , kernel(node.attributes.intsOr("kernel_shape", {}))
        , activation(node.attributes.intOr("activation", 0))
    {
        for (const auto* sizes : {&strides, &kernel})
            if (sizes->size() != 2 || (*sizes)[0] < 1 || (*sizes)[1] < 1)
                throw Error(ErrorCode::InvalidNode, "strides and kernel_shape must be two positive numbers each");
    }

    struct Span {
        std::int64_t begin;
        std::int64_t end;
    };
    std::int64_t outputs(std::int64_t size, std::size_t axis) const
    {
        const auto rest = isSame ? size - 1 : size - kernel[axis];
        return rest < 0 ? 0 : rest / strides[axis] + 1;
    }
    /// The elements of @p size that output @p i sees.
    Span span(std::int64_t size, std::size_t axis, std::int64_t i) const
    {
        const auto reach = (outputs(size, axis) - 1) * strides[axis] + kernel[axis];
        const auto begin = i * strides[axis] - (isSame ? std::max<std::int64_t>(reach - size, 0) / 2 : 0);
        return {std::max<std::int64_t>(begin, 0), std::min(begin + kernel[axis], size)};
    }
};

/// Calls @p reduce(first element of the window's values of one channel, how to step) for each output.
template <typename Reduce>
Tensor pooled(const Tensor& input, const Window& window, const Reduce& reduce)
{
    expectReferenceIntegers(input, "input 0 (x)");
    expectRank(input, "input 0 (x)", kRank);
    const auto x = centered(input, 0);
    const auto rows = x.size(1);
    const auto columns = x.size(2);
    const auto depth = x.size(3);
    const graph::Shape shape{x.size(0), window.outputs(rows, 0), window.outputs(columns, 1), depth};
    const auto* from = x.data_ptr<std::int32_t>();
    return referenceTensor(shape, input.type, [&](std::int64_t i) {
        const auto column = window.span(columns, 1, i / depth % shape[2]);
        const auto row = window.span(rows, 0, i / depth / shape[2] % shape[1]);
        const auto batch = i / depth / shape[2] / shape[1];
        std::vector<std::int32_t> values;
        for (auto y = row.begin; y < row.end; ++y)
            for (auto at = column.begin; at < column.end; ++at)
                values.push_back(from[((batch * rows + y) * columns + at) * depth + i % depth]);
        return reduce(values);
    });
}

/// Halves away from zero; no scaling: both sides have one scale.
std::vector<Tensor> average(const KernelCall& call, const Window& window)
{
    const auto bounds = referenceBounds(call.required(0).type, referenceScale(call, 3), window.activation);
    return {pooled(call.required(0), window, [&](const std::vector<std::int32_t>& values) {
        std::int64_t sum = 0;
        for (const auto value : values)
            sum += value;
        const auto count = std::max<std::int64_t>(std::int64_t(values.size()), 1);
        return bounds.clamped((sum > 0 ? sum + count / 2 : sum - count / 2) / count);
    })};
}

std::vector<Tensor> largest(const KernelCall& call, const Window& window)
{
    return {pooled(call.required(0), window, [](const std::vector<std::int32_t>& values) {
        return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    })};
}

struct Mean {
    graph::Shape axes;
    bool keepsAxes;

    explicit Mean(const graph::Node& node)
        : axes(node.attributes.intsOr("axes", {}))
        , keepsAxes(node.attributes.intOr("keepdims", 0) != 0)
    {
    }
};

/// The number of elements divides the fraction of the factor, which is widened before by as many bits as that takes.
FixedFactor dividedBy(FixedFactor factor, std::int64_t count)
{
    constexpr int kWidest = 32;
    const int bits = std::min({int(std::bit_width(static_cast<std::uint64_t>(count))) - 1, kWidest, 31 + factor.shift});
    return {std::int32_t((std::int64_t(factor.fraction) << bits) / count), factor.shift - bits};
}

std::vector<Tensor> mean(const KernelCall& call, const Mean& how)
{
    const auto& input = call.required(0);
    expectReferenceIntegers(input, "input 0 (x)");
    const auto from = referenceScale(call, 1);
    const auto to = referenceScale(call, 3);
    graph::Shape axes;
    std::int64_t count = 1;
    for (const auto axis : how.axes) {
        const auto place = normalizedAxis(axis, input.data.dim());
        if (std::ranges::find(axes, place) != axes.end())
            continue;
        axes.push_back(place);
        count *= input.data.size(place);
    }
    if (count == 0)
        throw Error(ErrorCode::ShapeMismatch, "the mean of no elements isn't defined");
    const auto x = centered(input, from.zeroPoint);
    const auto sums = axes.empty() ? x.to(at::kLong) : x.sum(axes, how.keepsAxes, at::kLong).contiguous();
    const auto factor = dividedBy(fixedFactor(double(from.scale) / double(to.scale)), count);
    const auto bounds = referenceBounds(input.type, to, 0);
    const auto* first = sums.data_ptr<std::int64_t>();
    return {referenceTensor(sums.sizes(), input.type, [&](std::int64_t i) {
        return bounds.clamped(std::int64_t(scaled(std::int32_t(first[i]), factor)) + to.zeroPoint);
    })};
}

/// ONNX's without counting the padding.
Kernel bindFloatAverage(const graph::Node& node)
{
    return channelsLast(standardKernel(node, "AveragePool", 21));
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "NhwcAveragePool", 1, kLatestOpset, bindFloatAverage},
            {"tflite", "NhwcMaxPool", 1, kLatestOpset, boundTo<Window, largest>},
            {"tflite", "QLinearAveragePool", 1, kLatestOpset, boundTo<Window, average>},
            {"tflite", "QLinearReduceMean", 1, kLatestOpset, boundTo<Mean, mean>}};
}

} // namespace ql::ops::kernels::reference_pooling
