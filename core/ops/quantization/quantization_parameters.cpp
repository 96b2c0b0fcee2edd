// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/quantization_parameters.h"

#include "core/base/error.h"
#include "core/ops/aten.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

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

/// Elements per run of a per-tensor layout, and the least that is worth a thread.
constexpr std::int64_t kGrain = 32768;

/// What is called @p name is made for an error only.
template <typename Name>
std::vector<float> scalesOf(const Tensor& scale, const Name& name)
{
    if (scale.type != DataType::Float && scale.type != DataType::Float16 && scale.type != DataType::BFloat16)
        throw Error(ErrorCode::TypeMismatch,
                    Message("{} has type {}, expected float32, float16 or bfloat16", name(), graph::name(scale.type)));
    const at::Tensor values = contiguousFloats(scale.data);
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

std::int32_t firstInteger(const at::Tensor& integers)
{
    switch (integers.scalar_type()) {
    case at::kChar: return *integers.data_ptr<std::int8_t>();
    case at::kByte: return *integers.data_ptr<std::uint8_t>();
    case at::kInt: return *integers.data_ptr<std::int32_t>();
    default: return integers.to(at::kInt).item<std::int32_t>();
    }
}

template <typename Name>
std::vector<std::int32_t> zeroPointsOf(const Tensor& zeroPoint, DataType expected, const Name& name)
{
    if (!zeroPoint.isDefined())
        return {0};
    if (zeroPoint.type != expected)
        throw Error(ErrorCode::TypeMismatch, Message("{} has type {}, expected {} like the tensor it belongs to",
                                                     name(), graph::name(zeroPoint.type), graph::name(expected)));
    if (zeroPoint.data.numel() == 1)
        return {firstInteger(zeroPoint.data)};
    const at::Tensor values = zeroPoint.data.to(at::kInt).contiguous();
    return {values.data_ptr<std::int32_t>(), values.data_ptr<std::int32_t>() + values.numel()};
}

QuantizationParameters parametersOf(const Tensor& scale, const Tensor& zeroPoint, const Message& what, DataType type)
{
    return {scalesOf(scale, [&] { return Message("{}_scale", what); }),
            zeroPointsOf(zeroPoint, type, [&] { return Message("{}_zero_point", what); })};
}

std::int64_t ceilDivided(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
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
    return scalesOf(scale, [&] { return what; });
}

std::vector<std::int32_t> readZeroPoints(const Tensor& zeroPoint, const Message& what, DataType expected)
{
    return zeroPointsOf(zeroPoint, expected, [&] { return what; });
}

QuantizationParameters readParameters(const Tensor& scale, const Tensor& zeroPoint, const Message& what, DataType type,
                                      std::int64_t channels, std::int64_t channelAxis)
{
    auto result = parametersOf(scale, zeroPoint, what, type);
    const auto isFitting = [channels](std::size_t count) { return count == 1 || std::int64_t(count) == channels; };
    if (!isFitting(result.scales.size()))
        expectParameterCount(result.scales.size(), channels, Message("{}_scale", what), channelAxis);
    if (!isFitting(result.zeroPoints.size()))
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
    auto parameters = parametersOf(scale, zeroPoint, what, type);
    if (zeroPoint.isDefined() && zeroPoint.data.numel() != scale.data.numel())
        expectShape(zeroPoint, Message("{}_zero_point", what), scale.shape());
    parameters.zeroPoints.resize(parameters.scales.size(), 0);
    return {layout, std::move(parameters)};
}

QuantizationLayout QuantizationLayout::perTensor(std::int64_t elementCount)
{
    QuantizationLayout layout({elementCount}, 0, 0);
    layout.m_axis = 0;
    return layout;
}

QuantizationLayout QuantizationLayout::perAxis(const graph::Shape& shape, std::int64_t axis)
{
    return {shape, axis, 0};
}

QuantizationLayout QuantizationLayout::blocked(const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize)
{
    return {shape, axis, blockSize};
}

QuantizationLayout::QuantizationLayout(const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize)
    : m_blockSize(blockSize)
{
    const auto position = static_cast<std::size_t>(axis);
    for (std::size_t i = 0; i < shape.size(); ++i)
        (i < position ? m_outer : i == position ? m_axis : m_inner) *= shape[i];
    m_elementCount = m_outer * m_axis * m_inner;
}

std::int64_t QuantizationLayout::runCount() const
{
    if (m_elementCount == 0)
        return 0;
    if (m_axis == 0)
        return ceilDivided(m_elementCount, kGrain);
    if (m_inner > 1)
        return m_outer * m_axis;
    return m_blockSize ? m_outer * ceilDivided(m_axis, m_blockSize) : m_outer;
}

QuantizationLayout::Run QuantizationLayout::run(std::int64_t index) const
{
    if (m_axis == 0) {
        const std::int64_t begin = index * kGrain;
        return {begin, std::min(kGrain, m_elementCount - begin), 0, false};
    }
    return m_inner > 1 ? runOfRows(index) : runOfLastAxis(index);
}

QuantizationLayout::Run QuantizationLayout::runOfRows(std::int64_t row) const
{
    if (!m_blockSize)
        return {row * m_inner, m_inner, row % m_axis, false};
    const std::int64_t blocks = ceilDivided(m_axis, m_blockSize);
    const std::int64_t block = row % m_axis / m_blockSize;
    return {row * m_inner, m_inner, (row / m_axis * blocks + block) * m_inner, true};
}

QuantizationLayout::Run QuantizationLayout::runOfLastAxis(std::int64_t index) const
{
    if (!m_blockSize)
        return {index * m_axis, m_axis, 0, true};
    const std::int64_t blocks = ceilDivided(m_axis, m_blockSize);
    const std::int64_t within = index % blocks * m_blockSize;
    return {index / blocks * m_axis + within, std::min(m_blockSize, m_axis - within), index, false};
}

void QuantizationLayout::forEachRun(const std::function<void(const Run&)>& body) const
{
    const std::int64_t runs = runCount();
    if (runs == 0)
        return;
    forEachPart(runs, m_elementCount * kProductsPerElement, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
            body(run(i));
    });
}

} // namespace ql::ops
