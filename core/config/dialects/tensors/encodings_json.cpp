// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/tensors/block_encodings.h"
#include "core/config/dialects/tensors/encodings_edit.h"
#include "core/config/dialects/tensors/encodings_writing.h"

#include <algorithm>
#include <cmath>
#include <limits>

/// Encodings of tensors: scales and offsets by name, as AIMET exports them and Qualcomm's converters take them. An
/// offset is what is added to an unsigned integer, so at most 0: value = (integer + offset) · scale. Version 2 has
/// ONNX's zero points.
namespace ql::config::encodings_json {

namespace {

using text::Value;
using text::View;

constexpr std::int64_t kMostOffset = std::int64_t(1) << 20;

bool isOfMaps(const text::Document& document)
{
    const View root(document);
    const auto some = root.find(kActivations) ? root.find(kActivations) : root.find(kParameters);
    return some && some->isMap();
}

bool isOfLists(const text::Document& document)
{
    const View root(document);
    const auto some = root.find(kActivations) ? root.find(kActivations) : root.find(kParameters);
    return some && some->isSequence();
}

bool isVersionTwo(const text::Document& document)
{
    const View root(document);
    const auto list = root.find(kList);
    return root.find("version") && list && list->isSequence();
}

/// "True", "false", true.
std::optional<bool> flag(const View& map, const char* key)
{
    const auto view = map.find(key);
    if (!view)
        return std::nullopt;
    if (view->text() == "True" || view->text() == "true")
        return true;
    if (view->text() == "False" || view->text() == "false")
        return false;
    return view->asBool();
}

/// A number or a list of numbers, with their places.
struct Numbers {
    std::vector<double> values;
    std::vector<SourcePosition> places;
    std::vector<SourcePosition> lists; ///< that they stand in
};

void collect(const std::optional<View>& view, Numbers& numbers)
{
    if (!view)
        return;
    if (view->isSequence()) {
        numbers.lists.push_back(view->position());
        for (const auto& item : view->items())
            collect(item, numbers);
    } else if (const auto number = view->asNumber()) {
        numbers.values.push_back(*number);
        numbers.places.push_back(view->position());
    }
}

/// How the integers of one tensor lie.
struct Integers {
    std::int64_t bits = 8;
    bool isSymmetric = false;
    bool areOffsets = true; ///< added to unsigned integers; else ONNX's zero points
    bool isUnsigned = true; ///< of ONNX's
};

std::int64_t signedZeroPoint(double said, const Integers& integers)
{
    const auto number = std::isfinite(said) ? std::int64_t(std::clamp(said, -double(kMostOffset), double(kMostOffset)))
                                            : std::int64_t(0);
    const auto half = std::int64_t(1) << (integers.bits - 1);
    if (!integers.areOffsets)
        return number - (integers.isUnsigned ? half : 0);
    const bool isStrict = integers.isSymmetric && -number == half - 1; // one integer less below zero
    return isStrict ? 0 : -number - half;
}

void setFixed(Reading& reading, TensorSettings& settings, const Numbers& scales, const Numbers& zeros,
              const Integers& integers, SourcePosition place)
{
    for (std::size_t i = 0; i < scales.values.size(); ++i)
        if (!(scales.values[i] > 0.0) || !std::isfinite(scales.values[i]))
            reading.error("parameter-range", scales.places[i],
                          Message("scale is {}, expected above 0", scales.values[i]));
    if (scales.values.empty())
        return;
    FixedScale fixed{scales.values, {}, scales.places};
    for (const auto* more : {&zeros.places, &scales.lists, &zeros.lists})
        fixed.positions.insert(fixed.positions.end(), more->begin(), more->end());
    for (std::size_t i = 0; i < scales.values.size(); ++i) {
        const auto last = zeros.values.empty() ? 0.0 : zeros.values[std::min(i, zeros.values.size() - 1)];
        const bool isSaid = !zeros.values.empty() || !integers.areOffsets;
        fixed.offsets.push_back(isSaid ? signedZeroPoint(last, integers) : 0);
    }
    if (zeros.values.size() > 1 && zeros.values.size() != scales.values.size())
        reading.error("wrong-type", place,
                      Message("{} offsets for {} scales", zeros.values.size(), scales.values.size()));
    settings.fixed = {std::move(fixed), scales.places.front()};
    if (scales.values.size() > 1)
        settings.granularity = {Granularity::PerChannel, scales.places.front()};
}

/// @p typePlace is where @p isFloat stands.
bool takeWidth(Reading& reading, TensorSettings& settings, const Said<std::int64_t>& bits, bool isFloat,
               SourcePosition typePlace)
{
    if (isFloat) {
        settings.floatType = {bits.value_or(16) == 32 ? "float32" : "float16", typePlace};
        return false;
    }
    if (bits && (*bits < 2 || *bits > 32))
        reading.error("parameter-range", bits.position, Message("a width of {} bits", *bits));
    settings.bits = {int(std::clamp<std::int64_t>(bits.value_or(8), 2, 32)), bits.position};
    return true;
}

/// @p isParameter: stands among the parameters, which one scale says too; written, it goes back there.
void addTensor(QuantConfig& config, const std::string& name, TensorSettings settings, SourcePosition place,
               bool isParameter = false, SourcePosition namePlace = {})
{
    if (isParameter && settings.fixed && !settings.granularity)
        settings.granularity = {Granularity::PerTensor, settings.fixed.position};
    LayerSettings layer;
    layer.activation = std::move(settings);
    config.addOverride(Selector::Kind::Tensor, name, std::move(layer), place, namePlace);
}

/// Version 0.6.1 and Qualcomm's quantization overrides: a list of maps by the tensor's name, one for each channel.
void readMaps(Reading& reading, const View& tensors, QuantConfig& config, bool areParameters)
{
    for (const auto& member : tensors.members()) {
        reading.setLayer(member.key);
        TensorSettings settings;
        Numbers scales, offsets;
        Integers integers;
        std::vector<SourcePosition> types;
        if (!member.view().isSequence() || member.view().items().empty()) {
            reading.error("wrong-type", member.view().position(), Message("{} is no list of encodings", member.key));
            continue;
        }
        for (const auto& entry : member.view().items()) {
            const auto type = reading.text(entry, "dtype");
            types.push_back(type.position);
            const auto before = settings.bits;
            if (!takeWidth(reading, settings, reading.integer(entry, "bitwidth"), type.value_or("int") == "float",
                           type.position))
                continue;
            if (before && *before != *settings.bits)
                reading.error("parameter-range", settings.bits.position,
                              Message("channels of {} and of {} bits are not followed", *before, *settings.bits));
            integers.bits = *settings.bits;
            integers.isSymmetric = flag(entry, "is_symmetric").value_or(false);
            if (const auto said = entry.find("is_symmetric"))
                settings.isSymmetric = {integers.isSymmetric, said->position()};
            collect(entry.find("scale"), scales);
            collect(entry.find("offset"), offsets);
            reading.warnUnknown(entry, {"bitwidth", "dtype", "is_symmetric", "scale", "offset", "min", "max"});
        }
        setFixed(reading, settings, scales, offsets, integers, member.view().position());
        if (settings.fixed) // whether there are integers at all
            settings.fixed->positions.insert(settings.fixed->positions.end(), types.begin(), types.end());
        addTensor(config, member.key, std::move(settings), member.view().position(), areParameters);
    }
}

/// Version 1.0.0: a list of maps with the tensor's name.
void readList(Reading& reading, const View& tensors, QuantConfig& config, bool areParameters)
{
    for (const auto& entry : tensors.items()) {
        const auto name = reading.text(entry, "name");
        if (!name) {
            reading.error("wrong-type", entry.position(), "an encoding without a name");
            continue;
        }
        reading.setLayer(*name);
        TensorSettings settings;
        const auto type = reading.text(entry, "dtype");
        const auto kind = reading.text(entry, "enc_type");
        const bool isBlocked = kind.value_or("PER_TENSOR") == "PER_BLOCK" || kind.value_or("PER_TENSOR") == "LPBQ";
        const bool isFloat = type.value_or("INT") == "FLOAT";
        if (takeWidth(reading, settings, reading.integer(entry, "bw"), isFloat, type.position)) {
            Integers integers{.bits = *settings.bits, .isSymmetric = flag(entry, "is_sym").value_or(false)};
            if (const auto said = entry.find("is_sym"))
                settings.isSymmetric = {integers.isSymmetric, said->position()};
            Numbers scales, offsets;
            collect(entry.find("scale"), scales);
            collect(entry.find("offset"), offsets);
            if (isBlocked)
                readBlocks(reading, entry, settings);
            else if (kind.value_or("PER_TENSOR") == "PER_TENSOR" || *kind == "PER_CHANNEL")
                setFixed(reading, settings, scales, offsets, integers, entry.position());
            else
                reading.error("parameter-range", kind.position,
                              Message("encodings of kind {} are not followed", *kind));
        }
        if (settings.fixed)
            settings.fixed->positions.push_back(type.position);
        if (isBlocked)
            reading.warnUnknown(entry, {"name", "bw", "dtype", "is_sym", "scale", "offset", "enc_type", "min", "max",
                                        "block_size", "compressed_bw", "per_block_int_scale"});
        else
            reading.warnUnknown(entry, {"name", "bw", "dtype", "is_sym", "scale", "offset", "enc_type", "min", "max"});
        addTensor(config, *name, std::move(settings), entry.position(), areParameters, name.position);
    }
}

/// Version 2's floats, which have no scale; whether it is one.
bool takeFloat(Reading& reading, TensorSettings& settings, const Said<std::string>& type)
{
    if (!type->starts_with("float") && !type->starts_with("bfloat"))
        return false;
    if (type->starts_with("float8") || type->starts_with("float4"))
        reading.error("parameter-range", type.position, Message("encodings of type {} are not followed", *type));
    else
        settings.floatType = {*type == "float" ? "float32" : *type, type.position};
    return true;
}

/// Version 2: ONNX's types, scales and zero points.
void readVersionTwo(Reading& reading, const View& tensors, QuantConfig& config)
{
    for (const auto& entry : tensors.items()) {
        const auto name = reading.text(entry, "name");
        const auto type = reading.text(entry, "output_dtype");
        if (!name || !type) {
            reading.error("wrong-type", entry.position(), "an encoding without a name or type");
            continue;
        }
        reading.setLayer(*name);
        const auto digits = type->find_first_of("0123456789");
        const auto bits = type.as([digits](const std::string& word) {
            return digits == word.npos ? std::int64_t(0) : std::int64_t(std::atoi(word.c_str() + digits));
        });
        TensorSettings settings;
        if (!takeFloat(reading, settings, type) && takeWidth(reading, settings, bits, false, type.position)) {
            const bool isUnsigned = type->starts_with("u");
            settings.isUnsigned = {isUnsigned, type.position};
            if (const auto axis = reading.integer(entry, "axis"))
                settings.channelAxis = axis.as([](auto n) { return int(std::clamp<std::int64_t>(n, -16, 16)); });
            Numbers scales, zeros;
            collect(entry.find("y_scale"), scales);
            collect(entry.find("y_zero_point"), zeros);
            if (entry.find("block_size"))
                readVersionTwoBlocks(reading, entry, settings);
            else
                setFixed(reading, settings, scales, zeros,
                         {.bits = *settings.bits, .areOffsets = false, .isUnsigned = isUnsigned}, entry.position());
        }
        reading.warnUnknown(entry, {"name", "output_dtype", "y_scale", "y_zero_point", "axis", "block_size",
                                    "per_channel_float_scale", "per_block_int_scale"});
        addTensor(config, *name, std::move(settings), entry.position(), false, name.position);
    }
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    for (const char* key : {kActivations, kParameters})
        if (const auto tensors = reading.root().find(key))
            (tensors->isMap() ? readMaps : readList)(reading, *tensors, config, key == kParameters);
    if (const auto list = reading.root().find(kList); list && list->isSequence())
        readVersionTwo(reading, *list, config);
    reading.setLayer("");
    return config;
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"aimet-encodings", Message("AIMET's encodings 0.6.1, Qualcomm's quantization overrides (JSON)"),
             text::Syntax::Json, isOfMaps, read, editMaps, writeMaps},
            {"aimet-encodings-1", Message("AIMET's encodings 1.0.0 (JSON)"), text::Syntax::Json, isOfLists, read,
             editList, writeList},
            {"aimet-encodings-2", Message("AIMET's encodings 2.0.0 (JSON)"), text::Syntax::Json, isVersionTwo, read,
             editVersionTwo, writeVersionTwo}};
}

} // namespace ql::config::encodings_json
