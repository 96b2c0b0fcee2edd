// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/transposed_planes.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <memory>

namespace ql::ops {

namespace {

using Axes = PlaneWindow::Axes;

std::int64_t tapsOf(std::int64_t phase, std::int64_t kernel, std::int64_t stride)
{
    return (kernel - phase + stride - 1) / stride;
}

PhaseFilters filtersOf(const float* weight, std::int64_t filters, const PlaneWindow& window, const Axes& phase)
{
    const auto [rows, columns] = window.kernel;
    const Axes taps{tapsOf(phase[0], rows, window.strides[0]), tapsOf(phase[1], columns, window.strides[1])};
    const auto depth = window.channels * taps[0] * taps[1];
    std::vector<float> arranged;
    arranged.reserve(std::size_t(filters * depth));
    for (std::int64_t filter = 0; filter < filters; ++filter)
        for (std::int64_t channel = 0; channel < window.channels; ++channel)
            for (auto i = taps[0]; i-- > 0;)
                for (auto j = taps[1]; j-- > 0;)
                    arranged.push_back(
                        weight[((channel * filters + filter) * rows + phase[0] + i * window.strides[0]) * columns
                               + phase[1] + j * window.strides[1]]);
    return {phase, taps, floatFilters(arranged.data(), filters, depth)};
}

/// The convolution that gives one phase.
PlaneWindow windowOf(const PhaseFilters& phase, const PlaneWindow& window)
{
    PlaneWindow inner{.channels = window.channels, .input = window.input, .kernel = phase.taps};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        inner.output[axis] = window.input[axis] + phase.taps[axis] - 1;
        inner.padsBegin[axis] = phase.taps[axis] - 1;
    }
    return inner;
}

/// Indices along an axis of a phase whose positions lie in the output.
struct PhaseRange {
    std::int64_t begin, end;
    std::int64_t first; ///< output position of begin

    PhaseRange(std::int64_t phase, std::int64_t count, const PlaneWindow& window, std::size_t axis)
    {
        const auto stride = window.strides[axis], offset = phase - window.padsBegin[axis];
        begin = offset >= 0 ? 0 : (-offset + stride - 1) / stride;
        const auto room = window.output[axis] - offset; // positions before the end of the output
        end = room <= 0 ? begin : std::max(begin, std::min(count, (room + stride - 1) / stride));
        first = offset + begin * stride;
    }
};

/// Puts the results of one phase, [filters, sizes], between those of the others.
void scatter(const float* values, const Axes& sizes, const Axes& phase, float* y, std::int64_t filters,
             const PlaneWindow& window)
{
    const PhaseRange rows(phase[0], sizes[0], window, 0), columns(phase[1], sizes[1], window, 1);
    const auto planeSize = window.output[0] * window.output[1], stride = window.strides[1];
    const auto count = columns.end - columns.begin;
    forEachPart(filters, filters * sizes[0] * sizes[1] * kProductsPerElement,
                [&](std::int64_t begin, std::int64_t end) {
                    for (auto filter = begin; filter < end; ++filter)
                        for (auto row = rows.begin; row < rows.end; ++row) {
                            const float* from = values + (filter * sizes[0] + row) * sizes[1] + columns.begin;
                            const auto line = rows.first + (row - rows.begin) * window.strides[0];
                            float* to = y + filter * planeSize + line * window.output[1] + columns.first;
                            for (std::int64_t i = 0; i < count; ++i)
                                to[i * stride] = from[i];
                        }
                });
}

/// Whether every position of the output belongs to the result of some phase.
bool isCovered(const PlaneWindow& window)
{
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const auto whole = (window.input[axis] - 1) * window.strides[axis] + window.kernel[axis];
        if (window.kernel[axis] < window.strides[axis] || window.padsBegin[axis] < 0
            || window.padsBegin[axis] + window.output[axis] > whole)
            return false;
    }
    return true;
}

} // namespace

std::vector<PhaseFilters> phaseFilters(const float* weight, std::int64_t filters, const PlaneWindow& window)
{
    std::vector<PhaseFilters> phases;
    for (std::int64_t row = 0; row < std::min(window.strides[0], window.kernel[0]); ++row)
        for (std::int64_t column = 0; column < std::min(window.strides[1], window.kernel[1]); ++column)
            phases.push_back(filtersOf(weight, filters, window, {row, column}));
    return phases;
}

void convolveTransposed(const float* x, const std::vector<PhaseFilters>& phases, const float* bias, float* y,
                        const PlaneWindow& window)
{
    const auto filters = phases.front().filters.rows;
    const auto planeSize = window.output[0] * window.output[1];
    if (!isCovered(window))
        for (std::int64_t filter = 0; filter < filters; ++filter)
            std::fill_n(y + filter * planeSize, planeSize, bias ? bias[filter] : 0.0f);
    for (const auto& phase : phases) {
        const auto inner = windowOf(phase, window);
        const ShiftedPlanes planes(inner);
        const auto scratch = std::make_unique_for_overwrite<float[]>(planes.scratchSize());
        const auto values =
            std::make_unique_for_overwrite<float[]>(std::size_t(filters * inner.output[0] * inner.output[1]));
        shiftedProduct(phase.filters, planes.rows(x, scratch.get()), bias, values.get());
        scatter(values.get(), inner.output, phase.phase, y, filters, window);
    }
}

} // namespace ql::ops
