// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/proto_layout.h"

#include "core/config/dialects/flat_params.h"
#include "core/config/dialects/name_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace ql::config {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

constexpr ParameterName kObserverNames[]{
    {"search_range_start", "search_start"}, {"search_range_end", "search_end"},   {"search_step", "search_step"},
    {"max_percentile", "max_percentile"},   {"min_percentile", "min_percentile"}, {"max_iteration", "max_iteration"},
    {"min_distance", "cali_min_distance"},  {"init_algo", "init_algo"},           {"num_of_bins", "num_of_bins"}};
constexpr ParameterName kQuantizerNames[]{{"cluster_freq", "cluster_freq"},
                                          {"max_iteration", "max_iteration"},
                                          {"min_distance", "min_distance"},
                                          {"clip_max", "clip_max"},
                                          {"fixed_min", "fixed_min"}};

void readWidth(Reading& reading, const View& message, TensorSettings& settings, bool isWeight)
{
    for (const char* key : {"num_bits", "quant_bits"})
        if (const auto bits = readBits(reading, message, key, isWeight))
            settings.bits = bits;
    const auto type = reading.text(message, "dst_type");
    if (!type)
        return;
    if (*type == "INT4" || *type == "INT8" || *type == "INT16")
        settings.bits = type.as([](const auto& word) { return std::stoi(word.substr(3)); });
    else
        reading.error("parameter-range", message.find("dst_type")->position(),
                      Message("dst_type is {}, allowed is INT4, INT8 or INT16", *type));
}

/// What a training's algorithm has belongs to its quantizer, what a calibration's has to its observer.
bool isForTraining(const ProtoAlgorithm& algorithm)
{
    const std::string_view field = algorithm.field;
    return field.ends_with("_retrain") || field == "ulq_quantize";
}

void readClip(Reading& reading, const View& clip, Quantizer& quantizer)
{
    for (const char* bound : {"clip_max", "clip_min"}) {
        if (const auto value = reading.number(clip, bound))
            quantizer.parameters.set(bound, *value, value.position);
        if (!clip.find(bound))
            reading.error("missing-key", clip.position(), Message("clip_max_min without {}", bound));
    }
}

void takeFixed(const ProtoAlgorithm& algorithm, Reading& reading, const View& message, TensorSettings& settings)
{
    settings.quantizer->spelled = algorithm.field;
    settings.fixed = readFixed(reading, message, algorithm.isWeight);
    settings.bits = settings.bits ? settings.bits : Located<int>(kFixedBits);
    requireFixed(reading, message, settings, algorithm.isWeight);
}

TensorSettings readAlgorithm(const ProtoAlgorithm& algorithm, Reading& reading, const View& message)
{
    TensorSettings settings;
    readWidth(reading, message, settings, algorithm.isWeight);
    settings.granularity = reading.boolean(message, "channel_wise").as(granularityOf);
    settings.isSymmetric = reading.boolean(message, "asymmetric").as(std::logical_not());
    if (algorithm.observer == ObserverKind::Snq && !settings.bits)
        settings.bits = 4;
    // An override's ARQ without a width is 8 bits, whatever the common algorithm has.
    if (!settings.bits && !isForTraining(algorithm) && algorithm.observer == ObserverKind::Arq)
        settings.bits = 8;
    if (isForTraining(algorithm) && !algorithm.isWeight && !settings.isSymmetric)
        settings.isSymmetric = algorithm.observer == ObserverKind::LuqMse;
    Observer observer{algorithm.observer, {}, {}};
    Quantizer quantizer{algorithm.quantizer, {}, {}};
    if (algorithm.observer == ObserverKind::Snq && settings.bits != 4)
        reading.error("parameter-range", settings.bits.position,
                      Message("num_bits of {} is {}, allowed is 4", algorithm.field, *settings.bits));
    if (algorithm.quantizer == QuantizerKind::Lnq && isForTraining(algorithm))
        settings.granularity = wholeTensor(reading, settings.granularity);
    if (isForTraining(algorithm))
        readParameters(reading, message, kQuantizerNames, parametersOf(algorithm.quantizer, algorithm.isWeight),
                       quantizer);
    else
        readParameters(reading, message, kObserverNames, parametersOf(algorithm.observer), observer);
    if (const auto clip = reading.map(message, "clip_max_min"))
        readClip(reading, *clip, quantizer);
    reading.warnRepeated(message, {});
    reading.warnUnknown(message,
                        {"num_bits",           "quant_bits",       "dst_type",     "channel_wise",   "asymmetric",
                         "search_range_start", "search_range_end", "search_step",  "max_percentile", "min_percentile",
                         "max_iteration",      "min_distance",     "init_algo",    "num_of_bins",    "cluster_freq",
                         "clip_max",           "fixed_min",        "clip_max_min", "num_iteration",  "reg_param",
                         "beta_range",         "warm_start",       "scale",        "zero_point"});
    settings.observer = std::move(observer);
    settings.quantizer = std::move(quantizer);
    if (algorithm.quantizer == QuantizerKind::Fixed)
        takeFixed(algorithm, reading, message, settings);
    return settings;
}

