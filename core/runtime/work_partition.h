// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace ql::runtime {

/// How a rank did in a round: what the next one is dealt out by.
struct RoundReport {
    double seconds = 0.0;         ///< of work
    double exchangeSeconds = 0.0; ///< that the exchange after the round before took, with waiting for others
    std::size_t width = 1;        ///< pieces that it works on at a time

    static auto parts(auto& self) { return std::tie(self.seconds, self.exchangeSeconds, self.width); }
};

/// Deals pieces out to ranks, round by round: each gets neighbouring pieces, as many as it is likely to do within the
/// same time as the others. The first round is a piece each. Every rank that is told the same deals the same.
class WorkPartition {
public:
    WorkPartition(std::size_t ranks, std::size_t begin, std::size_t end);

    bool isDone() const { return m_begin == m_end; }
    /// From first to before second, of this round.
    std::pair<std::size_t, std::size_t> rangeOf(std::size_t rank) const { return {m_bounds[rank], m_bounds[rank + 1]}; }
    /// Goes on to the next round. @p reports are by rank.
    void next(const std::vector<RoundReport>& reports);

private:
    void partition(const std::vector<double>& counts);

    std::size_t m_begin; ///< not yet done
    std::size_t m_end;
    std::vector<std::size_t> m_bounds; ///< of the ranks' pieces, one more than ranks
    std::vector<double> m_rates;       ///< pieces a second, by rank; 0 = not known
};

} // namespace ql::runtime
