// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/shifted_product.h"

#include "core/ops/products/float_tile.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <array>

namespace ql::ops {

namespace {

constexpr std::int64_t kColumns = kTileColumns;
constexpr std::int64_t kTilesAtOnce = kMostTiles;

/// Where tiles of rows begin, and the end: as few as there can be, and alike, since small ones keep the processor
/// waiting for sums.
std::vector<std::int64_t> tileBegins(std::int64_t rows)
{
    const auto count = std::max<std::int64_t>(1, (rows + std::int64_t(kTileRows) - 1) / std::int64_t(kTileRows));
    std::vector<std::int64_t> begins;
    for (std::int64_t tile = 0; tile <= count; ++tile)
        begins.push_back(tile * rows / count);
    return begins;
}

/// Up to 32 columns, counted in pitches.
struct ColumnTile {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool isWhole = false; ///< 32, without a gap: results go where they belong at once
};

std::int64_t tilesFor(std::int64_t columns)
{
    return (columns + kColumns - 1) / kColumns;
}

/// Covers the lines with tiles, each line on its own, or across them, gaps included, where that takes fewer.
class Tiling {
public:
    explicit Tiling(const ShiftedRows& rows)
        : m_width(rows.width)
        , m_pitch(rows.pitch)
        , m_lines(rows.lines)
    {
        const auto across = (m_lines - 1) * m_pitch + m_width;
        if (tilesFor(across) >= m_lines * tilesFor(m_width))
            return;
        m_hasGaps = m_pitch != m_width;
        m_width = across;
        m_lines = 1;
    }

    std::int64_t count() const { return m_lines * tilesFor(m_width); }

    ColumnTile tile(std::int64_t i) const
    {
        const auto line = i / tilesFor(m_width) * m_pitch;
        const auto inLine = i % tilesFor(m_width) * kColumns;
        const bool isWhole = !m_hasGaps && inLine + kColumns <= m_width;
        return {line + inLine, line + std::min(inLine + kColumns, m_width), isWhole};
    }

private:
    std::int64_t m_width;
    std::int64_t m_pitch;
    std::int64_t m_lines;
    bool m_hasGaps = false;
};

/// Writes @p count results; sums that an addend follows on aren't finished yet.
void copyFinished(const float* results, std::int64_t count, const FloatEpilogue& epilogue, std::int64_t place, float* y)
{
    if (!epilogue.addend) {
        std::copy_n(results, count, y + place);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i)
        y[place + i] = epilogue.finished(results[i] + epilogue.addend[place + i]);
}

/// Copies the columns of @p tile that are none of a gap from [rows, 32] to their places in y, from row @p first on.
void copyColumns(const float* results, std::int64_t first, std::int64_t rows, const ColumnTile& tile,
                 const ShiftedRows& x, const FloatEpilogue& epilogue, float* y)
{
    for (auto column = tile.begin; column < tile.end;) {
        const auto line = column / x.pitch;
        const auto inLine = column % x.pitch;
        const auto count = std::min(x.width - inLine, tile.end - column);
        const float* source = results + (column - tile.begin);
        const auto place = first * x.lines * x.width + line * x.width + inLine;
        for (std::int64_t row = 0; row < rows && count > 0; ++row)
            copyFinished(source + row * kColumns, count, epilogue, place + row * x.lines * x.width, y);
        column = count < tile.end - column ? (line + 1) * x.pitch : tile.end;
    }
}

/// One thread's part of a product: tiles of columns, one after the other.
class Worker {
public:
    Worker(const FloatFilters& filters, const std::vector<std::int64_t>& begins, const ShiftedRows& rows,
           const float* bias, float* y, const FloatEpilogue& epilogue)
        : m_filters(filters)
        , m_begins(begins)
        , m_rows(rows)
        , m_bias(bias)
        , m_y(y)
        , m_epilogue(epilogue)
        , m_reach(rows.offsets.empty() ? 0 : std::size_t(*std::ranges::max_element(rows.offsets)) + kTileColumns)
    {
    }

