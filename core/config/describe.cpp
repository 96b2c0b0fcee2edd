// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/describe.h"

#include "core/config/constraints/check_config.h"
#include "core/config/layer_names.h"
#include "core/config/parameter_use.h"
#include "core/config/subgraphs.h"
#include "core/graph/operators/op_kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ql::config {

namespace {

using results::ConfigRow;
using results::ConfigTensor;

ConfigTensor tensorRow(const TensorSettings& settings)
{
    ConfigTensor row;
    if (settings.floatType)
        row.type = *settings.floatType;
    else if (settings.numberFormat)
        row.type = *settings.numberFormat;
    else if (settings.bits)
        row.type = fmt::format("{}int{}", settings.isUnsigned.value_or(false) ? "u" : "", *settings.bits);
    if (settings.isSymmetric)
        row.scheme = *settings.isSymmetric ? "symmetric" : "affine";
    if (settings.granularity)
        row.granularity = toString(*settings.granularity);
    if (settings.observer)
        row.observer = settings.observer->kind == ObserverKind::Custom ? settings.observer->spelled
                                                                       : toString(settings.observer->kind);
    if (settings.quantizer)
        row.quantizer = settings.quantizer->kind == QuantizerKind::Custom ? settings.quantizer->spelled
                                                                          : toString(settings.quantizer->kind);
    if (settings.fixed) {
        row.scales = settings.fixed->scales;
        row.offsets = settings.fixed->offsets;
    }
    return row;
}

std::string yesOrNo(std::optional<bool> value)
{
    return !value ? "" : *value ? "yes" : "no";
}

ConfigRow settingsRow(std::string kind, std::string name, const LayerSettings& settings, int line)
{
    ConfigRow row;
    row.kind = std::move(kind);
    row.name = std::move(name);
    row.quantized = yesOrNo(settings.isQuantized);
    row.activation = tensorRow(settings.activation);
    for (const auto& input : settings.inputs)
        row.inputs.push_back(tensorRow(merged(settings.activation, input)));
    row.weight = tensorRow(settings.weight);
    row.output = tensorRow(settings.output);
    row.line = line;
    return row;
}

ConfigRow layerRow(const LayerNames& names, const graph::Graph& graph, const graph::Node& node)
{
    const auto resolved = names.resolve(node);
    LayerSettings settings;
    settings.isQuantized = resolved.isQuantized;
    settings.activation = resolved.activation;
    settings.inputs = resolved.inputs;
    settings.output = resolved.output;
    if (!weightInputs(graph, node).empty())
        settings.weight = resolved.weight;
    auto row = settingsRow(node.opType, names.nameOf(node), settings, resolved.position.line);
    row.origin = toString(resolved.origin);
    return row;
}

std::vector<std::pair<std::string, std::string>> networkSettings(const QuantConfig& config)
{
    std::vector<std::pair<std::string, std::string>> settings;
    const auto say = [&settings](std::string name, std::string value) {
        settings.emplace_back(std::move(name), std::move(value));
    };
    say("calibration batches", std::to_string(config.batchCount.value_or(1)));
    say("layers not listed", config.quantizesOnlyListed ? "stay in float" : "quantized");
    if (!config.onlyTypes.empty())
        say("only these types", fmt::format("{}", fmt::join(config.onlyTypes, ", ")));
    say("batch normalization", config.fusesBatchNorm.value_or(true) ? "folded" : "not folded");
    if (!config.skipFusion.empty())
        say("not folded", fmt::format("{}", fmt::join(config.skipFusion, ", ")));
    if (config.updatesBatchNorm.value_or(false))
        say("batch normalization update", "yes");
    if (config.correctsBias.value_or(false))
        say("bias correction", "yes");
    if (config.outputBits)
        say("outputs of the network", fmt::format("int{}", *config.outputBits));
    if (config.mappingFile)
        say("mapping file", *config.mappingFile);
    for (const auto& input : config.inputs)
        if (const auto text = input.text(); !text.empty())
            say(input.name.empty() ? "input" : "input " + input.name, text);
    if (config.isForTraining)
        say("purpose", "training");
    return settings;
}

/// What of the file is not followed, but for what its reader spoke of already.
/// From where the program runs, as AMCT takes it, or beside the config.
bool hasMappingFile(const ConfigFile& file)
{
    const std::filesystem::path mapping(*file.config().mappingFile);
    std::error_code ignored;
    return std::filesystem::exists(mapping, ignored)
           || std::filesystem::exists(file.path().parent_path() / mapping, ignored);
}

std::vector<results::Diagnostic> unusedOf(const ConfigFile& file, ParameterUse use)
{
    if (const auto& mapping = file.config().mappingFile; mapping && !hasMappingFile(file))
        use.leave(mapping.position,
                  Message("there is no file {}, and an .om.json, which is in the vendor's own form, is "
                          "not read: write its widths as overrides",
                          *mapping));
    auto keys = file.config().keys;
    std::erase_if(keys, [&file](const ConfigKey& key) {
        return std::ranges::any_of(file.findings(), [&key](const results::Diagnostic& finding) {
            return finding.rule == "unknown-key" && finding.line == key.position.line
                   && finding.column == key.position.column;
        });
    });
    return use.findings(keys);
}

/// Of what the target refuses one word: config check lists it, and the numbers don't hang on it.
void addTargetRules(const std::vector<results::Diagnostic>& rules, std::vector<results::Diagnostic>& findings)
{
    const auto isBroken = [](const results::Diagnostic& finding) {
        return finding.severity == results::Severity::Error && finding.rule != "unknown-layer"
               && finding.rule != "unknown-type";
    };
    const auto count = std::ranges::count_if(rules, isBroken);
    if (count == 0)
        return;
    auto summary = *std::ranges::find_if(rules, isBroken);
    summary.message = Message("the target refuses this config in {} places, the first by the rule {}: {}", count,
                              summary.rule, summary.message);
    summary.remedy = Message("config check with --model lists them");
    summary.rule = "target-rules";
    summary.severity = results::Severity::Warning;
    findings.push_back(std::move(summary));
}

} // namespace

