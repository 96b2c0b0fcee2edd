// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"

#include <string>
#include <vector>

namespace ql::config {

/// @p edit of each of @p layers.
std::vector<LayerEdit> editsOf(const std::vector<std::string>& layers, LayerEdit edit);

/// Edits the text of @p file; nothing is written. With the network layers go by any name that it or the file has for
/// them, and the result tells who must follow (closure; where @p isFollowed they are edited as the first is) and which
/// rules the edits break (findings that weren't there before). What was done to the changed layers is the caller's to
/// say. @throws Error as ConfigFile::apply() and closureOf()
results::ConfigEdit editLayers(ConfigFile& file, std::vector<LayerEdit> edits, const graph::Graph* graph,
                               bool isFollowed);

} // namespace ql::config
