// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/effect_search.h"

#include "core/analysis/advice/evidence.h"
#include "core/analysis/effects/site_groups.h"
#include "core/analysis/measure/removed_noise.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ql::analysis {

namespace {

constexpr double kSingles = 0.6; // of what may be spent
constexpr double kGroups = 0.85;
constexpr std::size_t kLeading = 6;
constexpr std::size_t kLeastTried = 6;
constexpr double kPlain = 0.9;       // of the noise gone: no other layer can bring back half as much
constexpr double kWithoutItDb = 0.5; // a group's member is left out if the others bring back all but this

/// How much worse a site's value, or that of the worst of its readers, is than the worst that it reads.
struct Rise {
    double noise = 0.0; ///< per signal
    double decibels = 0.0;
};

std::vector<Rise> risesOf(const std::vector<std::vector<std::size_t>>& read, const std::vector<double>& values)
{
    const auto least = [&values](double db, std::size_t site) {
        const double other = values[site];
        return std::isnan(other) ? db : std::min(db, std::clamp(other, kLostDb, kExactDb));
    };
    std::vector<double> shown(read.size(), kExactDb), brought(read.size(), kExactDb);
    for (std::size_t i = 0; i < read.size(); ++i) {
        shown[i] = least(shown[i], i);
        for (const auto input : read[i]) {
            brought[i] = least(brought[i], input);
            shown[input] = least(shown[input], i);
        }
    }
    std::vector<Rise> rises;
    for (std::size_t i = 0; i < read.size(); ++i)
        rises.push_back({std::min(noiseOf(shown[i]), 1.0) - std::min(noiseOf(brought[i]), 1.0), brought[i] - shown[i]});
    return rises;
}

/// The first of each, then the second of each, every one once. @pre both hold the same ones
std::vector<std::size_t> inTurn(const std::vector<std::size_t>& first, const std::vector<std::size_t>& second)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < first.size(); ++i)
        for (const auto site : {first[i], second[i]})
            if (std::ranges::find(order, site) == order.end())
                order.push_back(site);
    return order;
}

} // namespace

std::vector<std::size_t> effectOrder(const std::vector<EffectSite>& sites,
                                     const std::vector<std::vector<std::size_t>>& read,
                                     const std::vector<double>& values)
{
    const auto rises = risesOf(read, values);
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < sites.size(); ++i)
        if (values[i] != std::numeric_limits<double>::infinity())
            candidates.push_back(i);
    auto byNoise = candidates, byDecibels = candidates;
    std::ranges::stable_sort(byNoise, std::greater(), [&](std::size_t site) { return rises[site].noise; });
    std::ranges::stable_sort(byDecibels, std::greater(), [&](std::size_t site) { return rises[site].decibels; });
    return inTurn(byNoise, byDecibels);
}

EffectSearch::EffectSearch(EffectRuns& runs, const JudgedOutput& judged, EffectBudget& budget,
                           const std::vector<EffectSite>& sites, const MatchedModels& models, JobContext& ctx)
    : m_runs(runs)
    , m_judged(judged)
    , m_budget(budget)
    , m_sites(sites)
    , m_models(models)
    , m_ctx(ctx)
    , m_read(sitesRead(sites, models))
    , m_effects(sites.size())
    , m_wholeDb(runs.whole(judged))
{
}

std::vector<SiteEffect> EffectSearch::run()
{
    std::vector<double> values;
    for (const auto& site : m_sites)
        values.push_back(m_runs.valueDb(site));
    const auto order = effectOrder(m_sites, m_read, values);
    trySites(order);
    tryGroups(order);
    tryAlone(order);
    return std::move(m_effects);
}

double EffectSearch::removedBy(std::optional<double> db) const
{
    return db ? removedNoise(m_wholeDb, *db) : 0.0;
}

double EffectSearch::leastRemoved() const
{
    return m_wholeDb >= kBadDb ? kLeastRemovedOfFair : kLeastRemoved;
}

double EffectSearch::mostRemoved() const
{
    double most = 0.0;
    for (const auto& effect : m_effects)
        most = std::max(most, removedBy(effect.setRightDb));
    return most;
}

