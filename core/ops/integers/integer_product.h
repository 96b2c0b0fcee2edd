// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/integers/integer_tile.h"

#include <memory>

namespace ql::ops {

/// 8-bit integers where they lie. Kernels multiply signed rows by unsigned columns; what is stored otherwise is shifted
/// by 128, its zero point with it.
struct EightBitData {
    const std::uint8_t* bytes = nullptr;
    bool isSigned = false;

    std::uint8_t flipToSigned() const { return isSigned ? 0 : 0x80; }
    std::uint8_t flipToUnsigned() const { return isSigned ? 0x80 : 0; }
    std::int32_t shiftToSigned() const { return isSigned ? 0 : -128; }
    std::int32_t shiftToUnsigned() const { return isSigned ? 128 : 0; }
};

/// The left operand of a product, ready for the kernel.
struct PackedRows {
    std::size_t count = 0;
    std::size_t length = 0; ///< terms of each sum
    std::size_t depth = 0;  ///< quads of terms
    std::int32_t shift = 0; ///< what was added to each integer
    std::vector<std::int32_t> words;
    std::vector<std::int32_t> sums; ///< of the shifted integers of each row
};
/// @p arranged: [count][depth · kQuad], shifted, zeros where a quad has no term.
PackedRows packArranged(const std::vector<std::int8_t>& arranged, std::size_t count, std::size_t length,
                        std::int32_t shift);
/// A matrix [count][length].
PackedRows packMatrixRows(const EightBitData& matrix, std::size_t count, std::size_t length);

/// The right operand [length][count], in panels of kBlockColumns columns.
struct PackedColumns {
    std::size_t count = 0;
    std::size_t depth = 0;
    std::int32_t shift = 0;
    std::unique_ptr<std::uint8_t[]> panels;
    std::vector<std::int32_t> sums; ///< of the shifted integers of each column; longer than count by a block
};
PackedColumns packMatrixColumns(const EightBitData& matrix, std::size_t length, std::size_t count);

/// What zero points and a bias add to raw sums. One zero point, or one per row or column, in the operand's own type.
class ZeroPointTerms {
public:
    /// @p columnSums is read up to a block beyond @p columnZeros; @p rowBias is empty or has one entry per row.
    ZeroPointTerms(const PackedRows& rows, std::vector<std::int32_t> rowZeros, std::vector<std::int32_t> columnZeros,
                   std::int32_t columnShift, const std::vector<std::int32_t>& rowBias);

    /// Whether the sums of columns are needed.
    bool hasRowZeros() const { return !m_rowFactors.empty(); }
    /// Sets every term of @p finish that it knows. Its columns' sums are left to the caller.
    void addTo(SumFinish& finish) const;

private:
    std::vector<std::int32_t> m_rowAddends;
    std::vector<std::int32_t> m_rowFactors;
    std::vector<std::int32_t> m_rowSums;
    std::vector<std::int32_t> m_columnFactors;
};

/// rows · columns to @p y [rows.count][columns.count], in int32, exact but for wrapping around, whatever the threads.
void multiplyIntegers(const PackedRows& rows, const PackedColumns& columns, const SumFinish& finish, void* y);

} // namespace ql::ops
