// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/profile_result.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ql::analysis {

/// A value to look at while the model runs. What several layers read is looked at once.
struct ProfileProbe {
    graph::ValueId value;
    std::optional<results::QuantizerInfo> dequantizer; ///< value holds integers
    std::optional<std::int64_t> channelAxis;
    bool isFixed = false; ///< the same for every sample
};

struct ProfilePlan {
    std::vector<ProfileProbe> probes;
    std::vector<results::ProfileRow> rows;
    std::vector<std::size_t> probeOfRow;
};

/// The rows of every layer that @p request asks for, without their numbers.
ProfilePlan planProfile(const graph::Graph& graph, const results::ProfileRequest& request);

} // namespace ql::analysis
