// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_convolution.h"

#include "core/ops/integers/integer_planes.h"
#include "core/ops/integers/integer_windows.h"
#include "core/ops/support/thread_parts.h"

namespace ql::ops {

namespace {

/// The filters of one group over one block of columns. @p y is the sample's first element.
void convolveBlock(const IntegerPlanes& planes, const OutputColumns& columns, const PackedFilters& filters,
                   const ConvolutionSizes& sizes, std::int64_t group, std::int64_t index, const SumFinish& finish,
                   std::uint8_t* y)
{
    const auto count = static_cast<std::size_t>(columns.countOf(index));
    const auto firstRow = static_cast<std::size_t>(group * sizes.filters);
    ProductBlock block;
    block.rows = filters.rows.words.data() + firstRow * packedRowWords(filters.rows.depth);
    block.rowCount = static_cast<std::size_t>(sizes.filters);
    block.depth = filters.rows.depth;
    block.columns = planes.group(group) + columns.firstOf(index) * std::int64_t{kQuad};
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
    const std::int64_t blocks = columns.blockCount();
    const std::int64_t products = sizes.groups * sizes.filters * sizes.outputPlane() * sizes.channels * sizes.taps();
    for (std::int64_t sample = 0; sample < sizes.samples; ++sample) {
        EightBitData data = x;
        data.bytes += sample * sizes.groups * sizes.channels * sizes.inputPlane();
        planes.fill(data);
        std::uint8_t* target = static_cast<std::uint8_t*>(y)
                               + static_cast<std::size_t>(sample * sizes.groups * sizes.filters * sizes.outputPlane())
                                     * sizeOf(finish.format);
        forEachPart(sizes.groups * blocks, products, [&](std::int64_t begin, std::int64_t end) {
            for (auto unit = begin; unit < end; ++unit)
                convolveBlock(planes, columns, filters, sizes, unit / blocks, unit % blocks, finish, target);
        });
    }
}

} // namespace ql::ops
