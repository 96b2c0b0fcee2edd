// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_convolution.h"

#include "core/ops/memory/memory_limit.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <new>

namespace ql::ops {

namespace {

/// One channel's plane as unsigned integers with its padding, and where the quads of taps lie in it.
class WindowPlane {
public:
    WindowPlane(const ConvolutionSizes& sizes, std::uint8_t zeroPoint)
        : m_sizes(sizes)
        , m_zeroPoint(zeroPoint)
    {
        for (std::size_t a = 0; a < m_lengths.size(); ++a)
            m_lengths[a] = (sizes.axes[a].output - 1) * sizes.axes[a].stride + sizes.axes[a].span();
        m_bytes.assign(static_cast<std::size_t>(m_lengths[0] * m_lengths[1] * m_lengths[2]) + kWindowSlack, zeroPoint);
        const auto& axes = sizes.axes;
        for (std::int64_t z = 0; z < axes[0].kernel; ++z)
            for (std::int64_t y = 0; y < axes[1].kernel; ++y)
                for (std::int64_t x = 0; x < axes[2].kernel; x += std::int64_t{kQuad})
                    m_offsets.push_back(at(z * axes[0].dilation, y * axes[1].dilation, x * axes[2].dilation));
    }

    /// Takes over a channel; the padding stays.
    void fill(const std::uint8_t* channel, std::uint8_t flip)
    {
        const auto& axes = m_sizes.axes;
        for (std::int64_t z = 0; z < axes[0].input; ++z)
            for (std::int64_t y = 0; y < axes[1].input; ++y, channel += axes[2].input)
                fillRow(z + axes[0].padBegin, y + axes[1].padBegin, channel, flip);
    }

    /// Rows of outputs that are slid over at once: all where the stride is 1, their distance in columns between them.
    bool isContinuous() const
    {
        return m_sizes.axes[0].output == 1 && m_sizes.axes[1].stride == 1 && m_sizes.axes[2].stride == 1;
    }
    const std::array<std::int64_t, 3>& lengths() const { return m_lengths; }
    /// The first tap of the first output in a row of outputs.
    const std::uint8_t* line(std::int64_t row) const
    {
        const auto& axes = m_sizes.axes;
        return m_bytes.data() + at(row / axes[1].output * axes[0].stride, row % axes[1].output * axes[1].stride, 0);
    }
    const std::vector<std::ptrdiff_t>& offsets() const { return m_offsets; }

private:
    std::ptrdiff_t at(std::int64_t z, std::int64_t y, std::int64_t x) const
    {
        return (z * m_lengths[1] + y) * m_lengths[2] + x;
    }
    void fillRow(std::int64_t z, std::int64_t y, const std::uint8_t* row, std::uint8_t flip)
    {
        const SpatialAxis& axis = m_sizes.axes[2];
        if (z >= m_lengths[0] || y >= m_lengths[1]) // no window reaches there
            return;
        const std::int64_t count = std::min(axis.input, m_lengths[2] - axis.padBegin);
        if (count > 0)
            copyFlipped(row, static_cast<std::size_t>(count), flip, m_bytes.data() + at(z, y, axis.padBegin));
    }

    ConvolutionSizes m_sizes;
    std::uint8_t m_zeroPoint;
    std::array<std::int64_t, 3> m_lengths{};
    std::vector<std::uint8_t> m_bytes;
    std::vector<std::ptrdiff_t> m_offsets;
};

/// Everything that is the same for every plane and filter.
struct Windows {
    Windows(const ConvolutionSizes& sizes, const PackedFilters& packed, const WindowPlane& plane)
        : filters(packed)
        , tables(sizes.axes[2].stride, sizes.axes[2].dilation)
        , isContinuous(plane.isContinuous())
        , lineCount(isContinuous ? 1 : sizes.axes[0].output * sizes.axes[1].output)
        , lineOutputs(isContinuous ? sizes.outputPlane() : sizes.axes[2].output)
        , columns({1, isContinuous ? sizes.axes[1].output : 1, sizes.axes[2].output}, plane.lengths())
    {
    }
    const PackedFilters& filters;
    WindowTables tables;
    bool isContinuous;
    std::int64_t lineCount;
    std::int64_t lineOutputs;
    OutputColumns columns; ///< of one line
};

void convolvePlane(const WindowPlane& plane, const Windows& windows, std::size_t filter, const SumFinish& finish,
                   std::uint8_t* y)
{
    const std::size_t depth = windows.filters.rows.depth;
    WindowBlock block;
    block.factors = windows.filters.rows.words.data() + filter * packedRowWords(depth);
    block.ones = finish.rowFactor ? windows.filters.ones.data() : nullptr;
    block.depth = depth;
    block.offsets = plane.offsets().data();
    block.tables = &windows.tables;
    block.finish = finish;
    const std::size_t lineBytes = static_cast<std::size_t>(windows.lineOutputs) * sizeOf(finish.format);
    for (std::int64_t line = 0; line < windows.lineCount; ++line)
        for (std::int64_t i = 0; i < windows.columns.blockCount(); ++i) {
            block.line =
                plane.line(line) + windows.columns.firstOf(i) * static_cast<std::int64_t>(windows.tables.stride);
            block.columnCount = static_cast<std::size_t>(windows.columns.countOf(i));
            block.segments = windows.columns.segmentsOf(i);
            block.y = y + static_cast<std::size_t>(line) * lineBytes;
            slideWindow(block);
        }
}

} // namespace

void convolveWindows(const EightBitData& x, std::uint8_t zeroPoint, const PackedFilters& filters,
                     const ConvolutionSizes& sizes, const SumFinish& finish, void* y)
{
    const std::int64_t planes = sizes.samples * sizes.groups;
    const std::size_t planeBytes = static_cast<std::size_t>(sizes.outputPlane()) * sizeOf(finish.format);
    double bytes = 1.0;
    for (const SpatialAxis& axis : sizes.axes)
        bytes *= static_cast<double>((axis.output - 1) * axis.stride + axis.span());
    if (!isAffordable(bytes)) // before there are threads: an exception can't leave them
        throw std::bad_alloc();
    constexpr std::int64_t kProductsPerTap = 6; // of a matrix: rows of windows are short, and copied first
    const std::int64_t products = planes * sizes.filters * sizes.outputPlane() * sizes.taps();
    forEachPart(planes, kProductsPerTap * products, [&](std::int64_t begin, std::int64_t end) {
        WindowPlane window(sizes, zeroPoint);
        const Windows windows(sizes, filters, window);
        for (auto plane = begin; plane < end; ++plane) {
            window.fill(x.bytes + plane * sizes.inputPlane(), x.flipToUnsigned());
            for (std::int64_t i = 0; i < sizes.filters; ++i) {
                const auto filter = static_cast<std::size_t>(plane % sizes.groups * sizes.filters + i);
                const auto target = static_cast<std::size_t>(plane * sizes.filters + i) * planeBytes;
                convolvePlane(window, windows, filter, finish.fromRow(filter), static_cast<std::uint8_t*>(y) + target);
            }
        }
    });
}

} // namespace ql::ops
