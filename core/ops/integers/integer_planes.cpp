// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_planes.h"

#include "core/ops/memory/memory_limit.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <new>

namespace ql::ops {

namespace {

constexpr std::int64_t kQuadTerms = kQuad;

std::int64_t ceilDivided(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

/// The elements of a row that exist where every stride-th is taken from @p start, which may lie in the padding.
struct Present {
    Present(const SpatialAxis& axis, std::int64_t start, std::int64_t length)
        : first(std::clamp<std::int64_t>(start < 0 ? ceilDivided(-start, axis.stride) : 0, 0, length))
        , source(start + first * axis.stride)
        , count(source >= axis.input ? 0 : std::min(length - first, ceilDivided(axis.input - source, axis.stride)))
    {
    }
    std::int64_t first;
    std::int64_t source;
    std::int64_t count;
};

/// @p length elements of @p row (null: all padding) from @p start on.
void pickRow(const std::uint8_t* row, const SpatialAxis& axis, std::int64_t start, std::int64_t length,
             std::uint8_t padding, std::uint8_t* picked)
{
    const Present present(axis, start, length);
    if (!row || present.count == 0) {
        std::fill_n(picked, length, padding);
        return;
    }
    std::fill_n(picked, present.first, padding);
    pickEvery(static_cast<std::size_t>(axis.stride), row + present.source, static_cast<std::size_t>(present.count),
              picked + present.first);
    std::fill_n(picked + present.first + present.count, length - present.first - present.count, padding);
}

/// The row of @p plane at these coordinates, null in the padding.
const std::uint8_t* rowAt(const std::uint8_t* plane, const ConvolutionSizes& sizes, std::int64_t z, std::int64_t y)
{
    if (z < 0 || y < 0 || z >= sizes.axes[0].input || y >= sizes.axes[1].input)
        return nullptr;
    return plane + (z * sizes.axes[1].input + y) * sizes.axes[2].input;
}

} // namespace

IntegerPlanes::IntegerPlanes(const ConvolutionSizes& sizes, FilterLayout layout, std::uint8_t zeroPoint)
    : m_sizes(sizes)
    , m_layout(layout)
    , m_zeroPoint(zeroPoint)
{
    if (layout == FilterLayout::Planes)
        findPlaneOffsets();
    else
        findGatheredOffsets();
    const std::int64_t quads = m_sizes.groups * m_planesPerGroup * planeQuads() + std::int64_t{kColumnSlack};
    if (!isAffordable(static_cast<double>(quads) * kQuad))
        throw std::bad_alloc();
    m_quads = std::make_unique_for_overwrite<std::uint8_t[]>(static_cast<std::size_t>(quads * kQuadTerms));
}

void IntegerPlanes::findPlaneOffsets()
{
    for (std::size_t a = 0; a < m_phases.size(); ++a) {
        const SpatialAxis& axis = m_sizes.axes[a];
        m_lengths[a] = axis.output + (axis.kernel - 1) * axis.dilation / axis.stride;
        for (std::int64_t tap = 0; tap < std::min(axis.kernel, axis.stride); ++tap)
            if (const std::int64_t phase = tap * axis.dilation % axis.stride;
                std::find(m_phases[a].begin(), m_phases[a].end(), phase) == m_phases[a].end())
                m_phases[a].push_back(phase);
    }
    const auto place = [&](std::size_t a, std::int64_t tap) {
        const std::int64_t start = tap * m_sizes.axes[a].dilation;
        const auto phase = std::find(m_phases[a].begin(), m_phases[a].end(), start % m_sizes.axes[a].stride);
        return std::pair(phase - m_phases[a].begin(), start / m_sizes.axes[a].stride);
    };
    const auto count = [&](std::size_t a) { return static_cast<std::int64_t>(m_phases[a].size()); };
    const std::int64_t phases = count(0) * count(1) * count(2);
    m_planesPerGroup = ceilDivided(m_sizes.channels, kQuadTerms) * phases;
    for (std::int64_t plane = 0; plane < m_planesPerGroup; plane += phases)
        for (std::int64_t tap = 0; tap < m_sizes.taps(); ++tap) {
            const auto [xPhase, x] = place(2, tap % m_sizes.axes[2].kernel);
            const auto [yPhase, y] = place(1, tap / m_sizes.axes[2].kernel % m_sizes.axes[1].kernel);
            const auto [zPhase, z] = place(0, tap / m_sizes.axes[2].kernel / m_sizes.axes[1].kernel);
            const std::int64_t phase = (zPhase * count(1) + yPhase) * count(2) + xPhase;
            m_offsets.push_back(kQuadTerms
                                * ((plane + phase) * planeQuads() + (z * m_lengths[1] + y) * m_lengths[2] + x));
        }
}

void IntegerPlanes::findGatheredOffsets()
{
    m_lengths = {m_sizes.axes[0].output, m_sizes.axes[1].output, m_sizes.axes[2].output};
    m_planesPerGroup = ceilDivided(m_sizes.channels * m_sizes.taps(), kQuadTerms);
    for (std::int64_t plane = 0; plane < m_planesPerGroup; ++plane)
        m_offsets.push_back(plane * planeQuads() * kQuadTerms);
}

void IntegerPlanes::fill(const EightBitData& x)
{
    constexpr std::int64_t kProductsPerQuad = 8; // which is gathered from four places
    const std::int64_t linesPerPlane = m_lengths[0] * m_lengths[1];
    const std::int64_t lines = m_sizes.groups * m_planesPerGroup * linesPerPlane;
    forEachPart(lines, lines * m_lengths[2] * kProductsPerQuad, [&](std::int64_t begin, std::int64_t end) {
        std::vector<std::uint8_t> rows(static_cast<std::size_t>(m_lengths[2]) * kQuad);
        for (auto line = begin; line < end; ++line)
            if (m_layout == FilterLayout::Planes)
                fillPlaneLine(x, line / linesPerPlane, line % linesPerPlane, rows);
            else
                fillGatheredLine(x, line / linesPerPlane, line % linesPerPlane, rows);
    });
}

void IntegerPlanes::fillPlaneLine(const EightBitData& x, std::int64_t plane, std::int64_t line,
                                  std::vector<std::uint8_t>& picked)
{
    const std::int64_t length = m_lengths[2];
    std::uint8_t* target = m_quads.get() + (plane * planeQuads() + line * length) * kQuadTerms;
    const auto phases = [&](std::size_t a) { return static_cast<std::int64_t>(m_phases[a].size()); };
    const auto start = [&](std::size_t a, std::int64_t phase) {
        return m_phases[a][static_cast<std::size_t>(phase % phases(a))] - m_sizes.axes[a].padBegin;
    };
    const std::int64_t z = start(0, plane / phases(2) / phases(1)) + line / m_lengths[1] * m_sizes.axes[0].stride;
    const std::int64_t y = start(1, plane / phases(2)) + line % m_lengths[1] * m_sizes.axes[1].stride;
    const SpatialAxis& axis = m_sizes.axes[2];
    const Present present(axis, start(2, plane), length);
    FourRows rows = channelRows(x, plane / (phases(0) * phases(1) * phases(2)), z, y);
    if (!rows[0] || present.count == 0) {
        std::fill_n(target, length * kQuadTerms, m_zeroPoint);
        return;
    }
    for (std::size_t i = 0; i < kQuad; ++i) {
        rows[i] += present.source;
        if (axis.stride == 1)
            continue;
        std::uint8_t* row = picked.data() + i * static_cast<std::size_t>(length);
        pickEvery(static_cast<std::size_t>(axis.stride), rows[i], static_cast<std::size_t>(present.count), row);
        rows[i] = row;
    }
    const std::int64_t end = present.first + present.count;
    std::fill_n(target, present.first * kQuadTerms, m_zeroPoint);
    interleave(rows, static_cast<std::size_t>(present.count), x.flipToUnsigned(), target + present.first * kQuadTerms);
    std::fill_n(target + end * kQuadTerms, (length - end) * kQuadTerms, m_zeroPoint);
}

/// Of the four channels that the @p index-th quad of channels holds; null in the padding.
FourRows IntegerPlanes::channelRows(const EightBitData& x, std::int64_t index, std::int64_t z, std::int64_t y) const
{
    const std::int64_t quadsPerGroup = ceilDivided(m_sizes.channels, kQuadTerms);
    FourRows rows{};
    for (std::size_t i = 0; i < kQuad; ++i) { // beyond the last channel anything will do
        const std::int64_t own = index % quadsPerGroup * kQuadTerms + static_cast<std::int64_t>(i);
        const std::int64_t channel = index / quadsPerGroup * m_sizes.channels + std::min(own, m_sizes.channels - 1);
        rows[i] = rowAt(x.bytes + channel * m_sizes.inputPlane(), m_sizes, z, y);
    }
    return rows;
}

void IntegerPlanes::fillGatheredLine(const EightBitData& x, std::int64_t plane, std::int64_t line,
                                     std::vector<std::uint8_t>& rows)
{
    const auto& axes = m_sizes.axes;
    const std::int64_t length = m_lengths[2];
    FourRows four{};
    for (std::int64_t i = 0; i < kQuadTerms; ++i) { // beyond the last term anything will do
        const std::int64_t term =
            std::min(plane % m_planesPerGroup * kQuadTerms + i, m_sizes.channels * m_sizes.taps() - 1);
        const std::int64_t channel = plane / m_planesPerGroup * m_sizes.channels + term / m_sizes.taps();
        const std::int64_t tap = term % m_sizes.taps();
        const auto start = [&](std::size_t a, std::int64_t at, std::int64_t kernelIndex) {
            return at * axes[a].stride + kernelIndex * axes[a].dilation - axes[a].padBegin;
        };
        const std::int64_t z = start(0, line / m_lengths[1], tap / axes[2].kernel / axes[1].kernel);
        const std::int64_t y = start(1, line % m_lengths[1], tap / axes[2].kernel % axes[1].kernel);
        std::uint8_t* row = rows.data() + i * length;
        pickRow(rowAt(x.bytes + channel * m_sizes.inputPlane(), m_sizes, z, y), axes[2],
                start(2, 0, tap % axes[2].kernel), length, m_zeroPoint ^ x.flipToUnsigned(), row);
        four[static_cast<std::size_t>(i)] = row;
    }
    interleave(four, static_cast<std::size_t>(length), x.flipToUnsigned(),
               m_quads.get() + (plane * planeQuads() + line * length) * kQuadTerms);
}

const std::uint8_t* IntegerPlanes::group(std::int64_t index) const
{
    return m_quads.get() + index * m_planesPerGroup * planeQuads() * kQuadTerms;
}

OutputColumns IntegerPlanes::outputColumns() const
{
    const auto& axes = m_sizes.axes;
    return {{axes[0].output, axes[1].output, axes[2].output}, m_lengths};
}

} // namespace ql::ops
