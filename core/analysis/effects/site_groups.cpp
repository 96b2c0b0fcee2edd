// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/site_groups.h"

#include "core/analysis/advice/evidence.h"
#include "core/analysis/layers/producer_walk.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ql::analysis {

namespace {

/// Sites that belong together, each to the first of its group.
class SiteUnion {
public:
    explicit SiteUnion(std::size_t count)
        : m_first(count)
    {
        std::iota(m_first.begin(), m_first.end(), std::size_t(0));
    }

    void join(std::size_t site, std::size_t other)
    {
        const std::size_t a = groupOf(site), b = groupOf(other);
        m_first[std::max(a, b)] = std::min(a, b);
    }

    /// Those of two sites and more.
    std::vector<std::vector<std::size_t>> take() const
    {
        std::map<std::size_t, std::vector<std::size_t>> members;
        for (std::size_t i = 0; i < m_first.size(); ++i)
            members[groupOf(i)].push_back(i);
        std::vector<std::vector<std::size_t>> groups;
        for (auto& [least, group] : members)
            if (group.size() > 1)
                groups.push_back(std::move(group));
        return groups;
    }

private:
    std::size_t groupOf(std::size_t site) const
    {
        while (m_first[site] != site)
            site = m_first[site];
        return site;
    }

    std::vector<std::size_t> m_first;
};

std::vector<std::size_t> siteOfLayers(const std::vector<EffectSite>& sites, const MatchedModels& models)
{
    std::vector<std::size_t> siteOf(models.baseline.size(), kNoLayer);
    for (std::size_t i = 0; i < sites.size(); ++i)
        siteOf[sites[i].layer] = i;
    return siteOf;
}

/// The sites that each layer merges which moves data, and has no quantizer of its own.
std::vector<std::vector<std::size_t>> mergedSites(const std::vector<EffectSite>& sites, const MatchedModels& models)
{
    const auto siteOf = siteOfLayers(sites, models);
    ProducerWalk walk(models.baseline);
    std::vector<std::vector<std::size_t>> merged;
    for (std::size_t layer = 0; layer < models.baseline.size(); ++layer) {
        if (models.baseline[layer].kind != graph::OpKind::DataMovement || siteOf[layer] != kNoLayer)
            continue;
        auto found = walk.nearest(layer, [&](std::size_t each) { return siteOf[each] != kNoLayer; });
        for (auto& each : found)
            each = siteOf[each];
        if (found.size() > 1)
            merged.push_back(std::move(found));
    }
    return merged;
}

} // namespace

std::vector<std::vector<std::size_t>> sitesRead(const std::vector<EffectSite>& sites, const MatchedModels& models)
{
    const auto siteOf = siteOfLayers(sites, models);
    ProducerWalk walk(models.baseline);
    std::vector<std::vector<std::size_t>> read;
    for (const auto& site : sites) {
        auto& found = read.emplace_back();
        for (const auto layer : walk.nearest(site.layer, [&](std::size_t each) { return siteOf[each] != kNoLayer; }))
            found.push_back(siteOf[layer]);
    }
    return read;
}

std::vector<std::vector<std::size_t>> siteGroups(const std::vector<EffectSite>& sites, const MatchedModels& models,
                                                 const std::vector<std::vector<std::size_t>>& read)
{
    SiteUnion groups(sites.size());
    const auto quantizerOf = [&](std::size_t site) -> const auto&
    {
        return models.analysis[sites[site].analysis].quantizer;
    };
    for (std::size_t i = 0; i < sites.size(); ++i)
        for (const auto before : read[i])
            if (sites[i].movesDataOnly && quantizerOf(before))
                groups.join(i, before);
    for (const auto& merged : mergedSites(sites, models))
        for (const auto site : merged)
            if (isSameGrid(quantizerOf(site), quantizerOf(merged.front())))
                groups.join(site, merged.front());
    return groups.take();
}

std::size_t nameGiverOf(const std::vector<std::size_t>& group, const std::vector<EffectSite>& sites,
                        const std::vector<std::vector<std::size_t>>& read)
{
    const auto merging = std::ranges::find_if(
        group, [&](std::size_t site) { return sites[site].movesDataOnly && read[site].size() > 1; });
    return merging == group.end() ? group.front() : *merging;
}

} // namespace ql::analysis
