// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/network_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::report {

namespace {

constexpr double kBoxGap = 12.0;
constexpr double kAcross = NetworkLayout::kBoxWidth + kBoxGap;
constexpr double kDown = NetworkLayout::kBoxHeight + NetworkLayout::kRowGap;
constexpr double kColumnGap = 40.0; ///< more than between neighbours: columns are told apart, and edges pass
constexpr double kMargin = 16.0;
constexpr double kPageShape = 1.9; ///< width by height

using Ranks = std::vector<std::vector<std::size_t>>; ///< boxes from left to right, by rank

/// Below everything that it reads.
Ranks ranksOf(const std::vector<std::vector<std::size_t>>& reads)
{
    std::vector<std::size_t> rankOf(reads.size(), 0);
    Ranks ranks;
    for (std::size_t box = 0; box < reads.size(); ++box) {
        for (const std::size_t read : reads[box])
            if (read < box)
                rankOf[box] = std::max(rankOf[box], rankOf[read] + 1);
        if (ranks.size() <= rankOf[box])
            ranks.resize(rankOf[box] + 1);
        ranks[rankOf[box]].push_back(box);
    }
    return ranks;
}

/// Each below the middle of what it reads.
void sortAcross(Ranks& ranks, const std::vector<std::vector<std::size_t>>& reads)
{
    std::vector<double> middle(reads.size(), 0.0);
    for (auto& rank : ranks) {
        for (const std::size_t box : rank) {
            double sum = 0.0;
            std::size_t count = 0;
            for (const std::size_t read : reads[box])
                if (read < box) {
                    sum += middle[read];
                    ++count;
                }
            middle[box] = count > 0 ? sum / double(count) : 0.0;
        }
        std::ranges::stable_sort(rank, {}, [&middle](std::size_t box) { return middle[box]; });
        for (std::size_t lane = 0; lane < rank.size(); ++lane)
            middle[rank[lane]] = double(lane) - (double(rank.size()) - 1.0) / 2.0;
    }
}

std::size_t widestOf(const Ranks& ranks, std::size_t first, std::size_t rows)
{
    std::size_t widest = 1;
    for (std::size_t rank = first; rank < std::min(ranks.size(), first + rows); ++rank)
        widest = std::max(widest, ranks[rank].size());
    return widest;
}

double widthWith(const Ranks& ranks, std::size_t rows)
{
    double width = 2.0 * kMargin - kColumnGap;
    for (std::size_t first = 0; first < ranks.size(); first += rows)
        width += double(widestOf(ranks, first, rows)) * kAcross + kColumnGap;
    return width;
}

double heightWith(std::size_t rows)
{
    return NetworkLayout::kTop + double(rows) * kDown + kMargin;
}

/// How many ranks make a column.
std::size_t rowsOf(const Ranks& ranks)
{
    std::size_t best = ranks.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t rows = 1; rows <= ranks.size(); ++rows) {
        const double shape = widthWith(ranks, rows) / heightWith(rows);
        if (const double off = std::abs(std::log(shape / kPageShape)); off < least) {
            least = off;
            best = rows;
        }
    }
    return std::max<std::size_t>(best, 1);
}

} // namespace

NetworkLayout layOutNetwork(const std::vector<std::vector<std::size_t>>& reads)
{
    NetworkLayout layout;
    layout.places.resize(reads.size());
    auto ranks = ranksOf(reads);
    sortAcross(ranks, reads);
    const std::size_t rows = rowsOf(ranks);
    double left = kMargin;
    for (std::size_t first = 0; first < ranks.size(); first += rows) {
        const double width = double(widestOf(ranks, first, rows)) * kAcross;
        for (std::size_t rank = first; rank < std::min(ranks.size(), first + rows); ++rank) {
            const double start = left + (width - double(ranks[rank].size()) * kAcross) / 2.0;
            for (std::size_t lane = 0; lane < ranks[rank].size(); ++lane)
                layout.places[ranks[rank][lane]] = {start + double(lane) * kAcross,
                                                    NetworkLayout::kTop + double(rank - first) * kDown,
                                                    layout.columns.size(), rank - first};
        }
        layout.columns.emplace_back(left, left + width - kBoxGap);
        left += width + kColumnGap;
    }
    layout.width = left - kColumnGap + kMargin;
    layout.height = heightWith(std::min(rows, ranks.size()));
    return layout;
}

} // namespace ql::report
