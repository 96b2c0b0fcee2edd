// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/result_parts.h"

#include <algorithm>

namespace ql::results {

namespace {

auto placeOf(std::string_view analysis)
{
    return std::ranges::find(kAnalyses, analysis);
}

} // namespace

void ResultParts::insert(Part part)
{
    const auto behind = std::ranges::upper_bound(m_parts, placeOf(part.analysis), {},
                                                 [](const Part& each) { return placeOf(each.analysis); });
    m_parts.insert(behind, std::move(part));
}

void ResultParts::add(const ResultParts& others)
{
    for (const auto& part : others.m_parts)
        insert(part);
    if (others.baselineAccuracy)
        baselineAccuracy = others.baselineAccuracy;
    if (others.analysisAccuracy)
        analysisAccuracy = others.analysisAccuracy;
    trials.insert(trials.end(), others.trials.begin(), others.trials.end());
}

bool ResultParts::has(std::string_view analysis) const
{
    return std::ranges::find(m_parts, analysis, &Part::analysis) != m_parts.end();
}

bool ResultParts::hasRoomFor(const ResultParts& others) const
{
    return std::ranges::none_of(others.m_parts,
                                [this](const Part& other) { return !other.mayBeSeveral && has(other.analysis); });
}

ModelNames ResultParts::models() const
{
    const auto rank = [](const Part& part) {
        return 2 * !part.models.baseline.empty() + !part.models.analysis.empty();
    };
    const auto most = std::ranges::max_element(m_parts, {}, rank);
    return most == m_parts.end() ? ModelNames{} : most->models;
}

} // namespace ql::results
