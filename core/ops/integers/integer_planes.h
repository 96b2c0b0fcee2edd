// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/integers/integer_filters.h"

namespace ql::ops {

/// One sample's columns for a convolution: quads of unsigned integers, padded with the zero point.
class IntegerPlanes {
public:
    /// @p layout is Planes or Gathered; @p zeroPoint that of x, shifted to unsigned.
    IntegerPlanes(const ConvolutionSizes& sizes, FilterLayout layout, std::uint8_t zeroPoint);

    /// Takes over @p x [groups · channels][axes …].
    void fill(const EightBitData& x);
    const std::uint8_t* group(std::int64_t index) const;
    /// Bytes from a group's first column to that of each quad of terms.
    const std::vector<std::ptrdiff_t>& offsets() const { return m_offsets; }
    OutputColumns outputColumns() const;

private:
    std::int64_t planeQuads() const { return m_lengths[0] * m_lengths[1] * m_lengths[2]; }
    void findPlaneOffsets();
    void findGatheredOffsets();
    void fillPlaneLine(const EightBitData& x, std::int64_t plane, std::int64_t line, std::vector<std::uint8_t>& picked);
    FourRows channelRows(const EightBitData& x, std::int64_t index, std::int64_t z, std::int64_t y) const;
    void fillGatheredLine(const EightBitData& x, std::int64_t plane, std::int64_t line,
                          std::vector<std::uint8_t>& rows);

    ConvolutionSizes m_sizes;
    FilterLayout m_layout;
    std::uint8_t m_zeroPoint;
    std::array<std::int64_t, 3> m_lengths{};           ///< of a plane, in quads
    std::array<std::vector<std::int64_t>, 3> m_phases; ///< of each axis: where taps begin, modulo its stride
    std::int64_t m_planesPerGroup = 0;
    std::vector<std::ptrdiff_t> m_offsets;
    std::unique_ptr<std::uint8_t[]> m_quads;
};

} // namespace ql::ops
