// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/quantization_parameters.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::ops {

namespace {

using graph::DataType;

QuantizationLayout layoutOf(const graph::Shape& shape, const Tensor& scale, const Message& what, std::int64_t axis,
                            std::int64_t blockSize)
{
    if (blockSize == 0 && scale.data.numel() == 1)
        return QuantizationLayout::perTensor(static_cast<std::int64_t>(graph::elementCount(shape)));
    axis = normalizedAxis(axis, static_cast<std::int64_t>(shape.size()));
    const std::int64_t channels = shape[static_cast<std::size_t>(axis)];
    if (blockSize == 0) {
        expectParameterCount(static_cast<std::size_t>(scale.data.numel()), channels, Message("{}_scale", what), axis);
        return QuantizationLayout::perAxis(shape, axis);
    }
    graph::Shape blocks = shape;
    blocks[static_cast<std::size_t>(axis)] = (channels + blockSize - 1) / blockSize;
    expectShape(scale, Message("{}_scale (blocks of {} along axis {})", what, blockSize, axis), blocks);
    return QuantizationLayout::blocked(shape, axis, blockSize);
}

} // namespace

void expectShape(const Tensor& tensor, const Message& what, const graph::Shape& expected)
{
    if (tensor.shape() != expected)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has shape {}, expected {}", what,
                                                      graph::toString(tensor.shape()), graph::toString(expected)));
}

void expectParameterCount(std::size_t found, std::int64_t channels, const Message& what, std::int64_t channelAxis)
{
    if (found == 1 || static_cast<std::int64_t>(found) == channels)
        return;
    const std::string expected =
        channels == 1 ? "1 (per tensor)" : fmt::format("{} (channel axis {})", channels, channelAxis);
    throw Error(ErrorCode::ShapeMismatch, Message("{} has {} elements, expected {}", what, found, expected));
}

std::vector<float> readScales(const Tensor& scale, const Message& what)
{
    if (scale.type != DataType::Float && scale.type != DataType::Float16 && scale.type != DataType::BFloat16)
        throw Error(ErrorCode::TypeMismatch,
                    Message("{} has type {}, expected float32, float16 or bfloat16", what, graph::name(scale.type)));
    const at::Tensor values = scale.data.to(at::kFloat).contiguous();
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

std::vector<std::int32_t> readZeroPoints(const Tensor& zeroPoint, const Message& what, DataType expected)
{
    if (!zeroPoint.isDefined())
        return {0};
    if (zeroPoint.type != expected)
        throw Error(ErrorCode::TypeMismatch, Message("{} has type {}, expected {} like the tensor it belongs to", what,
                                                     graph::name(zeroPoint.type), graph::name(expected)));
    const at::Tensor values = zeroPoint.data.to(at::kInt).contiguous();
    return {values.data_ptr<std::int32_t>(), values.data_ptr<std::int32_t>() + values.numel()};
}

QuantizationParameters readParameters(const Tensor& scale, const Tensor& zeroPoint, const Message& what, DataType type,
                                      std::int64_t channels, std::int64_t channelAxis)
{
    QuantizationParameters result{readScales(scale, Message("{}_scale", what)),
                                  readZeroPoints(zeroPoint, Message("{}_zero_point", what), type)};
    expectParameterCount(result.scales.size(), channels, Message("{}_scale", what), channelAxis);
    expectParameterCount(result.zeroPoints.size(), channels, Message("{}_zero_point", what), channelAxis);
    if (channels == 0)
        return {{1.0f}, {0}};
    const std::size_t count = std::max(result.scales.size(), result.zeroPoints.size());
    result.scales.resize(count, result.scales.front());
    result.zeroPoints.resize(count, result.zeroPoints.front());
    return result;
}

QuantizationParameters readPerTensor(const Tensor& scale, const Tensor& zeroPoint, const Message& what, DataType type)
{
    return readParameters(scale, zeroPoint, what, type, 1, 0);
}

DataType zeroPointType(const Tensor& zeroPoint, DataType fallback)
{
    return zeroPoint.isDefined() ? zeroPoint.type : fallback;
}

void expectEightBit(const Tensor& tensor, const Message& what)
{
    if (tensor.type != DataType::Int8 && tensor.type != DataType::UInt8)
        throw Error(ErrorCode::TypeMismatch,
                    Message("{} has type {}, expected int8 or uint8", what, graph::name(tensor.type)));
}

LinearQuantization linearQuantization(const graph::Shape& shape, const Tensor& scale, const Tensor& zeroPoint,
                                      const Message& what, DataType type, std::int64_t axis, std::int64_t blockSize)
{
    if (blockSize < 0)
        throw Error(ErrorCode::InvalidNode, Message("attribute block_size is {}, expected 0 or more", blockSize));
    QuantizationLayout layout = layoutOf(shape, scale, what, axis, blockSize);
    QuantizationParameters parameters{readScales(scale, Message("{}_scale", what)),
                                      readZeroPoints(zeroPoint, Message("{}_zero_point", what), type)};
    if (zeroPoint.isDefined() && zeroPoint.data.numel() != scale.data.numel())
        expectShape(zeroPoint, Message("{}_zero_point", what), scale.shape());
    parameters.zeroPoints.resize(parameters.scales.size(), 0);
    return {layout, std::move(parameters)};
}

} // namespace ql::ops
