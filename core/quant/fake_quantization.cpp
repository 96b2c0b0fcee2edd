// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fake_quantization.h"

#include "core/base/error.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/quant/library/observer_library.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

namespace ql::quant {

namespace {

using graph::DataType;
using graph::TensorData;

/// Which of several parameters belongs to element i of a tensor.
class Channels {
public:
    Channels(const graph::Shape& shape, std::int64_t axis, std::size_t count)
        : m_count(count)
    {
        if (count == 1)
            return;
        if (axis >= std::int64_t(shape.size()) || shape[std::size_t(axis)] != std::int64_t(count))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("{} scales do not fit axis {} of shape {}", count, axis, graph::toString(shape)));
        for (auto i = std::size_t(axis) + 1; i < shape.size(); ++i)
            m_inner *= std::size_t(shape[i]);
    }

    std::size_t of(std::size_t element) const { return m_count == 1 ? 0 : element / m_inner % m_count; }

private:
    std::size_t m_count;
    std::size_t m_inner = 1;
};

std::int64_t integerOf(float value, const Parameters& parameters, std::size_t channel, const IntegerFormat& format)
{
    const float scale = parameters.scales[channel];
    if (!parameters.codes.empty())
        return parameters.codes[channel][nearestCode(value, scale, parameters.codes[channel])];
    const auto zero = double(parameters.zeroPoints[channel]);
    if (std::isnan(value))
        return format.lowest();
    return std::int64_t(
        std::clamp(double(std::nearbyint(value / scale)) + zero, double(format.lowest()), double(format.highest())));
}

/// The elements of a tensor in float32, converted only where they are something else.
class FloatValues {
public:
    explicit FloatValues(const TensorData& data)
        : m_bytes(data.bytes())
    {
        if (data.type() == DataType::Float)
            return;
        const auto values = data.toDoubles();
        m_converted.assign(values.begin(), values.end());
        m_bytes = std::as_bytes(std::span(m_converted));
    }
    FloatValues(const FloatValues&) = delete;
    FloatValues& operator=(const FloatValues&) = delete;

    float operator[](std::size_t i) const
    {
        float value = 0.0f;
        std::memcpy(&value, m_bytes.data() + i * sizeof(float), sizeof(float));
        return value;
    }

private:
    std::vector<float> m_converted;
    std::span<const std::byte> m_bytes;
};

template <typename T, typename IntegerAt>
TensorData narrowed(DataType type, graph::Shape shape, const IntegerAt& integerAt)
{
    const auto integers = std::make_shared<std::vector<T>>(graph::elementCount(shape));
    for (std::size_t i = 0; i < integers->size(); ++i)
        (*integers)[i] = static_cast<T>(integerAt(i));
    const auto bytes = std::as_bytes(std::span(*integers));
    return {type, std::move(shape), std::shared_ptr<const std::byte>(integers, bytes.data()), bytes.size()};
}

/// Made of the int64 that @p integerAt gives for every element, one after the other: weights are large.
template <typename IntegerAt>
TensorData integerConstant(DataType type, graph::Shape shape, const IntegerAt& integerAt)
{
    switch (type) {
    case DataType::Int8: return narrowed<std::int8_t>(type, std::move(shape), integerAt);
    case DataType::UInt8: return narrowed<std::uint8_t>(type, std::move(shape), integerAt);
    case DataType::Int16: return narrowed<std::int16_t>(type, std::move(shape), integerAt);
    case DataType::UInt16: return narrowed<std::uint16_t>(type, std::move(shape), integerAt);
    default: return narrowed<std::int32_t>(DataType::Int32, std::move(shape), integerAt);
    }
}

/// So near to 0 that passes over whole tensors take them.
bool areNear(std::span<const std::int32_t> zeroPoints)
{
    constexpr std::int32_t kMostZero = 1 << 21; // what quantizeElements() asks for, 16 bits and to spare
    return std::ranges::all_of(zeroPoints, [](std::int32_t zero) { return zero > -kMostZero && zero < kMostZero; });
}

ops::QuantizationLayout layoutOf(const graph::Shape& shape, const Parameters& parameters, std::int64_t axis)
{
    return parameters.isPerTensor() ? ops::QuantizationLayout::perTensor(std::int64_t(graph::elementCount(shape)))
                                    : ops::QuantizationLayout::perAxis(shape, axis);
}

/// As element by element, by QuantizeLinear's pass.
TensorData quantizedAtOnce(const TensorData& floats, const Parameters& parameters, const IntegerFormat& format,
                           std::int64_t axis)
{
    auto integers = ops::quantize(ops::toTensor(floats).data, layoutOf(floats.shape(), parameters, axis),
                                  {parameters.scales, parameters.zeroPoints}, format.storage());
    if (!format.fillsStorage())
        integers.data.clamp_(format.lowest(), format.highest());
    return ops::toTensorData(integers);
}

graph::Shape parameterShape(std::size_t count)
{
    return count == 1 ? graph::Shape{} : graph::Shape{std::int64_t(count)};
}

} // namespace