results::ConfigDescription describe(const ConfigFile& file, const graph::Graph* graph)
{
    const auto& config = file.config();
    results::ConfigDescription description;
    description.file = file.path().string();
    description.dialect = file.dialect().id;
    description.dialectTitle = file.dialect().title.english();
    description.settings = networkSettings(config);
    description.rows.push_back(settingsRow("common", "", config.common, 0));
    for (const auto& override : config.overrides)
        description.rows.push_back(settingsRow(std::string(toString(override.selector.kind)), override.selector.name,
                                               override.settings, override.position.line));
    for (const auto& skip : config.skips) {
        LayerSettings settings;
        settings.isQuantized = false;
        description.rows.push_back(
            settingsRow(std::string(toString(skip.selector.kind)), skip.selector.name, settings, skip.position.line));
    }
    if (graph) {
        const auto said = withSubgraphs(config, *graph);
        const LayerNames names(said, *graph);
        for (const auto id : configurableNodes(*graph))
            if (graph::opKind(graph->node(id)) == graph::OpKind::Compute)
                description.layers.push_back(layerRow(names, *graph, graph->node(id)));
    }
    description.findings = findingsOf(file, graph);
    return description;
}

std::vector<results::Diagnostic> simulationFindings(const ConfigFile& file, const graph::Graph& graph,
                                                    bool followsBatches)
{
    auto findings = file.findings();
    const auto rules = checkConfig(file.config(), graph);
    std::ranges::copy_if(rules, std::back_inserter(findings), [](const results::Diagnostic& finding) {
        return finding.rule == "unknown-layer" || finding.rule == "unknown-type" || finding.rule == "node-name"
               || finding.rule == "behind-convolution";
    });
    if (!quantizesLayerOutputs(file.config())) // rules of the target are AMCT's
        addTargetRules(rules, findings);
    const auto unknown = unknownScales(file.dialect(), file.config(), &graph);
    findings.insert(findings.end(), unknown.begin(), unknown.end());
    auto use = useOf(file.config(), graph);
    if (followsBatches)
        use.takeNamed("batch_num", file.config().keys);
    const auto unused = unusedOf(file, use);
    findings.insert(findings.end(), unused.begin(), unused.end());
    return findings;
}

std::vector<results::Diagnostic> findingsOf(const ConfigFile& file, const graph::Graph* graph)
{
    auto findings = file.findings();
    const auto rules = graph ? checkConfig(file.config(), *graph) : checkConfig(file.config());
    findings.insert(findings.end(), rules.begin(), rules.end());
    const auto unknown = unknownScales(file.dialect(), file.config(), graph);
    findings.insert(findings.end(), unknown.begin(), unknown.end());
    auto unused = unusedOf(file, graph ? useOf(file.config(), *graph) : useOf(file.config()));
    // How many samples a simulation takes is no fault of the config's: who simulates warns.
    for (auto& finding : unused)
        for (const auto& key : file.config().keys)
            if (key.name == "batch_num" && key.position.line == finding.line && key.position.column == finding.column)
                finding.severity = results::Severity::Info;
    findings.insert(findings.end(), unused.begin(), unused.end());
    std::stable_sort(findings.begin(), findings.end(),
                     [](const auto& a, const auto& b) { return int(a.severity) > int(b.severity); });
    return findings;
}

} // namespace ql::config
