// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/plane_convolution.h"

#include "core/ops/support/memory_limit.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <map>
#include <new>

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
    , m_phases{PhasesOfAxis(window.kernel[0], window.dilations[0], window.strides[0]),
               PhasesOfAxis(window.kernel[1], window.dilations[1], window.strides[1])}
{
    for (std::size_t axis = 0; axis < 2; ++axis)
        m_size[axis] =
            m_isPlain ? window.input[axis] : (span(window, axis) + window.strides[axis] - 1) / window.strides[axis];
    const auto planes = double(window.channels) * double(m_phases[0].phases.size() * m_phases[1].phases.size());
    if (!m_isPlain && !isAffordable(planes * double(m_size[0]) * double(m_size[1]) * sizeof(float)))
        throw std::bad_alloc();
    m_planeSize = std::size_t(m_size[0] * m_size[1]);
    if (!m_isPlain && m_planeSize % kCacheWay < 16)
        m_planeSize += 16;
    addPlanes();
}

ShiftedPlanes::PhasesOfAxis::PhasesOfAxis(std::int64_t kernel, std::int64_t dilation, std::int64_t stride)
{
    std::map<std::int64_t, std::size_t> known;
    for (std::int64_t tap = 0; tap < kernel; ++tap) {
        const auto [phase, isNew] = known.try_emplace(tap * dilation % stride, phases.size());
        if (isNew)
            phases.push_back(phase->first);
        ofTap.push_back(phase->second);
        shifts.push_back(tap * dilation / stride);
    }
}

void ShiftedPlanes::addPlanes()
{
    const auto& [rows, columns] = m_phases;
    for (std::int64_t channel = 0; channel < m_window.channels; ++channel)
        for (const auto row : rows.phases)
            for (const auto column : columns.phases)
                m_planes.push_back({channel, {row, column}});
    const auto perChannel = rows.phases.size() * columns.phases.size();
    m_offsets.reserve(std::size_t(m_window.channels) * rows.ofTap.size() * columns.ofTap.size());
    for (std::size_t channel = 0; channel < std::size_t(m_window.channels); ++channel)
        for (std::size_t i = 0; i < rows.ofTap.size(); ++i)
            for (std::size_t j = 0; j < columns.ofTap.size(); ++j) {
                const auto plane = channel * perChannel + rows.ofTap[i] * columns.phases.size() + columns.ofTap[j];
                m_offsets.push_back(std::ptrdiff_t(plane * m_planeSize) + rows.shifts[i] * m_size[1]
                                    + columns.shifts[j]);
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
    constexpr std::size_t kProductsPerCopy = 8; // take as long
    forEachPart(std::int64_t(m_planes.size()), std::int64_t(m_planes.size() * m_planeSize * kProductsPerCopy),
                [&](std::int64_t begin, std::int64_t end) {
                    for (auto i = std::size_t(begin); i < std::size_t(end); ++i)
                        fill(m_planes[i], x, scratch + i * m_planeSize);
                });
    rows.x = scratch;
    rows.readable = scratchSize();
    return rows;
}

} // namespace ql::ops
