// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/said_words.h"
#include "core/config/edit/render.h"

#include <fmt/format.h>

#include <algorithm>

/// Axera's Pulsar2 build configuration (Pulsar2 2.0 to 4.2, pulsar2-docs: "Configuration file details" and "Mixed
/// precision quantization"): `quant.layer_configs` gives types to operators by name (`layer_name`, `layer_names`), by
/// type (`op_type`, `op_types`) or between tensors (`start_tensor_names`, `end_tensor_names`, "DEFAULT" for the
/// network's own); a name beats a type. The file may have comments.
namespace ql::config::pulsar2_json {

namespace {

using edit::TreeEditor;
using text::Value;
using text::View;

const Message kName("Pulsar2's configuration");
constexpr const char* kQuant = "quant";
constexpr const char* kLayers = "layer_configs";

bool recognises(const text::Document& document)
{
    const View root(document);
    const auto quant = root.find(kQuant);
    if (!quant || !quant->isMap())
        return false;
    return quant->find("input_configs") || quant->find(kLayers)
           || (quant->find("calibration_method") && (root.find("npu_mode") || root.find("target_hardware")));
}

/// U8, U16, S8, FP32 …; weights keep their 8 bits.
LayerSettings settingsOf(Reading& reading, const View& layer)
{
    LayerSettings settings;
    readType(reading, layer, "data_type", settings.activation);
    readType(reading, layer, "output_data_type", settings.output);
    if (const auto weight = layer.find("weight_data_type"))
        readType(reading, layer, "weight_data_type", settings.weight);
    if (settings.activation.floatType)
        settings.isQuantized = {false, settings.activation.floatType.position};
    return settings;
}

/// One name or several, under either key.
Names namesOf(Reading& reading, const View& layer, const char* one, const char* several)
{
    auto names = reading.texts(layer, one);
    const auto more = reading.texts(layer, several);
    names.insert(names.end(), more.begin(), more.end());
    names.positions.insert(names.positions.end(), more.positions.begin(), more.positions.end());
    return names;
}

void readLayer(Reading& reading, const View& layer, QuantConfig& config)
{
    if (!layer.isMap())
        return reading.error("wrong-type", layer.position(), "expected a map with layer_names or op_types");
    const auto settings = settingsOf(reading, layer);
    reading.warnUnknown(layer, {"layer_name", "layer_names", "op_type", "op_types", "start_tensor_names",
                                "end_tensor_names", "data_type", "output_data_type", "weight_data_type"});
    const auto layers = namesOf(reading, layer, "layer_name", "layer_names");
    for (const auto& name : layers)
        config.addOverride(Selector::Kind::Layer, name, settings, layer.position(), layers.positions.front());
    const auto types = namesOf(reading, layer, "op_type", "op_types");
    for (const auto& type : types)
        config.addOverride(Selector::Kind::Type, type, settings, layer.position(), types.positions.front());
    const auto starts = reading.texts(layer, "start_tensor_names");
    const auto ends = reading.texts(layer, "end_tensor_names");
    const auto isAll = [](const Names& names) { return names.empty() || names == Names{"DEFAULT"}; };
    if (starts.empty() && ends.empty())
        return;
    if (isAll(starts) && isAll(ends))
        config.common = merged(config.common, settings);
    else if (isAll(starts) || isAll(ends))
        reading.warn("not-simulated", layer.position(), "a part of the network with one end only is kept",
                     "name the tensors at both ends");
    else
        config.subgraphs.push_back(
            {fmt::format("{}", config.subgraphs.size() + 1), starts, ends, settings, layer.position()});
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.granularity = Granularity::PerChannel;
    config.common.weight.isSymmetric = true;
    const auto quant = reading.map(reading.root(), kQuant);
    if (!quant)
        return config;
    readObserver(reading, *quant, "calibration_method", config.common.activation);
    const auto layers = quant->find(kLayers);
    if (layers && !layers->isNull() && !layers->isSequence())
        reading.error("wrong-type", layers->position(), Message("{} is no list", kLayers));
    for (const auto& layer : layers && layers->isSequence() ? layers->items() : std::vector<View>())
        readLayer(reading, layer, config);
    return config;
}

bool speaksOfOne(const Value& entry, const std::string& layer)
{
    const auto* one = entry.find("layer_name");
    const auto* several = entry.find("layer_names");
    return (one && holdsName(*one, layer)) || (several && holdsName(*several, layer));
}

/// Takes the layer out of every entry; one that is left without a layer goes.
void removeLayer(TreeEditor& editor, const std::string& layer)
{
    const auto list = pathTo({kQuant, kLayers});
    const auto* entries = at(editor.meaning(), list);
    for (auto i = entries ? entries->entries.size() : 0; i-- > 0;) {
        const auto& entry = at(editor.meaning(), list)->entries[i].second;
        if (!speaksOfOne(entry, layer))
            continue;
        const auto* several = entry.find("layer_names");
        if (several && several->entries.size() > 1)
            removeName(editor, below(itemOf(list, i), "layer_names"), layer);
        else
            editor.remove(itemOf(list, i));
    }
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    removeLayer(editor, edit.layer);
    if (edit.action == LayerEdit::Action::Restore)
        return;
    std::string type = "FP32";
    if (edit.action == LayerEdit::Action::Set) {
        const int bits = edit.settings.activation.bits.value_or(8);
        if ((bits != 8 && bits != 16) || edit.settings.weight.bits.value_or(8) != 8)
            cannotSay(kName, Message("{} bits", bits != 8 && bits != 16 ? bits : *edit.settings.weight.bits),
                      "choose activations of 8 or 16");
        requireWidthsOnly(kName, edit.settings, "anything but the type of one layer");
        type = fmt::format("U{}", bits);
    }
    editor.append(pathTo({kQuant, kLayers}),
                  Value::ofMap({{"layer_names", Value::ofTexts({edit.layer})}, {"data_type", Value::ofText(type)}}));
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, false);
    std::vector<Value> layers;
    for (const auto& layer : exceptions(conversion)) {
        const auto& resolved = layer.resolved;
        const auto type =
            !resolved.isQuantized || resolved.activation.floatType
                ? std::string("FP32")
                : fmt::format("U{}",
                              integerType(conversion, layer.name, resolved.activation.bits.value_or(8)).substr(3));
        if (type == "U4")
            conversion.lose("layer " + layer.name, "4 bits become 8");
        if (resolved.isQuantized && resolved.weight.bits.value_or(8) != 8)
            conversion.lose("layer " + layer.name, fmt::format("weights of {} bits", *resolved.weight.bits));
        if (resolved.activation.numberFormat || resolved.weight.numberFormat || resolved.activation.fixed)
            conversion.lose("layer " + layer.name, "a number format or a scale");
        layers.push_back(Value::ofMap(
            {{"layer_names", Value::ofTexts({layer.name})}, {"data_type", Value::ofText(type == "U4" ? "U8" : type)}}));
    }
    const auto& common = conversion.config.common;
    if (common.activation.bits.value_or(8) != 8 || common.weight.bits.value_or(8) != 8)
        conversion.lose("network", "other widths than 8 everywhere");
    for (const auto& words : {unsaidWords(common.activation, "activation"), unsaidWords(common.weight, "weight")})
        for (const auto& word : words)
            conversion.lose("network", word);
    if (!conversion.config.onlyTypes.empty())
        conversion.lose("network", "only some types are quantized");
    Value quant = Value::ofMap({{"input_configs", Value::ofSequence()}, {kLayers, Value::ofSequence(layers)}});
    return edit::renderDocument(Value::ofMap({{"model_type", Value::ofText("ONNX")}, {kQuant, quant}}),
                                text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"pulsar2-json", Message("Pulsar2 build configuration (JSON)"), text::Syntax::Json, recognises, read,
             applyEdit, write},
            {"pulsar2-yaml", Message("Pulsar2 build configuration (YAML)"), text::Syntax::Yaml, recognises, read,
             applyEdit, nullptr}};
}

} // namespace ql::config::pulsar2_json
