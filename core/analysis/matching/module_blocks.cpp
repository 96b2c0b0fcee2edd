// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/module_blocks.h"

#include "core/analysis/layers/row_filter.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ql::analysis {

namespace {

using Indices = std::vector<std::size_t>;

std::string_view withoutPackage(std::string_view type)
{
    return type.substr(type.rfind('.') + 1); // all of it where there is none
}

bool isLayerType(const MatchedModels& models, const std::string& type)
{
    const auto isOf = [&](const Layer& layer) { return hasType({type}, {layer.opType}); };
    return std::ranges::any_of(models.baseline, isOf) || std::ranges::any_of(models.analysis, isOf);
}

/// Paths of modules, and what their classes are.
std::map<std::string, std::string> wantedModules(const MatchedModels& models, const ModuleTypes& types,
                                                 const results::LayerFilter& filter)
{
    std::map<std::string, std::string> wanted;
    for (const auto& operatorType : filter.operatorTypes) {
        const auto asked = askedType(operatorType);
        if (isLayerType(models, operatorType))
            continue;
        for (const auto& [path, type] : types)
            if (type == asked || withoutPackage(type) == asked)
                wanted.emplace(path, withoutPackage(type));
    }
    const auto isComposite = [&](const std::string& path) {
        const auto isNamed = [&](const Layer& layer) { return layer.name == path; };
        const auto isInside = [&](const Layer& layer) { return isWithin(layer.scope, path); };
        return std::ranges::none_of(models.baseline, isNamed) && std::ranges::count_if(models.baseline, isInside) > 1;
    };
    for (const auto& path : filter.modules)
        if (isComposite(path) && hasType(filter.operatorTypes, {}) && !wanted.contains(path)) {
            const auto type = types.find(path);
            wanted.emplace(path, type == types.end() ? std::string_view() : withoutPackage(type->second));
        }
    return wanted;
}

/// Where its results are read: those of @p inside that others read, too.
Indices resultsOf(const std::vector<Layer>& layers, const std::set<std::size_t>& inside)
{
    Indices found;
    for (const auto i : inside) {
        const auto& layer = layers[i];
        const bool isRead =
            std::ranges::any_of(layer.consumers, [&](std::size_t reader) { return !inside.contains(reader); });
        if (!layer.isConstant && (layer.isGraphOutput || isRead))
            found.push_back(i);
    }
    return found;
}

void findResults(const MatchedModels& models, ModuleBlock& block)
{
    const auto find = [&block](const std::vector<Layer>& layers, const Indices& inside, std::size_t& result) {
        const auto found = resultsOf(layers, {inside.begin(), inside.end()});
        if (found.size() == 1) {
            result = found.front();
            return;
        }
        std::vector<std::string> names;
        for (const auto i : found)
            names.push_back(layers[i].name);
        if (block.problem.empty())
            block.problem = found.empty() ? Message("nothing that it makes is read outside of it")
                                          : Message("{} of its values are read outside of it, so it is no single "
                                                    "layer: {}",
                                                    found.size(), Message::names(names, ", "));
    };
    find(models.baseline, block.baseline, block.baselineResult);
    if (block.analysis.empty())
        block.problem = Message("the analysis model has nothing of it");
    else
        find(models.analysis, block.analysis, block.analysisResult);
}

ModuleBlock blockOf(const MatchedModels& models, const std::string& scope, std::string type)
{
    ModuleBlock block{.scope = scope, .type = std::move(type)};
    std::set<std::size_t> partners;
    for (std::size_t i = 0; i < models.baseline.size(); ++i) {
        if (!isWithin(models.baseline[i].scope, scope))
            continue;
        block.baseline.push_back(i);
        if (const auto partner = models.matching.baseline[i].partner; partner != kNoLayer)
            partners.insert(partner);
    }
    for (std::size_t i = 0; i < models.analysis.size(); ++i)
        if (partners.contains(i) || isWithin(models.analysis[i].scope, scope))
            block.analysis.push_back(i);
    if (!block.baseline.empty())
        findResults(models, block);
    return block;
}

} // namespace

ModuleTypes moduleTypesOf(const graph::ModuleTree* baseline, const graph::ModuleTree* analysis)
{
    ModuleTypes types;
    for (const auto* tree : {baseline, analysis})
        for (const auto& module : tree ? tree->modules : std::vector<graph::Module>())
            types.emplace(module.path, module.className);
    return types;
}

void requireKnownModules(const results::LayerFilter& filter, const MatchedModels& models)
{
    auto known = namesOf(models.baseline);
    std::ranges::copy(namesOf(models.analysis), std::back_inserter(known));
    requireKnownModules(filter, known);
}

std::set<std::size_t> blockResults(const MatchedModels& models, const ModuleTypes& types,
                                   const results::LayerFilter& filter)
{
    std::set<std::size_t> layers;
    for (const auto& block : moduleBlocks(models, types, filter))
        layers.insert(block.baselineResult);
    layers.erase(kNoLayer);
    return layers;
}

std::vector<ModuleBlock> moduleBlocks(const MatchedModels& models, const ModuleTypes& types,
                                      const results::LayerFilter& filter)
{
    std::vector<ModuleBlock> blocks;
    for (auto& [scope, type] : wantedModules(models, types, filter)) {
        auto block = blockOf(models, scope, type);
        if (!block.baseline.empty() && hasPrefix(filter.prefixes, {scope}))
            blocks.push_back(std::move(block));
    }
    std::ranges::stable_sort(blocks, {}, [](const ModuleBlock& block) { return block.baseline.back(); });
    return blocks;
}

} // namespace ql::analysis
