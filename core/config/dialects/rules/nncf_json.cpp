// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/operator_words.h"
#include "core/config/dialects/rules/said_words.h"
#include "core/config/edit/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

/// NNCF (OpenVINO's Neural Network Compression Framework 2.5 to 2.17). A configuration file of training has the
/// algorithm "quantization" under `compression` (nncf/config/schemata; docs/Algorithms.md), with `ignored_scopes`,
/// where
/// "{re}" begins an expression that is searched for (nncf/common/scopes.py). nncf.quantize() takes an IgnoredScope with
/// names, patterns that match from a name's beginning, and types (nncf/scopes.py), which people keep as JSON. Both
/// refuse what matches nothing unless they are told not to validate.
namespace ql::config::nncf_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("NNCF's configuration");
constexpr const char* kCompression = "compression";
constexpr const char* kIgnored = "ignored_scopes";
constexpr const char* kScope = "ignored_scope";
constexpr std::string_view kExpression = "{re}";

bool isQuantization(const View& algorithm)
{
    const auto name = algorithm.find("algorithm");
    return name && name->text().ends_with("quantization");
}

/// The algorithm "quantization", which may be one of several.
std::optional<View> algorithmOf(const View& root)
{
    const auto compression = root.find(kCompression);
    if (!compression)
        return std::nullopt;
    if (compression->isMap() && isQuantization(*compression))
        return compression;
    for (const auto& item : compression->isSequence() ? compression->items() : std::vector<View>())
        if (item.isMap() && isQuantization(item))
            return item;
    return std::nullopt;
}

bool isScope(const View& view)
{
    constexpr std::array<std::string_view, 5> kKeys{"names", "patterns", "types", "subgraphs", "validate"};
    const auto members = view.isMap() ? view.members() : std::vector<View::Member>();
    return members.size() > (view.find("validate") ? 1 : 0)
           && std::ranges::all_of(members, [&kKeys](const View::Member& member) {
                  return std::ranges::count(kKeys, member.key) > 0
                         && (member.key == "validate" || member.view().isSequence());
              });
}

bool recognises(const text::Document& document)
{
    const View root(document);
    const auto scope = root.find(kScope);
    return algorithmOf(root) || (scope && isScope(*scope)) || isScope(root);
}

std::optional<Selector> scopeSelector(Reading& reading, const std::string& scope, SourcePosition place, bool mustMatch)
{
    const auto mark = scope.find(kExpression);
    if (mark == scope.npos)
        return Selector{Selector::Kind::Layer, scope, place};
    auto expression = scope;
    for (auto at = mark; at != expression.npos; at = expression.find(kExpression))
        expression.erase(at, kExpression.size());
    auto selector = expressionSelector(reading, expression, NamePattern::Extent::Part, place);
    if (selector) {
        selector->name = scope;
        selector->mustMatch = mustMatch;
    }
    return selector;
}

/// Says @p settings of every scope of a list; an empty one skips them.
void takeScopes(Reading& reading, const View& map, const LayerSettings& settings, bool mustMatch, QuantConfig& config)
{
    const auto scopes = reading.texts(map, kIgnored);
    for (const auto& scope : scopes) {
        const auto place = scopes.positions.front();
        auto selector = scopeSelector(reading, scope, place, mustMatch);
        if (selector && settings.isEmpty())
            config.addSkip(std::move(*selector), place);
        else if (selector)
            config.addOverride(std::move(*selector), settings, place);
    }
}

void readTensor(Reading& reading, const View& map, TensorSettings& settings)
{
    if (const auto bits = reading.integer(map, "bits"))
        settings.bits = {int(std::clamp<std::int64_t>(*bits, 2, 16)), bits.position};
    settings.isSymmetric = reading.text(map, "mode").as([](const std::string& mode) { return mode == "symmetric"; });
    settings.isUnsigned = reading.boolean(map, "signed").as([](bool isSigned) { return !isSigned; });
    settings.granularity = reading.boolean(map, "per_channel").as(granularityOf);
}

