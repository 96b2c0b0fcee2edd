// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/parameter_use.h"

#include "core/config/layer_names.h"
#include "core/config/quantized_inputs.h"
#include "core/config/simulated_tensor.h"
#include "core/config/subgraphs.h"
#include "core/config/text/document.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::config {

namespace {

bool isScalarEntry(const text::Entry& entry)
{
    return entry.value.kind == text::Node::Kind::Scalar;
}

void gatherKeys(const text::Document& document, const text::Node& node, const std::string& name,
                std::vector<ConfigKey>& keys)
{
    const bool isList =
        document.syntax != text::Syntax::Proto && node.kind == text::Node::Kind::Sequence && !node.entries.empty();
    if (node.kind == text::Node::Kind::Scalar || (isList && std::ranges::all_of(node.entries, isScalarEntry))) {
        keys.push_back({name, document.positionOf(node.span.begin)});
        return;
    }
    for (const auto& entry : node.entries)
        gatherKeys(document, entry.value, node.kind == text::Node::Kind::Map ? entry.key : name, keys);
}

void takeLayer(const ResolvedLayer& layer, std::size_t inputs, bool hasWeight, bool hasOutput, ParameterUse& use)
{
    use.take(layer.switches);
    if (!layer.isQuantized || layer.activation.floatType || layer.weight.floatType) {
        use.take(layer.activation.floatType);
        return;
    }
    for (std::size_t i = 0; i < inputs; ++i)
        simulatedTensor(layer.input(i), TensorRole::Activation, use);
    if (hasWeight)
        simulatedTensor(layer.weight, TensorRole::Weight, use);
    if (hasOutput)
        simulatedTensor(merged(layer.activation, layer.output), TensorRole::Activation, use);
}

/// One rule on top of what is common.
void takeRule(const QuantConfig& config, const LayerSettings& rule, ParameterUse& use)
{
    const auto settings = merged(config.common, rule);
    ResolvedLayer layer;
    layer.isQuantized = settings.isQuantized.value_or(true);
    layer.activation = settings.activation;
    layer.inputs = settings.inputs;
    layer.weight = settings.weight;
    layer.output = settings.output;
    layer.switches = {settings.isQuantized.position};
    takeLayer(layer, std::max<std::size_t>(1, layer.inputs.size()), true, true, use);
}

void takeNetwork(const QuantConfig& config, ParameterUse& use)
{
    if (!config.inputs.empty())
        for (const char* key : {"input_type_rt", "input_type_train", "input_layout_train", "norm_type",
                                "input_space_and_range", "mean_value", "mean_values", "scale_value", "scale_values"})
            use.takeNamed(key, config.keys);
    for (const auto* names : {&config.onlyTypes, &config.skipFusion, &config.floatOutputs})
        use.take(names->positions);
    use.take(config.decisions);
    use.take(config.fusesBatchNorm);
    use.take(config.correctsBias);
    use.take(config.outputBits);
    for (const auto& subgraph : config.subgraphs)
        for (const auto* names : {&subgraph.inputs, &subgraph.outputs})
            use.take(names->positions);
    if (config.batchCount)
        use.leave(config.batchCount.position, batchesLeft());
    if (config.updatesBatchNorm.value_or(false))
        use.leave(config.updatesBatchNorm.position,
                  "normalizations keep the statistics of the model, whereas AMCT finds new ones while it calibrates 4 "
                  "bits: let it update them, and give the model that it writes");
    if (config.mappingFile)
        use.leave(config.mappingFile.position,
                  "an .om.json is in the vendor's own form and is not read: write its widths as overrides");
}

std::vector<std::string> distinctNames(const std::vector<ConfigKey>& keys)
{
    std::vector<std::string> names;
    for (const auto& key : keys)
        if (std::ranges::find(names, key.name) == names.end())
            names.push_back(key.name);
    return names;
}

results::Diagnostic finding(results::Severity severity, Message message, SourcePosition where)
{
    results::Diagnostic found;
    found.severity = severity;
    found.rule = "not-simulated";
    found.message = std::move(message);
    found.line = where.line;
    found.column = where.column;
    return found;
}

/// One finding for all that nothing corresponds to: what belongs to other steps of the tool chain fills whole files.
results::Diagnostic restFinding(const std::vector<ConfigKey>& keys)
{
    constexpr std::size_t kMostNames = 12;
    auto names = distinctNames(keys);
    const auto more = names.size() > kMostNames ? names.size() - kMostNames : 0;
    names.resize(names.size() - more);
    const auto listed = Message::names(names, ", ");
    return finding(results::Severity::Info,
                   more == 0 ? Message("kept, not simulated: {}", listed)
                             : Message("kept, not simulated: {} and {} more", listed, more),
                   keys.front().position);
}

} // namespace

