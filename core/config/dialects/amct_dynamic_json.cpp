// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_params.h"
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flat_params.h"
#include "core/config/dialects/layer_json.h"
#include "core/config/dialects/name_list.h"
#include "core/config/edit/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace ql::config::amct_dynamic_json {

namespace {

using text::Value;
using text::View;

constexpr ParameterName kNames[]{{"max_percentile", "max_percentile"},
                                 {"min_percentile", "min_percentile"},
                                 {"search_step", "search_step"},
                                 {"num_of_bins", "num_of_bins"}};
constexpr ParameterName kQuantizerNames[]{{"fixed_min", "fixed_min"}};

TensorSettings readActivation(Reading& reading, const View& params)
{
    TensorSettings settings;
    settings.bits = readBits(reading, params, "num_bits", false);
    const auto algorithm = reading.text(params, "act_algo");
    const bool isHfmg = algorithm == "hfmg";
    if (algorithm && !isHfmg && algorithm != "ifmr")
        reading.error("parameter-range", algorithm.position,
                      Message("act_algo is {}, allowed is ifmr or hfmg", *algorithm));
    Observer observer{isHfmg ? ObserverKind::Hfmg : ObserverKind::Ifmr, {}, {}};
    readParameters(reading, params, kNames, parametersOf(observer.kind), observer);
    if (const auto range = params.find("search_range")) {
        const auto bounds = range->items();
        const bool isPair = bounds.size() == 2 && bounds[0].asNumber() && bounds[1].asNumber();
        if (!isPair || *bounds[0].asNumber() > *bounds[1].asNumber())
            reading.error("parameter-range", range->position(), "search_range is not two rising numbers");
        if (isPair) {
            observer.parameters.set("search_start", *bounds[0].asNumber(), range->position());
            observer.parameters.set("search_end", *bounds[1].asNumber(), range->position());
        }
    }
    settings.isSymmetric = reading.boolean(params, "asymmetric").as(std::logical_not());
    if (const auto hasOffset = reading.boolean(params, "with_offset"); hasOffset && !settings.isSymmetric)
        settings.isSymmetric = hasOffset.as(std::logical_not());
    Quantizer quantizer{QuantizerKind::Ulq, {}, {}};
    readParameters(reading, params, kQuantizerNames, parametersOf(quantizer.kind, false), quantizer);
    settings.quantizer = std::move(quantizer);
    reading.warnUnknown(params,
                        {"num_bits", "act_algo", "max_percentile", "min_percentile", "search_step", "search_range",
                         "num_of_bins", "asymmetric", "with_offset", "fixed_min", "object_layer"});
    settings.observer = {std::move(observer), algorithm.position};
    return settings;
}

TensorSettings readTensor(Reading& reading, const View& params, bool isWeight, Located<int>&)
{
    if (!isWeight)
        return readActivation(reading, params);
    TensorSettings settings;
    settings.bits = readBits(reading, params, "num_bits", true);
    settings.granularity = reading.boolean(params, "channel_wise").as(granularityOf);
    const auto algorithm = reading.text(params, "wts_algo");
    const bool isSnq = algorithm == "snq_quantize";
    if (algorithm && !isSnq && algorithm != "arq_quantize")
        reading.error("parameter-range", algorithm.position,
                      Message("wts_algo is {}, allowed is arq_quantize or snq_quantize", *algorithm));
    settings.observer = {Observer{isSnq ? ObserverKind::Snq : ObserverKind::Arq, {}, {}}, algorithm.position};
    if (isSnq && !settings.bits)
        settings.bits = 4;
    return settings;
}

void editTensor(edit::TreeEditor& editor, const text::Path& path, const TensorSettings& wanted, bool isWeight)
{
    static const Message kName("the dynamic-graph JSON");
    if (wanted.fixed)
        cannotSay(kName, "a fixed scale");
    if (wanted.bits)
        editor.set(below(path, "num_bits"), Value::ofInt(*wanted.bits));
    if (wanted.granularity && isWeight)
        editor.set(below(path, "channel_wise"), Value::ofBool(*wanted.granularity == Granularity::PerChannel));
    if (wanted.isSymmetric && !isWeight)
        editor.set(below(path, "asymmetric"), Value::ofBool(!*wanted.isSymmetric));
    if (!wanted.observer)
        return;
    const auto kind = wanted.observer->kind;
    if (isWeight || (kind != ObserverKind::Ifmr && kind != ObserverKind::Hfmg))
        cannotSay(kName, Message("observer {}", toString(kind)));
    editor.set(below(path, "act_algo"), Value::ofText(toString(kind)));
}

Value writeTensor(const TensorSettings& settings, bool isWeight, std::vector<std::string>& losses)
{
    Value params = Value::ofMap({{"num_bits", Value::ofInt(settings.bits.value_or(8))}});
    const auto kind = settings.observer ? settings.observer->kind : ObserverKind::Ifmr;
    if (settings.fixed)
        losses.push_back("a fixed scale");
    if (isWeight) {
        params.add("wts_algo", Value::ofText(kind == ObserverKind::Snq ? "snq_quantize" : "arq_quantize"));
        params.add("channel_wise", Value::ofBool(settings.granularity != Granularity::PerTensor));
        return params;
    }
    if (kind != ObserverKind::Ifmr && kind != ObserverKind::Hfmg)
        losses.push_back(fmt::format("observer {} becomes ifmr", toString(kind)));
    params.add("act_algo", Value::ofText(kind == ObserverKind::Hfmg ? "hfmg" : "ifmr"));
    if (settings.isSymmetric)
        params.add("asymmetric", Value::ofBool(!*settings.isSymmetric));
    const Parameters given = settings.observer ? settings.observer->parameters : Parameters();
    for (const char* name : {"max_percentile", "min_percentile"})
        if (given.find(name))
            params.add(name, Value::ofDouble(given.numberOr(name, 0)));
    if (given.find("search_start") || given.find("search_end"))
        params.add("search_range", Value::ofSequence({Value::ofDouble(given.numberOr("search_start", 0.7)),
                                                      Value::ofDouble(given.numberOr("search_end", 1.3))}));
    if (given.find("search_step"))
        params.add("search_step", Value::ofDouble(given.numberOr("search_step", 0.01)));
    return params;
}

const LayerJson kLayout{Message("the dynamic-graph JSON"),
                        "quant_enable",
                        "activation_quant_params",
                        "weight_quant_params",
                        readTensor,
                        editTensor,
                        writeTensor};

bool recognises(const text::Document& document)
{
    const View root(document);
    const bool hasVersion = root.find("version").has_value();
    return hasVersion && (hasLayers(kLayout, root) || root.find("activation_offset") || root.find("do_fusion"));
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    const auto root = reading.root();
    QuantConfig config;
    config.common = amctDefaults();
    config.batchCount = readBatchCount(reading, root);
    if (const auto hasOffset = reading.boolean(root, "activation_offset"))
        config.common.activation.isSymmetric = hasOffset.as(std::logical_not());
    config.fusesBatchNorm = reading.boolean(root, "do_fusion");
    config.skipFusion = reading.texts(root, "skip_fusion_layers");
    config.updatesBatchNorm = reading.boolean(root, "update_bn");
    readLayers(kLayout, reading,
               {"version", "batch_num", "activation_offset", "do_fusion", "skip_fusion_layers", "update_bn",
                "bn_update_config", "om_config"},
               config);
    return config;
}

std::string write(Conversion& conversion)
{
    const auto& config = conversion.config;
    loseNetworkSettings(conversion, true, true);
    Value root = Value::ofMap({{"version", Value::ofInt(1)},
                               {"batch_num", Value::ofInt(config.batchCount.value_or(1))},
                               {"activation_offset", Value::ofBool(config.common.activation.isSymmetric != true)},
                               {"do_fusion", Value::ofBool(config.fusesBatchNorm.value_or(true))},
                               {"skip_fusion_layers", Value::ofTexts(config.skipFusion)}});
    writeLayers(kLayout, conversion, root);
    return edit::renderDocument(root, text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"amct-dynamic-json", Message("AMCT configuration of a dynamic graph (JSON)"), text::Syntax::Json,
             recognises, read, editLayerOf<kLayout>, write}};
}

} // namespace ql::config::amct_dynamic_json
