// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/plane_convolution.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>

namespace ql::ops {

namespace {

constexpr std::size_t kCacheWay = 1024; ///< elements after which addresses meet in the same set of the first cache

std::int64_t span(const PlaneWindow& window, std::size_t axis)
{
    return (window.output[axis] - 1) * window.strides[axis] + (window.kernel[axis] - 1) * window.dilations[axis] + 1;
}

bool isPlain(const PlaneWindow& window)
{
    return window.strides == PlaneWindow::Axes{1, 1} && window.padsBegin == PlaneWindow::Axes{0, 0}
           && span(window, 0) <= window.input[0] && span(window, 1) <= window.input[1];
}

/// A loop that the compiler makes vectors of.
void copyEverySecond(const float* __restrict source, std::int64_t count, float* __restrict target)
{
    for (std::int64_t i = 0; i < count; ++i)
        target[i] = source[2 * i];
}

/// Every @p stride'th element from @p first on into @p target; zeros outside of [0, @p size).
void copyLine(const float* line, std::int64_t size, std::int64_t first, std::int64_t stride, float* target,
              std::int64_t count)
{
    const auto begin = std::clamp<std::int64_t>(first < 0 ? (-first + stride - 1) / stride : 0, 0, count);
    const auto end = std::clamp<std::int64_t>(first < size ? (size - first + stride - 1) / stride : 0, begin, count);
    for (std::int64_t i = 0; i < begin; ++i)
        target[i] = 0.0f;
    const float* const source = line + first + begin * stride;
    if (stride == 1)
        std::copy(source, source + (end - begin), target + begin);
    else if (stride == 2)
        copyEverySecond(source, end - begin, target + begin);
    else
        for (auto i = begin; i < end; ++i)
            target[i] = line[first + i * stride];
    for (auto i = end; i < count; ++i)
        target[i] = 0.0f;
}

} // namespace

ShiftedPlanes::ShiftedPlanes(const PlaneWindow& window)
    : m_window(window)
    , m_isPlain(isPlain(window))
{
    for (std::size_t axis = 0; axis < 2; ++axis)
        m_size[axis] =
            m_isPlain ? window.input[axis] : (span(window, axis) + window.strides[axis] - 1) / window.strides[axis];
    m_planeSize = std::size_t(m_size[0] * m_size[1]);
    if (!m_isPlain && m_planeSize % kCacheWay < 16)
        m_planeSize += 16;
    addPlanes();
}

void ShiftedPlanes::addPlanes()
{
    const auto [rowStride, columnStride] = m_window.strides;
    std::vector<std::int64_t> known(std::size_t(rowStride * columnStride));
    m_offsets.reserve(std::size_t(m_window.channels * m_window.kernel[0] * m_window.kernel[1]));
    for (std::int64_t channel = 0; channel < m_window.channels; ++channel) {
        std::ranges::fill(known, -1);
        for (std::int64_t i = 0; i < m_window.kernel[0] * m_window.kernel[1]; ++i) {
            const auto row = i / m_window.kernel[1] * m_window.dilations[0];
            const auto column = i % m_window.kernel[1] * m_window.dilations[1];
            const PlaneWindow::Axes phase{row % rowStride, column % columnStride};
            auto& plane = known[std::size_t(phase[0] * columnStride + phase[1])];
            if (plane < 0) {
                plane = std::int64_t(m_planes.size());
                m_planes.push_back({channel, phase});
            }
            m_offsets.push_back(std::ptrdiff_t(plane) * std::ptrdiff_t(m_planeSize) + row / rowStride * m_size[1]
                                + column / columnStride);
        }
    }
}

void ShiftedPlanes::fill(const Plane& plane, const float* x, float* target) const
{
    const auto [rows, columns] = m_window.input;
    x += plane.channel * rows * columns;
    for (std::int64_t i = 0; i < m_size[0]; ++i, target += m_size[1]) {
        const auto row = i * m_window.strides[0] + plane.phase[0] - m_window.padsBegin[0];
        const auto first = plane.phase[1] - m_window.padsBegin[1];
        const bool isInside = row >= 0 && row < rows;
        copyLine(x + (isInside ? row * columns : 0), isInside ? columns : 0, first, m_window.strides[1], target,
                 m_size[1]);
    }
}

ShiftedRows ShiftedPlanes::rows(const float* x, float* scratch) const
{
    ShiftedRows rows{x, m_offsets, m_planes.size() * m_planeSize, m_window.output[0], m_window.output[1], m_size[1]};
    if (m_isPlain)
        return rows;
    forEachPart(std::int64_t(m_planes.size()), std::int64_t(m_planes.size() * m_planeSize),
                [&](std::int64_t begin, std::int64_t end) {
                    for (auto i = std::size_t(begin); i < std::size_t(end); ++i)
                        fill(m_planes[i], x, scratch + i * m_planeSize);
                });
    rows.x = scratch;
    rows.readable = scratchSize();
    return rows;
}

} // namespace ql::ops
