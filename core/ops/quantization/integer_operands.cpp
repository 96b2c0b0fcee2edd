// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/integer_operands.h"

#include "core/base/error.h"

#include <algorithm>

namespace ql::ops {

namespace {

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
