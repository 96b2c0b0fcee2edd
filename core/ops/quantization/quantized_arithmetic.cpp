// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/quantized_arithmetic.h"

#include <algorithm>
#include <array>

namespace ql::ops {

namespace {

using graph::DataType;

/// The limits between which a rounded quotient may lie before the zero point is added.
struct Limits {
    Limits(DataType type, std::int32_t zeroPoint)
        : lowest(static_cast<float>(graph::lowestOf(type) - zeroPoint))
        , highest(static_cast<float>(graph::highestOf(type) - zeroPoint))
    {
    }
    float lowest;
    float highest;
};

template <typename T>
void quantizeRun(const float* x, T* y, std::int64_t count, float scale, std::int32_t zeroPoint, DataType type)
{
    const Limits limits(type, zeroPoint);
    const auto offset = static_cast<float>(zeroPoint);
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = static_cast<T>(
            static_cast<std::int32_t>(roundWithin(x[i] / scale, limits.lowest, limits.highest) + offset));
}

template <typename T>
void quantizeStepping(const float* x, T* y, std::int64_t count, const float* scales, const std::int32_t* zeroPoints,
                      DataType type)
{
    for (std::int64_t i = 0; i < count; ++i)
        quantizeRun(x + i, y + i, 1, scales[i], zeroPoints[i], type);
}

/// Wraps around instead of overflowing: a malformed model may pair extreme int32 values with a zero point.
inline float difference(std::int32_t x, std::int32_t zeroPoint)
{
    return static_cast<float>(
        static_cast<std::int32_t>(static_cast<std::uint32_t>(x) - static_cast<std::uint32_t>(zeroPoint)));
}

template <typename T>
void dequantizeRun(const T* x, float* y, std::int64_t count, float scale, std::int32_t zeroPoint)
{
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = difference(x[i], zeroPoint) * scale;
}

template <typename T>
void dequantizeStepping(const T* x, float* y, std::int64_t count, const float* scales, const std::int32_t* zeroPoints)
{
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = difference(x[i], zeroPoints[i]) * scales[i];
}

template <typename T>
void requantizeRun(const std::int32_t* x, T* y, std::int64_t count, float multiplier, std::int32_t bias,
                   std::int32_t zeroPoint, DataType type)
{
    const Limits limits(type, zeroPoint);
    const auto offset = static_cast<float>(zeroPoint);
    for (std::int64_t i = 0; i < count; ++i) {
        // Unsigned: accumulators wrap around as they do in integer hardware.
        const auto sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(x[i]) + static_cast<std::uint32_t>(bias));
        const float scaled = static_cast<float>(sum) * multiplier;
        y[i] = static_cast<T>(static_cast<std::int32_t>(roundWithin(scaled, limits.lowest, limits.highest) + offset));
    }
}

struct Range {
    float lowest = 0.0f;
    float highest = 0.0f;
};

/// The range of the values and 0. Sixteen lanes, so that the compiler keeps the comparisons in vectors.
Range rangeOf(const float* x, std::int64_t count)
{
    constexpr std::int64_t kLanes = 16;
    std::array<float, kLanes> lowest{};
    std::array<float, kLanes> highest{};
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const float value = x[static_cast<std::size_t>(i) + lane];
            lowest[lane] = value < lowest[lane] ? value : lowest[lane];
            highest[lane] = value > highest[lane] ? value : highest[lane];
        }
    Range range{*std::min_element(lowest.begin(), lowest.end()), *std::max_element(highest.begin(), highest.end())};
    for (; i < count; ++i) {
        range.lowest = x[i] < range.lowest ? x[i] : range.lowest;
        range.highest = x[i] > range.highest ? x[i] : range.highest;
    }
    return range;
}

} // namespace

Tensor quantize(const at::Tensor& x, const QuantizationLayout& layout, const QuantizationParameters& parameters,
                DataType type)
{
    const at::Tensor source = x.to(at::kFloat).contiguous();
    at::Tensor target = at::empty(x.sizes(), storageType(type));
    withStorage(type, [&](auto element) {
        using T = decltype(element);
        const float* from = source.data_ptr<float>();
        T* to = target.data_ptr<T>();
        const float* scales = parameters.scales.data();
        const std::int32_t* zeroPoints = parameters.zeroPoints.data();
        layout.forEachRun([=](const QuantizationLayout::Run& run) {
            const float* scale = scales + run.parameter;
            const std::int32_t* zeroPoint = zeroPoints + run.parameter;
            if (run.isStepping)
                quantizeStepping(from + run.begin, to + run.begin, run.count, scale, zeroPoint, type);
            else
                quantizeRun(from + run.begin, to + run.begin, run.count, *scale, *zeroPoint, type);
        });
    });
    return {std::move(target), type};
}

