// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/operator_words.h"
#include "core/config/dialects/rules/said_words.h"

#include <algorithm>
#include <array>

/// coremltools' OptimizationConfig (coremltools 7.0 to 9.0, "Optimization Workflow"; from_yaml): `global_config`,
/// `op_type_configs` and `op_name_configs` of weights, where null leaves a weight as it is, with or without
/// `config_type` around it; and its torch configurations with `module_type_configs` and `module_name_configs`, which
/// have types of activations too.
namespace ql::config::coreml_yaml {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("coremltools' configuration");
constexpr const char* kGlobal = "global_config";
constexpr std::array kNames{"op_name_configs", "module_name_configs"};
constexpr std::array kTypes{"op_type_configs", "module_type_configs"};

bool isConfig(const View& view)
{
    const auto holds = [&view](const char* key) { return view.find(key).has_value(); };
    const auto global = view.isMap() ? view.find(kGlobal) : std::nullopt;
    const bool isGlobal =
        global && global->isMap()
        && std::ranges::any_of(std::array{"mode", "dtype", "nbits", "weight_dtype", "quantization_scheme",
                                          "target_sparsity", "lut_dtype", "n_bits", "milestones"},
                               [&global](const char* key) { return global->find(key).has_value(); });
    return view.isMap() && (isGlobal || std::ranges::any_of(kNames, holds) || std::ranges::any_of(kTypes, holds));
}

std::optional<View> configOf(const View& root)
{
    const auto inner = root.find("config");
    if (root.find("config_type") && inner && isConfig(*inner))
        return inner;
    return isConfig(root) ? std::optional(root) : std::nullopt;
}

bool recognises(const text::Document& document)
{
    return configOf(View(document)).has_value();
}

/// What one entry says: of weights, and in torch's configurations of activations.
LayerSettings readEntry(Reading& reading, const View& entry)
{
    LayerSettings settings;
    if (entry.isNull()) {
        settings.isQuantized = {false, entry.position()};
        return settings;
    }
    if (!entry.isMap()) {
        reading.error("wrong-type", entry.position(), "expected a map, or null");
        return settings;
    }
    settings.isQuantized = {true, entry.position()};
    readType(reading, entry, "dtype", settings.weight);
    readType(reading, entry, "weight_dtype", settings.weight);
    readType(reading, entry, "activation_dtype", settings.activation);
    for (const char* key : {"mode", "quantization_scheme"})
        if (const auto mode = reading.text(entry, key))
            settings.weight.isSymmetric = {plainWord(*mode).find("symmetric") != std::string::npos, mode.position};
    const auto size = reading.integer(entry, "block_size");
    reading.decides(size.position);
    const auto granularity = reading.text(entry, "granularity");
    reading.decides(granularity.position);
    if (granularity && *granularity != "per_block")
        settings.weight.granularity = {granularityOf(plainWord(*granularity) == "perchannel"), granularity.position};
    if (const auto isPerChannel = reading.boolean(entry, "weight_per_channel"))
        settings.weight.granularity = isPerChannel.as(granularityOf);
    if (size && *size > 0 && settings.weight.bits)
        takeWidth({*settings.weight.bits, settings.weight.bits.position}, size, settings.weight);
    if (settings.weight.numberFormat)
        settings.weight.bits.reset();
    for (const char* key : {"nbits", "n_bits", "target_sparsity", "lut_dtype"})
        if (const auto view = entry.find(key); view && !view->isNull()) {
            reading.warn("not-simulated", view->position(),
                         Message("{} is kept: palettes and sparse weights are not simulated", key));
            settings.weight = leftInHalf(view->position());
        }
    if (!settings.activation.bits)
        settings.activation = leftInHalf(entry.position());
    reading.warnUnknown(entry, {"mode",
                                "dtype",
                                "granularity",
                                "block_size",
                                "weight_threshold",
                                "nbits",
                                "n_bits",
                                "lut_dtype",
                                "target_sparsity",
                                "quantization_scheme",
                                "weight_dtype",
                                "activation_dtype",
                                "weight_per_channel",
                                "weight_observer",
                                "activation_observer",
                                "milestones",
                                "group_size",
                                "enable_per_channel_scale",
                                "num_kmeans_workers",
                                "cluster_dim",
                                "ch_axis",
                                "n_m_ratio",
                                "minimum_sparsity_percentile",
                                "threshold"});
    return settings;
}

void readNames(Reading& reading, const View& config, QuantConfig& said)
{
    for (const auto* key : kNames) {
        const auto names = reading.map(config, key);
        for (const auto& member : names ? names->members() : std::vector<View::Member>()) {
            reading.setLayer(member.key);
            said.addOverride(Selector::Kind::Layer, member.key, readEntry(reading, member.view()),
                             member.view().position());
        }
    }
    reading.setLayer("");
    for (const auto* key : kTypes) {
        const auto types = reading.map(config, key);
        for (const auto& member : types ? types->members() : std::vector<View::Member>()) {
            auto settings = readEntry(reading, member.view());
            for (auto& type : onnxTypes(Vocabulary::CoreMl, member.key))
                said.addOverride(Selector::Kind::Type, std::move(type), settings, member.view().position());
        }
    }
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig said;
    said.naming = LayerNaming::Either;
    said.nameAdvice = Message(
        "names are those of the converted network: coremltools.optimize.coreml.get_weights_metadata lists them");
    const auto config = configOf(reading.root());
    if (!config) {
        reading.error("missing-key", reading.root().position(), "no global_config, op_type_configs or op_name_configs");
        return said;
    }
    const auto global = config->find(kGlobal);
    if (global && global->isMap())
        said.common = readEntry(reading, *global);
    else
        said.quantizesOnlyListed = true; // weights without an entry stay as they are
    said.common.isQuantized.reset();
    if (const auto threshold = global && global->isMap() ? global->find("weight_threshold") : std::nullopt)
        reading.report(results::Severity::Info, "not-simulated", threshold->position(),
                       "weight_threshold is kept: small weights are quantized too");
    readNames(reading, *config, said);
    said.decisions = reading.decisions();
    return said;
}

Path namesPath(const TreeEditor& editor)
{
    const auto& root = editor.meaning();
    const auto base = root.find("config_type") ? pathTo({"config"}) : Path();
    const auto* config = at(root, base);
    const bool isTorch = config && (config->find(kNames[1]) || config->find(kTypes[1]));
    return below(base, isTorch ? kNames[1] : kNames[0]);
}

void applyEdit(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    const auto names = namesPath(editor);
    const auto own = below(names, edit.layer.c_str());
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), own) ? editor.remove(own) : void();
    if (edit.action == LayerEdit::Action::Skip)
        return editor.set(own, Value{});
    requireWidthsOnly(kName, edit.settings, "anything but widths of one layer");
    const bool isTorch = names.back().key == kNames[1];
    if (edit.settings.activation.bits && !isTorch)
        cannotSay(kName, "a width of activations", "these configs are about weights");
    const int bits = edit.settings.weight.bits.value_or(config.common.weight.bits.value_or(8));
    if (bits != 4 && bits != 8)
        cannotSay(kName, Message("weights of {} bits", bits), "choose 4 or 8");
    const auto type = Value::ofText("int" + std::to_string(bits));
    const auto* known = at(editor.meaning(), own);
    if (!known || known->kind != Value::Kind::Map)
        editor.set(own, isTorch ? Value::ofMap({{"weight_dtype", type}})
                                : Value::ofMap({{"mode", Value::ofText("linear_symmetric")}, {"dtype", type}}));
    else
        editor.set(below(own, isTorch ? "weight_dtype" : "dtype"), type);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"coreml-yaml",
             Message("coremltools optimization configuration (YAML)"),
             text::Syntax::Yaml,
             recognises,
             read,
             applyEdit,
             nullptr,
             {},
             LayerNaming::Either}};
}

} // namespace ql::config::coreml_yaml
