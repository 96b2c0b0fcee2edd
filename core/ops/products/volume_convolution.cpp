// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/plane_convolution.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <memory>

namespace ql::ops {

namespace {

constexpr std::int64_t kSlack = 64; ///< whole vectors may be read beyond the last element

/// What plane @p at of the result reads: planes of zeros where it reaches into the padding.
void stackPlanes(const float* x, float* stack, std::int64_t planes, std::int64_t planeSize, const DepthAxis& depth,
                 std::int64_t at)
{
    forEachPart(planes, planes * planeSize * kProductsPerElement, [&](std::int64_t begin, std::int64_t end) {
        for (auto plane = begin; plane < end; ++plane) {
            const auto channel = plane / depth.kernel, tap = plane % depth.kernel;
            const auto from = at * depth.stride + tap * depth.dilation - depth.padBegin;
            if (from < 0 || from >= depth.input)
                std::fill_n(stack + plane * planeSize, planeSize, 0.0f);
            else
                std::copy_n(x + (channel * depth.input + from) * planeSize, planeSize, stack + plane * planeSize);
        }
    });
}

} // namespace

void convolveVolume(const float* x, const FloatFilters& filters, const float* bias, float* y, const PlaneWindow& window,
                    const DepthAxis& depth, const FloatEpilogue& epilogue)
{
    const auto planeSize = window.input[0] * window.input[1], resultSize = window.output[0] * window.output[1];
    const ShiftedPlanes planes(window);
    const auto scratch = std::make_unique_for_overwrite<float[]>(planes.scratchSize());
    const auto stack = std::make_unique_for_overwrite<float[]>(std::size_t(window.channels * planeSize + kSlack));
    const auto values = std::make_unique_for_overwrite<float[]>(std::size_t(filters.rows * resultSize));
    for (std::int64_t at = 0; at < depth.output; ++at) {
        stackPlanes(x, stack.get(), window.channels, planeSize, depth, at);
        shiftedProduct(filters, planes.rows(stack.get(), scratch.get()), bias, values.get(), epilogue);
        for (std::int64_t filter = 0; filter < filters.rows; ++filter)
            std::copy_n(values.get() + filter * resultSize, resultSize, y + (filter * depth.output + at) * resultSize);
    }
}

} // namespace ql::ops
