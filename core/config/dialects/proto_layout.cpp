// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/proto_layout.h"

#include "core/config/dialects/flat_params.h"
#include "core/config/dialects/name_list.h"
#include "core/config/operator_types.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

constexpr const char* kLayers = "override_layer_configs";
constexpr const char* kTypes = "override_layer_types";
constexpr const char* kSkips = "skip_layers";
constexpr const char* kSkipTypes = "skip_layer_types";

void readOverrides(const ProtoLayout& layout, Reading& reading, const char* field, const char* nameKey,
                   Selector::Kind kind, QuantConfig& config)
{
    for (const auto& item : reading.root().all(field)) {
        const auto name = item.find(nameKey);
        reading.setLayer(name ? name->text() : "");
        if (!name)
            reading.error("missing-key", item.position(), Message("an entry of {} without {}", field, nameKey));
        reading.warnRepeated(item, {});
        const auto message = *layout.layer ? reading.map(item, layout.layer) : std::optional(item);
        if (!message)
            reading.error("missing-key", item.position(), Message("an entry of {} without {}", field, layout.layer));
        LayerSettings settings = message ? readAlgorithms(layout, reading, *message) : LayerSettings();
        settings.isQuantized = true;
        if (name)
            config.addOverride(kind, name->text(), settings, item.position(), name->position());
    }
    reading.setLayer("");
}

void readSkips(Reading& reading, const char* field, Selector::Kind kind, QuantConfig& config)
{
    for (const auto& name : reading.root().all(field))
        config.addSkip(kind, name.text(), name.position());
}

Path occurrence(const char* field, std::size_t index)
{
    return {{field, index}};
}

/// The override that counts for @p layer; its occurrence of the field.
std::optional<std::size_t> overrideOf(const Value& root, const std::string& layer)
{
    std::optional<std::size_t> found;
    std::size_t occurrence = 0;
    for (const auto& [key, item] : root.entries) {
        if (key != kLayers)
            continue;
        if (const auto* name = item.find("layer_name"); name && name->text == layer)
            found = occurrence;
        ++occurrence;
    }
    return found;
}

/// What holds for the layer so far, as messages to copy: an own override hides everything else.
Value newOverride(const ProtoLayout& layout, const Value& root, const LayerEdit& edit)
{
    const Value* source = *layout.common ? root.find(layout.common) : &root;
    for (std::size_t i = 0; const auto* item = root.find(kTypes, i); ++i)
        if (const auto* type = item->find("layer_type");
            type && !edit.opType.empty() && isSameType(type->text, edit.opType))
            source = *layout.layer ? item->find(layout.layer) : item;
    Value message = Value::ofMap();
    for (const auto& [key, value] : source ? source->entries : std::vector<Value::Entry>()) {
        const bool isWrapper = key == layout.activation || key == layout.weight;
        const auto isField = [&key = key](const ProtoAlgorithm& algorithm) { return key == algorithm.field; };
        if (isWrapper || std::any_of(layout.algorithms.begin(), layout.algorithms.end(), isField))
            message.add(key, value);
    }
    Value override = Value::ofMap({{"layer_name", Value::ofText(edit.layer)}});
    if (*layout.layer)
        override.add(layout.layer, std::move(message));
    else
        for (auto& [key, value] : message.entries)
            override.add(key, std::move(value));
    return override;
}

void set(const ProtoLayout& layout, TreeEditor& editor, const LayerEdit& edit)
{
    removeName(editor, pathTo({kSkips}), edit.layer);
    if (!overrideOf(editor.meaning(), edit.layer))
        editor.addField({}, kLayers, newOverride(layout, editor.meaning(), edit));
    auto path = occurrence(kLayers, overrideOf(editor.meaning(), edit.layer).value());
    if (*layout.layer)
        path = below(path, layout.layer);
    editAlgorithm(layout, editor, path, edit.settings.weight, true);
    editAlgorithm(layout, editor, path, edit.settings.activation, false);
}

