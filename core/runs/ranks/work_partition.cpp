// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/ranks/work_partition.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ql::runs {

namespace {

constexpr double kRoundSeconds = 1.0;
constexpr double kMostExchange = 0.05; ///< of a round's time
constexpr double kLeastSeconds = 1e-6; ///< a clock may stand still

/// The cost of one exchange without waiting: the smallest of the ranks' times, since the rank that arrived last waited
/// for no other.
double exchangeSeconds(const std::vector<RoundReport>& reports)
{
    double least = reports.front().exchangeSeconds;
    for (const auto& report : reports)
        least = std::min(least, report.exchangeSeconds);
    return least;
}

} // namespace

WorkPartition::WorkPartition(std::size_t ranks, std::size_t begin, std::size_t end)
    : m_begin(begin)
    , m_end(end)
    , m_bounds(ranks + 1, begin)
    , m_rates(ranks, 0.0)
{
    partition(std::vector<double>(ranks, 1.0));
}

void WorkPartition::next(const std::vector<RoundReport>& reports)
{
    const auto ranks = m_rates.size();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const auto [begin, end] = rangeOf(rank);
        if (end > begin)
            m_rates[rank] = static_cast<double>(end - begin) / std::max(kLeastSeconds, reports[rank].seconds);
    }
    const double known = std::accumulate(m_rates.begin(), m_rates.end(), 0.0);
    const auto count = static_cast<double>(std::ranges::count_if(m_rates, [](double rate) { return rate > 0.0; }));
    const double seconds = std::max(kRoundSeconds, exchangeSeconds(reports) / kMostExchange);
    std::vector<double> counts;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const double rate = m_rates[rank] > 0.0 ? m_rates[rank] : known / std::max(1.0, count);
        const auto width = static_cast<double>(reports[rank].width);
        counts.push_back(std::max(1.0, std::round(rate * seconds / width)) * width);
    }
    m_begin = m_bounds.back();
    partition(counts);
}

void WorkPartition::partition(const std::vector<double>& counts)
{
    const auto left = static_cast<double>(m_end - m_begin);
    const double wanted = std::accumulate(counts.begin(), counts.end(), 0.0);
    const double scale = std::min(1.0, left / wanted);
    double sum = 0.0;
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
        m_bounds[rank] = m_begin + static_cast<std::size_t>(std::min(left, std::round(sum * scale)));
        sum += counts[rank];
    }
    m_bounds.back() = m_begin + static_cast<std::size_t>(std::min(left, std::round(sum * scale)));
}

} // namespace ql::runs
