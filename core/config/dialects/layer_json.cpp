// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/layer_json.h"

#include "core/config/dialects/name_list.h"
#include "core/config/operator_types.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::config {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

constexpr int kDefaultBits = 8;

void readLayer(const LayerJson& layout, Reading& reading, const std::string& name, const View& layer,
               QuantConfig& config)
{
    LayerSettings settings;
    settings.isQuantized = reading.boolean(layer, layout.enable);
    if (!layer.find(layout.enable))
        reading.error("missing-key", layer.position(), Message("{} without {}", name, layout.enable));
    reading.warnUnknown(layer, {layout.enable, layout.activation, layout.weight});
    const auto activation = layer.find(layout.activation);
    if (activation && activation->isSequence())
        for (const auto& item : activation->items())
            settings.inputs.push_back(layout.readTensor(reading, item, false, config.batchCount));
    else if (activation && activation->isMap())
        settings.activation = layout.readTensor(reading, *activation, false, config.batchCount);
    else if (activation && !activation->isNull())
        reading.error("wrong-type", activation->position(), Message("{} is no list", layout.activation));
    if (settings.inputs.size() == 1) {
        settings.activation = settings.inputs.front();
        settings.inputs.clear();
    }
    if (const auto weight = reading.map(layer, layout.weight))
        settings.weight = layout.readTensor(reading, *weight, true, config.batchCount);
    config.addOverride(Selector::Kind::Layer, name, settings, layer.position());
}

/// Every entry of the list, or the one map.
void editTensors(const LayerJson& layout, TreeEditor& editor, const Path& path, const TensorSettings& wanted,
                 bool isWeight)
{
    const auto* params = at(editor.meaning(), path);
    if (wanted.isEmpty())
        return;
    if (!params && isWeight)
        cannotSay(layout.dialect, Message("weight settings of {}: it has no {}", path.front().key, layout.weight));
    if (!params)
        editor.append(path, Value::ofMap());
    forEachItem(editor, path, [&](const Path& item) { layout.editTensor(editor, item, wanted, isWeight); });
}

void addLayer(const LayerJson& layout, TreeEditor& editor, const LayerEdit& edit)
{
    std::vector<std::string> ignored;
    Value layer = Value::ofMap({{layout.enable, Value::ofBool(true)}});
    TensorSettings activation = edit.settings.activation;
    activation.bits = activation.bits.value_or(kDefaultBits);
    layer.add(layout.activation, Value::ofSequence({layout.writeTensor(activation, false, ignored)}));
    if (!edit.settings.weight.isEmpty())
        layer.add(layout.weight, layout.writeTensor(edit.settings.weight, true, ignored));
    editor.set(pathTo({edit.layer.c_str()}), layer);
}

/// Back to 8 bits where another width is written.
void resetBits(const LayerJson& layout, TreeEditor& editor, const Path& path, bool isWeight)
{
    TensorSettings usual;
    usual.bits = kDefaultBits;
    if (at(editor.meaning(), path))
        editTensors(layout, editor, path, usual, isWeight);
}

} // namespace

bool hasLayers(const LayerJson& layout, const View& root)
{
    const auto members = root.members();
    return std::any_of(members.begin(), members.end(),
                       [&layout](const auto& member) { return member.view().find(layout.enable).has_value(); });
}

void readLayers(const LayerJson& layout, Reading& reading, std::initializer_list<std::string_view> network,
                QuantConfig& config)
{
    config.quantizesOnlyListed = true;
    for (const auto& member : reading.root().members()) {
        if (std::find(network.begin(), network.end(), member.key) != network.end())
            continue;
        reading.setLayer(member.key);
        if (member.view().isMap())
            readLayer(layout, reading, member.key, member.view(), config);
        else
            reading.warn("unknown-key", member.view().position(),
                         Message("{} is neither a layer nor a setting of the network", member.key));
    }
    reading.setLayer("");
}

void editLayer(const LayerJson& layout, TreeEditor& editor, const LayerEdit& edit)
{
    using Action = LayerEdit::Action;
    const auto layer = pathTo({edit.layer.c_str()});
    const auto* found = at(editor.meaning(), layer);
    const bool isSet = edit.action == Action::Set;
    if (found && found->kind != Value::Kind::Map)
        cannotSay(layout.dialect, Message("anything about {}: it is a setting of the network", edit.layer));
    if (!found)
        return isSet ? addLayer(layout, editor, edit) : void(); // who isn't listed is in float already
    editor.set(below(layer, layout.enable), Value::ofBool(edit.action != Action::Skip));
    if (edit.action == Action::Restore) {
        resetBits(layout, editor, below(layer, layout.activation), false);
        resetBits(layout, editor, below(layer, layout.weight), true);
    }
    if (!isSet)
        return;
    editTensors(layout, editor, below(layer, layout.weight), edit.settings.weight, true);
    editTensors(layout, editor, below(layer, layout.activation), edit.settings.activation, false);
}

void writeLayers(const LayerJson& layout, Conversion& conversion, Value& root)
{
    if (conversion.layers.empty() && !conversion.config.quantizesOnlyListed)
        conversion.lose("network", "layers that the config doesn't name stay in float: name the network with --model");
    for (auto layer : flattened(conversion)) {
        std::vector<std::string> losses;
        if (graph::traitsNamed(onnxType(layer.opType)).lacksChannels)
            layer.resolved.weight.granularity = Granularity::PerTensor;
        Value value = Value::ofMap({{layout.enable, Value::ofBool(layer.resolved.isQuantized)}});
        Value inputs = Value::ofSequence();
        for (int i = 0; i < std::max(layer.dataInputs, 1); ++i)
            inputs.add({}, layout.writeTensor(layer.resolved.input(std::size_t(i)), false, losses));
        value.add(layout.activation, std::move(inputs));
        if (layer.hasWeight)
            value.add(layout.weight, layout.writeTensor(layer.resolved.weight, true, losses));
        if (!layer.resolved.output.isEmpty())
            losses.push_back("what is said about its output");
        losses.erase(std::unique(losses.begin(), losses.end()), losses.end());
        for (const auto& loss : losses)
            conversion.lose("layer " + layer.name, loss);
        root.add(layer.name, std::move(value));
    }
}

} // namespace ql::config