/// Of weights or activations: what holds for all, and what for some.
void readGroup(Reading& reading, const View& algorithm, const char* key, bool mustMatch, QuantConfig& config)
{
    const bool isWeight = std::string_view(key) == "weights";
    const auto ofGroup = [isWeight](TensorSettings settings) {
        LayerSettings layer;
        (isWeight ? layer.weight : layer.activation) = std::move(settings);
        return layer;
    };
    if (const auto group = reading.map(algorithm, key)) {
        readTensor(reading, *group, isWeight ? config.common.weight : config.common.activation);
        takeScopes(reading, *group, ofGroup(leftInHalf(group->position())), mustMatch, config);
        reading.warnUnknown(*group, {"bits", "mode", "signed", "per_channel", kIgnored, "target_scopes",
                                     "logarithm_scale", "adjust_scale", "unified_scale_ops"});
    }
    const auto overrides = reading.map(algorithm, "scope_overrides");
    const auto own = overrides ? reading.map(*overrides, key) : std::nullopt;
    for (const auto& member : own ? own->members() : std::vector<View::Member>()) {
        TensorSettings settings;
        readTensor(reading, member.view(), settings);
        if (auto selector = scopeSelector(reading, member.key, {}, mustMatch))
            config.addOverride(std::move(*selector), ofGroup(std::move(settings)), member.view().position());
    }
}

void readPreset(Reading& reading, const View& map, QuantConfig& config)
{
    const auto preset = reading.text(map, "preset");
    if (!preset)
        return;
    config.common.weight.isSymmetric = {true, preset.position};
    config.common.activation.isSymmetric = {plainWord(*preset) == "performance", preset.position};
}

void readAlgorithm(Reading& reading, const View& root, const View& algorithm, QuantConfig& config)
{
    const bool mustMatch = reading.boolean(root, "validate_scopes").value_or(true)
                           && reading.boolean(algorithm, "validate_scopes").value_or(true);
    readPreset(reading, algorithm, config);
    readGroup(reading, algorithm, "weights", mustMatch, config);
    readGroup(reading, algorithm, "activations", mustMatch, config);
    takeScopes(reading, root, {}, mustMatch, config);
    takeScopes(reading, algorithm, {}, mustMatch, config);
    const auto targets = reading.texts(algorithm, "target_scopes");
    for (const auto& target : targets)
        if (auto selector = scopeSelector(reading, target, targets.positions.front(), mustMatch)) {
            config.quantizesOnlyListed = true;
            config.addOverride(std::move(*selector), switched(true, targets.positions.front()),
                               targets.positions.front());
        }
    reading.warnUnknown(algorithm, {"algorithm", "preset", "weights", "activations", kIgnored, "target_scopes",
                                    "scope_overrides", "initializer", "quantize_inputs", "quantize_outputs",
                                    "export_to_onnx_standard_ops", "overflow_fix", "params", "mode", "validate_scopes",
                                    "compression_lr_multiplier", "accuracy_aware_training"});
}

void readSubgraphs(Reading& reading, const View& scope, QuantConfig& config)
{
    const auto subgraphs = scope.find("subgraphs");
    for (const auto& item : subgraphs && subgraphs->isSequence() ? subgraphs->items() : std::vector<View>()) {
        if (!item.isMap()) {
            reading.error("wrong-type", item.position(), "expected inputs and outputs of a subgraph");
            continue;
        }
        LayerSettings settings;
        settings.isQuantized = {false, item.position()};
        config.subgraphs.push_back({fmt::format("{}", config.subgraphs.size() + 1), reading.texts(item, "inputs"),
                                    reading.texts(item, "outputs"), settings, item.position()});
    }
}

void readScope(Reading& reading, const View& scope, QuantConfig& config)
{
    const bool mustMatch = reading.boolean(scope, "validate").value_or(true);
    skipNames(reading, scope, "names", Selector::Kind::Layer, config);
    const auto patterns = reading.texts(scope, "patterns");
    for (const auto& pattern : patterns)
        if (auto selector =
                expressionSelector(reading, pattern, NamePattern::Extent::Begin, patterns.positions.front())) {
            selector->mustMatch = mustMatch;
            config.addSkip(std::move(*selector), patterns.positions.front());
        }
    const auto types = reading.texts(scope, "types");
    for (const auto& type : types)
        for (auto& onnx : onnxTypes(Vocabulary::OpenVino, type))
            config.addSkip(Selector::Kind::Type, std::move(onnx), types.positions.front());
    readSubgraphs(reading, scope, config);
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    const auto root = reading.root();
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.isSymmetric = true;
    config.common.weight.granularity = Granularity::PerChannel;
    if (const auto algorithm = algorithmOf(root)) {
        config.decisions = {algorithm->find("algorithm")->position()};
        readAlgorithm(reading, root, *algorithm, config);
        return config;
    }
    readPreset(reading, root, config);
    const auto scope = root.find(kScope);
    readScope(reading, scope && scope->isMap() ? *scope : root, config);
    if (scope)
        reading.warnUnknown(root, {kScope, "preset", "target_device", "subset_size", "fast_bias_correction",
                                   "model_type", "mode", "advanced_parameters"});
    return config;
}

