// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_params.h"
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flat_params.h"
#include "core/config/dialects/layer_json.h"
#include "core/config/dialects/name_list.h"
#include "core/config/edit/render.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config::amct_qat_json {

namespace {

using text::Value;
using text::View;

struct Algorithms {
    std::string_view name;
    QuantizerKind quantizer;
    ObserverKind observer;
    bool isWeight;
};
constexpr Algorithms kAlgorithms[]{{"luq_quantize", QuantizerKind::Luq, ObserverKind::LuqMse, false},
                                   {"ulq_quantize", QuantizerKind::Ulq, ObserverKind::Ifmr, false},
                                   {"arq_retrain", QuantizerKind::Arq, ObserverKind::Arq, true},
                                   {"lnq_retrain", QuantizerKind::Lnq, ObserverKind::Snq, true},
                                   {"fixed_quant_param_retrain", QuantizerKind::Fixed, ObserverKind::Fixed, false}};

const Algorithms* algorithmNamed(std::string_view name)
{
    for (const auto& row : kAlgorithms)
        if (row.name == name)
            return &row;
    return nullptr;
}

constexpr ParameterName kNames[]{{"clip_max", "clip_max"},           {"clip_min", "clip_min"},
                                 {"fixed_min", "fixed_min"},         {"cluster_freq", "cluster_freq"},
                                 {"max_iteration", "max_iteration"}, {"min_distance", "min_distance"}};

TensorSettings readTensor(Reading& reading, const View& params, bool isWeight, Located<int>&)
{
    TensorSettings settings;
    settings.bits = readBits(reading, params, "num_bits", isWeight);
    settings.granularity = reading.boolean(params, "channel_wise").as(granularityOf);
    const auto said = reading.text(params, "algo");
    const auto name = said.value_or(isWeight ? "arq_retrain" : "luq_quantize");
    const auto* algorithm = algorithmNamed(name);
    if (!algorithm) {
        reading.error("parameter-range", said.position,
                      Message("algo is {}, allowed is luq_quantize, ulq_quantize, arq_retrain or lnq_retrain", name));
        return settings;
    }
    settings.observer = Observer{algorithm->observer, {}, {}};
    settings.quantizer = {Quantizer{algorithm->quantizer, name, {}}, said.position};
    if (algorithm->observer == ObserverKind::Snq && !settings.bits)
        settings.bits = 4;
    if (!isWeight)
        settings.isSymmetric = algorithm->observer == ObserverKind::LuqMse;
    if (algorithm->quantizer == QuantizerKind::Fixed) {
        settings.fixed = readFixed(reading, params, isWeight);
        requireFixed(reading, params, settings, isWeight);
        settings.bits = settings.bits ? settings.bits : Located<int>(kFixedBits);
    }
    if (algorithm->quantizer == QuantizerKind::Lnq)
        settings.granularity = wholeTensor(reading, settings.granularity);
    readParameters(reading, params, kNames, parametersOf(algorithm->quantizer, isWeight), *settings.quantizer);
    reading.warnUnknown(params, {"algo", "num_bits", "channel_wise", "clip_max", "clip_min", "fixed_min",
                                 "cluster_freq", "max_iteration", "min_distance", "scale", "zero_point"});
    return settings;
}

/// What only the non-uniform algorithm takes goes with it.
void becomeArq(edit::TreeEditor& editor, const text::Path& path)
{
    editor.set(below(path, "algo"), Value::ofText("arq_retrain"));
    for (const char* key : {"clip_max", "cluster_freq", "max_iteration", "min_distance", "symmetric"})
        if (at(editor.meaning(), below(path, key)))
            editor.remove(below(path, key));
}

void editTensor(edit::TreeEditor& editor, const text::Path& path, const TensorSettings& wanted, bool isWeight)
{
    static const Message kName("the QAT JSON");
    if (wanted.fixed)
        cannotSay(kName, "a fixed scale");
    if (wanted.observer || wanted.isSymmetric)
        cannotSay(kName, wanted.observer ? Message("an observer") : Message("whether a tensor is symmetric"));
    if (wanted.bits)
        editor.set(below(path, "num_bits"), Value::ofInt(*wanted.bits));
    // The non-uniform algorithm knows 4 bits only.
    const auto* algorithm = at(editor.meaning(), below(path, "algo"));
    if (isWeight && wanted.bits == 8 && algorithm && algorithm->text == "lnq_retrain")
        becomeArq(editor, path);
    if (wanted.granularity && isWeight)
        editor.set(below(path, "channel_wise"), Value::ofBool(*wanted.granularity == Granularity::PerChannel));
}

Value writeTensor(const TensorSettings& settings, bool isWeight, std::vector<std::string>& losses)
{
    const auto fallback = isWeight ? QuantizerKind::Arq : QuantizerKind::Luq;
    const auto kind = settings.quantizer ? settings.quantizer->kind : fallback;
    const Algorithms* algorithm = nullptr;
    for (const auto& row : kAlgorithms)
        if (row.isWeight == isWeight && row.quantizer == kind)
            algorithm = &row;
    if (!algorithm) {
        losses.push_back(fmt::format("quantizer {} becomes {}", toString(kind), toString(fallback)));
        algorithm = algorithmNamed(isWeight ? "arq_retrain" : "luq_quantize");
    }
    Value params =
        Value::ofMap({{"algo", Value::ofText(algorithm->name)}, {"num_bits", Value::ofInt(settings.bits.value_or(8))}});
    if (settings.fixed && algorithm->quantizer == QuantizerKind::Fixed) {
        const auto& scales = settings.fixed->scales;
        const auto& offsets = settings.fixed->offsets;
        params.add("scale", Value::ofDouble(scales.empty() ? 1.0 : scales.front()));
        params.add("zero_point", Value::ofInt(offsets.empty() ? 0 : offsets.front()));
    } else if (settings.fixed) {
        losses.push_back("a fixed scale");
    }
    const Parameters given = settings.quantizer ? settings.quantizer->parameters : Parameters();
    for (const char* name : {"clip_max", "clip_min", "min_distance"})
        if (given.find(name))
            params.add(name, Value::ofDouble(given.numberOr(name, 0)));
    for (const char* name : {"cluster_freq", "max_iteration"})
        if (given.find(name))
            params.add(name, Value::ofInt(std::int64_t(given.numberOr(name, 0))));
    if (isWeight)
        params.add("channel_wise", Value::ofBool(settings.granularity != Granularity::PerTensor));
    return params;
}

const LayerJson kLayout{Message("the QAT JSON"),
                        "retrain_enable",
                        "retrain_data_config",
                        "retrain_weight_config",
                        readTensor,
                        editTensor,
                        writeTensor};

bool recognises(const text::Document& document)
{
    return hasLayers(kLayout, View(document));
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    const auto root = reading.root();
    QuantConfig config;
    config.isForTraining = true;
    config.common = amctDefaults();
    config.common.activation.observer = Observer{ObserverKind::LuqMse, {}, {}};
    config.common.activation.quantizer = Quantizer{QuantizerKind::Luq, {}, {}};
    config.common.activation.isSymmetric = true;
    config.batchCount = readBatchCount(reading, root);
    readLayers(kLayout, reading, {"version", "batch_num", "om_config"}, config);
    return config;
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, true);
    Value root = Value::ofMap(
        {{"version", Value::ofInt(1)}, {"batch_num", Value::ofInt(conversion.config.batchCount.value_or(1))}});
    writeLayers(kLayout, conversion, root);
    return edit::renderDocument(root, text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"amct-qat-json", Message("AMCT configuration of training (JSON)"), text::Syntax::Json, recognises, read,
             editLayerOf<kLayout>, write}};
}

} // namespace ql::config::amct_qat_json
