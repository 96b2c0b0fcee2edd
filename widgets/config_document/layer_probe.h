// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"

#include <memory>
#include <string>
#include <vector>

namespace ql::widgets {

/// What holds for one layer, and what the config's dialect could say of it. Found by trying.
struct LayerProbe {
    std::string layer;
    std::string opType;  ///< empty when the network is not known
    bool isKnown = true; ///< false: the network has no such layer
    bool hasWeight = true;
    config::ResolvedLayer holds;
    bool isMentioned = false; ///< the file speaks of this layer itself
    bool canSkip = false;
    std::vector<int> activationBits;
    std::vector<int> weightBits;
    std::vector<std::string> activationFormats; ///< number formats in place of a width
    std::vector<std::string> weightFormats;
    bool canGranularity = false;
    std::vector<config::ObserverKind> observers;
    bool canFixScale = false;
    std::vector<results::ConfigFollower> followers; ///< who else must change with it; without itself
};

/// @p network may be null. @throws Cancelled
std::shared_ptr<const LayerProbe> probeLayer(const config::ConfigFile& file, const std::string& layer,
                                             const graph::Graph* network, JobContext& context);

} // namespace ql::widgets