void readSide(const ProtoLayout& layout, Reading& reading, const View& message, bool isWeight, TensorSettings& settings)
{
    const std::string_view wrapper = isWeight ? layout.weight : layout.activation;
    const auto inner = wrapper.empty() ? std::optional(message) : reading.map(message, wrapper);
    if (!inner)
        return;
    if (const auto balancer = isWeight ? std::nullopt : inner->find("dmq_balancer"))
        reading.warn("not-simulated", balancer->position(),
                     "dmq_balancer moves scale from activations into weights: it is kept, but not simulated",
                     "compare with a record of the target's own calibration (--record)");
    const ProtoAlgorithm* chosen = nullptr;
    for (const auto& algorithm : layout.algorithms) {
        const auto found = inner->find(algorithm.field);
        if (algorithm.isWeight != isWeight || !found)
            continue;
        if (chosen)
            reading.warn("duplicate-field", found->position(),
                         Message("{} beside {}: one of a kind counts", algorithm.field, chosen->field), "keep one");
        chosen = &algorithm;
        if (std::string_view(algorithm.field) == "ada_quantize")
            reading.warn("not-simulated", found->position(),
                         "ada_quantize learns how weights are rounded: it is kept, but simulated as arq_quantize, "
                         "rounding to nearest",
                         "expect the target to be a little better than the simulation");
        if (const auto map = reading.map(*inner, algorithm.field))
            settings = readAlgorithm(algorithm, reading, *map);
    }
}

bool speaksOf(const Value& value, std::string_view key)
{
    return std::any_of(value.entries.begin(), value.entries.end(),
                       [key](const Value::Entry& entry) { return entry.first == key || speaksOf(entry.second, key); });
}

void editWidth(const ProtoLayout& layout, TreeEditor& editor, const Path& path, int bits)
{
    const auto& root = editor.meaning();
    if (at(root, below(path, "quant_bits")))
        return editor.set(below(path, "quant_bits"), Value::ofInt(bits));
    const bool hasType =
        at(root, below(path, "dst_type")) || (!at(root, below(path, "num_bits")) && speaksOf(root, "dst_type"));
    if (!hasType)
        return editor.set(below(path, "num_bits"), Value::ofInt(bits));
    if (bits != 4 && bits != 8 && bits != 16)
        cannotSay(layout.dialect, Message("{} bits with dst_type", bits), "choose 8 or 16");
    editor.set(below(path, "dst_type"), Value::ofWord(fmt::format("INT{}", bits)));
}

constexpr int kCentresBits = 4;

/// Cluster centres have four bits: a weight with more is rounded to an even grid, with a scale per channel as before.
void leaveCentres(TreeEditor& editor, Path& algorithm)
{
    const auto* centres = at(editor.meaning(), algorithm);
    if (!centres || algorithm.back().key != "snq_quantize")
        return;
    auto even = Value::ofMap();
    if (const auto* channels = centres->find("channel_wise"))
        even.add("channel_wise", text::asNew(*channels));
    editor.remove(algorithm);
    algorithm.back() = {"arq_quantize"};
    editor.set(algorithm, std::move(even));
}

/// The algorithm's message for one side of a layer; the default one when none is there.
Path algorithmPath(const ProtoLayout& layout, const TreeEditor& editor, const Path& path, bool isWeight)
{
    const char* wrapper = isWeight ? layout.weight : layout.activation;
    const auto inner = *wrapper ? below(path, wrapper) : path;
    const char* fallback = nullptr;
    for (const auto& algorithm : layout.algorithms) {
        if (algorithm.isWeight != isWeight)
            continue;
        if (at(editor.meaning(), below(inner, algorithm.field)))
            return below(inner, algorithm.field);
        if (!fallback)
            fallback = algorithm.field;
    }
    return below(inner, fallback);
}

