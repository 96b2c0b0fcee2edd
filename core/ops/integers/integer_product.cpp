// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_product.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <numeric>

namespace ql::ops {

namespace {

std::size_t ceilDivided(std::size_t a, std::size_t b)
{
    return (a + b - 1) / b;
}

std::int32_t wrappedProduct(std::int32_t a, std::int32_t b)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

std::int32_t wrappedSum(std::int32_t a, std::int32_t b)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

/// Columns of a panel with the last one's rounded up, so that vectors stay inside.
std::size_t panelWidth(std::size_t columns, std::size_t first)
{
    return std::min(kBlockColumns, ceilDivided(columns - first, 16) * 16);
}

void packPanel(const EightBitData& matrix, std::size_t length, std::size_t columns, std::size_t first,
               std::uint8_t* panel)
{
    const std::size_t width = panelWidth(columns, first);
    const std::size_t count = std::min(width, columns - first);
    for (std::size_t k = 0; k < length; k += kQuad, panel += width * kQuad) {
        FourRows rows{};
        for (std::size_t i = 0; i < kQuad;
             ++i) // beyond the last row anything will do: rows of the left have zeros there
            rows[i] = matrix.bytes + std::min(k + i, length - 1) * columns + first;
        interleave(rows, count, matrix.flipToUnsigned(), panel);
        std::fill(panel + count * kQuad, panel + width * kQuad, std::uint8_t{0});
    }
}

/// Of the columns of a panel.
void addColumns(const EightBitData& matrix, std::size_t length, std::size_t columns, std::size_t first,
                std::int32_t* sums)
{
    const std::uint8_t flip = matrix.flipToUnsigned();
    const std::size_t count = std::min(kBlockColumns, columns - first);
    for (std::size_t k = 0; k < length; ++k) {
        const std::uint8_t* row = matrix.bytes + k * columns + first;
        for (std::size_t column = 0; column < count; ++column)
            sums[column] += row[column] ^ flip;
    }
}

void multiplyUnit(const PackedRows& rows, const PackedColumns& columns, const SumFinish& finish, std::uint8_t* y,
                  std::size_t firstRow, std::size_t firstColumn)
{
    const std::size_t width = panelWidth(columns.count, firstColumn);
    std::vector<std::ptrdiff_t> offsets(rows.depth);
    for (std::size_t k = 0; k < rows.depth; ++k)
        offsets[k] = static_cast<std::ptrdiff_t>(k * width * kQuad);
    const ColumnSegment segment{0, std::min(kBlockColumns, columns.count - firstColumn), 0};
    ProductBlock block;
    block.rows = rows.words.data() + firstRow * packedRowWords(rows.depth);
    block.rowCount = std::min(kRowChunk, rows.count - firstRow);
    block.depth = rows.depth;
    block.columns = columns.panels.get() + firstColumn * rows.depth * kQuad;
    block.offsets = offsets.data();
    block.columnCount = segment.count;
    block.segments = {&segment, 1};
    block.finish = finish.fromRow(firstRow).fromColumn(firstColumn);
    block.y = y + (firstRow * columns.count + firstColumn) * sizeOf(finish.format);
    block.rowPitch = columns.count;
    multiplyBlock(block);
}

} // namespace

PackedRows packArranged(const std::vector<std::int8_t>& arranged, std::size_t count, std::size_t length,
                        std::int32_t shift)
{
    const std::size_t width = count ? arranged.size() / count : 0;
    PackedRows rows{count, length, width / kQuad, shift, packRows(arranged.data(), count, width / kQuad), {}};
    rows.sums.reserve(count);
    for (std::size_t row = 0; row < count; ++row) {
        const std::int8_t* first = arranged.data() + row * width;
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < width; ++i)
            sum = wrappedSum(sum, first[i]);
        rows.sums.push_back(sum);
    }
    return rows;
}

PackedRows packMatrixRows(const EightBitData& matrix, std::size_t count, std::size_t length)
{
    const std::size_t depth = ceilDivided(length, kQuad), width = depth * kQuad;
    const std::size_t rowWords = packedRowWords(depth);
    PackedRows packed{count, length, depth, matrix.shiftToSigned(), {}, {}};
    packed.words.resize(count * rowWords);
    packed.sums.resize(count);
    const auto chunks = static_cast<std::int64_t>(ceilDivided(count, kRowChunk));
    forEachPart(chunks, static_cast<std::int64_t>(count * width), [&](std::int64_t begin, std::int64_t end) {
        for (auto chunk = begin; chunk < end; ++chunk) {
            const std::size_t first = static_cast<std::size_t>(chunk) * kRowChunk;
            const std::size_t rows = std::min(kRowChunk, count - first);
            std::vector<std::int8_t> arranged(rows * width);
            for (std::size_t row = 0; row < rows; ++row)
                copyFlipped(matrix.bytes + (first + row) * length, length, matrix.flipToSigned(),
                            reinterpret_cast<std::uint8_t*>(arranged.data() + row * width));
            const PackedRows part = packArranged(arranged, rows, length, 0);
            std::ranges::copy(part.words, packed.words.begin() + static_cast<std::ptrdiff_t>(first * rowWords));
            std::ranges::copy(part.sums, packed.sums.begin() + static_cast<std::ptrdiff_t>(first));
        }
    });
    return packed;
}

