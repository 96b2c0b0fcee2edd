// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_sums.h"

#include <algorithm>

namespace ql::ops {

namespace {

template <typename T>
const T* advanced(const T* base, std::size_t count)
{
    return base ? base + count : nullptr;
}

} // namespace

SumFinish SumFinish::fromRow(std::size_t row) const
{
    SumFinish result = *this;
    result.rowAddend = advanced(rowAddend, row);
    result.rowFactor = advanced(rowFactor, row);
    result.rowSum = advanced(rowSum, row);
    result.rowMultiplier = advanced(rowMultiplier, row);
    result.rowBias = advanced(rowBias, row);
    return result;
}

SumFinish SumFinish::fromColumn(std::size_t column) const
{
    SumFinish result = *this;
    result.columnSum = advanced(columnSum, column);
    result.columnFactor = advanced(columnFactor, column);
    result.columnMultiplier = advanced(columnMultiplier, column);
    return result;
}

std::size_t sizeOf(SumFormat format)
{
    return format == SumFormat::Int8 || format == SumFormat::UInt8 ? 1 : 4;
}

OutputColumns::OutputColumns(const std::array<std::int64_t, 3>& outputs, const std::array<std::int64_t, 3>& lengths)
    : m_count(((outputs[0] - 1) * lengths[1] + outputs[1] - 1) * lengths[2] + outputs[2])
{
    constexpr std::int64_t kColumns = kBlockColumns;
    for (std::int64_t first = 0; first < m_count; first += kColumns) {
        for (std::int64_t at = first, end; at < std::min(first + kColumns, m_count); at = end) {
            const std::int64_t line = at / lengths[2], x = at % lengths[2];
            const std::int64_t z = line / lengths[1], y = line % lengths[1];
            end = std::min({first + kColumns, m_count, (line + 1) * lengths[2]});
            if (x < outputs[2] && y < outputs[1])
                m_segments.push_back({static_cast<std::size_t>(at - first),
                                      static_cast<std::size_t>(std::min(end - at, outputs[2] - x)),
                                      static_cast<std::size_t>((z * outputs[1] + y) * outputs[2] + x)});
        }
        m_ends.push_back(m_segments.size());
    }
}

std::int64_t OutputColumns::countOf(std::int64_t block) const
{
    return std::min<std::int64_t>(kBlockColumns, m_count - firstOf(block));
}

std::span<const ColumnSegment> OutputColumns::segmentsOf(std::int64_t block) const
{
    const auto index = static_cast<std::size_t>(block);
    const std::size_t begin = index ? m_ends[index - 1] : 0;
    return {m_segments.data() + begin, m_ends[index] - begin};
}

} // namespace ql::ops
