// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/horizon_sections.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/edit/render.h"
#include "core/config/operator_types.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config::horizon_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("Horizon's quant_config.json");

bool recognises(const text::Document& document)
{
    const View root(document);
    return root.find("model_config") || root.find("op_config") || root.find("node_config")
           || root.find("subgraph_config");
}

const std::vector<std::string_view>& microscaling()
{
    static const std::vector<std::string_view> kNames{"mxint8",     "mxfp8_e4m3", "mxfp8_e5m2",
                                                      "mxfp6_e2m3", "mxfp6_e3m2", "mxfp4"};
    return kNames;
}

bool isMicroscaling(std::string_view type)
{
    return std::ranges::find(microscaling(), type) != microscaling().end();
}

/// "int16" → 16 bits; "float16" → no bits; "mxint8" → a number format. Others (mx…, dual-int16) are kept by name.
TensorSettings typeSettings(Reading& reading, const View& view)
{
    TensorSettings settings;
    const auto& type = view.text();
    if (type == "int4" || type == "int8" || type == "int16")
        settings.bits = {std::stoi(type.substr(3)), view.position()};
    else if (type == "float16" || type == "float32")
        settings.floatType = {type, view.position()};
    else if (type == "dual-int16" || type == "int16-ec")
        settings.bits = {16, view.position()};
    else if (isMicroscaling(type))
        settings.numberFormat = {type, view.position()};
    else if (!type.starts_with("mx"))
        reading.error("parameter-range", view.position(),
                      Message("type {}, allowed is int4, int8, int16, float16, float32 …", type));
    return settings;
}

/// A target's one type; int4 is the one that weights share.
void takeType(Reading& reading, const View& type, LayerSettings& settings)
{
    settings.activation = typeSettings(reading, type);
    if (settings.activation.bits == 4)
        settings.weight.bits = 4;
    settings.weight.numberFormat = settings.activation.numberFormat;
    settings.isQuantized = {!settings.activation.floatType, type.position()};
}

LayerSettings readTarget(Reading& reading, const View& target)
{
    LayerSettings settings;
    for (const auto& member : target.members()) {
        const auto& key = member.key;
        const bool isInput = key.starts_with("input") && key.size() == 6 && key[5] >= '0' && key[5] <= '9';
        if (key == "qtype") {
            takeType(reading, member.view(), settings);
        } else if (isInput) {
            const auto index = std::size_t(key[5] - '0');
            settings.inputs.resize(std::max(settings.inputs.size(), index + 1));
            settings.inputs[index] = typeSettings(reading, member.view());
        } else {
            reading.warn("unknown-key", member.view().position(), Message("{} means nothing here", key),
                         "is it misspelt?");
        }
    }
    return settings;
}

void readTargets(Reading& reading, const char* key, Selector::Kind kind, QuantConfig& config)
{
    const auto targets = reading.map(reading.root(), key);
    if (!targets)
        return;
    for (const auto& member : targets->members()) {
        reading.setLayer(member.key);
        if (member.view().isMap())
            config.addOverride(kind, member.key, readTarget(reading, member.view()), member.view().position());
        else
            reading.error("wrong-type", member.view().position(), Message("{} is no map", member.key));
    }
    reading.setLayer("");
}

/// {"name": {"inputs": [...], "outputs": [...], "qtype": "int16"}}
void readSubgraphs(Reading& reading, QuantConfig& config)
{
    const auto subgraphs = reading.map(reading.root(), "subgraph_config");
    if (!subgraphs)
        return;
    for (const auto& member : subgraphs->members()) {
        const auto view = member.view();
        const auto type = view.isMap() ? view.find("qtype") : std::nullopt;
        if (!type) {
            reading.error("missing-key", view.position(), Message("subgraph {} without qtype", member.key));
            continue;
        }
        reading.warnUnknown(view, {"inputs", "outputs", "qtype"});
        Subgraph subgraph{
            member.key, reading.texts(view, "inputs"), reading.texts(view, "outputs"), {}, view.position()};
        takeType(reading, *type, subgraph.settings);
        if (subgraph.inputs.empty() || subgraph.outputs.empty())
            reading.warn("missing-key", view.position(),
                         Message("subgraph {} without inputs or outputs means no layer", member.key));
        config.subgraphs.push_back(std::move(subgraph));
    }
}

