// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ql::quant {

/// A value's channels, each as a normal distribution.
struct ChannelStatistics {
    std::vector<double> means;
    std::vector<double> deviations;
};

using StatisticsByValue = std::map<std::string, ChannelStatistics, std::less<>>;

/// What every BatchNormalization of @p graph promises of its output, by that value's name, which stays when it is
/// folded into a convolution: its offset, and its factor's magnitude (Nagel et al. 2019, arXiv 1906.04721, section 4).
StatisticsByValue normalizedStatistics(const graph::Graph& graph);

/// The mean of a normal distribution, numbers beyond a bound counting as the bound (the same, appendix C).
double clampedMean(double mean, double deviation, double lowest, double highest);

} // namespace ql::quant
