// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/pooled_planes.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/pooled_planes.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"

#ifndef QUANTLOUPE_POOLED_ROW
#define QUANTLOUPE_POOLED_ROW
namespace ql::ops {

/// One row of the result and the rows of the input that its windows see.
struct PooledRow {
    const float* firstRow; ///< of the input's rows within the windows
    const float* end;      ///< of the whole input, which vectors may not cross
    float* y;
    std::int64_t tapRows;     ///< how many rows there are
    std::int64_t countedRows; ///< how many count for the mean
    bool countsPadding;
};

} // namespace ql::ops
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct Largest {
    static constexpr float kStart = -std::numeric_limits<float>::infinity();
    template <class D, class V>
    static HWY_INLINE V joined(D /*tag*/, V sofar, V value)
    {
        return hn::IfThenElse(hn::Or(hn::Gt(value, sofar), hn::IsNaN(value)), value, sofar);
    }
    template <class D, class V>
    static HWY_INLINE V finished(D /*tag*/, V sofar, float /*count*/)
    {
        return sofar;
    }
};

struct Mean {
    static constexpr float kStart = 0.0f;
    template <class D, class V>
    static HWY_INLINE V joined(D /*tag*/, V sofar, V value)
    {
        return hn::Add(sofar, value);
    }
    /// A sum too small for its share is +0.
    template <class D, class V>
    static HWY_INLINE V finished(D d, V sofar, float count)
    {
        return hn::Add(hn::Zero(d), hn::Div(sofar, hn::Set(d, count)));
    }
};

/// Every second element from @p from on, or every one.
template <class D>
HWY_INLINE auto loadStrided(D d, const float* from, std::int64_t stride)
{
    if (stride == 1 || hn::Lanes(d) == 1)
        return hn::LoadU(d, from);
    auto even = hn::Zero(d), odd = hn::Zero(d);
    hn::LoadInterleaved2(d, from, even, odd);
    return even;
}

/// Windows of columns [column, end) that lie within the row's columns, @p d's lanes at a time; where it stopped.
template <class Kind, class D>
HWY_INLINE std::int64_t poolInner(D d, std::int64_t column, std::int64_t end, const PoolSizes& s, const PooledRow& row)
{
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto count = static_cast<float>(row.countedRows * s.kernelColumns);
    // The last load: what is read from its first element on must lie within the input.
    const float* last = row.firstRow + (row.tapRows - 1) * s.rowDilation * s.inputColumns
                        + (s.kernelColumns - 1) * s.columnDilation - s.columnPad;
    const auto isReadable = [&](std::int64_t at) {
        return row.end - (last + at * s.columnStride)
               >= (lanes - 1) * s.columnStride + (lanes > 1 ? s.columnStride : 1);
    };
    for (; column + lanes <= end && isReadable(column); column += lanes) {
        auto sofar = hn::Set(d, Kind::kStart);
        for (std::int64_t i = 0; i < row.tapRows; ++i) {
            const float* from =
                row.firstRow + i * s.rowDilation * s.inputColumns + column * s.columnStride - s.columnPad;
            for (std::int64_t j = 0; j < s.kernelColumns; ++j)
                sofar = Kind::joined(d, sofar, loadStrided(d, from + j * s.columnDilation, s.columnStride));
        }
        hn::StoreU(Kind::finished(d, sofar, count), d, row.y + column);
    }
    return column;
}

/// Windows of columns [column, end) that hang over the row's begin or end.
template <class Kind>
void poolBorder(std::int64_t column, std::int64_t end, const PoolSizes& s, const PooledRow& row)
{
    const hn::CappedTag<float, 1> d;
    for (; column < end; ++column) {
        auto sofar = hn::Set(d, Kind::kStart);
        const std::int64_t begin = column * s.columnStride - s.columnPad;
        std::int64_t columns = 0, counted = 0;
        for (std::int64_t j = 0; j < s.kernelColumns; ++j) {
            const std::int64_t at = begin + j * s.columnDilation;
            columns += at >= 0 && at < s.inputColumns;
            counted += at < s.inputColumns + s.columnPad;
        }
        for (std::int64_t i = 0; i < row.tapRows; ++i)
            for (std::int64_t j = 0; j < s.kernelColumns; ++j) {
                const std::int64_t at = begin + j * s.columnDilation;
                if (at >= 0 && at < s.inputColumns)
                    sofar =
                        Kind::joined(d, sofar, hn::LoadU(d, row.firstRow + i * s.rowDilation * s.inputColumns + at));
            }
        const auto count = row.countedRows * (row.countsPadding ? counted : columns);
        const bool isEmpty = row.tapRows == 0 || columns == 0;
        hn::StoreU(isEmpty ? hn::Set(d, Kind::kStart) : Kind::finished(d, sofar, static_cast<float>(count)), d,
                   row.y + column);
    }
}