/// A search space is a list: several entries mean that the tool chooses.
std::optional<View> onlyItem(const View& map, std::string_view key)
{
    const auto view = map.find(key);
    if (!view || !view->isSequence())
        return view;
    const auto items = view->items();
    return items.size() == 1 ? std::optional(items.front()) : std::nullopt;
}

void readActivation(Reading& reading, const View& map, QuantConfig& config)
{
    auto& activation = config.common.activation;
    activation.observer = Observer{ObserverKind::Automatic, {}, {}};
    if (const auto type = onlyItem(map, "calibration_type"); type && type->isScalar())
        activation.observer = {horizonObserver(reading, *type), type->position()};
    if (const auto percentile = onlyItem(map, "max_percentile"))
        if (const auto value = percentile->asNumber()) {
            if (*value < 0.5 || *value > 1.0)
                reading.error("parameter-range", percentile->position(), "max_percentile is outside [0.5, 1]");
            if (activation.observer->kind == ObserverKind::MinMax && *value < 1.0)
                activation.observer->kind = ObserverKind::Percentile;
            activation.observer->parameters.set("max_percentile", *value, percentile->position());
        }
    if (const auto isAsymmetric = onlyItem(map, "asymmetric"); isAsymmetric && isAsymmetric->asBool())
        activation.isSymmetric = {!*isAsymmetric->asBool(), isAsymmetric->position()};
    if (const auto isPerChannel = onlyItem(map, "per_channel"); isPerChannel && isPerChannel->asBool())
        config.common.weight.granularity = {granularityOf(*isPerChannel->asBool()), isPerChannel->position()};
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    const auto root = reading.root();
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.activation.isSymmetric = true; // unless `asymmetric` says otherwise
    reading.warnUnknown(root, {"model_config", "op_config", "subgraph_config", "node_config"});
    if (const auto model = reading.map(root, "model_config")) {
        if (const auto type = model->find("all_node_type"))
            config.common.activation = merged(config.common.activation, typeSettings(reading, *type));
        if (const auto output = model->find("model_output_type"))
            config.outputBits = typeSettings(reading, *output).bits;
        if (const auto activation = reading.map(*model, "activation"))
            readActivation(reading, *activation, config);
        if (const auto weight = reading.map(*model, "weight"))
            if (const auto correction = weight->find("bias_correction"))
                config.correctsBias = {true, correction->position()};
    }
    readTargets(reading, "op_config", Selector::Kind::Type, config);
    readTargets(reading, "node_config", Selector::Kind::Layer, config);
    readSubgraphs(reading, config);
    return config;
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto node = below(pathTo({"node_config"}), edit.layer.c_str());
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), node) ? editor.remove(node) : void();
    if (edit.action == LayerEdit::Action::Skip)
        return editor.set(below(node, "qtype"), Value::ofText("float32"));
    const auto& wanted = edit.settings;
    const auto bits = wanted.activation.bits;
    if (wanted.weight.bits
        && *wanted.weight.bits != (bits == 4 ? 4 : 8)) // int4 is for both, the others are of the activation
        cannotSay(kName, Message("weights of {} bits apart from the activation", *wanted.weight.bits));
    if (bits && *bits != 4 && *bits != 8 && *bits != 16)
        cannotSay(kName, Message("{} bits", *bits), "choose 4, 8 or 16");
    auto rest = edit.settings;
    const auto format = rest.activation.numberFormat ? rest.activation.numberFormat : rest.weight.numberFormat;
    rest.activation.numberFormat.reset();
    rest.weight.numberFormat.reset();
    requireWidthsOnly(kName, rest, "anything but the type of one node");
    const auto type = Value::ofText(format.value_or(fmt::format("int{}", bits.value_or(8))));
    editor.set(below(node, "qtype"), type);
    for (const auto& [key, value] : Value(*at(editor.meaning(), node)).entries)
        if (key.starts_with("input"))
            editor.set(below(node, key.c_str()), type);
}

