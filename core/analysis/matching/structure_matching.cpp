// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/match_table.h"

#include <algorithm>
#include <cstdint>

namespace ql::analysis {

namespace {

constexpr std::size_t kLargestAlignment = 50'000'000; // cells; beyond it only neighbours are asked

using Indexes = std::vector<std::size_t>;

bool intersects(const Indexes& left, const Indexes& right)
{
    return std::any_of(left.begin(), left.end(),
                       [&right](std::size_t index) { return std::binary_search(right.begin(), right.end(), index); });
}

/// A free layer and whom it stands between, expressed in layers of the baseline on both sides.
struct Candidate {
    std::size_t layer = 0;
    Indexes before;
    Indexes after;
};

std::vector<Candidate> candidatesOf(const MatchSide& side)
{
    std::vector<Candidate> candidates;
    for (const std::size_t layer : side.order)
        if (side.isFree(layer))
            candidates.push_back({layer, side.partnersBefore(layer), side.partnersAfter(layer)});
    return candidates;
}

/// A side's neighbours come as layers of the other model. Translates the baseline's, so that both speak of baseline
/// layers.
void toBaselineIndexes(std::vector<Candidate>& candidates, const MatchSide& analysis)
{
    const auto translate = [&analysis](Indexes& indexes) {
        for (std::size_t& index : indexes)
            index = analysis.matches[index].partner;
        std::sort(indexes.begin(), indexes.end());
    };
    for (Candidate& candidate : candidates) {
        translate(candidate.before);
        translate(candidate.after);
    }
}

/// 0 when the two can't be partners; more the more neighbours agree.
int agreement(const MatchTable& table, const Candidate& b, const Candidate& a)
{
    if (table.baseline.families[b.layer] != table.analysis.families[a.layer] || !table.readAsMany(b.layer, a.layer)
        || !table.shapesFit(b.layer, a.layer))
        return 0;
    const bool agreesBefore = intersects(b.before, a.before);
    const bool agreesAfter = intersects(b.after, a.after);
    const bool contradictsBefore = !agreesBefore && !b.before.empty() && !a.before.empty();
    const bool contradictsAfter = !agreesAfter && !b.after.empty() && !a.after.empty();
    if (contradictsBefore || contradictsAfter)
        return 0;
    return 1 + (agreesBefore ? 1 : 0) + (agreesAfter ? 1 : 0);
}

double confidenceOf(int agreement)
{
    return agreement >= 3 ? 0.75 : agreement == 2 ? 0.65 : 0.5;
}

/// Longest common subsequence in order of execution, weighted by agreement.
void align(MatchTable& table, const std::vector<Candidate>& b, const std::vector<Candidate>& a)
{
    if (b.empty() || a.empty() || b.size() * a.size() > kLargestAlignment)
        return;
    const std::size_t width = a.size() + 1;
    std::vector<std::int32_t> previous(width, 0);
    std::vector<std::int32_t> current(width, 0);
    enum : std::uint8_t { SkipB, SkipA, Pair };
    std::vector<std::uint8_t> choices(b.size() * a.size(), SkipB);
    for (std::size_t i = 0; i < b.size(); ++i) {
        for (std::size_t j = 0; j < a.size(); ++j) {
            auto& choice = choices[i * a.size() + j];
            choice = previous[j + 1] >= current[j] ? SkipB : SkipA;
            current[j + 1] = std::max(previous[j + 1], current[j]);
            const int weight = agreement(table, b[i], a[j]);
            if (weight > 0 && previous[j] + weight >= current[j + 1]) {
                current[j + 1] = previous[j] + weight;
                choice = Pair;
            }
        }
        std::swap(previous, current);
        current.front() = 0;
    }
    for (std::size_t i = b.size(), j = a.size(); i > 0 && j > 0;) {
        const auto choice = choices[(i - 1) * a.size() + j - 1];
        if (choice == Pair) {
            const int weight = agreement(table, b[i - 1], a[j - 1]);
            table.pair(b[i - 1].layer, a[j - 1].layer, "structure", confidenceOf(weight));
        }
        if (choice != SkipA)
            --i;
        if (choice != SkipB)
            --j;
    }
}

/// Pairs candidates that agree with a neighbour and with nobody else as well. Returns how many.
std::size_t pairUnique(MatchTable& table, const std::vector<Candidate>& b, const std::vector<Candidate>& a)
{
    std::vector<std::pair<std::size_t, std::size_t>> found;
    std::vector<int> claims(a.size(), 0);
    for (std::size_t i = 0; i < b.size(); ++i) {
        std::size_t partner = a.size();
        bool isUnique = true;
        for (std::size_t j = 0; j < a.size(); ++j) {
            if (agreement(table, b[i], a[j]) < 2)
                continue;
            isUnique = isUnique && partner == a.size();
            partner = j;
            ++claims[j];
        }
        if (partner < a.size() && isUnique)
            found.emplace_back(i, partner);
    }
    std::size_t paired = 0;
    for (const auto& [i, j] : found) {
        if (claims[j] != 1)
            continue;
        table.pair(b[i].layer, a[j].layer, "structure", confidenceOf(agreement(table, b[i], a[j])));
        ++paired;
    }
    return paired;
}

} // namespace

void matchByStructure(MatchTable& table)
{
    const auto baselineCandidates = [&table] {
        auto candidates = candidatesOf(table.baseline);
        toBaselineIndexes(candidates, table.analysis);
        return candidates;
    };
    const auto analysisCandidates = [&table] { return candidatesOf(table.analysis); };
    const auto pairAround = [&] {
        while (matchRegions(table) + pairUnique(table, baselineCandidates(), analysisCandidates()) > 0) {
        }
    };
    pairAround();
    align(table, baselineCandidates(), analysisCandidates());
    pairAround();
}

} // namespace ql::analysis
