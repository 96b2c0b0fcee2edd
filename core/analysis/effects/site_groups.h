// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/effects/effect_sites.h"

#include <vector>

namespace ql::analysis {

/// By site: the sites that it reads, through layers that are none.
std::vector<std::vector<std::size_t>> sitesRead(const std::vector<EffectSite>& sites, const MatchedModels& models);

/// Sites whose quantizers stand one behind the other on ways along which data only moves (Concat, Reshape, Transpose
/// …), from the layers that compute it to the last quantizer before the next layer that computes, or the output:
/// setting right one of them alone leaves what the others do; and sites that a layer merges without a quantizer of its
/// own, as they share one grid. Each group has two sites or more, in order of execution.
std::vector<std::vector<std::size_t>> siteGroups(const std::vector<EffectSite>& sites, const MatchedModels& models,
                                                 const std::vector<std::vector<std::size_t>>& read);

/// The site of @p group by which it is called: the first that merges what others give, else the first.
std::size_t nameGiverOf(const std::vector<std::size_t>& group, const std::vector<EffectSite>& sites,
                        const std::vector<std::vector<std::size_t>>& read);

} // namespace ql::analysis
