// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/site_groups.h"

#include "core/analysis/layers/producer_walk.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ql::analysis {

std::vector<std::vector<std::size_t>> sitesRead(const std::vector<EffectSite>& sites, const MatchedModels& models)
{
    std::vector<std::size_t> siteOf(models.baseline.size(), kNoLayer);
    for (std::size_t i = 0; i < sites.size(); ++i)
        siteOf[sites[i].layer] = i;
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
    std::vector<std::size_t> first(sites.size());
    std::iota(first.begin(), first.end(), std::size_t(0));
    const auto groupOf = [&first](std::size_t site) {
        while (first[site] != site)
            site = first[site];
        return site;
    };
    for (std::size_t i = 0; i < sites.size(); ++i) {
        if (!sites[i].movesDataOnly)
            continue;
        for (const auto before : read[i]) {
            if (!models.analysis[sites[before].analysis].quantizer)
                continue;
            const auto one = groupOf(i), other = groupOf(before);
            first[std::max(one, other)] = std::min(one, other);
        }
    }
    std::map<std::size_t, std::vector<std::size_t>> members;
    for (std::size_t i = 0; i < sites.size(); ++i)
        members[groupOf(i)].push_back(i);
    std::vector<std::vector<std::size_t>> groups;
    for (auto& [least, group] : members)
        if (group.size() > 1)
            groups.push_back(std::move(group));
    return groups;
}

std::size_t nameGiverOf(const std::vector<std::size_t>& group, const std::vector<EffectSite>& sites,
                        const std::vector<std::vector<std::size_t>>& read)
{
    const auto merging = std::ranges::find_if(
        group, [&](std::size_t site) { return sites[site].movesDataOnly && read[site].size() > 1; });
    return merging == group.end() ? group.front() : *merging;
}

} // namespace ql::analysis