    /// Four tiles of rows at most, from number @p first on.
    void multiply(const ColumnTile& tile, std::int64_t first)
    {
        const auto last = std::min<std::int64_t>(first + kTilesAtOnce, std::ssize(m_begins) - 1);
        const bool isReadable = std::size_t(tile.begin) + m_reach <= m_rows.readable;
        if (!isReadable)
            copyToPanel(tile);
        multiplyRows(tile, {m_begins.data() + first, std::size_t(last - first) + 1}, isReadable);
    }

private:
    /// The last columns, of which whole vectors can't be read, with zeros behind them.
    void copyToPanel(const ColumnTile& tile)
    {
        if (m_panelBegin == tile.begin)
            return;
        m_panelBegin = tile.begin;
        const auto depth = m_rows.offsets.size();
        m_panel.assign(depth * kTileColumns, 0.0f);
        m_panelOffsets.resize(depth);
        for (std::size_t k = 0; k < depth; ++k) {
            m_panelOffsets[k] = std::ptrdiff_t(k * kTileColumns);
            const auto begin = std::size_t(m_rows.offsets[k] + tile.begin);
            if (begin < m_rows.readable)
                std::copy_n(m_rows.x + begin, std::min(kTileColumns, m_rows.readable - begin),
                            m_panel.data() + k * kTileColumns);
        }
    }

    void multiplyRows(const ColumnTile& columns, std::span<const std::int64_t> begins, bool isReadable)
    {
        const auto all = m_rows.lines * m_rows.width;
        const auto row = begins.front();
        FloatTile tile;
        tile.filters = m_filters.values.data() + row * m_filters.depth;
        tile.begins = begins.data();
        tile.count = begins.size() - 1;
        tile.depth = std::size_t(m_filters.depth);
        tile.x = isReadable ? m_rows.x + columns.begin : m_panel.data();
        tile.offsets = isReadable ? m_rows.offsets.data() : m_panelOffsets.data();
        tile.columns = std::size_t(columns.end - columns.begin);
        tile.bias = m_bias ? m_bias + row : nullptr;
        const auto place = columns.begin / m_rows.pitch * m_rows.width + columns.begin % m_rows.pitch;
        tile.y = columns.isWhole ? m_y + row * all + place : m_results.data();
        tile.epilogue = epilogueOf(columns, row * all + place);
        tile.pitch = columns.isWhole ? std::size_t(all) : kTileColumns;
        multiplyTile(tile);
        if (!columns.isWhole)
            copyColumns(m_results.data(), row, begins.back() - row, columns, m_rows, m_epilogue, m_y);
    }

    /// What a tile can do of it: an addend has no gaps.
    FloatEpilogue epilogueOf(const ColumnTile& columns, std::int64_t place) const
    {
        auto epilogue = m_epilogue;
        if (epilogue.addend && columns.isWhole)
            epilogue.addend += place;
        else if (epilogue.addend)
            epilogue = {};
        return epilogue;
    }

    const FloatFilters& m_filters;
    const std::vector<std::int64_t>& m_begins;
    const ShiftedRows& m_rows;
    const float* m_bias;
    float* m_y;
    const FloatEpilogue& m_epilogue;
    std::size_t m_reach; ///< elements read from a tile's first column on
    alignas(64) std::array<float, kTilesAtOnce * kTileRows * kTileColumns> m_results;
    std::vector<float> m_panel;
    std::vector<std::ptrdiff_t> m_panelOffsets;
    std::int64_t m_panelBegin = -1;
};

} // namespace

FloatFilters floatFilters(const float* filters, std::int64_t rows, std::int64_t depth)
{
    FloatFilters packed{rows, depth, std::vector<float>(std::size_t(rows * depth) + kFiltersSlack)};
    float* target = packed.values.data();
    const auto begins = tileBegins(rows);
    for (std::size_t tile = 0; tile + 1 < begins.size(); ++tile)
        for (std::int64_t k = 0; k < depth; ++k)
            for (auto row = begins[tile]; row < begins[tile + 1]; ++row)
                *target++ = filters[row * depth + k];
    return packed;
}

void shiftedProduct(const FloatFilters& filters, const ShiftedRows& rows, const float* bias, float* y,
                    const FloatEpilogue& epilogue)
{
    if (rows.lines * rows.width == 0)
        return;
    const Tiling tiling(rows);
    const auto begins = tileBegins(filters.rows);
    const auto rowGroups = (std::ssize(begins) - 1 + kTilesAtOnce - 1) / kTilesAtOnce;
    const auto products = filters.rows * filters.depth * rows.lines * rows.width;
    // The larger factor comes from memory once, the smaller one again and again.
    const bool areFiltersLarger = filters.rows * filters.depth > std::int64_t(rows.readable);
    forEachPart(tiling.count() * rowGroups, products, [&](std::int64_t begin, std::int64_t end) {
        Worker worker(filters, begins, rows, bias, y, epilogue);
        for (auto unit = begin; unit < end; ++unit)
            if (areFiltersLarger)
                worker.multiply(tiling.tile(unit % tiling.count()), unit / tiling.count() * kTilesAtOnce);
            else
                worker.multiply(tiling.tile(unit / rowGroups), unit % rowGroups * kTilesAtOnce);
    });
}

} // namespace ql::ops
