// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_convolution.h"

#include "core/ops/integers/integer_planes.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>

namespace ql::ops {

namespace {

/// Some filters of one group over one block of columns.
struct Unit {
    std::int64_t group = 0;
    std::int64_t firstFilter = 0; ///< of the group
    std::int64_t filters = 0;
    std::int64_t block = 0;
};

/// How a sample is shared out. The larger of filters and columns comes from memory once, the smaller one again and
/// again: so many filters stay in the second cache from block to block, or all filters meet a block that stays.
class Units {
public:
    Units(const ConvolutionSizes& sizes, std::int64_t blocks)
        : m_filters(sizes.filters)
        , m_blocks(blocks)
        , m_chunk(sizes.filters * sizes.taps() > sizes.inputPlane() ? std::int64_t{kRowChunk} : sizes.filters)
        , m_chunks((sizes.filters + m_chunk - 1) / m_chunk)
        , m_count(sizes.groups * m_chunks * blocks)
    {
    }
    std::int64_t count() const { return m_count; }
    Unit at(std::int64_t index) const
    {
        const auto first = index / m_blocks % m_chunks * m_chunk;
        return {index / m_blocks / m_chunks, first, std::min(m_chunk, m_filters - first), index % m_blocks};
    }

private:
    std::int64_t m_filters, m_blocks, m_chunk, m_chunks, m_count;
};

/// @p y is the sample's first element.
void convolveUnit(const IntegerPlanes& planes, const OutputColumns& columns, const PackedFilters& filters,
                  const ConvolutionSizes& sizes, const Unit& unit, const SumFinish& finish, std::uint8_t* y)
{
    const auto index = unit.block;
    const auto count = static_cast<std::size_t>(columns.countOf(index));
    const auto firstRow = static_cast<std::size_t>(unit.group * sizes.filters + unit.firstFilter);
    ProductBlock block;
    block.rows = filters.rows.words.data() + firstRow * packedRowWords(filters.rows.depth);
    block.rowCount = static_cast<std::size_t>(unit.filters);
    block.depth = filters.rows.depth;
    block.columns = planes.group(unit.group) + columns.firstOf(index) * std::int64_t{kQuad};
    block.offsets = planes.offsets().data();
    block.columnCount = count;
    block.segments = columns.segmentsOf(index);
    block.finish = finish.fromRow(firstRow);
    block.rowPitch = static_cast<std::size_t>(sizes.outputPlane());
    block.y = y + firstRow * block.rowPitch * sizeOf(finish.format);
    if (!finish.rowFactor) {
        multiplyBlock(block);
        return;
    }
    std::int32_t columnSums[2 * kBlockColumns];
    const ColumnSegment whole{0, count, 0};
    ProductBlock ones = block;
    ones.rows = filters.ones.data();
    ones.rowCount = 1;
    ones.segments = {&whole, 1};
    ones.finish = {};
    ones.y = columnSums;
    multiplyBlock(ones);
    block.finish.columnSum = columnSums;
    multiplyBlock(block);
}

} // namespace

void convolveIntegers(const EightBitData& x, std::int32_t zeroPoint, const PackedFilters& filters,
                      const ConvolutionSizes& sizes, const SumFinish& finish, void* y)
{
    if (sizes.samples * sizes.groups * sizes.filters * sizes.outputPlane() == 0)
        return;
    const auto padding = static_cast<std::uint8_t>(zeroPoint + x.shiftToUnsigned());
    if (filters.layout == FilterLayout::Windows) {
        convolveWindows(x, padding, filters, sizes, finish, y);
        return;
    }
    IntegerPlanes planes(sizes, filters.layout, padding);
    const OutputColumns columns = planes.outputColumns();
    const Units units(sizes, columns.blockCount());
    const std::int64_t products = sizes.groups * sizes.filters * sizes.outputPlane() * sizes.channels * sizes.taps();
    for (std::int64_t sample = 0; sample < sizes.samples; ++sample) {
        EightBitData data = x;
        data.bytes += sample * sizes.groups * sizes.channels * sizes.inputPlane();
        planes.fill(data);
        std::uint8_t* target = static_cast<std::uint8_t*>(y)
                               + static_cast<std::size_t>(sample * sizes.groups * sizes.filters * sizes.outputPlane())
                                     * sizeOf(finish.format);
        forEachPart(units.count(), products, [&](std::int64_t begin, std::int64_t end) {
            for (auto index = begin; index < end; ++index)
                convolveUnit(planes, columns, filters, sizes, units.at(index), finish, target);
        });
    }
}

} // namespace ql::ops