PackedColumns packMatrixColumns(const EightBitData& matrix, std::size_t length, std::size_t count)
{
    PackedColumns columns{count, ceilDivided(length, kQuad), matrix.shiftToUnsigned(), nullptr, {}};
    const std::size_t quads = columns.depth * (count + kColumnSlack);
    columns.panels = std::make_unique_for_overwrite<std::uint8_t[]>(quads * kQuad);
    columns.sums.resize(count + kBlockColumns);
    const auto panels = static_cast<std::int64_t>(ceilDivided(count, kBlockColumns));
    forEachPart(panels, static_cast<std::int64_t>(quads * kQuad), [&](std::int64_t begin, std::int64_t end) {
        for (auto panel = begin; panel < end; ++panel) {
            const std::size_t first = static_cast<std::size_t>(panel) * kBlockColumns;
            packPanel(matrix, length, count, first, columns.panels.get() + first * columns.depth * kQuad);
            addColumns(matrix, length, count, first, columns.sums.data() + first);
        }
    });
    return columns;
}

ZeroPointTerms::ZeroPointTerms(const PackedRows& rows, std::vector<std::int32_t> rowZeros,
                               std::vector<std::int32_t> columnZeros, std::int32_t columnShift,
                               const std::vector<std::int32_t>& rowBias)
    : m_rowAddends(rows.count, 0)
{
    // Σ (a - a0)(b - b0) = Σ ab - b0 · Σ(a - a0) - a0 · Σb
    if (columnZeros.empty())
        columnZeros = {0};
    rowZeros.resize(rows.count, rowZeros.empty() ? 0 : rowZeros.front());
    if (!rowBias.empty())
        m_rowAddends = rowBias;
    bool hasRowZeros = false;
    for (std::int32_t& zero : rowZeros)
        hasRowZeros = (zero += rows.shift) != 0 || hasRowZeros;
    const bool isPerColumn = columnZeros.size() > 1;
    for (std::size_t row = 0; row < rows.count; ++row) {
        const auto length = static_cast<std::int32_t>(static_cast<std::uint32_t>(rows.length));
        const std::int32_t sum = wrappedSum(rows.sums[row], wrappedProduct(length, -rowZeros[row]));
        if (isPerColumn)
            m_rowSums.push_back(wrappedProduct(sum, -1));
        else
            m_rowAddends[row] =
                wrappedSum(m_rowAddends[row], wrappedProduct(sum, -(columnZeros.front() + columnShift)));
        if (hasRowZeros)
            m_rowFactors.push_back(-rowZeros[row]);
    }
    if (!isPerColumn)
        return;
    for (std::int32_t& zero : columnZeros)
        zero += columnShift;
    columnZeros.resize(columnZeros.size() + kBlockColumns, 0);
    m_columnFactors = std::move(columnZeros);
}

void ZeroPointTerms::addTo(SumFinish& finish) const
{
    finish.rowAddend = m_rowAddends.data();
    finish.rowFactor = m_rowFactors.empty() ? nullptr : m_rowFactors.data();
    finish.rowSum = m_rowSums.empty() ? nullptr : m_rowSums.data();
    finish.columnFactor = m_columnFactors.empty() ? nullptr : m_columnFactors.data();
}

void multiplyIntegers(const PackedRows& rows, const PackedColumns& columns, const SumFinish& finish, void* y)
{
    const std::size_t chunks = ceilDivided(rows.count, kRowChunk);
    const auto units = static_cast<std::int64_t>(ceilDivided(columns.count, kBlockColumns) * chunks);
    forEachPart(units, static_cast<std::int64_t>(rows.count * columns.count * rows.length),
                [&](std::int64_t begin, std::int64_t end) {
                    for (auto unit = static_cast<std::size_t>(begin); unit < static_cast<std::size_t>(end); ++unit)
                        multiplyUnit(rows, columns, finish, static_cast<std::uint8_t*>(y), unit % chunks * kRowChunk,
                                     unit / chunks * kBlockColumns);
                });
}

} // namespace ql::ops
