// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/horizon_sections.h"

#include "core/config/dialects/name_list.h"

#include <fmt/format.h>

namespace ql::config {

namespace {

using text::Value;

struct Method {
    std::string_view word;
    ObserverKind kind;
};
// "load" takes scales from training and "skip" random ones: nothing is observed.
constexpr Method kMethods[]{
    {"default", ObserverKind::Automatic}, {"mix", ObserverKind::Mix},    {"kl", ObserverKind::Kl},
    {"max", ObserverKind::MinMax},        {"load", ObserverKind::Fixed}, {"skip", ObserverKind::Custom}};

void readOptimization(Reading& reading, const text::View& calibration, QuantConfig& config)
{
    const auto place = calibration.find("optimization")->position();
    for (const auto& text : reading.texts(calibration, "optimization"))
        for (const auto& word : splitNames(text)) {
            if (word == "set_model_output_int8" || word == "set_model_output_int16")
                config.outputBits = {word.ends_with("16") ? 16 : 8, place};
            else if (word == "asymmetric")
                config.common.activation.isSymmetric = {false, place};
            else if (word == "bias_correction")
                config.correctsBias = {true, place};
            else
                reading.warn("unknown-key", place, Message("optimization {} means nothing here", word));
        }
}

} // namespace

Observer horizonObserver(Reading& reading, const text::View& type)
{
    for (const auto& [word, kind] : kMethods)
        if (type.text() == word)
            return {kind, std::string(word), {}};
    reading.error("parameter-range", type.position(),
                  Message("calibration_type is {}, allowed is default, mix, kl, max, load or skip", type.text()));
    return {ObserverKind::Automatic, "default", {}};
}

void readHorizonCalibration(Reading& reading, const text::View& calibration, QuantConfig& config)
{
    auto& activation = config.common.activation;
    activation.isSymmetric = true; // unless `optimization` says asymmetric
    if (const auto type = calibration.find("calibration_type"); type && type->isScalar())
        activation.observer = {horizonObserver(reading, *type), type->position()};
    if (const auto percentile = reading.number(calibration, "max_percentile")) {
        const auto position = calibration.find("max_percentile")->position();
        if (!(*percentile >= 0.5 && *percentile <= 1.0))
            reading.error("parameter-range", position,
                          Message("max_percentile is {}, allowed is [0.5, 1]", *percentile));
        if (activation.observer && activation.observer->kind == ObserverKind::MinMax && *percentile < 1.0)
            activation.observer->kind = ObserverKind::Percentile;
        else if (*percentile < 1.0)
            reading.warn("no-effect", position, "max_percentile counts only with calibration_type max");
        if (activation.observer)
            activation.observer->parameters.set("max_percentile", *percentile, position);
    }
    config.common.weight.granularity = reading.boolean(calibration, "per_channel").as(granularityOf);
    if (calibration.find("optimization") && !calibration.find("optimization")->isNull())
        readOptimization(reading, calibration, config);
}

Value writeHorizonCalibration(Conversion& conversion)
{
    const auto& config = conversion.config;
    const auto& activation = config.common.activation;
    const auto kind = activation.observer ? activation.observer->kind : ObserverKind::Automatic;
    std::string word = kind == ObserverKind::Percentile ? "max" : "";
    for (const auto& method : kMethods)
        if (method.kind == kind)
            word = method.word;
    if (word.empty()) {
        word = "default";
        conversion.lose("network", fmt::format("observer {} becomes the automatic search", toString(kind)));
    }
    Value map = Value::ofMap({{"calibration_type", Value::ofText(word)}});
    if (kind == ObserverKind::Percentile)
        map.add("max_percentile", Value::ofDouble(activation.observer->parameters.numberOr("max_percentile", 1.0)));
    if (config.common.weight.granularity)
        map.add("per_channel", Value::ofBool(config.common.weight.granularity == Granularity::PerChannel));
    std::vector<std::string> words;
    if (config.outputBits)
        words.push_back(*config.outputBits == 16 ? "set_model_output_int16" : "set_model_output_int8");
    if (activation.isSymmetric == false)
        words.push_back("asymmetric");
    if (config.correctsBias.value_or(false))
        words.push_back("bias_correction");
    if (!words.empty())
        map.add("optimization", Value::ofText(joinNames(words)));
    if (config.common.weight.bits.value_or(8) != 8)
        conversion.lose("network", fmt::format("weights of {} bits", *config.common.weight.bits));
    if (activation.bits.value_or(8) != 8)
        conversion.lose("network", fmt::format("activations of {} bits everywhere", *activation.bits));
    return map;
}

} // namespace ql::config