at::Tensor dequantize(const at::Tensor& x, const QuantizationLayout& layout, const QuantizationParameters& parameters)
{
    const at::Tensor source = x.contiguous();
    at::Tensor target = at::empty(x.sizes(), at::kFloat);
    withStorage(source.scalar_type(), [&](auto element) {
        using T = decltype(element);
        const T* from = source.data_ptr<T>();
        float* to = target.data_ptr<float>();
        const float* scales = parameters.scales.data();
        const std::int32_t* zeroPoints = parameters.zeroPoints.data();
        layout.forEachRun([=](const QuantizationLayout::Run& run) {
            const float* scale = scales + run.parameter;
            const std::int32_t* zeroPoint = zeroPoints + run.parameter;
            if (run.isStepping)
                dequantizeStepping(from + run.begin, to + run.begin, run.count, scale, zeroPoint);
            else
                dequantizeRun(from + run.begin, to + run.begin, run.count, *scale, *zeroPoint);
        });
    });
    return target;
}

Tensor quantize(const at::Tensor& x, const QuantizationParameters& perTensor, DataType type)
{
    return quantize(x, QuantizationLayout::perTensor(x.numel()), perTensor, type);
}

at::Tensor dequantize(const at::Tensor& x, const QuantizationParameters& perTensor)
{
    return dequantize(x, QuantizationLayout::perTensor(x.numel()), perTensor);
}

std::vector<float> outputMultipliers(float xScale, const std::vector<float>& wScales, float yScale)
{
    std::vector<float> result;
    result.reserve(wScales.size());
    for (const float wScale : wScales)
        result.push_back(xScale * wScale / yScale);
    return result;
}

at::Tensor scaled(const at::Tensor& accumulators, const std::vector<float>& multipliers)
{
    const at::Tensor values = accumulators.to(at::kFloat);
    return multipliers.size() == 1 ? values * static_cast<double>(multipliers[0])
                                   : values * at::tensor(multipliers, at::kFloat);
}

Tensor requantize(const at::Tensor& accumulators, std::int64_t channelAxis, const Requantization& requantization)
{
    const at::Tensor source = accumulators.contiguous();
    at::Tensor target = at::empty(source.sizes(), storageType(requantization.type));
    const bool isPerTensor = requantization.multipliers.size() == 1 && requantization.bias.empty();
    const auto layout = isPerTensor ? QuantizationLayout::perTensor(source.numel())
                                    : QuantizationLayout::perAxis(source.sizes().vec(), channelAxis);
    withStorage(requantization.type, [&](auto element) {
        using T = decltype(element);
        const std::int32_t* from = source.data_ptr<std::int32_t>();
        T* to = target.data_ptr<T>();
        layout.forEachRun([from, to, &requantization](const QuantizationLayout::Run& run) {
            const auto& [multipliers, biases, zeroPoint, type] = requantization;
            for (std::int64_t i = 0; i < (run.isStepping ? run.count : 1); ++i) {
                const auto channel = static_cast<std::size_t>(run.parameter + i);
                const float multiplier = multipliers.size() == 1 ? multipliers[0] : multipliers[channel];
                const std::int32_t bias = biases.empty() ? 0 : biases[channel];
                requantizeRun(from + run.begin + i, to + run.begin + i, run.isStepping ? 1 : run.count, multiplier,
                              bias, zeroPoint, type);
            }
        });
    });
    return {std::move(target), requantization.type};
}

DynamicallyQuantized quantizeDynamically(const at::Tensor& x)
{
    const at::Tensor source = x.to(at::kFloat).contiguous();
    const Range range = rangeOf(source.data_ptr<float>(), source.numel());
    DynamicallyQuantized result;
    if (range.highest > range.lowest)
        result.scale = (range.highest - range.lowest) / 255.0f;
    result.zeroPoint = static_cast<std::int32_t>(roundWithin(0.0f - range.lowest / result.scale, 0.0f, 255.0f));
    result.values = quantize(source, {{result.scale}, {result.zeroPoint}}, graph::DataType::UInt8);
    return result;
}

} // namespace ql::ops
