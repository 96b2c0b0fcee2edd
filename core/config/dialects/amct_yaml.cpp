// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_params.h"
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/edit/render.h"
#include "core/config/operator_types.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config::amct_yaml {

namespace {

using edit::TreeEditor;
using text::Document;
using text::Path;
using text::Value;
using text::View;
using Findings = std::vector<results::Diagnostic>;

constexpr const char* kLayers = "override_layer_configs";
constexpr const char* kTypes = "override_layer_types";
constexpr const char* kSkips = "skip_layers";

bool recognises(const Document& document)
{
    const View root(document);
    return root.find(kLayers) || root.find(kTypes) || root.find("common_config") || root.find(kSkips);
}

LayerSettings readSettings(Reading& reading, const View& map, Located<int>& batchCount)
{
    LayerSettings settings;
    settings.isQuantized = reading.boolean(map, "quant_enable");
    readAmctParams(reading, map, settings, batchCount);
    return settings;
}

void readOverrides(Reading& reading, const char* listKey, const char* nameKey, Selector::Kind kind, QuantConfig& config)
{
    const auto list = reading.root().find(listKey);
    if (!list || list->isNull())
        return;
    if (!list->isSequence())
        return reading.error("wrong-type", list->position(), Message("{} is no list", listKey));
    for (const auto& item : list->items()) {
        const auto names = reading.texts(item, nameKey);
        if (!item.find(nameKey))
            reading.error("missing-key", item.position(), Message("an entry of {} without {}", listKey, nameKey));
        reading.setLayer(names.empty() ? "" : names.front());
        reading.warnUnknown(item, {nameKey, "quant_enable", "activation_quant_params", "weight_quant_params"});
        auto settings = readSettings(reading, item, config.batchCount);
        if (!settings.isQuantized) // who is listed is quantized, even where `common_config` says that nobody is
            settings.isQuantized = true;
        for (const auto& name : names)
            config.addOverride(kind, name, settings, item.position(), names.positions.front());
    }
    reading.setLayer("");
}

QuantConfig read(const Document& document, Findings& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    const auto root = reading.root();
    reading.warnUnknown(root, {kLayers, kTypes, kSkips, "common_config", "om_config"});
    config.common = amctDefaults();
    if (const auto common = reading.map(root, "common_config")) {
        reading.warnUnknown(*common, {"quant_enable", "activation_quant_params", "weight_quant_params"});
        config.common = merged(config.common, readSettings(reading, *common, config.batchCount));
    }
    readOverrides(reading, kTypes, "layer_type", Selector::Kind::Type, config);
    readOverrides(reading, kLayers, "layer_name", Selector::Kind::Layer, config);
    const auto skips = root.find(kSkips);
    for (const auto& name : reading.texts(root, kSkips))
        config.addSkip(Selector::Kind::Layer, name, skips->position());
    if (const auto mapping = reading.map(root, "om_config"))
        config.mappingFile = reading.text(*mapping, "mapping_file");
    return config;
}

/// The entry that counts for @p layer, or nothing.
std::optional<std::size_t> entryOf(const Value& root, const std::string& layer)
{
    const auto* list = root.find(kLayers);
    for (auto i = list ? list->entries.size() : 0; i-- > 0;)
        if (const auto* name = list->entries[i].second.find("layer_name"); name && holdsName(*name, layer))
            return i;
    return std::nullopt;
}

/// A layer gets what its type, or else every layer, has: an own override must not lose it.
Value newEntry(const Value& root, const LayerEdit& edit)
{
    Value entry = Value::ofMap({{"layer_name", Value::ofText(edit.layer)}});
    const auto* source = root.find("common_config");
    const auto* types = root.find(kTypes);
    for (std::size_t i = 0; types && !edit.opType.empty() && i < types->entries.size(); ++i) {
        const auto& item = types->entries[i].second;
        const auto* names = item.find("layer_type");
        const auto isOfType = [&edit](const Value::Entry& name) { return isSameType(name.second.text, edit.opType); };
        if (names
            && ((!names->isCollection() && isSameType(names->text, edit.opType))
                || std::any_of(names->entries.begin(), names->entries.end(), isOfType)))
            source = &item;
    }
    const auto copy = [&](const char* key, const TensorSettings& wanted, const char* quantizer, const char* observer) {
        if (wanted.isEmpty())
            return;
        const auto* params = source ? source->find(key) : nullptr;
        Value copied = params ? *params : Value::ofMap({{"quantizer", Value::ofText(quantizer)}});
        if (!params && !wanted.fixed)
            copied.add("quantizer_args", Value::ofMap({{"observer", Value::ofText(observer)}}));
        entry.add(key, std::move(copied));
    };
    copy("weight_quant_params", edit.settings.weight, "ArqWeightFakeQuantize", "ArqObserver");
    copy("activation_quant_params", edit.settings.activation, "UlqFakeQuantize", "IFMRObserver");
    return entry;
}

/// Where the layer's own entry stands; a shared one is divided first.
Path ownEntry(TreeEditor& editor, const LayerEdit& edit)
{
    const auto found = entryOf(editor.meaning(), edit.layer);
    if (!found) {
        editor.append(pathTo({kLayers}), newEntry(editor.meaning(), edit));
        return itemOf(pathTo({kLayers}), editor.meaning().find(kLayers)->entries.size() - 1);
    }
    const auto path = itemOf(pathTo({kLayers}), *found);
    const auto& entry = *at(editor.meaning(), path);
    if (entry.find("layer_name")->entries.size() <= 1)
        return path;
    Value copy = entry;
    *copy.find("layer_name") = Value::ofText(edit.layer);
    removeName(editor, below(path, "layer_name"), edit.layer);
    editor.append(pathTo({kLayers}), copy);
    return itemOf(pathTo({kLayers}), editor.meaning().find(kLayers)->entries.size() - 1);
}

void restore(TreeEditor& editor, const std::string& layer)
{
    removeName(editor, pathTo({kSkips}), layer);
    for (auto found = entryOf(editor.meaning(), layer); found; found = entryOf(editor.meaning(), layer)) {
        const auto path = itemOf(pathTo({kLayers}), *found);
        if (at(editor.meaning(), path)->find("layer_name")->entries.size() > 1)
            removeName(editor, below(path, "layer_name"), layer);
        else
            editor.remove(path);
    }
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    if (edit.action == LayerEdit::Action::Skip)
        return addName(editor, pathTo({kSkips}), edit.layer);
    if (edit.action == LayerEdit::Action::Restore)
        return restore(editor, edit.layer);
    removeName(editor, pathTo({kSkips}), edit.layer);
    const auto path = ownEntry(editor, edit);
    if (const auto* enabled = at(editor.meaning(), below(path, "quant_enable")); enabled && enabled->text == "false")
        editor.set(below(path, "quant_enable"), Value::ofBool(true));
    editAmctTensors(editor, below(path, "weight_quant_params"), edit.settings.weight, true);
    editAmctTensors(editor, below(path, "activation_quant_params"), edit.settings.activation, false);
}

Value writeSettings(Conversion& conversion, const std::string& subject, const LayerSettings& settings)
{
    Value map = Value::ofMap();
    std::vector<std::string> losses;
    if (settings.isQuantized == false)
        map.add("quant_enable", Value::ofBool(false));
    if (!settings.weight.isEmpty())
        map.add("weight_quant_params", writeAmctTensor(settings.weight, true, losses));
    if (!settings.inputs.empty()) {
        Value items = Value::ofSequence();
        for (const auto& input : settings.inputs)
            items.add({}, writeAmctTensor(merged(settings.activation, input), false, losses));
        map.add("activation_quant_params", items);
    } else if (!settings.activation.isEmpty()) {
        map.add("activation_quant_params", writeAmctTensor(settings.activation, false, losses));
    }
    if (!settings.output.isEmpty())
        losses.push_back("what is said about its output");
    for (const auto& loss : losses)
        conversion.lose(subject, loss);
    return map;
}

void writeOverride(Conversion& conversion, const Override& override, Value& types, Value& layers, Value& skips)
{
    const auto& selector = override.selector;
    const auto subject = fmt::format("{} {}", toString(selector.kind), selector.name);
    const bool isLayer = selector.kind == Selector::Kind::Layer;
    if (!isLayer && selector.kind != Selector::Kind::Type)
        return conversion.lose(subject, "AMCT has overrides of layers and types only");
    if (isLayer && override.settings.isQuantized == false) {
        skips.add({}, Value::ofText(selector.name));
        return;
    }
    Value entry = Value::ofMap(
        {{isLayer ? "layer_name" : "layer_type", Value::ofText(isLayer ? selector.name : torchType(selector.name))}});
    for (auto& [key, value] : writeSettings(conversion, subject, override.settings).entries)
        entry.add(key, std::move(value));
    (isLayer ? layers : types).add({}, std::move(entry));
}

std::string write(Conversion& conversion)
{
    const auto& config = conversion.config;
    loseNetworkSettings(conversion, false, true);
    Value skips = Value::ofSequence();
    Value types = Value::ofSequence();
    Value layers = Value::ofSequence();
    auto common = config.common;
    if (config.quantizesOnlyListed || !config.onlyTypes.empty())
        common.isQuantized = false;
    for (const auto& type : config.onlyTypes)
        types.add(
            {}, Value::ofMap({{"layer_type", Value::ofText(torchType(type))}, {"quant_enable", Value::ofBool(true)}}));
    for (const auto& override : config.overrides)
        writeOverride(conversion, override, types, layers, skips);
    for (const auto& skip : config.skips)
        if (skip.selector.kind == Selector::Kind::Layer)
            skips.add({}, Value::ofText(skip.selector.name));
        else if (skip.selector.kind == Selector::Kind::Type)
            types.add({}, Value::ofMap({{"layer_type", Value::ofText(torchType(skip.selector.name))},
                                        {"quant_enable", Value::ofBool(false)}}));
        else
            conversion.lose("prefix " + skip.selector.name, "AMCT skips layers and types only");
    Value root = Value::ofMap({{kSkips, skips}, {"common_config", writeSettings(conversion, "network", common)}});
    root.add(kTypes, types);
    root.add(kLayers, layers);
    return edit::renderDocument(root, text::Syntax::Yaml);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"amct-yaml", Message("AMCT simple configuration (YAML)"), text::Syntax::Yaml, recognises, read, applyEdit,
             write}};
}

} // namespace ql::config::amct_yaml