void writeOverride(const ProtoLayout& layout, Conversion& conversion, const Override& override, Value& root)
{
    const auto kind = override.selector.kind;
    const auto& name = override.selector.name;
    const auto subject = fmt::format("{} {}", toString(kind), name);
    const bool isLayer = kind == Selector::Kind::Layer;
    if (!isLayer && kind != Selector::Kind::Type)
        return conversion.lose(subject, "AMCT has overrides of layers and types only");
    const auto spelled = isLayer ? name : onnxType(name);
    if (override.settings.isQuantized == false) {
        root.add(isLayer ? kSkips : kSkipTypes, Value::ofText(spelled));
        return;
    }
    std::vector<std::string> losses;
    Value entry = Value::ofMap({{isLayer ? "layer_name" : "layer_type", Value::ofText(spelled)}});
    // A layer's message hides what is common, so it has to say all of it.
    const auto settings = merged(conversion.config.common, override.settings);
    Value message = writeAlgorithms(layout, settings, losses);
    if (*layout.layer)
        entry.add(layout.layer, std::move(message));
    else
        for (auto& [key, value] : message.entries)
            entry.add(key, std::move(value));
    for (const auto& loss : losses)
        conversion.lose(subject, loss);
    root.add(isLayer ? kLayers : kTypes, std::move(entry));
}

} // namespace

void readProto(const ProtoLayout& layout, Reading& reading, QuantConfig& config)
{
    const auto root = reading.root();
    reading.warnRepeated(root, {kLayers, kTypes, kSkips, kSkipTypes, "skip_fusion_layers"});
    config.batchCount = readBatchCount(reading, root);
    const auto common = *layout.common ? reading.map(root, layout.common) : std::optional(root);
    if (common)
        config.common = merged(config.common, readAlgorithms(layout, reading, *common));
    readOverrides(layout, reading, kTypes, "layer_type", Selector::Kind::Type, config);
    readOverrides(layout, reading, kLayers, "layer_name", Selector::Kind::Layer, config);
    readSkips(reading, kSkips, Selector::Kind::Layer, config);
    readSkips(reading, kSkipTypes, Selector::Kind::Type, config);
    if (const auto mapping = reading.map(root, "om_config")) {
        config.mappingFile = reading.text(*mapping, "mapping_file");
        if (!mapping->find("mapping_file"))
            reading.error("missing-key", mapping->position(), "om_config without mapping_file");
    }
}

void editProto(const ProtoLayout& layout, TreeEditor& editor, const LayerEdit& edit)
{
    if (edit.action == LayerEdit::Action::Set)
        return set(layout, editor, edit);
    if (edit.action == LayerEdit::Action::Skip)
        return addName(editor, pathTo({kSkips}), edit.layer);
    removeName(editor, pathTo({kSkips}), edit.layer);
    for (auto found = overrideOf(editor.meaning(), edit.layer); found; found = overrideOf(editor.meaning(), edit.layer))
        editor.remove(occurrence(kLayers, *found));
}

void writeProto(const ProtoLayout& layout, Conversion& conversion, Value& root)
{
    const auto& config = conversion.config;
    std::vector<std::string> losses;
    Value common = writeAlgorithms(layout, config.common, losses);
    if (*layout.common)
        root.add(layout.common, std::move(common));
    else
        for (auto& [key, value] : common.entries)
            root.add(key, std::move(value));
    for (const auto& loss : losses)
        conversion.lose("network", loss);
    if (config.quantizesOnlyListed || !config.onlyTypes.empty() || config.common.isQuantized == false)
        conversion.lose("network", "everything that isn't named is quantized");
    for (const auto& skip : config.skips)
        if (skip.selector.kind == Selector::Kind::Layer || skip.selector.kind == Selector::Kind::Type)
            root.add(skip.selector.kind == Selector::Kind::Layer ? kSkips : kSkipTypes,
                     Value::ofText(skip.selector.kind == Selector::Kind::Layer ? skip.selector.name
                                                                               : onnxType(skip.selector.name)));
        else
            conversion.lose("prefix " + skip.selector.name, "AMCT skips layers and types only");
    for (const auto& override : config.overrides)
        writeOverride(layout, conversion, override, root);
}

} // namespace ql::config
