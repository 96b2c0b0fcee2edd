// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace ql::runs {

/// The times of one rank in one round, from which the next round's shares are computed.
struct RoundReport {
    double seconds = 0.0;         ///< of work
    double exchangeSeconds = 0.0; ///< that the exchange after the round before took, with waiting for others
    std::size_t width = 1;        ///< pieces that it works on at a time

    static auto parts(auto& self) { return std::tie(self.seconds, self.exchangeSeconds, self.width); }
};

/// The split of a job's pieces among ranks, round by round: each rank gets a contiguous range, sized by its measured
/// speed so that all ranks finish together. In the first round every rank gets one piece. Deterministic: ranks with
/// the same reports compute the same ranges.
class WorkPartition {
public:
    WorkPartition(std::size_t ranks, std::size_t begin, std::size_t end);

    bool isDone() const { return m_begin == m_end; }
    /// The half-open range of pieces that @p rank works on in this round.
    std::pair<std::size_t, std::size_t> rangeOf(std::size_t rank) const { return {m_bounds[rank], m_bounds[rank + 1]}; }
    /// Starts the next round. @p reports holds one entry per rank.
    void next(const std::vector<RoundReport>& reports);

private:
    void partition(const std::vector<double>& counts);

    std::size_t m_begin; ///< not yet done
    std::size_t m_end;
    std::vector<std::size_t> m_bounds; ///< of the ranks' pieces, one more than ranks
    std::vector<double> m_rates;       ///< pieces a second, by rank; 0 = not known
};

} // namespace ql::runs
