// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/bins.h"

#include <algorithm>
#include <array>

namespace ql::analysis {

/// Counts of 16 bits in @p count tables that take turns: equal values in a row would wait for each other's count in a
/// single one.
template <std::size_t count>
struct BinTables {
    static constexpr std::size_t kBlock = 512; ///< values whose bins are found before they are counted
    /// So many values can't overflow a table.
    static constexpr std::size_t kMostValues = count * 65535 / kBlock * kBlock;

    alignas(64) std::array<std::array<std::uint16_t, kDivergenceBins>, count> counts{};

    /// @pre at most kMostValues in all calls together
    void add(const float* values, std::size_t n, const Binning& binning)
    {
        alignas(64) std::array<std::int32_t, kBlock + kBinSlack> bins;
        for (std::size_t first = 0; first < n; first += kBlock) {
            const std::size_t length = std::min(kBlock, n - first);
            const std::size_t found = findLaterBins(values + first, length, binning, bins.data());
            addBins(bins.data(), found);
            firstBin += length - found;
        }
    }

    std::size_t firstBin = 0; ///< what add() found in it

private:
    void addBins(const std::int32_t* bins, std::size_t n)
    {
        std::size_t i = 0;
        for (; i + count <= n; i += count)
            for (std::size_t table = 0; table < count; ++table)
                ++counts[table][static_cast<std::size_t>(bins[i + table])];
        for (std::size_t table = 0; i < n; ++i, ++table)
            ++counts[table][static_cast<std::size_t>(bins[i])];
    }
};

} // namespace ql::analysis