template <typename Kind>
void addParameters(Value& message, const Algorithm<Kind>& algorithm, std::span<const ParameterName> names)
{
    for (const auto& [spelled, name] : names) {
        const auto* value = algorithm.parameters.find(name);
        if (value && !message.find(spelled))
            message.add(std::string(spelled), valueOf(*value));
    }
}

const ProtoAlgorithm& algorithmFor(const ProtoLayout& layout, const TensorSettings& settings, bool isWeight,
                                   std::vector<std::string>& losses)
{
    const ProtoAlgorithm* fallback = nullptr;
    for (const auto& algorithm : layout.algorithms) {
        if (algorithm.isWeight != isWeight)
            continue;
        if (!settings.observer || settings.observer->kind == algorithm.observer)
            return algorithm;
        fallback = fallback ? fallback : &algorithm;
    }
    losses.push_back(
        fmt::format("observer {} becomes {}", toString(settings.observer->kind), toString(fallback->observer)));
    return *fallback;
}

void writeSide(const ProtoLayout& layout, const TensorSettings& settings, bool isWeight, Value& message,
               std::vector<std::string>& losses)
{
    if (settings.isEmpty())
        return;
    const auto& algorithm = algorithmFor(layout, settings, isWeight, losses);
    Value fields = Value::ofMap();
    if (isWeight && settings.granularity)
        fields.add("channel_wise", Value::ofBool(*settings.granularity == Granularity::PerChannel));
    if (settings.bits)
        fields.add("num_bits", Value::ofInt(*settings.bits));
    if (settings.observer && !isForTraining(algorithm))
        addParameters(fields, *settings.observer, kObserverNames);
    if (settings.quantizer && isForTraining(algorithm))
        addParameters(fields, *settings.quantizer, kQuantizerNames);
    if (settings.fixed && algorithm.quantizer == QuantizerKind::Fixed && !settings.fixed->scales.empty()) {
        fields.add("scale", Value::ofDouble(settings.fixed->scales.front()));
        fields.add("zero_point", Value::ofInt(settings.fixed->offsets.empty() ? 0 : settings.fixed->offsets.front()));
    } else if (settings.fixed) {
        losses.push_back("a fixed scale");
    }
    if (settings.floatType)
        losses.push_back(*settings.floatType);
    const std::string wrapper = isWeight ? layout.weight : layout.activation;
    Value chosen = Value::ofMap({{algorithm.field, fields}});
    if (wrapper.empty())
        message.add(algorithm.field, fields);
    else
        message.add(wrapper, chosen);
}

} // namespace

LayerSettings readAlgorithms(const ProtoLayout& layout, Reading& reading, const View& message)
{
    LayerSettings settings;
    readSide(layout, reading, message, false, settings.activation);
    readSide(layout, reading, message, true, settings.weight);
    return settings;
}

void editAlgorithm(const ProtoLayout& layout, TreeEditor& editor, const Path& path, const TensorSettings& wanted,
                   bool isWeight)
{
    if (wanted.isEmpty())
        return;
    if (wanted.fixed || wanted.observer)
        cannotSay(layout.dialect, wanted.fixed ? Message("a fixed scale") : Message("an observer by name"));
    auto algorithm = algorithmPath(layout, editor, path, isWeight);
    if (isWeight && wanted.bits && *wanted.bits != kCentresBits)
        leaveCentres(editor, algorithm);
    if (wanted.bits)
        editWidth(layout, editor, algorithm, *wanted.bits);
    if (wanted.granularity && isWeight)
        editor.set(below(algorithm, "channel_wise"), Value::ofBool(*wanted.granularity == Granularity::PerChannel));
    if (wanted.isSymmetric && !isWeight)
        editor.set(below(algorithm, "asymmetric"), Value::ofBool(!*wanted.isSymmetric));
}

Value writeAlgorithms(const ProtoLayout& layout, const LayerSettings& settings, std::vector<std::string>& losses)
{
    Value message = Value::ofMap();
    writeSide(layout, settings.activation, false, message, losses);
    writeSide(layout, settings.weight, true, message, losses);
    if (!settings.inputs.empty())
        losses.push_back("inputs told apart");
    if (!settings.output.isEmpty())
        losses.push_back("what is said about its output");
    return message;
}

} // namespace ql::config