std::string targetType(Conversion& conversion, const std::string& name, bool isQuantized,
                       const TensorSettings& settings)
{
    if (!isQuantized)
        return settings.floatType.value_or("float32");
    if (settings.numberFormat)
        return *settings.numberFormat;
    return integerType(conversion, name, settings.bits.value_or(8));
}

Value writeModel(Conversion& conversion)
{
    const auto& config = conversion.config;
    Value activation = writeHorizonCalibration(conversion);
    std::erase_if(activation.entries, [](const Value::Entry& entry) { return entry.first == "optimization"; });
    if (config.common.activation.isSymmetric)
        activation.add("asymmetric", Value::ofBool(!*config.common.activation.isSymmetric));
    const bool isQuantized =
        config.common.isQuantized.value_or(true) && !config.quantizesOnlyListed && config.onlyTypes.empty();
    Value model = Value::ofMap(
        {{"all_node_type", Value::ofText(targetType(conversion, "network", isQuantized, config.common.activation))},
         {"activation", activation}});
    if (config.outputBits)
        model.add("model_output_type", Value::ofText(fmt::format("int{}", *config.outputBits)));
    if (config.correctsBias.value_or(false))
        model.add("weight", Value::ofMap({{"bias_correction", Value::ofMap({{"num_sample", Value::ofInt(1)}})}}));
    return model;
}

std::string write(Conversion& conversion)
{
    const auto& config = conversion.config;
    loseNetworkSettings(conversion, false, false);
    Value types = Value::ofMap();
    Value nodes = Value::ofMap();
    const auto put = [&](const Selector& selector, bool isQuantized, const LayerSettings& settings) {
        const bool isType = selector.kind == Selector::Kind::Type;
        if (!isType && selector.kind != Selector::Kind::Layer)
            return conversion.lose(fmt::format("{} {}", toString(selector.kind), selector.name),
                                   "only layers and types");
        const auto activation = merged(config.common.activation, settings.activation);
        Value target =
            Value::ofMap({{"qtype", Value::ofText(targetType(conversion, selector.name, isQuantized, activation))}});
        for (std::size_t i = 0; isQuantized && i < settings.inputs.size(); ++i)
            if (settings.inputs[i].bits)
                target.add(fmt::format("input{}", i),
                           Value::ofText(integerType(conversion, selector.name, *settings.inputs[i].bits)));
        for (const auto& loss : unsaidWords(settings.activation, "activation"))
            conversion.lose(selector.name, loss);
        for (const auto& loss : unsaidWords(settings.weight, "weight"))
            conversion.lose(selector.name, loss);
        auto& list = isType ? types : nodes;
        const auto name = isType ? onnxType(selector.name) : selector.name;
        if (auto* old = list.find(name))
            *old = std::move(target);
        else
            list.add(name, std::move(target));
    };
    for (const auto& type : config.onlyTypes)
        put({Selector::Kind::Type, type}, true, {});
    for (const auto& override : config.overrides)
        put(override.selector, override.settings.isQuantized.value_or(true), override.settings);
    for (const auto& skip : config.skips)
        put(skip.selector, false, {});
    Value root = Value::ofMap({{"model_config", writeModel(conversion)}, {"op_config", types}, {"node_config", nodes}});
    return edit::renderDocument(root, text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"horizon-json", Message("Horizon quant_config.json"), text::Syntax::Json, recognises, read, applyEdit,
             write, microscaling()}};
}

} // namespace ql::config::horizon_json
