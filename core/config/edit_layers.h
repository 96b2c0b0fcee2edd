// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"

#include <string>
#include <vector>

namespace ql::config {

/// One change of several layers, as a user asks for it.
struct LayersEdit {
    LayerEdit::Action action = LayerEdit::Action::Set;
    std::vector<std::string> layers; ///< by any name that the network or the file has for them
    LayerSettings settings;          ///< of Action::Set
    std::string description;         ///< for the list of changes: "skip", "set activation 16 bits"
    bool isFollowed = false;         ///< the layers that must agree are edited too
};

/// Edits the text of @p file; nothing is written. With the network it finds the layers' names in
/// the file, tells who must follow (closure) and which rules the edit breaks (findings that weren't there before).
/// @throws Error as ConfigFile::apply() and closureOf()
results::ConfigEdit editLayers(ConfigFile& file, const LayersEdit& edit, const graph::Graph* graph);

} // namespace ql::config
