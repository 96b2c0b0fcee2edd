// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_params.h"
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/proto_layout.h"
#include "core/config/edit/render.h"

#include <algorithm>
#include <functional>

namespace ql::config::amct_proto {

namespace {

using text::Value;
using text::View;

constexpr ProtoAlgorithm kCalibration[]{
    {"ifmr_quantize", false, ObserverKind::Ifmr, QuantizerKind::Ulq},
    {"hfmg_quantize", false, ObserverKind::Hfmg, QuantizerKind::Linear},
    {"arq_quantize", true, ObserverKind::Arq, QuantizerKind::Arq},
    {"snq_quantize", true, ObserverKind::Snq, QuantizerKind::Lnq},
    {"ada_quantize", true, ObserverKind::Arq, QuantizerKind::Linear},
};
constexpr ProtoAlgorithm kTraining[]{
    {"luq_retrain", false, ObserverKind::LuqMse, QuantizerKind::Luq},
    {"ulq_retrain", false, ObserverKind::Ifmr, QuantizerKind::Ulq},
    {"ulq_quantize", false, ObserverKind::Ifmr, QuantizerKind::Ulq},
    {"fixed_quant_param_retrain", false, ObserverKind::Fixed, QuantizerKind::Fixed},
    {"arq_retrain", true, ObserverKind::Arq, QuantizerKind::Arq},
    {"lnq_retrain", true, ObserverKind::Snq, QuantizerKind::Lnq},
};
const ProtoLayout kCalibrationLayout{Message("quant.cfg"), "common_config", "calibration_config", "", "", kCalibration};
const ProtoLayout kTrainingLayout{Message("the retrain quant.cfg"), "",       "", "retrain_data_quant_config",
                                  "retrain_weight_quant_config",    kTraining};

bool hasAny(const View& root, std::initializer_list<std::string_view> fields)
{
    return std::any_of(fields.begin(), fields.end(), [&root](auto field) { return root.find(field).has_value(); });
}

bool isTraining(const text::Document& document)
{
    const View root(document);
    if (hasAny(root, {"retrain_data_quant_config", "retrain_weight_quant_config"}))
        return true;
    for (const char* list : {"override_layer_configs", "override_layer_types"})
        for (const auto& item : root.all(list))
            if (hasAny(item, {"retrain_data_quant_config", "retrain_weight_quant_config"}))
                return true;
    return false;
}

bool isCalibration(const text::Document& document)
{
    return !isTraining(document)
           && hasAny(View(document), {"common_config", "override_layer_configs", "override_layer_types", "skip_layers",
                                      "skip_layer_types", "batch_num", "activation_offset", "do_fusion"});
}

QuantConfig readCalibration(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    const auto root = reading.root();
    QuantConfig config;
    config.common = amctDefaults();
    if (const auto hasOffset = reading.boolean(root, "activation_offset"))
        config.common.activation.isSymmetric = hasOffset.as(std::logical_not());
    config.fusesBatchNorm = reading.boolean(root, "do_fusion");
    config.skipFusion = reading.texts(root, "skip_fusion_layers");
    config.updatesBatchNorm = reading.boolean(root, "update_bn");
    reading.warnUnknown(root, {"batch_num", "activation_offset", "skip_layers", "skip_layer_types", "common_config",
                               "override_layer_types", "override_layer_configs", "do_fusion", "skip_fusion_layers",
                               "update_bn", "bn_update_config", "om_config", "fakequant_precision_mode"});
    readProto(kCalibrationLayout, reading, config);
    return config;
}

QuantConfig readTraining(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.isForTraining = true;
    config.common = amctDefaults();
    config.common.activation.observer = Observer{ObserverKind::LuqMse, {}, {}};
    config.common.activation.quantizer = Quantizer{QuantizerKind::Luq, {}, {}};
    config.common.activation.isSymmetric = true;
    reading.warnUnknown(reading.root(),
                        {"batch_num", "retrain_data_quant_config", "retrain_weight_quant_config", "skip_layers",
                         "skip_layer_types", "override_layer_types", "override_layer_configs", "om_config"});
    readProto(kTrainingLayout, reading, config);
    for (const char* side : {kTrainingLayout.activation, kTrainingLayout.weight})
        if (!reading.root().find(side))
            reading.error("missing-key", {1, 1}, Message("{} is missing: it is a required field", side));
    return config;
}

std::string writeCalibration(Conversion& conversion)
{
    const auto& config = conversion.config;
    loseNetworkSettings(conversion, true, true);
    Value root = Value::ofMap({{"batch_num", Value::ofInt(config.batchCount.value_or(1))},
                               {"activation_offset", Value::ofBool(config.common.activation.isSymmetric != true)},
                               {"do_fusion", Value::ofBool(config.fusesBatchNorm.value_or(true))}});
    for (const auto& layer : config.skipFusion)
        root.add("skip_fusion_layers", Value::ofText(layer));
    writeProto(kCalibrationLayout, conversion, root);
    return edit::renderDocument(root, text::Syntax::Proto);
}

std::string writeTraining(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, true);
    Value root = Value::ofMap({{"batch_num", Value::ofInt(conversion.config.batchCount.value_or(1))}});
    writeProto(kTrainingLayout, conversion, root);
    const std::pair<const char*, const char*> required[]{{kTrainingLayout.activation, "luq_retrain"},
                                                         {kTrainingLayout.weight, "arq_retrain"}};
    for (const auto& [side, algorithm] : required)
        if (!root.find(side))
            root.add(side, Value::ofMap({{algorithm, Value::ofMap()}}));
    return edit::renderDocument(root, text::Syntax::Proto);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"amct-proto", Message("AMCT quant.cfg (text-proto)"), text::Syntax::Proto, isCalibration, readCalibration,
             editProtoOf<kCalibrationLayout>, writeCalibration},
            {"amct-retrain-proto", Message("AMCT quant.cfg of training (text-proto)"), text::Syntax::Proto, isTraining,
             readTraining, editProtoOf<kTrainingLayout>, writeTraining}};
}

} // namespace ql::config::amct_proto
