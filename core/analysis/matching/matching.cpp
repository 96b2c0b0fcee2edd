// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/matching.h"

#include "core/analysis/matching/match_table.h"
#include "core/analysis/matching/name_affixes.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/log.h"
#include "core/data/tensors/tensor_writer.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <unordered_map>

namespace ql::analysis {

namespace {

using Names = std::vector<std::string>;
using NamesOf = std::function<Names(const graph::Graph&, const Layer&)>;

/// TorchScript's tensors are only called after their operators: such a name says no more than the operator's does.
Names valueNames(const graph::Graph& graph, const Layer& layer)
{
    Names names = layer.aliases;
    if (!layer.isInput() && graph.node(layer.node).attributes.has(graph::kTorchCall))
        std::erase(names, layer.name);
    return names;
}

/// As they are shown, made-up ones too.
Names shownNames(const graph::Graph&, const Layer& layer)
{
    return {layer.name};
}

Names nodeNames(const graph::Graph&, const Layer& layer)
{
    return layer.hasMadeUpName ? Names{} : Names{layer.name};
}

NamesOf changed(NamesOf names, std::string (*change)(std::string_view))
{
    return [names = std::move(names), change](const graph::Graph& graph, const Layer& layer) {
        Names result = names(graph, layer);
        for (std::string& name : result)
            name = change(name);
        return result;
    };
}

/// As converters for boards spell names: "_conv1_Conv_output_0" for "/conv1/Conv_output_0".
std::string identifierFor(std::string_view name)
{
    std::string identifier;
    for (const char c : name)
        identifier += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    const auto first = identifier.find_first_not_of('_');
    return first == identifier.npos ? identifier
                                    : identifier.substr(first, identifier.find_last_not_of('_') + 1 - first);
}

/// Name → layer; kNoLayer for a name that several layers go by.
using NameIndex = std::unordered_map<std::string, std::size_t>;

NameIndex indexOf(const MatchSide& side, const NamesOf& names)
{
    NameIndex index;
    for (std::size_t layer = 0; layer < side.layers.size(); ++layer) {
        if (side.layers[layer].isConstant)
            continue;
        for (const std::string& name : names(side.graph, side.layers[layer])) {
            const auto [entry, isNew] = index.emplace(name, layer);
            if (!isNew && entry->second != layer)
                entry->second = kNoLayer;
        }
    }
    return index;
}

/// Which names a pass looks at: those that tell something first, numbered ones once weights have spoken.
enum class Trusted { Telling, Numbered };

/// What a rule is called and how far it is trusted.
struct NameRule {
    std::string_view rule;
    double confidence;
    NamesOf names;
    std::optional<CountedStems> counted = {}; ///< of both models' names, known from the first pass on
};

/// Operators of different families may still be one layer (LayerNormalization against its parts) when a telling name
/// says so; exporters number nodes and tensors anew, and equal numbers say nothing without what stands around them,
/// unless there are no weights that could say more: a dump has the numbers of the model that it was made with.
double trustIn(const MatchTable& table, std::size_t b, std::size_t a, Trusted trusted, double confidence)
{
    if (trusted == Trusted::Numbered)
        return table.doSameJob(b, a) && table.readAsMany(b, a) && table.shapesFit(b, a)
                       && (table.neighboursAgree(b, a) || !table.baseline.hasWeights || !table.analysis.hasWeights)
                   ? confidence
                   : 0.0;
    if (table.doSameJob(b, a))
        return confidence;
    return table.shapesFit(b, a) ? 0.6 * confidence : 0.0;
}

/// All that @p names calls the layers of a side.
Names allNames(const MatchSide& side, const NamesOf& names)
{
    Names all;
    for (const auto& layer : side.layers)
        if (!layer.isConstant && !layer.isInput())
            for (auto& name : names(side.graph, layer))
                all.push_back(std::move(name));
    return all;
}

/// The free layer whose elements @p layer only gives another shape, if @p other computes: fusing tools reshape around
/// the product they make, and what bore the name is the last reshape.
std::size_t behindReshapes(const MatchSide& side, std::size_t layer, const Layer& other)
{
    const auto reshapes = [&side](std::size_t at) {
        return graph::traitsNamed(side.layers[at].opType).changesShapeOnly && !side.layers[at].producers.empty();
    };
    if (other.isInput() || other.kind != graph::OpKind::Compute)
        return layer;
    std::size_t source = layer;
    while (reshapes(source))
        source = side.layers[source].producers.front();
    const bool isComputed = !side.layers[source].isInput() && side.layers[source].kind == graph::OpKind::Compute;
    return isComputed && side.isFree(source) ? source : layer;
}

void matchByName(MatchTable& table, NameRule& rule, Trusted trusted)
{
    const NameIndex ownNames = indexOf(table.baseline, rule.names);
    const NameIndex index = indexOf(table.analysis, rule.names);
    if (!rule.counted)
        rule.counted.emplace(allNames(table.baseline, rule.names), allNames(table.analysis, rule.names));
    for (std::size_t b = 0; b < table.baseline.layers.size(); ++b) {
        if (!table.baseline.isFree(b))
            continue; // a constant goes by no name, though its namesake may depend on the input
        for (const std::string& name : rule.names(table.baseline.graph, table.baseline.layers[b])) {
            const auto found = index.find(name);
            const bool isNumber = isNumbered(name, table.baseline.layers[b].opType) || rule.counted->has(name);
            if (isNumber != (trusted == Trusted::Numbered))
                continue;
            if (found == index.end() || found->second == kNoLayer || ownNames.at(name) == kNoLayer
                || !table.areFree(b, found->second))
                continue;
            const auto own = behindReshapes(table.baseline, b, table.analysis.layers[found->second]);
            const auto other = behindReshapes(table.analysis, found->second, table.baseline.layers[b]);
            if (const double trust = trustIn(table, own, other, trusted, rule.confidence); trust > 0.0) {
                table.pair(own, other, rule.rule, trust);
                break;
            }
        }
    }
}

bool hasFree(const MatchSide& side)
{
    for (std::size_t layer = 0; layer < side.layers.size(); ++layer)
        if (side.isFree(layer))
            return true;
    return false;
}

void matchByMap(MatchTable& table, const NameMap& map)
{
    const auto layerNamed = [](const MatchSide& side, const std::string& name, const Message& which) {
        for (const NamesOf& names : {NamesOf(shownNames), NamesOf(valueNames)}) {
            const NameIndex index = indexOf(side, names);
            if (const auto found = index.find(name); found != index.end() && found->second != kNoLayer)
                return found->second;
        }
        throw Error(ErrorCode::BadArgument,
                    Message("the map file names {}, which is no layer of the {} model", name, which),
                    "each line is a layer or tensor name of the baseline and one of the analysis model");
    };
    for (const auto& [baselineName, analysisName] : map) {
        const std::size_t b = layerNamed(table.baseline, baselineName, "baseline");
        const std::size_t a = layerNamed(table.analysis, analysisName, "analysis");
        if (table.areFree(b, a))
            table.pair(b, a, "map-file", 1.0);
    }
}

void matchByScope(MatchTable& table)
{
    using Key = std::pair<std::string, std::string>;
    const auto groups = [](const MatchSide& side) {
        std::map<Key, std::vector<std::size_t>> found;
        for (std::size_t layer = 0; layer < side.layers.size(); ++layer)
            if (side.isFree(layer) && !side.layers[layer].scope.empty())
                found[{canonicalScope(side.layers[layer].scope), side.families[layer]}].push_back(layer);
        return found;
    };
    const auto analysisGroups = groups(table.analysis);
    for (const auto& [key, layers] : groups(table.baseline)) {
        const auto other = analysisGroups.find(key);
        if (other == analysisGroups.end() || other->second.size() != layers.size())
            continue;
        for (std::size_t i = 0; i < layers.size(); ++i)
            if (table.shapesFit(layers[i], other->second[i]))
                table.pair(layers[i], other->second[i], "scope", layers.size() == 1 ? 0.85 : 0.8);
    }
}

std::vector<NameRule> nameRules()
{
    return {
        {"value-name", 1.0, valueNames},
        {"node-name", 0.95, nodeNames},
        {"stripped-name", 0.9, changed(valueNames, withoutQuantizationAffixes)},
        {"stripped-name", 0.9, changed(nodeNames, withoutQuantizationAffixes)},
        {"stripped-name", 0.8, changed(valueNames, withoutCopyNumber)},
        {"stripped-name", 0.8, changed(nodeNames, withoutCopyNumber)},
    };
}

void matchByNames(MatchTable& table, std::vector<NameRule>& rules, Trusted trusted)
{
    for (NameRule& rule : rules)
        if (hasFree(table.baseline) && hasFree(table.analysis))
            matchByName(table, rule, trusted);
}

/// Inputs that names didn't pair go by position, as the executions' inputs do.
void matchInputs(MatchTable& table)
{
    const auto freeInputs = [](const MatchSide& side) {
        std::vector<std::size_t> inputs;
        for (std::size_t layer = 0; layer < side.layers.size() && side.layers[layer].isInput(); ++layer)
            if (side.isFree(layer))
                inputs.push_back(layer);
        return inputs;
    };
    const auto baselineInputs = freeInputs(table.baseline);
    const auto analysisInputs = freeInputs(table.analysis);
    for (std::size_t i = 0; baselineInputs.size() == analysisInputs.size() && i < baselineInputs.size(); ++i)
        table.pair(baselineInputs[i], analysisInputs[i], "structure", 0.75);
}

} // namespace

NameMap readNameMap(const std::filesystem::path& path)
{
    NameMap map;
    std::map<std::string, int> lines, partners; // of baseline and analysis names
    int number = 0;
    for (const auto& line : withContext(Message::text(path.string()), [&] { return readLines(path); })) {
        ++number;
        std::istringstream words(line.substr(0, line.find('#')));
        std::string baseline, analysis, more;
        if (!(words >> baseline))
            continue;
        if (!(words >> analysis) || words >> more)
            throw Error(ErrorCode::FileCorrupt,
                        Message("{}, line {}: expected two names, found \"{}\"", path.string(), number, line),
                        "each line is a baseline name, a blank and an analysis name");
        if (const auto known = lines.try_emplace(baseline, number); !known.second)
            throw Error(ErrorCode::FileCorrupt,
                        Message("{}, line {}: {} has a partner already, in line {}", path.string(), number, baseline,
                                known.first->second),
                        "remove one of the two");
        if (const auto known = partners.try_emplace(analysis, number); !known.second)
            logWarning(Message("{}, line {}: {} is the partner of line {}, which keeps it", path.string(), number,
                               analysis, known.first->second));
        map.emplace_back(std::move(baseline), std::move(analysis));
    }
    return map;
}

Matching matchLayers(const graph::Graph& baselineGraph, const std::vector<Layer>& baseline,
                     const graph::Graph& analysisGraph, const std::vector<Layer>& analysis, const NameMap& map)
{
    MatchTable table{MatchSide(baselineGraph, baseline), MatchSide(analysisGraph, analysis)};
    matchByMap(table, map);
    auto rules = nameRules();
    matchByNames(table, rules, Trusted::Telling);
    markMoved(table);
    matchInputs(table);
    matchByWeights(table);
    slideToBiases(table);
    matchByNames(table, rules, Trusted::Numbered);
    matchByScope(table);
    matchByStructure(table);
    foldRuns(table);
    return {std::move(table.baseline.matches), std::move(table.analysis.matches)};
}

Matching matchLayersByName(const graph::Graph& baselineGraph, const std::vector<Layer>& baseline,
                           const graph::Graph& analysisGraph, const std::vector<Layer>& analysis, const NameMap& map)
{
    MatchTable table{MatchSide(baselineGraph, baseline), MatchSide(analysisGraph, analysis)};
    matchByMap(table, map);
    auto rules = nameRules();
    // A file may be named after the layer or its tensor.
    const auto crossed = [](const graph::Graph& graph, const Layer& layer) {
        Names names = valueNames(graph, layer);
        names.push_back(layer.name);
        return names;
    };
    rules.push_back({"file-name", 0.85, changed(crossed, data::fileNameFor)});
    rules.push_back({"file-name", 0.75, changed(changed(crossed, withoutQuantizationAffixes), data::fileNameFor)});
    rules.push_back({"file-name", 0.7, changed(crossed, identifierFor)});
    for (const auto trusted : {Trusted::Telling, Trusted::Numbered})
        matchByNames(table, rules, trusted);
    return {std::move(table.baseline.matches), std::move(table.analysis.matches)};
}

} // namespace ql::analysis