/// Where this file lists what is ignored.
Path ignoredPath(const TreeEditor& editor)
{
    const auto* compression = editor.meaning().find(kCompression);
    if (!compression)
        return editor.meaning().find(kScope) ? pathTo({kScope, "names"}) : pathTo({"names"});
    if (compression->kind != Value::Kind::Sequence)
        return pathTo({kCompression, kIgnored});
    for (std::size_t i = 0; i < compression->entries.size(); ++i) {
        const auto* name = compression->entries[i].second.find("algorithm");
        if (name && name->text.ends_with("quantization"))
            return below(itemOf(pathTo({kCompression}), i), kIgnored);
    }
    return pathTo({kIgnored});
}

void setWidths(TreeEditor& editor, const Path& ignored, const LayerEdit& edit)
{
    auto rest = edit.settings;
    rest.isQuantized.reset();
    if (rest.isEmpty())
        return;
    requireWidthsOnly(kName, rest, "anything but widths of one layer");
    if (!editor.meaning().find(kCompression))
        cannotSay(kName, "a width of one layer", "an ignored scope knows what stays in float: skip the layer");
    auto overrides = below(Path(ignored.begin(), ignored.end() - 1), "scope_overrides");
    const auto put = [&](const char* group, const Located<int>& bits) {
        if (bits)
            editor.set(below(below(below(overrides, group), edit.layer.c_str()), "bits"), Value::ofInt(*bits));
    };
    put("weights", rest.weight.bits);
    put("activations", rest.activation.bits);
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto ignored = ignoredPath(editor);
    if (edit.action == LayerEdit::Action::Skip)
        return addName(editor, ignored, edit.layer);
    removeName(editor, ignored, edit.layer);
    removeName(editor, pathTo({kIgnored}), edit.layer);
    if (edit.action == LayerEdit::Action::Set)
        return setWidths(editor, ignored, edit);
    const auto overrides = below(Path(ignored.begin(), ignored.end() - 1), "scope_overrides");
    for (const char* group : {"weights", "activations"})
        if (const auto own = below(below(overrides, group), edit.layer.c_str()); at(editor.meaning(), own))
            editor.remove(own);
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, false);
    const auto& common = conversion.config.common;
    std::vector<std::string> names;
    Value weights = Value::ofMap();
    Value activations = Value::ofMap();
    const auto widths = [&conversion](Value& group, const FlatLayer& layer, const TensorSettings& own,
                                      const TensorSettings& usual) {
        const auto bits = own.bits.value_or(8);
        if (own.numberFormat || own.fixed)
            conversion.lose("layer " + layer.name, "a number format or a scale");
        if (bits != usual.bits.value_or(8))
            group.add(layer.name, Value::ofMap({{"bits", Value::ofInt(bits)}}));
    };
    for (const auto& layer : exceptions(conversion)) {
        if (!layer.resolved.isQuantized || layer.resolved.activation.floatType) {
            names.push_back(layer.name);
            continue;
        }
        widths(activations, layer, layer.resolved.activation, common.activation);
        widths(weights, layer, layer.resolved.weight, common.weight);
    }
    Value algorithm = Value::ofMap();
    algorithm.add("algorithm", Value::ofText("quantization"));
    const auto group = [](const TensorSettings& settings) {
        Value said = Value::ofMap({{"bits", Value::ofInt(settings.bits.value_or(8))}});
        if (settings.isSymmetric)
            said.add("mode", Value::ofText(*settings.isSymmetric ? "symmetric" : "asymmetric"));
        if (settings.granularity)
            said.add("per_channel", Value::ofBool(settings.granularity == Granularity::PerChannel));
        return said;
    };
    algorithm.add("weights", group(common.weight));
    algorithm.add("activations", group(common.activation));
    algorithm.add(kIgnored, Value::ofTexts(names));
    if (!weights.entries.empty() || !activations.entries.empty())
        algorithm.add("scope_overrides", Value::ofMap({{"weights", weights}, {"activations", activations}}));
    for (const auto& words : {unsaidWords(common.activation, "activation"), unsaidWords(common.weight, "weight")})
        for (const auto& word : words)
            if (word.find("observer") != word.npos || word.find("quantizer") != word.npos)
                conversion.lose("network", word);
    if (!conversion.config.onlyTypes.empty())
        conversion.lose("network", "only some types are quantized");
    return edit::renderDocument(Value::ofMap({{kCompression, algorithm}}), text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"nncf-json", Message("NNCF ignored scopes and widths (JSON)"), text::Syntax::Json, recognises, read,
             applyEdit, write}};
}

} // namespace ql::config::nncf_json
