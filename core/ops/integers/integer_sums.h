// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/epilogue.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ql::ops {

enum class SumFormat { Int32, Float, Int8, UInt8 };

/// What is added to the sums of products of raw integers, so that zero points count, and what becomes of them:
/// sum[i][j] + rowAddend[i] + rowFactor[i] · columnSum[j] + rowSum[i] · columnFactor[j], wrapping around; as it is,
/// times the multiplier in float32 (with an epilogue: plus rowBias, then that), or that rounded half to even,
/// clamped, plus the zero point. Null pointers leave their term out; only one of the multipliers is given, and none for
/// Int32.
struct SumFinish {
    const std::int32_t* rowAddend = nullptr;
    const std::int32_t* rowFactor = nullptr;
    const std::int32_t* columnSum = nullptr;
    const std::int32_t* rowSum = nullptr;
    const std::int32_t* columnFactor = nullptr;
    const float* rowMultiplier = nullptr;
    const float* columnMultiplier = nullptr;
    const float* rowBias = nullptr;
    const FloatEpilogue* epilogue = nullptr;
    const float* result = nullptr; ///< the whole result's first element, as which an epilogue's addend lies
    std::int32_t zeroPoint = 0;
    SumFormat format = SumFormat::Int32;

    /// The same for the rows from @p row on.
    SumFinish fromRow(std::size_t row) const;
    /// The same for the columns from @p column on.
    SumFinish fromColumn(std::size_t column) const;
};

/// Bytes of one element.
std::size_t sizeOf(SumFormat format);

/// Columns first … first + count of a block of sums, and the element of the output's row where they go.
struct ColumnSegment {
    std::size_t first = 0;
    std::size_t count = 0;
    std::size_t target = 0;
};

/// Columns of a block of sums.
constexpr std::size_t kBlockColumns = 64;

/// Which columns of padded planes are outputs, block by block.
class OutputColumns {
public:
    /// @p outputs along three axes; @p lengths are the planes', of which the first has no say.
    OutputColumns(const std::array<std::int64_t, 3>& outputs, const std::array<std::int64_t, 3>& lengths);

    std::int64_t count() const { return m_count; }
    std::int64_t blockCount() const { return static_cast<std::int64_t>(m_ends.size()); }
    std::int64_t firstOf(std::int64_t block) const { return block * static_cast<std::int64_t>(kBlockColumns); }
    std::int64_t countOf(std::int64_t block) const;
    std::span<const ColumnSegment> segmentsOf(std::int64_t block) const;

private:
    std::int64_t m_count;
    std::vector<ColumnSegment> m_segments;
    std::vector<std::size_t> m_ends; ///< of each block
};

} // namespace ql::ops