template <class Kind>
void poolRow(const PoolSizes& s, const PooledRow& row)
{
    const std::int64_t span = (s.kernelColumns - 1) * s.columnDilation + 1;
    const std::int64_t room = s.inputColumns + s.columnPad - span;
    const std::int64_t first = std::min((s.columnPad + s.columnStride - 1) / s.columnStride, s.outputColumns);
    const std::int64_t within = room < 0 ? 0 : std::min(room / s.columnStride + 1, s.outputColumns);
    const std::int64_t last = row.tapRows == 0 ? first : std::max(first, within);
    poolBorder<Kind>(0, first, s, row);
    std::int64_t column = first;
    if (s.columnStride <= 2) {
        column = poolInner<Kind>(hn::ScalableTag<float>(), column, last, s, row);
        column = poolInner<Kind>(hn::CappedTag<float, 8>(), column, last, s, row);
        column = poolInner<Kind>(hn::CappedTag<float, 4>(), column, last, s, row);
    }
    column = poolInner<Kind>(hn::CappedTag<float, 1>(), column, last, s, row);
    poolBorder<Kind>(column, s.outputColumns, s, row);
}

/// The largest of each column of @p row's windows, and what never wins where they reach beyond the input's columns.
HWY_INLINE void largestOfColumns(const PoolSizes& s, const PooledRow& row, float* line, std::int64_t width)
{
    const auto pitch = s.rowDilation * s.inputColumns;
    std::fill_n(line, s.columnPad, Largest::kStart);
    std::fill(line + s.columnPad + s.inputColumns, line + width, Largest::kStart);
    forEachVector(static_cast<std::size_t>(s.inputColumns), [=](auto d, std::size_t at) HWY_ATTR {
        auto sofar = hn::Set(d, Largest::kStart);
        for (std::int64_t i = 0; i < row.tapRows; ++i)
            sofar = Largest::joined(d, sofar, hn::LoadU(d, row.firstRow + i * pitch + at));
        hn::StoreU(sofar, d, line + s.columnPad + at);
    });
}

constexpr std::int64_t kMostWidth = 4096, kFewTaps = 4;

/// Columns first, then rows of these: a window of k · k elements costs 2 · k.
void largestOfRow(const PoolSizes& sizes, const PooledRow& row)
{
    const auto span = (sizes.kernelColumns - 1) * sizes.columnDilation + 1;
    const auto width =
        std::max(sizes.inputColumns + sizes.columnPad, (sizes.outputColumns - 1) * sizes.columnStride + span);
    const bool areFew = sizes.columnPad == 0 && sizes.kernelRows * sizes.kernelColumns <= kFewTaps;
    if (areFew || width > kMostWidth)
        return poolRow<Largest>(sizes, row);
    constexpr std::int64_t kSlack = 2 * HWY_MAX_BYTES / sizeof(float);
    float line[kMostWidth + kSlack];
    largestOfColumns(sizes, row, line, width + kSlack);
    auto whole = sizes;
    whole.inputColumns = width;
    whole.columnPad = 0;
    whole.kernelRows = 1;
    poolRow<Largest>(whole, {line, line + width + kSlack, row.y, 1, 1, row.countsPadding});
}

void meanOfRow(const PoolSizes& sizes, const PooledRow& row)
{
    poolRow<Mean>(sizes, row);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(largestOfRow);
HWY_EXPORT(meanOfRow);

namespace {

/// The rows of the input within the windows of @p outputRow: a first one and how many.
PooledRow rowOf(const float* plane, const PoolSizes& s, std::int64_t outputRow, bool countsPadding)
{
    const std::int64_t begin = outputRow * s.rowStride - s.rowPad;
    std::int64_t skipped = 0, rows = 0, counted = 0;
    for (std::int64_t i = 0; i < s.kernelRows; ++i) {
        const std::int64_t at = begin + i * s.rowDilation;
        skipped += at < 0;
        rows += at >= 0 && at < s.inputRows;
        counted += at < s.inputRows + s.rowPad;
    }
    const float* first = rows > 0 ? plane + (begin + skipped * s.rowDilation) * s.inputColumns : plane;
    return {first, nullptr, nullptr, rows, countsPadding ? counted : rows, countsPadding};
}

template <typename PoolRow>
void poolPlanes(const float* x, float* y, const PoolSizes& s, bool countsPadding, const PoolRow& poolRow)
{
    const float* end = x + s.planes * s.inputRows * s.inputColumns;
    const std::int64_t taps = s.planes * s.outputRows * s.outputColumns * s.kernelRows * s.kernelColumns;
    forEachPart(s.planes, taps, [&](std::int64_t begin, std::int64_t stop) {
        for (auto plane = begin; plane < stop; ++plane)
            for (std::int64_t outputRow = 0; outputRow < s.outputRows; ++outputRow) {
                auto row = rowOf(x + plane * s.inputRows * s.inputColumns, s, outputRow, countsPadding);
                row.end = end;
                row.y = y + (plane * s.outputRows + outputRow) * s.outputColumns;
                poolRow(s, row);
            }
    });
}

} // namespace

void takeLargest(const float* x, float* y, const PoolSizes& sizes)
{
    const auto pool = HWY_DYNAMIC_DISPATCH(largestOfRow);
    poolPlanes(x, y, sizes, false, pool);
}

void takeMean(const float* x, float* y, const PoolSizes& sizes, bool countsPadding)
{
    const auto pool = HWY_DYNAMIC_DISPATCH(meanOfRow);
    poolPlanes(x, y, sizes, countsPadding, pool);
}

} // namespace ql::ops
#endif
