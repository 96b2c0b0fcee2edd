// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/encodings_writing.h"

#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/edit/render.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config::encodings_json {

namespace {

using text::Value;

/// What is said of one tensor, ready to be written.
struct Written {
    std::string name;
    const TensorSettings& settings;
    int bits;
    bool isParameter; ///< what a file says of a parameter, or scales per channel do
};

std::vector<Written> writtenTensors(Conversion& conversion)
{
    std::vector<Written> tensors;
    for (const auto& override : conversion.config.overrides) {
        const auto& settings = override.settings.activation;
        if (override.selector.kind != Selector::Kind::Tensor)
            continue;
        if (!settings.fixed && !settings.floatType)
            conversion.lose("tensor " + override.selector.name, "settings without a scale");
        else
            tensors.push_back({override.selector.name, settings, settings.bits.value_or(8),
                               settings.granularity || (settings.fixed && settings.fixed->scales.size() > 1)});
    }
    for (const auto& layer : exceptions(conversion))
        conversion.lose("layer " + layer.name, "settings of a layer: encodings belong to tensors");
    std::erase_if(conversion.losses, [](const auto& loss) {
        return loss.first.starts_with("tensor ") && loss.second.starts_with("the target");
    });
    loseNetworkSettings(conversion, false, false);
    return tensors;
}

std::int64_t zeroPointOf(const FixedScale& fixed, std::size_t channel)
{
    return channel < fixed.offsets.size() ? fixed.offsets[channel] : 0;
}

} // namespace

std::string writeMaps(Conversion& conversion)
{
    Value activations = Value::ofMap();
    Value parameters = Value::ofMap();
    for (const auto& [name, settings, bits, isParameter] : writtenTensors(conversion)) {
        std::vector<Value> entries;
        if (!settings.fixed)
            entries.push_back(Value::ofMap({{"bitwidth", Value::ofInt(*settings.floatType == "float32" ? 32 : 16)},
                                            {"dtype", Value::ofText("float")}}));
        for (std::size_t i = 0; settings.fixed && i < settings.fixed->scales.size(); ++i) {
            const auto half = std::int64_t(1) << (bits - 1);
            const auto offset = -(zeroPointOf(*settings.fixed, i) + half);
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
        (isParameter ? parameters : activations).add(name, Value::ofSequence(std::move(entries)));
    }
    return edit::renderDocument(Value::ofMap({{"version", Value::ofText("0.6.1")},
                                              {kActivations, std::move(activations)},
                                              {kParameters, std::move(parameters)}}),
                                text::Syntax::Json);
}

std::string writeList(Conversion& conversion)
{
    std::vector<Value> activations, parameters;
    for (const auto& [name, settings, bits, isParameter] : writtenTensors(conversion)) {
        Value entry = Value::ofMap({{"name", Value::ofText(name)}});
        if (!settings.fixed) {
            entry.add("bw", Value::ofInt(*settings.floatType == "float32" ? 32 : 16));
            entry.add("dtype", Value::ofText("FLOAT"));
            activations.push_back(std::move(entry));
            continue;
        }
        std::vector<Value> scales, offsets;
        const auto half = std::int64_t(1) << (bits - 1);
        for (std::size_t i = 0; i < settings.fixed->scales.size(); ++i) {
            scales.push_back(Value::ofDouble(settings.fixed->scales[i]));
            offsets.push_back(Value::ofInt(-(zeroPointOf(*settings.fixed, i) + half)));
        }
        entry.add("bw", Value::ofInt(bits));
        entry.add("dtype", Value::ofText("INT"));
        entry.add("enc_type", Value::ofText(settings.fixed->scales.size() > 1 ? "PER_CHANNEL" : "PER_TENSOR"));
        entry.add("is_sym", Value::ofBool(settings.isSymmetric.value_or(false)));
        entry.add("offset", Value::ofSequence(std::move(offsets)));
        entry.add("scale", Value::ofSequence(std::move(scales)));
        (isParameter ? parameters : activations).push_back(std::move(entry));
    }
    return edit::renderDocument(Value::ofMap({{"version", Value::ofText("1.0.0")},
                                              {kActivations, Value::ofSequence(std::move(activations))},
                                              {kParameters, Value::ofSequence(std::move(parameters))}}),
                                text::Syntax::Json);
}

std::string writeVersionTwo(Conversion& conversion)
{
    std::vector<Value> entries;
    for (const auto& [name, settings, bits, isParameter] : writtenTensors(conversion)) {
        Value entry = Value::ofMap({{"name", Value::ofText(name)}});
        if (!settings.fixed) {
            entry.add("output_dtype", Value::ofText(*settings.floatType));
            entries.push_back(std::move(entry));
            continue;
        }
        const bool isUnsigned = settings.isUnsigned.value_or(false);
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
        entries.push_back(std::move(entry));
    }
    return edit::renderDocument(
        Value::ofMap({{"version", Value::ofText("2.0.0")}, {kList, Value::ofSequence(std::move(entries))}}),
        text::Syntax::Json);
}

} // namespace ql::config::encodings_json
