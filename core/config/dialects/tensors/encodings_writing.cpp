// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/tensors/encodings_writing.h"

#include "core/config/dialects/tensors/block_encodings.h"
#include "core/config/dialects/tensors/scaled_tensors.h"
#include "core/config/edit/render.h"

#include <fmt/format.h>

namespace ql::config::encodings_json {

using text::Value;

namespace {

std::int64_t widthOfFloats(const TensorSettings& settings)
{
    return *settings.floatType == "float32" ? 32 : 16;
}

/// Of an unsigned integer; what is added to it before the scale, so at most 0.
std::int64_t offsetOf(const TensorSettings& settings, std::size_t channel)
{
    return -(zeroPointOf(*settings.fixed, channel) + (std::int64_t(1) << (settings.bits.value_or(8) - 1)));
}

} // namespace

Value mapEntries(const std::string&, const TensorSettings& settings)
{
    if (!settings.fixed)
        return Value::ofSequence(
            {Value::ofMap({{"bitwidth", Value::ofInt(widthOfFloats(settings))}, {"dtype", Value::ofText("float")}})});
    const int bits = settings.bits.value_or(8);
    const auto half = std::int64_t(1) << (bits - 1);
    std::vector<Value> entries;
    for (std::size_t i = 0; i < settings.fixed->scales.size(); ++i) {
        const auto offset = offsetOf(settings, i);
        const double scale = settings.fixed->scales[i];
        const bool isSymmetric = settings.isSymmetric.value_or(offset == -half);
        entries.push_back(Value::ofMap({{"bitwidth", Value::ofInt(bits)},
                                        {"dtype", Value::ofText("int")},
                                        {"is_symmetric", Value::ofText(isSymmetric ? "True" : "False")},
                                        {"max", Value::ofDouble(double(offset + 2 * half - 1) * scale)},
                                        {"min", Value::ofDouble(double(offset) * scale)},
                                        {"offset", Value::ofInt(offset)},
                                        {"scale", Value::ofDouble(scale)}}));
    }
    return Value::ofSequence(std::move(entries));
}

Value listEntry(const std::string& name, const TensorSettings& settings)
{
    Value entry = Value::ofMap({{"name", Value::ofText(name)}});
    if (!settings.fixed) {
        entry.add("bw", Value::ofInt(widthOfFloats(settings)));
        entry.add("dtype", Value::ofText("FLOAT"));
        return entry;
    }
    if (settings.fixed->blocks) {
        addBlocks(entry, settings);
        return entry;
    }
    std::vector<Value> scales, offsets;
    for (std::size_t i = 0; i < settings.fixed->scales.size(); ++i) {
        scales.push_back(Value::ofDouble(settings.fixed->scales[i]));
        offsets.push_back(Value::ofInt(offsetOf(settings, i)));
    }
    entry.add("bw", Value::ofInt(settings.bits.value_or(8)));
    entry.add("dtype", Value::ofText("INT"));
    entry.add("enc_type", Value::ofText(scales.size() > 1 ? "PER_CHANNEL" : "PER_TENSOR"));
    entry.add("is_sym", Value::ofBool(settings.isSymmetric.value_or(false)));
    entry.add("offset", Value::ofSequence(std::move(offsets)));
    entry.add("scale", Value::ofSequence(std::move(scales)));
    return entry;
}

Value versionTwoEntry(const std::string& name, const TensorSettings& settings)
{
    Value entry = Value::ofMap({{"name", Value::ofText(name)}});
    if (!settings.fixed) {
        entry.add("output_dtype", Value::ofText(*settings.floatType));
        return entry;
    }
    const int bits = settings.bits.value_or(8);
    const bool isUnsigned = settings.isUnsigned.value_or(false);
    if (settings.fixed->blocks) {
        entry.add("output_dtype", Value::ofText(fmt::format("int{}", bits)));
        addVersionTwoBlocks(entry, settings);
        return entry;
    }
    std::vector<Value> scales, zeros;
    for (std::size_t i = 0; i < settings.fixed->scales.size(); ++i) {
        scales.push_back(Value::ofDouble(settings.fixed->scales[i]));
        zeros.push_back(
            Value::ofInt(zeroPointOf(*settings.fixed, i) + (isUnsigned ? std::int64_t(1) << (bits - 1) : 0)));
    }
    entry.add("output_dtype", Value::ofText(fmt::format("{}int{}", isUnsigned ? "u" : "", bits)));
    const bool isPerChannel = scales.size() > 1;
    entry.add("y_scale", isPerChannel ? Value::ofSequence(std::move(scales)) : std::move(scales.front()));
    entry.add("y_zero_point", isPerChannel ? Value::ofSequence(std::move(zeros)) : std::move(zeros.front()));
    if (isPerChannel)
        entry.add("axis", Value::ofInt(settings.channelAxis.value_or(0)));
    return entry;
}

std::string writeMaps(Conversion& conversion)
{
    Value activations = Value::ofMap();
    Value parameters = Value::ofMap();
    for (const auto& [name, settings, bits, isParameter] : scaledTensors(conversion))
        (isParameter ? parameters : activations).add(name, mapEntries(name, settings));
    return edit::renderDocument(Value::ofMap({{"version", Value::ofText("0.6.1")},
                                              {kActivations, std::move(activations)},
                                              {kParameters, std::move(parameters)}}),
                                text::Syntax::Json);
}

std::string writeList(Conversion& conversion)
{
    std::vector<Value> activations, parameters;
    for (const auto& [name, settings, bits, isParameter] : scaledTensors(conversion, Blocks::Kept))
        (isParameter ? parameters : activations).push_back(listEntry(name, settings));
    return edit::renderDocument(Value::ofMap({{"version", Value::ofText("1.0.0")},
                                              {kActivations, Value::ofSequence(std::move(activations))},
                                              {kParameters, Value::ofSequence(std::move(parameters))}}),
                                text::Syntax::Json);
}

std::string writeVersionTwo(Conversion& conversion)
{
    std::vector<Value> entries;
    for (const auto& [name, settings, bits, isParameter] : scaledTensors(conversion, Blocks::Kept)) {
        if (settings.fixed && settings.fixed->blocks && !settings.fixed->blocks->axis)
            conversion.lose("tensor " + name, "which axis its blocks lie along: axis 1 stands for it");
        if (settings.fixed && settings.fixed->blocks && !settings.fixed->blocks->factors.empty()
            && settings.fixed->blocks->expandedBits != 2 * bits)
            conversion.lose("tensor " + name, fmt::format("{} bits with factors: twice {} stand for them",
                                                          settings.fixed->blocks->expandedBits, bits));
        entries.push_back(versionTwoEntry(name, settings));
    }
    return edit::renderDocument(
        Value::ofMap({{"version", Value::ofText("2.0.0")}, {kList, Value::ofSequence(std::move(entries))}}),
        text::Syntax::Json);
}

} // namespace ql::config::encodings_json
