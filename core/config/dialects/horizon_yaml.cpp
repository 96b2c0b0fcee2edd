// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/horizon_sections.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/edit/render.h"

#include <fmt/format.h>

namespace ql::config::horizon_yaml {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("Horizon's YAML");
const Path kNodeInfo = pathTo({"model_parameters", "node_info"});
const Path kRunOnCpu = pathTo({"calibration_parameters", "run_on_cpu"});
const Path kRunOnBpu = pathTo({"calibration_parameters", "run_on_bpu"});

bool recognises(const text::Document& document)
{
    const View root(document);
    return root.find("calibration_parameters")
           || (root.find("model_parameters") && (root.find("input_parameters") || root.find("compiler_parameters")));
}

/// "int16" → 16.
Located<int> readType(Reading& reading, const View& view, const std::string& key)
{
    const auto& word = view.text();
    if (word == "int8" || word == "int16")
        return {word == "int8" ? 8 : 16, view.position()};
    reading.error("parameter-range", view.position(), Message("{} is {}, allowed is int8 or int16", key, word));
    return {};
}

void readNode(Reading& reading, const std::string& name, const View& node, QuantConfig& config)
{
    LayerSettings settings;
    for (const auto& member : node.members()) {
        const auto& key = member.key;
        const auto& view = member.view();
        if (key == "ON") {
            settings.isQuantized = {view.text() == "BPU", view.position()};
            if (view.text() != "BPU" && view.text() != "CPU")
                reading.error("parameter-range", view.position(),
                              Message("ON is {}, allowed is BPU or CPU", view.text()));
        } else if (key == "OutputType") {
            settings.output.bits = readType(reading, view, key);
        } else if (key == "InputType") {
            settings.activation.bits = readType(reading, view, key);
        } else if (key.starts_with("InputType") && key.size() == 10 && key[9] >= '0' && key[9] <= '9') {
            settings.inputs.resize(std::max(settings.inputs.size(), std::size_t(key[9] - '0') + 1));
            settings.inputs[std::size_t(key[9] - '0')].bits = readType(reading, view, key);
        } else {
            reading.warn("unknown-key", view.position(), Message("{} means nothing here", key), "is it misspelt?");
        }
    }
    config.addOverride(Selector::Kind::Layer, name, settings, node.position());
}

/// {node: {'ON': 'BPU', 'InputType': 'int16'}}, or "node:int16;node2:int16".
void readNodeInfo(Reading& reading, const View& info, QuantConfig& config)
{
    for (const auto& member : info.members()) {
        reading.setLayer(member.key);
        if (member.view().isMap())
            readNode(reading, member.key, member.view(), config);
        else
            reading.error("wrong-type", member.view().position(), "node_info of a node is a map");
    }
    for (const auto& piece : info.isScalar() ? splitNames(info.text()) : std::vector<std::string>()) {
        const auto colon = piece.rfind(':');
        const auto name = piece.substr(0, colon);
        reading.setLayer(name);
        const auto type = colon == std::string::npos ? std::string() : piece.substr(colon + 1);
        LayerSettings settings;
        if (type == "int16" || type == "int8")
            settings.activation.bits = {type == "int16" ? 16 : 8, info.position()};
        else
            reading.error("parameter-range", info.position(),
                          Message("node_info says '{}', expected node:int16", piece));
        config.addOverride(Selector::Kind::Layer, name, settings, info.position());
    }
    reading.setLayer("");
}

void readPlacement(Reading& reading, const View& calibration, QuantConfig& config)
{
    const auto names = [&](const char* key) {
        const auto view = calibration.find(key);
        std::vector<std::string> all;
        for (const auto& text : view && !view->isNull() ? reading.texts(calibration, key) : std::vector<std::string>())
            for (const auto& name : splitNames(text))
                all.push_back(name);
        return all;
    };
    for (const auto& name : names("run_on_cpu"))
        config.addSkip(Selector::Kind::Layer, name, calibration.find("run_on_cpu")->position());
    for (const auto& name : names("run_on_bpu")) {
        const auto place = calibration.find("run_on_bpu")->position();
        LayerSettings settings;
        settings.isQuantized = {true, place};
        config.addOverride(Selector::Kind::Layer, name, settings, place, place);
    }
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.isSymmetric = true;
    if (const auto calibration = reading.map(reading.root(), "calibration_parameters")) {
        readHorizonCalibration(reading, *calibration, config);
        readPlacement(reading, *calibration, config);
    }
    if (const auto inputs = reading.map(reading.root(), "input_parameters"))
        readHorizonInputs(reading, *inputs, config);
    if (const auto model = reading.map(reading.root(), "model_parameters"))
        if (const auto info = model->find("node_info"))
            readNodeInfo(reading, *info, config);
    return config;
}

void requireSayable(const LayerSettings& settings)
{
    const auto& activation = settings.activation;
    if (activation.bits && *activation.bits != 8 && *activation.bits != 16)
        cannotSay(kName, Message("{} bits", *activation.bits), "choose 8 or 16");
    if (settings.weight.bits.value_or(8) != 8)
        cannotSay(kName, Message("weights of {} bits", *settings.weight.bits), "they are 8 bits wide");
    requireWidthsOnly(kName, settings, "anything but the width of one layer");
}

void set(TreeEditor& editor, const LayerEdit& edit)
{
    requireSayable(edit.settings);
    removePiece(editor, kRunOnCpu, edit.layer);
    const auto bits = edit.settings.activation.bits;
    const auto* info = at(editor.meaning(), kNodeInfo);
    if (info && info->kind == Value::Kind::Text) {
        removePiece(editor, kNodeInfo, edit.layer);
        if (bits == 16)
            addPiece(editor, kNodeInfo, edit.layer + ":int16");
        return;
    }
    const auto node = below(kNodeInfo, edit.layer.c_str());
    const auto type = Value::ofText(bits == 16 ? "int16" : "int8");
    if (!at(editor.meaning(), node))
        return editor.set(node, Value::ofMap({{"ON", Value::ofText("BPU")}, {"InputType", type}}));
    if (const auto* place = at(editor.meaning(), below(node, "ON")); place && place->text == "CPU")
        editor.set(below(node, "ON"), Value::ofText("BPU"));
    if (!bits)
        return;
    editor.set(below(node, "InputType"), type);
    for (const auto& [key, value] : Value(*at(editor.meaning(), node)).entries)
        if (key.starts_with("InputType") && key != "InputType")
            editor.set(below(node, key.c_str()), type);
}

void skip(TreeEditor& editor, const std::string& layer)
{
    const auto* list = at(editor.meaning(), kRunOnCpu);
    const auto* info = at(editor.meaning(), kNodeInfo);
    const bool usesList = (list && list->kind != Value::Kind::Null) || (info && info->kind == Value::Kind::Text);
    removePiece(editor, kRunOnBpu, layer);
    if (usesList)
        addPiece(editor, kRunOnCpu, layer);
    else
        editor.set(below(below(kNodeInfo, layer.c_str()), "ON"), Value::ofText("CPU"));
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    if (edit.action == LayerEdit::Action::Set)
        return set(editor, edit);
    if (edit.action == LayerEdit::Action::Skip)
        return skip(editor, edit.layer);
    removePiece(editor, kRunOnCpu, edit.layer);
    removePiece(editor, kRunOnBpu, edit.layer);
    if (!removePiece(editor, kNodeInfo, edit.layer) && at(editor.meaning(), below(kNodeInfo, edit.layer.c_str())))
        editor.remove(below(kNodeInfo, edit.layer.c_str()));
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, false);
    Value nodes = Value::ofMap();
    for (const auto& layer : exceptions(conversion)) {
        const auto& resolved = layer.resolved;
        Value node = Value::ofMap({{"ON", Value::ofText(resolved.isQuantized ? "BPU" : "CPU")}});
        const auto type = [&](const TensorSettings& settings) {
            const auto word = integerType(conversion, layer.name, settings.bits.value_or(8));
            if (word == "int4")
                conversion.lose("layer " + layer.name, "4 bits become 8");
            return Value::ofText(word == "int16" ? "int16" : "int8");
        };
        if (resolved.isQuantized && resolved.activation.bits)
            node.add("InputType", type(resolved.activation));
        for (std::size_t i = 0; resolved.isQuantized && i < resolved.inputs.size(); ++i)
            if (resolved.inputs[i].bits)
                node.add(fmt::format("InputType{}", i), type(resolved.inputs[i]));
        if (resolved.output.bits)
            node.add("OutputType", type(resolved.output));
        if (resolved.weight.bits.value_or(8) != 8)
            conversion.lose("layer " + layer.name, fmt::format("weights of {} bits", *resolved.weight.bits));
        nodes.add(layer.name, std::move(node));
    }
    Value root = Value::ofMap({{"model_parameters", Value::ofMap({{"node_info", nodes}})},
                               {"calibration_parameters", writeHorizonCalibration(conversion)}});
    return edit::renderDocument(root, text::Syntax::Yaml);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"horizon-yaml", Message("Horizon PTQ configuration (YAML)"), text::Syntax::Yaml, recognises, read,
             applyEdit, write}};
}

} // namespace ql::config::horizon_yaml
