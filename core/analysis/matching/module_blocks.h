// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/matching.h"
#include "core/base/message.h"
#include "core/graph/ir/module_tree.h"
#include "core/results/request_parts.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ql::analysis {

/// A module of several layers, taken for one layer.
struct ModuleBlock {
    std::string scope;                 ///< its path: "layer1.0"
    std::string type;                  ///< its class without the package: "BasicBlock"; empty where nobody says it
    std::vector<std::size_t> baseline; ///< its layers
    std::vector<std::size_t> analysis;
    std::size_t baselineResult = kNoLayer; ///< the only one of them that others read
    std::size_t analysisResult = kNoLayer;
    Message problem; ///< why it can't be taken for one layer; empty = it can
};

/// Classes of modules by path, of either model.
using ModuleTypes = std::map<std::string, std::string>;
/// Where both models have one of a path, it has the baseline's class. Null: a file doesn't say.
ModuleTypes moduleTypesOf(const graph::ModuleTree* baseline, const graph::ModuleTree* analysis);

/// @throws Error (BadArgument) naming a module of @p filter that neither model has
void requireKnownModules(const results::LayerFilter& filter, const MatchedModels& models);

/// The modules that @p filter asks for by their class ("BasicBlock", with or without its package), where that is no
/// layer's type, or by their path, where they are no single layer. In the baseline's order.
std::vector<ModuleBlock> moduleBlocks(const MatchedModels& models, const ModuleTypes& types,
                                      const results::LayerFilter& filter);
/// The baseline's layers that produce the outputs of the modules moduleBlocks() selects.
std::set<std::size_t> blockResults(const MatchedModels& models, const ModuleTypes& types,
                                   const results::LayerFilter& filter);

} // namespace ql::analysis