Message batchesLeft()
{
    return Message("a batch has no known size here: give it with --batch-size, or the samples with --num-samples");
}

std::vector<ConfigKey> keysOf(const text::Document& document)
{
    std::vector<ConfigKey> keys;
    if (document.syntax != text::Syntax::Rows) // rows have no keys: their readers tell of those that mean nothing
        gatherKeys(document, *document.root, {}, keys);
    return keys;
}

void ParameterUse::takeNamed(std::string_view name, const std::vector<ConfigKey>& keys)
{
    for (const auto& key : keys)
        if (key.name == name) {
            m_reasons.erase(key.position);
            take(key.position);
        }
}

std::vector<results::Diagnostic> ParameterUse::findings(const std::vector<ConfigKey>& keys) const
{
    struct Left {
        const ConfigKey* first;
        Message why;
        std::size_t count = 0;
    };
    std::vector<Left> left;
    std::vector<ConfigKey> rest;
    for (const auto& key : keys) {
        const auto why = m_reasons.find(key.position);
        if (why == m_reasons.end()) {
            if (!m_taken.contains(key.position))
                rest.push_back(key);
            continue;
        }
        const auto isSame = [&](const Left& known) {
            return known.first->name == key.name && known.why == why->second;
        };
        auto known = std::ranges::find_if(left, isSame);
        if (known == left.end())
            known = left.insert(left.end(), {&key, why->second});
        ++known->count;
    }
    std::vector<results::Diagnostic> found;
    for (const auto& [first, why, count] : left)
        found.push_back(finding(results::Severity::Warning,
                                count == 1
                                    ? Message("{} is kept, not simulated: {}", first->name, why)
                                    : Message("{} is kept, not simulated, in {} places: {}", first->name, count, why),
                                first->position));
    if (!rest.empty())
        found.push_back(restFinding(rest));
    return found;
}

ParameterUse useOf(const QuantConfig& config)
{
    ParameterUse use;
    takeNetwork(config, use);
    takeRule(config, {}, use);
    for (const auto& override : config.overrides) {
        use.take(override.selector.position);
        if (override.selector.kind != Selector::Kind::Tensor) {
            takeRule(config, override.settings, use);
            continue;
        }
        const auto& tensor = override.settings.activation;
        use.take(tensor.floatType);
        const bool isWeight =
            tensor.granularity == Granularity::PerChannel || (tensor.fixed && tensor.fixed->blocks.has_value());
        simulatedTensor(tensor, isWeight ? TensorRole::Weight : TensorRole::Activation, use);
    }
    for (const auto& skip : config.skips)
        use.take(skip.selector.position);
    for (const auto& subgraph : config.subgraphs)
        takeRule(config, subgraph.settings, use);
    return use;
}

ParameterUse useOf(const QuantConfig& config, const graph::Graph& graph)
{
    ParameterUse use;
    takeNetwork(config, use);
    const auto said = withSubgraphs(config, graph);
    const LayerNames names(said, graph);
    const bool quantizesOutputs = quantizesLayerOutputs(config);
    const auto listed = quantizesOutputs ? std::map<std::string, std::vector<std::size_t>, std::less<>>()
                                         : quantizedInputs(config, names, graph);
    const auto mayBeQuantized = [&](const graph::Node& node) {
        return quantizesOutputs ? graph::traitsOf(node).quantizing != graph::Quantizing::None
                                : listed.contains(node.name) || !names.resolve(node).isQuantized;
    };
    for (const auto& node : graph.nodes())
        if (mayBeQuantized(node))
            takeLayer(names.resolve(node), dataInputs(graph, node).size(), !weightInputs(graph, node).empty(),
                      quantizesOutputs, use);
    for (const auto& override : said.overrides)
        if (override.selector.kind == Selector::Kind::Tensor && graph.findValue(override.selector.name))
            use.take(override.selector.position);
    for (const auto& value : graph.values())
        if (const auto tensor = said.resolveTensor(value.name); tensor.floatType)
            use.take(tensor.floatType);
        else if (!tensor.isEmpty())
            simulatedTensor(tensor, value.initializer ? TensorRole::Weight : TensorRole::Activation, use);
    return use;
}

bool quantizesLayerOutputs(const QuantConfig& config)
{
    return !config.dialect.starts_with("amct"); // there a layer says how its inputs are quantized
}

} // namespace ql::config
