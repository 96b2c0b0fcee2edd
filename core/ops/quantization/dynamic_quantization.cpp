// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/dynamic_quantization.h"

#include "core/ops/quantization/quantized_arithmetic.h"

#include <algorithm>
#include <array>

namespace ql::ops {

namespace {

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
