// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/data_type.h"
#include "core/ops/quantization/fixed_point.h"
#include "core/ops/quantization/sigmoid_table.h"

#include <algorithm>
#include <cmath>

namespace ql::ops::kernels::lite_lstm {

inline std::int32_t clamped16(std::int64_t x)
{
    return std::int32_t(std::clamp<std::int64_t>(x, -32768, 32767));
}

/// What LSTMs on integers make of their gates, which are in fractions of 2^12, and of a cell of 16 bits. On 8 bits as
/// the reference kernels do: gemmlowp's functions, and shifts by the cell's scale. On 16 bits, and where the cell's
/// scale is no power of two, as those for micro controllers do: tables, and factors.
class CellArithmetic {
public:
    /// @pre both scales are positive. @p clip: of the cell, in real numbers; 0 = none
    CellArithmetic(graph::DataType type, float cellScale, float hiddenScale, double clip)
        : m_toCell(fixedFactor(kActivated * kActivated / double(cellScale)))
        , m_toHidden(fixedFactor(kActivated * kActivated / double(hiddenScale)))
        , m_gateTable(tableScale(kGateScale))
        , m_cellTable(tableScale(double(cellScale)))
    {
        constexpr double kMostClip = 32767.0;
        int exponent = 0;
        const bool isPower = std::frexp(cellScale, &exponent) == 0.5F;
        m_cellBits = kFractionBits + exponent - 1;
        m_isShifting = type == graph::DataType::Int8 && isPower && m_cellBits >= 0 && m_cellBits <= 6;
        if (m_isShifting) // that kernel keeps it as a float
            m_toHidden = fixedFactor(double(float(kActivated / double(hiddenScale) * kActivated)));
        if (clip > 0)
            m_clip = std::int32_t(std::min(clip / double(cellScale), kMostClip));
    }

    static constexpr double kGateScale = 1.0 / 4096;

    std::int32_t logistic(std::int32_t gate) const
    {
        return m_isShifting ? shortLogistic(gate, kGateBits) : tabledLogistic(gate, m_gateTable);
    }
    std::int32_t tanh(std::int32_t gate) const
    {
        return m_isShifting ? shortTanh(gate, kGateBits) : tabledTanh(gate, m_gateTable);
    }
    std::int32_t cell(std::int32_t forget, std::int32_t input, std::int32_t candidate, std::int32_t before) const
    {
        const auto kept = m_isShifting ? dividedByPower(forget * before, kFractionBits)
                                       : scaled(forget * before, fixedFactor(kActivated));
        const auto added = m_isShifting ? dividedByPower(input * candidate, kFractionBits + m_cellBits)
                                        : scaled(input * candidate, m_toCell);
        const auto cell = clamped16(clamped16(kept) + clamped16(added));
        return m_clip > 0 ? std::clamp(cell, -m_clip, m_clip) : cell;
    }
    /// Before the zero point.
    std::int32_t hidden(std::int32_t output, std::int32_t cell) const
    {
        return scaled(output * (m_isShifting ? shortTanh(cell, m_cellBits) : tabledTanh(cell, m_cellTable)),
                      m_toHidden);
    }

private:
    static constexpr int kGateBits = 3; ///< before the point
    static constexpr int kFractionBits = 15;
    static constexpr double kActivated = 1.0 / 32768;

    bool m_isShifting = false;
    int m_cellBits = 0; ///< before the point
    FixedFactor m_toCell;
    FixedFactor m_toHidden;
    TableScale m_gateTable;
    TableScale m_cellTable;
    std::int32_t m_clip = 0;
};

} // namespace ql::ops::kernels::lite_lstm
