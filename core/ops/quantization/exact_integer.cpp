// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/exact_integer.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace ql::ops {

namespace {

constexpr double kExactInFloat = 16777216.0; // 2^24

/// Through int64, so that values beyond int32 wrap around.
at::Tensor wrapped(const at::Tensor& exactDoubles)
{
    return exactDoubles.to(at::kLong).to(at::kInt);
}

/// The largest Σ|values| over @p axes. Rounds only beyond 2^24, and then stays beyond it.
double largestSum(const at::Tensor& values, at::IntArrayRef axes)
{
    return values.numel() == 0 ? 0.0 : values.abs().sum(axes).max().item<double>();
}

at::Tensor splitProduct(const at::Tensor& a, const at::Tensor& b, double bound)
{
    const std::int64_t axis = b.dim() == 1 ? 0 : -2;
    if (bound * largestSum(b, {axis}) < kExactInFloat)
        return at::matmul(a, b).to(at::kInt);
    const std::int64_t terms = b.size(axis);
    if (terms == 1)
        return wrapped(at::matmul(a.to(at::kDouble), b.to(at::kDouble)));
    const std::int64_t half = terms / 2;
    at::Tensor sum = splitProduct(a.narrow(-1, 0, half), b.narrow(axis, 0, half), bound);
    return sum.add_(splitProduct(a.narrow(-1, half, terms - half), b.narrow(axis, half, terms - half), bound));
}

at::Tensor convolve(const at::Tensor& x, const at::Tensor& w, const Window& window, std::int64_t groups)
{
    // oneDNN by name: left to itself, ATen takes a slower path for small inputs on one thread.
    if (x.scalar_type() == at::kFloat && at::hasMKLDNN() && x.numel() > 0 && w.numel() > 0)
        return at::mkldnn_convolution(x, w, {}, window.padsBegin, window.strides, window.dilations, groups);
    return at::convolution(x, w, {}, window.strides, window.padsBegin, window.dilations, false,
                           graph::Shape(window.rank(), 0), groups);
}

/// Channels @p first … of every group of @p x [N, groups · channels, …].
at::Tensor channelsOf(const at::Tensor& x, std::int64_t groups, std::int64_t first, std::int64_t count)
{
    const std::int64_t channels = x.size(1) / groups;
    return x.unflatten(1, {groups, channels}).narrow(2, first, count).flatten(1, 2);
}

at::Tensor splitConvolution(const at::Tensor& x, const at::Tensor& w, const Window& window, std::int64_t groups,
                            double bound)
{
    std::vector<std::int64_t> filterAxes;
    for (std::int64_t axis = 1; axis < w.dim(); ++axis)
        filterAxes.push_back(axis);
    if (bound * largestSum(w, filterAxes) < kExactInFloat)
        return convolve(x.contiguous(), w.contiguous(), window, groups).to(at::kInt);
    const std::int64_t channels = w.size(1);
    if (channels == 1)
        return wrapped(convolve(x.to(at::kDouble), w.to(at::kDouble), window, groups));
    const std::int64_t half = channels / 2;
    at::Tensor sum = splitConvolution(channelsOf(x, groups, 0, half), w.narrow(1, 0, half), window, groups, bound);
    return sum.add_(splitConvolution(channelsOf(x, groups, half, channels - half), w.narrow(1, half, channels - half),
                                     window, groups, bound));
}

void checkConvolution(const at::Tensor& x, const at::Tensor& w, std::int64_t groups)
{
    if (x.dim() < 3 || w.dim() != x.dim())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("x has rank {} and w has rank {}, expected the same rank of at least 3", x.dim(), w.dim()));
    if (x.size(1) != w.size(1) * groups)
        throw Error(ErrorCode::ShapeMismatch, Message("x has {} channels, expected {} (w has {} in each of {} groups)",
                                                      x.size(1), w.size(1) * groups, w.size(1), groups));
    if (w.size(0) % groups != 0)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("w has {} filters, which {} groups can't share", w.size(0), groups));
}

struct Channels {
    std::int64_t axis = 0;
    std::int64_t count = 1;
};

Channels channelsOf(const Tensor& operand, std::int64_t axis, Granularity granularity)
{
    const std::int64_t rank = operand.data.dim();
    if (axis < 0)
        axis += rank;
    if (granularity == Granularity::PerTensor || axis < 0 || axis >= rank)
        return {};
    return {axis, operand.data.size(axis)};
}

/// Zero points of rank 2 and more, such as [batch, rows, 1], broadcast as they stand.
CentredIntegers centredByBroadcast(const Tensor& operand, const Tensor& zeroPoint, const Message& what)
{
    const std::vector<std::int32_t> zeroPoints = readZeroPoints(zeroPoint, what, operand.type);
    if (zeroPoints.empty() || !at::is_expandable_to(zeroPoint.data.sizes(), operand.data.sizes()))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} has shape {}, which does not fit a tensor of shape {}", what,
                            graph::toString(zeroPoint.shape()), graph::toString(operand.shape())));
    return {operand.data.to(at::kFloat) - zeroPoint.data.to(at::kFloat), largestMagnitude(operand.type, zeroPoints)};
}

} // namespace

