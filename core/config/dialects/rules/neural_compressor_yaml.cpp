// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/said_words.h"

#include <algorithm>

/// Intel Neural Compressor's configuration of the 1.x API (neural-compressor 1.14,
/// neural_compressor/template/ptq.yaml): under `quantization` what holds for the model, for types and for operators by
/// name, where a key is an expression that a name matches as a whole (re.fullmatch in strategy.py); a list of dtypes
/// leaves the choice to tuning, which takes the first first.
namespace ql::config::neural_compressor_yaml {

namespace {

using edit::TreeEditor;
using text::Value;
using text::View;

const Message kName("Neural Compressor's configuration");
constexpr const char* kQuantization = "quantization";
constexpr const char* kByName = "op_wise";

bool recognises(const text::Document& document)
{
    const View root(document);
    const auto quantization = root.find(kQuantization);
    if (!quantization || !quantization->isMap())
        return false;
    const auto approach = quantization->find("approach");
    const bool isApproach = approach && approach->text().find("quant") != std::string::npos;
    const auto model = root.find("model");
    return isApproach || quantization->find(kByName) || quantization->find("model_wise")
           || quantization->find("optype_wise") || (model && model->isMap() && model->find("framework"));
}

/// The first of a list, which may be one text with commas in it; where the whole list stands.
Located<std::string> firstOf(const View& map, const char* key)
{
    const auto view = map.find(key);
    if (!view || view->isNull() || view->isMap())
        return {};
    const auto items = view->isSequence() ? view->items() : std::vector<View>{*view};
    const auto words = items.empty() ? std::vector<std::string>() : splitNames(items.front().text(), ',');
    return {words.empty() ? std::nullopt : std::optional(words.front()), view->position()};
}

void readTensor(Reading& reading, const View& map, TensorSettings& settings)
{
    if (const auto type = firstOf(map, "dtype"); type && !takeType(*type, type.position, settings))
        reading.error("parameter-range", type.position, Message("dtype is {}", *type),
                      "allowed are uint8, int8, fp32, bf16 …");
    settings.isSymmetric =
        firstOf(map, "scheme").as([](const std::string& scheme) { return plainWord(scheme).starts_with("sym"); });
    settings.granularity = firstOf(map, "granularity").as([](const std::string& granularity) {
        return granularityOf(plainWord(granularity) == "perchannel");
    });
    if (const auto algorithm = firstOf(map, "algorithm"))
        if (const auto kind = observerNamed(*algorithm))
            settings.observer = {Observer{*kind, *algorithm, {}}, algorithm.position};
    reading.warnUnknown(map, {"dtype", "scheme", "granularity", "algorithm", "bit"});
}

LayerSettings readLayer(Reading& reading, const View& layer)
{
    LayerSettings settings;
    if (const auto weight = reading.map(layer, "weight"))
        readTensor(reading, *weight, settings.weight);
    if (const auto activation = reading.map(layer, "activation"))
        readTensor(reading, *activation, settings.activation);
    const bool isFloat = settings.activation.floatType || settings.weight.floatType;
    if (isFloat)
        settings.isQuantized = {false, (settings.activation.floatType ? settings.activation.floatType.position
                                                                      : settings.weight.floatType.position)};
    return settings;
}

bool isPlainName(const std::string& name)
{
    return name.find_first_of("*+?[](){}|^$\\") == std::string::npos;
}

void readLayers(Reading& reading, const View& quantization, QuantConfig& config)
{
    const auto layers = reading.map(quantization, kByName);
    for (const auto& member : layers ? layers->members() : std::vector<View::Member>()) {
        reading.setLayer(member.key);
        auto settings = readLayer(reading, member.view());
        if (member.key == "default_qconfig")
            config.common = merged(config.common, settings);
        else if (isPlainName(member.key))
            config.addOverride(Selector::Kind::Layer, member.key, std::move(settings), member.view().position());
        else if (auto selector = expressionSelector(reading, member.key, NamePattern::Extent::Whole, {}))
            config.addOverride(std::move(*selector), std::move(settings), member.view().position());
    }
    reading.setLayer("");
    const auto types = reading.map(quantization, "optype_wise");
    for (const auto& member : types ? types->members() : std::vector<View::Member>())
        config.addOverride(Selector::Kind::Type, member.key, readLayer(reading, member.view()),
                           member.view().position());
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    const auto root = reading.root();
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.isSymmetric = true;
    reading.warnUnknown(root, {"version", "model", "device", kQuantization, "tuning", "evaluation",
                               "graph_optimization", "mixed_precision", "pruning"});
    const auto quantization = reading.map(root, kQuantization);
    if (!quantization)
        return config;
    if (const auto common = reading.map(*quantization, "model_wise"))
        config.common = merged(config.common, readLayer(reading, *common));
    readLayers(reading, *quantization, config);
    reading.warnUnknown(*quantization,
                        {"approach", "calibration", "recipes", "model_wise", kByName, "optype_wise", "train", "bits"});
    return config;
}

text::Path layerPath(const LayerEdit& edit)
{
    return below(pathTo({kQuantization, kByName}), edit.layer.c_str());
}

void setTypes(TreeEditor& editor, const LayerEdit& edit, const char* activation, const char* weight)
{
    for (const auto& [key, type] : {std::pair("activation", activation), std::pair("weight", weight)})
        editor.set(below(below(layerPath(edit), key), "dtype"), Value::ofTexts({type}));
}

void applyEdit(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), layerPath(edit)) ? editor.remove(layerPath(edit)) : void();
    if (!isPlainName(edit.layer))
        cannotSay(kName, Message("the name {}, which is an expression there", edit.layer));
    if (edit.action == LayerEdit::Action::Skip)
        return setTypes(editor, edit, "fp32", "fp32");
    requireWidthsOnly(kName, edit.settings, "anything but 8 bits or float of one layer");
    if (edit.settings.activation.bits.value_or(8) != 8 || edit.settings.weight.bits.value_or(8) != 8)
        cannotSay(kName,
                  Message("{} bits", edit.settings.activation.bits.value_or(edit.settings.weight.bits.value_or(8))),
                  "choose 8, or skip the layer");
    const auto type = [](const TensorSettings& common) { return common.isUnsigned.value_or(false) ? "uint8" : "int8"; };
    setTypes(editor, edit, type(config.common.activation), type(config.common.weight));
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"neural-compressor-yaml", Message("Intel Neural Compressor configuration (YAML)"), text::Syntax::Yaml,
             recognises, read, applyEdit, nullptr}};
}

} // namespace ql::config::neural_compressor_yaml
