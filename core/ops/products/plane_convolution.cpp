// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/plane_convolution.h"

#include "core/ops/memory/memory_limit.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <map>
#include <new>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/products/plane_convolution.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#ifndef QUANTLOUPE_PLANE_LINES
#define QUANTLOUPE_PLANE_LINES
namespace ql::ops {

/// Lines of one plane of the input, and every stride'th element of every stride'th of them.
struct PlaneLines {
    const float* x;
    PlaneWindow::Axes input;
    PlaneWindow::Axes first; ///< row and column that the result begins with, maybe outside
    PlaneWindow::Axes strides;
    PlaneWindow::Axes size; ///< of the result
};

} // namespace ql::ops
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The last vector overlaps with the one before it.
void copyElements(const float* HWY_RESTRICT source, std::int64_t count, float* HWY_RESTRICT target)
{
    const hn::ScalableTag<float> d;
    const auto lanes = std::int64_t(hn::Lanes(d));
    if (count < lanes) {
        for (std::int64_t i = 0; i < count; ++i)
            target[i] = source[i];
        return;
    }
    for (std::int64_t i = 0; i + lanes < count; i += lanes)
        hn::StoreU(hn::LoadU(d, source + i), d, target + i);
    hn::StoreU(hn::LoadU(d, source + count - lanes), d, target + count - lanes);
}

#if HWY_TARGET != HWY_SCALAR
/// Every second of @p readable elements, in whole vectors; gives how many that are.
template <class D>
std::int64_t copyEverySecond(D d, const float* HWY_RESTRICT source, std::int64_t readable, std::int64_t begin,
                             std::int64_t count, float* HWY_RESTRICT target)
{
    const auto lanes = std::int64_t(hn::Lanes(d));
    std::int64_t i = begin;
    for (; i + lanes <= count && 2 * (i + lanes) <= readable; i += lanes)
        hn::StoreU(hn::ConcatEven(d, hn::LoadU(d, source + 2 * i + lanes), hn::LoadU(d, source + 2 * i)), d,
                   target + i);
    return i;
}
#endif

void copyEvery(std::int64_t stride, const float* source, [[maybe_unused]] std::int64_t readable, std::int64_t count,
               float* target)
{
    if (stride == 1)
        return copyElements(source, count, target);
    std::int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    if (stride == 2) {
        i = copyEverySecond(hn::ScalableTag<float>(), source, readable, 0, count, target);
        i = copyEverySecond(hn::CappedTag<float, 4>(), source, readable, i, count, target);
    }
#endif
    for (; i < count; ++i)
        target[i] = source[stride * i];
}

HWY_INLINE void setZero(float* target, std::int64_t count)
{
    if (count == 1) // mostly; a call takes longer
        *target = 0.0f;
    else if (count > 0)
        std::fill_n(target, count, 0.0f);
}

void pickLines(const PlaneLines& lines, float* target)
{
    const auto columns = lines.input[1], first = lines.first[1], stride = lines.strides[1], count = lines.size[1];
    const auto begin = std::clamp<std::int64_t>(first < 0 ? (-first + stride - 1) / stride : 0, 0, count);
    const auto end =
        std::clamp<std::int64_t>(first < columns ? (columns - first + stride - 1) / stride : 0, begin, count);
    const auto source = first + begin * stride;
    for (std::int64_t i = 0; i < lines.size[0]; ++i, target += count) {
        const auto row = lines.first[0] + i * lines.strides[0];
        if (row < 0 || row >= lines.input[0] || begin == end) {
            setZero(target, count);
            continue;
        }
        setZero(target, begin);
        copyEvery(stride, lines.x + row * columns + source, columns - source, end - begin, target + begin);
        setZero(target + end, count - end);
    }
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(pickLines);

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

std::shared_ptr<const ShiftedPlanes> PlanesCache::of(const PlaneWindow& window)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_planes && m_window == window)
            return m_planes;
    }
    auto planes = std::make_shared<const ShiftedPlanes>(window);
    const std::lock_guard lock(m_mutex);
    m_window = window;
    m_planes = std::move(planes);
    return m_planes;
}

void ShiftedPlanes::fill(const Plane& plane, const float* x, float* target) const
{
    const auto [rows, columns] = m_window.input;
    const PlaneWindow::Axes first{plane.phase[0] - m_window.padsBegin[0], plane.phase[1] - m_window.padsBegin[1]};
    HWY_DYNAMIC_DISPATCH(pickLines)
    ({x + plane.channel * rows * columns, m_window.input, first, m_window.strides, m_size}, target);
}

ShiftedRows ShiftedPlanes::rows(const float* x, float* scratch) const
{
    ShiftedRows rows{x, m_offsets, m_planes.size() * m_planeSize, m_window.output[0], m_window.output[1], m_size[1]};
    if (m_isPlain)
        return rows;
    forEachPart(std::int64_t(m_planes.size()), std::int64_t(m_planes.size() * m_planeSize) * kProductsPerElement,
                [&](std::int64_t begin, std::int64_t end) {
                    for (auto i = std::size_t(begin); i < std::size_t(end); ++i)
                        fill(m_planes[i], x, scratch + i * m_planeSize);
                });
    rows.x = scratch;
    rows.readable = scratchSize();
    return rows;
}

} // namespace ql::ops
#endif