double largestMagnitude(graph::DataType type, const std::vector<std::int32_t>& zeroPoints)
{
    const auto [least, most] = std::minmax_element(zeroPoints.begin(), zeroPoints.end());
    return std::max(static_cast<double>(graph::highestOf(type) - *least),
                    static_cast<double>(*most - graph::lowestOf(type)));
}

CentredIntegers centred(const Tensor& x, const std::vector<std::int32_t>& zeroPoints, std::int64_t channelAxis)
{
    at::Tensor values = x.data.to(at::kFloat, /*non_blocking=*/false, /*copy=*/true).contiguous();
    if (zeroPoints.size() == 1) {
        if (zeroPoints[0] != 0)
            values.sub_(static_cast<double>(zeroPoints[0]));
    } else {
        std::vector<std::int64_t> shape(static_cast<std::size_t>(values.dim()), 1);
        shape[static_cast<std::size_t>(channelAxis)] = static_cast<std::int64_t>(zeroPoints.size());
        values.sub_(at::tensor(zeroPoints, at::kInt).to(at::kFloat).view(shape));
    }
    return {std::move(values), largestMagnitude(x.type, zeroPoints)};
}

at::Tensor exactProduct(const CentredIntegers& a, const CentredIntegers& b)
{
    const at::Tensor& x = a.values;
    const at::Tensor& y = b.values;
    if (x.dim() == 0 || y.dim() == 0 || x.size(-1) != y.size(y.dim() == 1 ? 0 : -2))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("matrices of shape {} and {} can't be multiplied", graph::toString(x.sizes().vec()),
                            graph::toString(y.sizes().vec())));
    return splitProduct(x, y, a.bound);
}

IntegerConvolution::IntegerConvolution(const graph::Node& node)
    : window(windowAttributes(node))
    , groups(node.attributes.intOr("group", 1))
{
    if (groups < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute group is {}, expected at least 1", groups));
}

at::Tensor exactConvolution(const CentredIntegers& x, const CentredIntegers& w, const IntegerConvolution& attributes)
{
    at::Tensor input = x.values;
    at::Tensor weight = w.values;
    checkConvolution(input, weight, attributes.groups);
    Window window = resolved(attributes.window, input.sizes().slice(2), weight.sizes().slice(2));
    for (std::size_t axis = 0; axis < window.rank(); ++axis)
        window.outputSize(axis, input.size(static_cast<std::int64_t>(axis) + 2), false); // throws unless it fits
    if (!window.isSymmetric()) { // zeros stand for the zero point
        input = padded(input, window.padsBegin, window.padsEnd, 0);
        window.padsBegin = window.padsEnd = graph::Shape(window.rank(), 0);
    }
    const bool isOneDimensional = input.dim() == 3;
    if (isOneDimensional) { // oneDNN's binding starts at two spatial axes
        input = input.unsqueeze(2);
        weight = weight.unsqueeze(2);
        for (graph::Shape* list : {&window.kernel, &window.strides, &window.dilations})
            list->insert(list->begin(), 1);
        window.padsBegin.insert(window.padsBegin.begin(), 0);
    }
    const at::Tensor sum = splitConvolution(input, weight, window, attributes.groups, x.bound);
    return isOneDimensional ? sum.squeeze(2) : sum;
}

CentredIntegers centredOperand(const Tensor& operand, const Tensor& zeroPoint, const Message& name,
                               std::int64_t channelAxis, Granularity granularity)
{
    expectEightBit(operand, name);
    const Channels channels = channelsOf(operand, channelAxis, granularity);
    const Message what("{}_zero_point", name);
    if (granularity == Granularity::PerChannel && zeroPoint.isDefined() && zeroPoint.data.dim() > 1)
        return centredByBroadcast(operand, zeroPoint, what);
    const auto zeroPoints = readZeroPoints(zeroPoint, what, operand.type);
    expectParameterCount(zeroPoints.size(), channels.count, what, channels.axis);
    return centred(operand, zeroPoints, channels.axis);
}

ScaledOperand scaledOperand(const Tensor& operand, const Tensor& scale, const Tensor& zeroPoint, const Message& name,
                            std::int64_t channelAxis, Granularity granularity)
{
    expectEightBit(operand, name);
    const Channels channels = channelsOf(operand, channelAxis, granularity);
    auto parameters = readParameters(scale, zeroPoint, name, operand.type, channels.count, channels.axis);
    return {centred(operand, parameters.zeroPoints, channels.axis), std::move(parameters.scales)};
}

} // namespace ql::ops
