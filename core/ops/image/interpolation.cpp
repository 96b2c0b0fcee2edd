// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/image/interpolation.h"

#include "core/ops/passes/weighted_lines.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::ops {

namespace {

/// Where output element @p position lies on the input axis.
double coordinate(std::int64_t position, const AxisResize& resize, std::int64_t inputSize, CoordinateMode mode)
{
    const auto x = static_cast<double>(position);
    const auto input = static_cast<double>(inputSize);
    const auto output = static_cast<double>(resize.size);
    switch (mode) {
    case CoordinateMode::HalfPixel: return (x + 0.5) / resize.scale - 0.5;
    case CoordinateMode::HalfPixelSymmetric:
        return input / 2 * (1 - output / (input * resize.scale)) + (x + 0.5) / resize.scale - 0.5;
    case CoordinateMode::PytorchHalfPixel: return resize.size > 1 ? (x + 0.5) / resize.scale - 0.5 : 0.0;
    case CoordinateMode::AlignCorners: return resize.size > 1 ? x * (input - 1) / (output - 1) : 0.0;
    case CoordinateMode::Asymmetric: return x / resize.scale;
    case CoordinateMode::TfHalfPixelForNearest: return (x + 0.5) / resize.scale;
    case CoordinateMode::TfCropAndResize: break;
    }
    if (resize.size <= 1)
        return 0.5 * (resize.cropStart + resize.cropEnd) * (input - 1);
    return resize.cropStart * (input - 1) + x * (resize.cropEnd - resize.cropStart) * (input - 1) / (output - 1);
}

std::int64_t nearestIndex(double x, NearestMode mode)
{
    switch (mode) {
    case NearestMode::RoundPreferFloor: return static_cast<std::int64_t>(std::ceil(x - 0.5));
    case NearestMode::RoundPreferCeil: return static_cast<std::int64_t>(std::floor(x + 0.5));
    case NearestMode::Floor: return static_cast<std::int64_t>(std::floor(x));
    case NearestMode::Ceil: break;
    }
    return static_cast<std::int64_t>(std::ceil(x));
}

double linearWeight(double distance)
{
    return std::max(0.0, 1.0 - std::abs(distance));
}

/// Keys' cubic convolution kernel.
double cubicWeight(double distance, double a)
{
    const auto x = std::abs(distance);
    if (x <= 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0.0;
}

/// Each output element as a weighted sum of input elements: indices and weights, tap by tap.
struct Taps {
    std::vector<std::vector<std::int64_t>> indices;
    std::vector<std::vector<double>> weights;
};

Taps tapsOf(const AxisResize& resize, std::int64_t inputSize, const InterpolationMethod& method)
{
    const bool isCubic = method.interpolation == Interpolation::Cubic;
    const auto stretch = method.smooths ? std::min(resize.scale, 1.0) : 1.0;
    const auto reach = (isCubic ? 2.0 : 1.0) / stretch;
    const auto first = static_cast<std::int64_t>(std::floor(-reach)) + 1;
    const auto count = static_cast<std::size_t>(2 - 2 * first);
    const auto outputs = static_cast<std::size_t>(resize.size);
    Taps taps{std::vector(count, std::vector<std::int64_t>(outputs)), std::vector(count, std::vector<double>(outputs))};
    for (std::size_t i = 0; i < outputs; ++i) {
        const auto x = coordinate(static_cast<std::int64_t>(i), resize, inputSize, method.coordinates);
        const auto base = static_cast<std::int64_t>(std::floor(x));
        double total = 0;
        for (std::size_t tap = 0; tap < count; ++tap) {
            const auto index = base + first + static_cast<std::int64_t>(tap);
            const auto distance = (static_cast<double>(index) - x) * stretch;
            auto weight = isCubic ? cubicWeight(distance, method.cubicCoefficient) : linearWeight(distance);
            if (method.excludesOutside && (index < 0 || index >= inputSize))
                weight = 0;
            taps.indices[tap][i] = std::clamp<std::int64_t>(index, 0, inputSize - 1);
            taps.weights[tap][i] = weight;
            total += weight;
        }
        for (auto& weights : taps.weights)
            weights[i] = total == 0 ? 0 : weights[i] / total;
    }
    return taps;
}

/// How a contiguous tensor lies around an axis.
struct AxisPlaces {
    std::int64_t outer, size, inner;

    AxisPlaces(const at::Tensor& x, std::int64_t axis)
        : outer(c10::multiply_integers(x.sizes().slice(0, std::size_t(axis))))
        , size(x.size(axis))
        , inner(c10::multiply_integers(x.sizes().slice(std::size_t(axis) + 1)))
    {
    }
};

/// Elements of the last axis.
void sumElements(const float* x, float* y, const AxisPlaces& from, const Taps& taps)
{
    const auto outputs = static_cast<std::int64_t>(taps.indices.front().size());
    std::vector<std::int32_t> indices;
    std::vector<float> weights;
    for (std::size_t tap = 0; tap < taps.indices.size(); ++tap) {
        indices.insert(indices.end(), taps.indices[tap].begin(), taps.indices[tap].end());
        weights.insert(weights.end(), taps.weights[tap].begin(), taps.weights[tap].end());
    }
    const auto work = from.outer * static_cast<std::int64_t>(indices.size()) * kProductsPerElement;
    forEachPart(from.outer, work, [&](std::int64_t begin, std::int64_t end) {
        for (auto row = begin; row < end; ++row)
            sumWeightedElements(x + row * from.size, indices.data(), weights.data(), taps.indices.size(),
                                y + row * outputs, static_cast<std::size_t>(outputs));
    });
}

/// Lines of all that lies behind another axis.
void sumLines(const float* x, float* y, const AxisPlaces& from, const Taps& taps)
{
    const auto outputs = static_cast<std::int64_t>(taps.indices.front().size());
    const auto count = taps.indices.size();
    const auto work = from.outer * outputs * from.inner * static_cast<std::int64_t>(count) * kProductsPerElement;
    forEachPart(from.outer * outputs, work, [&](std::int64_t begin, std::int64_t end) {
        c10::SmallVector<const float*, 8> lines(count);
        c10::SmallVector<float, 8> weights(count);
        for (auto line = begin; line < end; ++line) {
            const auto i = static_cast<std::size_t>(line % outputs);
            for (std::size_t tap = 0; tap < count; ++tap) {
                lines[tap] = x + (line / outputs * from.size + taps.indices[tap][i]) * from.inner;
                weights[tap] = static_cast<float>(taps.weights[tap][i]);
            }
            sumWeightedLines(lines.data(), weights.data(), count, y + line * from.inner,
                             static_cast<std::size_t>(from.inner));
        }
    });
}

/// Of contiguous float32, without LibTorch: it picks elements one by one.
at::Tensor summedTaps(const at::Tensor& x, std::int64_t axis, const Taps& taps)
{
    auto shape = x.sizes().vec();
    shape[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(taps.indices.front().size());
    auto y = newTensor(shape, at::kFloat);
    const AxisPlaces places(x, axis);
    const auto sum = places.inner == 1 ? sumElements : sumLines;
    sum(x.data_ptr<float>(), y.data_ptr<float>(), places, taps);
    return y;
}

bool areSummable(const at::Tensor& x, std::int64_t axis)
{
    return areContiguousFloats(x) && x.numel() > 0 && x.size(axis) <= std::numeric_limits<std::int32_t>::max();
}

at::Tensor nearest(const at::Tensor& x, const AxisResize& resize, const InterpolationMethod& method)
{
    const auto inputSize = x.size(resize.axis);
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < resize.size; ++i)
        indices.push_back(std::clamp<std::int64_t>(
            nearestIndex(coordinate(i, resize, inputSize, method.coordinates), method.nearest), 0, inputSize - 1));
    if (areSummable(x, resize.axis))
        return summedTaps(x, resize.axis, {{indices}, {std::vector<double>(indices.size(), 1.0)}});
    return x.index_select(resize.axis, at::tensor(indices, at::kLong));
}

at::Tensor weighted(const at::Tensor& x, const AxisResize& resize, const InterpolationMethod& method)
{
    const auto taps = tapsOf(resize, x.size(resize.axis), method);
    if (areSummable(x, resize.axis))
        return summedTaps(x, resize.axis, taps);
    graph::Shape alongAxis(static_cast<std::size_t>(x.dim()), 1);
    alongAxis[static_cast<std::size_t>(resize.axis)] = -1;
    at::Tensor result;
    for (std::size_t tap = 0; tap < taps.indices.size(); ++tap) {
        const auto weights = at::tensor(taps.weights[tap], at::kDouble).to(x.scalar_type()).view(alongAxis);
        auto term = x.index_select(resize.axis, at::tensor(taps.indices[tap], at::kLong)).mul_(weights);
        result = result.defined() ? result.add_(term) : term;
    }
    return result;
}

/// Positions outside the input get the extrapolation value.
at::Tensor extrapolated(const at::Tensor& result, std::int64_t inputSize, const AxisResize& resize,
                        const InterpolationMethod& method)
{
    std::vector<std::int64_t> outside;
    for (std::int64_t i = 0; i < resize.size; ++i) {
        const auto x = coordinate(i, resize, inputSize, method.coordinates);
        if (x < 0 || x > static_cast<double>(inputSize - 1))
            outside.push_back(i);
    }
    return outside.empty() ? result
                           : result.index_fill(resize.axis, at::tensor(outside, at::kLong), method.extrapolation);
}

} // namespace

at::Tensor resized(const at::Tensor& x, const AxisResize& resize, const InterpolationMethod& method)
{
    const auto result =
        method.interpolation == Interpolation::Nearest ? nearest(x, resize, method) : weighted(x, resize, method);
    if (method.coordinates != CoordinateMode::TfCropAndResize)
        return result;
    return extrapolated(result, x.size(resize.axis), resize, method);
}

} // namespace ql::ops