std::optional<double> EffectSearch::setRight(const std::vector<std::size_t>& sites, double share)
{
    m_ctx.throwIfCancelled();
    std::vector<EffectSite> members;
    for (const auto site : sites)
        members.push_back(m_sites[site]);
    const auto work = m_runs.workOf(members);
    if (!m_budget.affords(work, share))
        return std::nullopt;
    m_budget.spend(work);
    return m_runs.setRight(members, m_judged);
}

void EffectSearch::trySites(const std::vector<std::size_t>& order)
{
    std::size_t tried = 0;
    for (const auto site : order) {
        m_effects[site].setRightDb = setRight({site}, kSingles);
        tried += m_effects[site].setRightDb ? 1 : 0;
        if (removedBy(m_effects[site].setRightDb) < kLeastRemoved && m_runs.givesIntegers(m_sites[site]))
            m_effects[site].setRightDb.reset(); // its grid may be what is wrong
        if (!m_budget.isUnlimited() && tried >= kLeastTried && mostRemoved() >= kPlain)
            return;
    }
}

void EffectSearch::tryGroups(const std::vector<std::size_t>& order)
{
    if (mostRemoved() >= leastRemoved())
        return;
    auto groups = siteGroups(m_sites, m_models, m_read);
    const auto placeOf = [&order](const std::vector<std::size_t>& group) {
        const auto first = std::ranges::find_first_of(order, group);
        return first - order.begin();
    };
    std::ranges::stable_sort(groups, {}, placeOf);
    for (auto& group : groups)
        tryGroup(std::move(group));
}

void EffectSearch::tryGroup(std::vector<std::size_t> group)
{
    auto found = setRight(group, kGroups);
    if (removedBy(found) < leastRemoved())
        return;
    const auto named = nameGiverOf(group, m_sites, m_read);
    constexpr std::size_t kMostLeftOut = 12; // members of a group that are tried without: each is a run of all
    for (const auto member : group.size() > kMostLeftOut ? std::vector<std::size_t>() : std::vector(group)) {
        auto others = group;
        std::erase(others, member);
        if (member == named || others.size() < 2)
            continue;
        const auto without = setRight(others, kGroups);
        if (without && *without >= *found - kWithoutItDb) {
            group = std::move(others);
            found = without;
        }
    }
    auto& effect = m_effects[named];
    effect.setRightDb = found;
    effect.together = group;
    std::erase(effect.together, named);
}

/// Those that help most, and those that were proposed first, in turn; in a full search all.
void EffectSearch::tryAlone(const std::vector<std::size_t>& order)
{
    auto helping = order;
    std::ranges::stable_sort(helping, std::greater(),
                             [this](std::size_t site) { return removedBy(m_effects[site].setRightDb); });
    const auto leading = inTurn(helping, order);
    std::vector<bool> isTried(m_sites.size(), false);
    std::size_t tried = 0;
    for (const auto site : leading) {
        if (tried++ >= kLeading && !m_budget.isUnlimited())
            break;
        measureAlone(site, isTried);
        if (m_runs.readsIntegers(m_sites[site]))
            for (const auto input : m_read[site])
                measureAlone(input, isTried);
    }
    // Integers come with the grid of what made them: that layer's doing, if it does as much alone, or is bad already.
    const auto noiseAlone = [this](std::size_t site) {
        return m_effects[site].aloneDb ? noiseOf(*m_effects[site].aloneDb) : 0.0;
    };
    for (auto site = m_sites.size(); site-- > 0;)
        if (noiseAlone(site) > 0.0 && m_runs.readsIntegers(m_sites[site])
            && std::ranges::any_of(m_read[site], [&](std::size_t input) {
                   return kLeastAhead * noiseAlone(input) >= noiseAlone(site)
                          || !(m_runs.valueDb(m_sites[input]) >= kBadDb);
               }))
            m_effects[site].aloneDb.reset();
}

void EffectSearch::measureAlone(std::size_t site, std::vector<bool>& isTried)
{
    m_ctx.throwIfCancelled();
    const auto work = m_runs.workOf({&m_sites[site], 1});
    if (isTried[site] || !m_budget.affords(work))
        return;
    isTried[site] = true;
    m_budget.spend(work);
    m_effects[site].aloneDb = m_runs.alone(m_sites[site], m_judged);
}

} // namespace ql::analysis
