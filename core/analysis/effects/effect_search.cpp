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

/// How much of an error a site may have made, in its value or in what its readers make of it.
struct Rise {
    double noise = 0.0; ///< per signal
    double decibels = 0.0;
};

/// What is known of a site's value, between kLostDb and kExactDb, as where nothing is known.
double knownDb(const std::vector<double>& values, std::size_t site)
{
    return std::isnan(values[site]) ? kExactDb : std::clamp(values[site], kLostDb, kExactDb);
}

Rise riseBetween(double before, double behind)
{
    return {std::min(noiseOf(behind), 1.0) - std::min(noiseOf(before), 1.0), before - behind};
}

Rise largerOf(const Rise& one, const Rise& other)
{
    return {std::max(one.noise, other.noise), std::max(one.decibels, other.decibels)};
}

/// Of a site that ran on exact inputs what it lost there counts, else how much worse its value is than what it reads. A
/// reader that is worse than all that it reads, and right on exact inputs, tells that a harmless step was lethal to it.
std::vector<Rise> risesOf(const std::vector<std::vector<std::size_t>>& read, const SiteValues& sites)
{
    constexpr double kSameErrorDb = 3.0;
    const auto isKnown = [&](std::size_t site) { return !sites.localDb.empty() && !std::isnan(sites.localDb[site]); };
    std::vector<Rise> rises(read.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        const double own = knownDb(sites.valueDb, i);
        double brought = kExactDb;
        for (const auto input : read[i])
            brought = std::min(brought, knownDb(sites.valueDb, input));
        const double made = isKnown(i) ? std::max(own, knownDb(sites.localDb, i)) : own;
        const auto rise =
            isKnown(i) ? Rise{std::min(noiseOf(made), 1.0), std::max(brought - made, 0.0)} : riseBetween(brought, made);
        rises[i] = largerOf(rises[i], rise);
        if (isKnown(i) && knownDb(sites.localDb, i) <= own + kSameErrorDb)
            continue; // made by itself
        for (const auto input : read[i])
            rises[input] = largerOf(rises[input], riseBetween(brought, own));
    }
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
                                     const std::vector<std::vector<std::size_t>>& read, const SiteValues& values)
{
    const auto rises = risesOf(read, values);
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < sites.size(); ++i)
        if (values.valueDb[i] != std::numeric_limits<double>::infinity())
            candidates.push_back(i);
    auto byNoise = candidates, byDecibels = candidates;
    std::ranges::stable_sort(byNoise, std::greater(), [&](std::size_t site) { return rises[site].noise; });
    std::ranges::stable_sort(byDecibels, std::greater(), [&](std::size_t site) { return rises[site].decibels; });
    return inTurn(byNoise, byDecibels);
}

EffectSearch::EffectSearch(EffectRuns& runs, const JudgedOutput& judged, EffectBudget& budget,
                           const std::vector<EffectSite>& sites, const MatchedModels& models, JobContext& ctx,
                           std::vector<double> localDb)
    : m_runs(runs)
    , m_judged(judged)
    , m_budget(budget)
    , m_sites(sites)
    , m_models(models)
    , m_ctx(ctx)
    , m_localDb(std::move(localDb))
    , m_read(sitesRead(sites, models))
    , m_effects(sites.size())
    , m_wholeDb(runs.whole(judged))
{
}

std::vector<SiteEffect> EffectSearch::run()
{
    SiteValues values{.localDb = m_localDb};
    for (const auto& site : m_sites)
        values.valueDb.push_back(m_runs.valueDb(site));
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
    const auto work = m_runs.affordableWorkOf(members, m_budget, share);
    if (!work)
        return std::nullopt;
    m_budget.spend(*work);
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
    const auto work = isTried[site] ? std::nullopt : m_runs.affordableWorkOf({&m_sites[site], 1}, m_budget);
    if (!work)
        return;
    isTried[site] = true;
    m_budget.spend(*work);
    m_effects[site].aloneDb = m_runs.alone(m_sites[site], m_judged);
}

} // namespace ql::analysis