std::size_t nearestCode(float value, float scale, std::span<const std::int32_t> codes)
{
    const auto distance = [=](std::int32_t code) { return std::abs(float(code) * scale - value); };
    return std::size_t(std::ranges::min_element(codes, {}, distance) - codes.begin());
}

TensorData quantizedConstant(const TensorData& floats, const Parameters& parameters, const IntegerFormat& format,
                             std::int64_t axis)
{
    const Channels channels(floats.shape(), axis, parameters.scales.size());
    if (floats.type() == DataType::Float && parameters.codes.empty() && areNear(parameters.zeroPoints))
        return quantizedAtOnce(floats, parameters, format, axis);
    const FloatValues values(floats);
    // Codes are those of an 8-bit scale, however few of them there are.
    const auto type = parameters.codes.empty() ? format.storage() : DataType::Int8;
    return integerConstant(type, floats.shape(),
                           [&](std::size_t i) { return integerOf(values[i], parameters, channels.of(i), format); });
}

TensorData quantizedWeight(const TensorData& floats, const Parameters& parameters, const QuantizerSettings& settings,
                           std::int64_t axis)
{
    if (!parameters.codes.empty() || !roundsItself(settings.observer.method))
        return quantizedConstant(floats, parameters, settings.format, axis);
    const auto values = floats.toDoubles();
    const Channels channels(floats.shape(), axis, parameters.scales.size());
    std::vector<std::vector<std::size_t>> places(parameters.scales.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        places[channels.of(i)].push_back(i);
    std::vector<std::int64_t> integers(values.size());
    for (std::size_t channel = 0; channel < places.size(); ++channel) {
        std::vector<float> own;
        for (const auto place : places[channel])
            own.push_back(float(values[place]));
        const auto rounded = roundedByLibrary(settings.observer, own, parameters.scales[channel],
                                              parameters.zeroPoints[channel], settings.format);
        for (std::size_t i = 0; i < rounded.size(); ++i)
            integers[places[channel][i]] = rounded[i];
    }
    return integerConstant(settings.format.storage(), floats.shape(), [&](std::size_t i) { return integers[i]; });
}

TensorData dequantizedConstant(const TensorData& integers, const Parameters& parameters, std::int64_t axis)
{
    const Channels channels(integers.shape(), axis, parameters.scales.size());
    if (areNear(parameters.zeroPoints)) {
        const auto layout = layoutOf(integers.shape(), parameters, axis);
        return ops::toTensorData(ops::Tensor(
            ops::dequantize(ops::toTensor(integers).data, layout, {parameters.scales, parameters.zeroPoints})));
    }
    const auto values = integers.toInts();
    std::vector<float> floats(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto channel = channels.of(i);
        floats[i] = float(values[i] - parameters.zeroPoints[channel]) * parameters.scales[channel];
    }
    return TensorData::of<float>(DataType::Float, integers.shape(), floats);
}

TensorData quantizedBias(const TensorData& bias, std::span<const float> scales)
{
    constexpr double kLowest = std::numeric_limits<std::int32_t>::min();
    constexpr double kHighest = std::numeric_limits<std::int32_t>::max();
    const auto values = bias.toDoubles();
    const Channels channels(bias.shape(), std::int64_t(bias.shape().size()) - 1, scales.size());
    return integerConstant(DataType::Int32, bias.shape(), [&](std::size_t i) {
        return std::int64_t(std::clamp(std::nearbyint(values[i] / double(scales[channels.of(i)])), kLowest, kHighest));
    });
}

ops::Tensor fakeQuantized(const ops::Tensor& x, const Parameters& parameters, const IntegerFormat& format)
{
    const auto from = x.data.contiguous();
    auto to = at::empty_like(from);
    const auto* source = from.data_ptr<float>();
    auto* target = to.data_ptr<float>();
    const float scale = parameters.scales.front();
    const auto zero = float(parameters.zeroPoints.front());
    const auto lowest = float(format.lowest());
    const auto highest = float(format.highest());
    for (std::int64_t i = 0; i < from.numel(); ++i) {
        const float integer = std::nearbyint(source[i] / scale) + zero;
        // Written so that NaN becomes the lowest integer, as in QuantizeLinear.
        const float bounded = integer > lowest ? std::min(integer, highest) : lowest;
        target[i] = (bounded - zero) * scale;
    }
    return ops::Tensor(to);
}

TensorData scaleConstant(std::span<const float> scales)
{
    return TensorData::of<float>(DataType::Float, parameterShape(scales.size()), {scales.begin(), scales.end()});
}

TensorData zeroPointConstant(std::span<const std::int32_t> zeroPoints, DataType type)
{
    return integerConstant(type, parameterShape(zeroPoints.size()), [&](std::size_t i) { return zeroPoints[i]; });
}

} // namespace ql::quant
