// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/tensors/block_encodings.h"
#include "core/config/dialects/tensors/encodings_writing.h"
#include "core/config/dialects/tensors/scale_rules.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

/// Encodings of tensors: scales and offsets by name, as AIMET exports them and Qualcomm's converters take them. An
/// offset is what is added to an unsigned integer, so at most 0: value = (integer + offset) · scale. Version 2 has
/// ONNX's zero points.
namespace ql::config::encodings_json {

namespace {

using text::Value;
using text::View;

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

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

/// How the integers of one tensor lie.
struct Integers {
    std::int64_t bits = 8;
    bool isSymmetric = false;
    bool areOffsets = true; ///< added to unsigned integers; else ONNX's zero points
    bool isUnsigned = true; ///< of ONNX's
};

/// What the file may say as an offset or a zero point.
std::pair<std::int64_t, std::int64_t> zeroBounds(const Integers& integers)
{
    const auto half = std::int64_t(1) << (integers.bits - 1);
    if (integers.areOffsets)
        return {1 - 2 * half, 0};
    return integers.isUnsigned ? std::pair(std::int64_t(0), 2 * half - 1) : std::pair(-half, half - 1);
}

std::int64_t signedZeroPoint(std::int64_t said, const Integers& integers)
{
    const auto half = std::int64_t(1) << (integers.bits - 1);
    if (!integers.areOffsets)
        return said - (integers.isUnsigned ? half : 0);
    const bool isStrict = integers.isSymmetric && -said == half - 1; // one integer less below zero
    return isStrict ? 0 : -said - half;
}

void setFixed(Reading& reading, TensorSettings& settings, const SaidNumbers& scales, const SaidNumbers& zeros,
              const Integers& integers)
{
    areScales(reading, scales);
    if (scales.values.empty())
        return;
    const auto [lowest, highest] = zeroBounds(integers);
    FixedScale fixed{scales.values, {}, scales.places};
    for (const auto& more : {zeros.places, scales.lists, zeros.lists})
        fixed.positions.insert(fixed.positions.end(), more.begin(), more.end());
    for (const auto zero : zeroPointsIn(reading, zeros, integers.areOffsets ? "offset" : "y_zero_point",
                                        scales.values.size(), lowest, highest))
        fixed.offsets.push_back(signedZeroPoint(zero, integers));
    if (fixed.offsets.empty())
        fixed.offsets.assign(scales.values.size(), integers.areOffsets ? 0 : signedZeroPoint(0, integers));
    settings.fixed = {std::move(fixed), scales.places.front()};
    if (scales.values.size() > 1)
        settings.granularity = {Granularity::PerChannel, scales.places.front()};
}

/// Whether @p type, which stands for integers where nothing is said, is one of floats.
bool isFloat(Reading& reading, const Located<std::string>& type)
{
    if (type && !isOneOf(*type, {"int", "INT", "float", "FLOAT"}))
        reading.error("parameter-range", type.position, Message("dtype is {}, expected int or float", *type));
    return type && isOneOf(*type, {"float", "FLOAT"});
}

/// @p typePlace is where @p isFloat stands.
bool takeWidth(Reading& reading, TensorSettings& settings, const Located<std::int64_t>& bits, bool isFloat,
               SourcePosition typePlace)
{
    if (isFloat) {
        settings.floatType = {bits.value_or(16) == 32 ? "float32" : "float16", typePlace};
        return false;
    }
    settings.bits = integerWidth(reading, bits);
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
        SaidNumbers scales, offsets;
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
            if (!takeWidth(reading, settings, reading.integer(entry, "bitwidth"), isFloat(reading, type),
                           type.position))
                continue;
            if (before && *before != *settings.bits)
                reading.error("parameter-range", settings.bits.position,
                              Message("channels of {} and of {} bits are not followed", *before, *settings.bits));
            integers.bits = *settings.bits;
            integers.isSymmetric = flag(entry, "is_symmetric").value_or(false);
            if (const auto said = entry.find("is_symmetric"))
                settings.isSymmetric = {integers.isSymmetric, said->position()};
            const auto scale = numbersUnder(reading, entry, "scale");
            scales.add(scale);
            offsets.add(numbersUnder(reading, entry, "offset"));
            checkBounds(reading, entry, "min", "max", scale.values.size() == 1 ? scale.values.front() : 0.0,
                        std::ldexp(1.0, *settings.bits) - 1.0);
            reading.warnUnknown(entry, {"bitwidth", "dtype", "is_symmetric", "scale", "offset", "min", "max"});
        }
        setFixed(reading, settings, scales, offsets, integers);
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
        if (takeWidth(reading, settings, reading.integer(entry, "bw"), isFloat(reading, type), type.position)) {
            Integers integers{.bits = *settings.bits, .isSymmetric = flag(entry, "is_sym").value_or(false)};
            if (const auto said = entry.find("is_sym"))
                settings.isSymmetric = {integers.isSymmetric, said->position()};
            checkBounds(reading, entry, "min", "max", 0.0, 0.0);
            if (isBlocked)
                readBlocks(reading, entry, settings);
            else if (kind.value_or("PER_TENSOR") == "PER_TENSOR" || *kind == "PER_CHANNEL")
                setFixed(reading, settings, numbersUnder(reading, entry, "scale"),
                         numbersUnder(reading, entry, "offset"), integers);
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
bool takeFloat(Reading& reading, TensorSettings& settings, const Located<std::string>& type)
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
        const auto kind = std::string_view(*type).substr(0, digits);
        if (!isOneOf(kind, {"int", "uint", "float", "bfloat"}))
            reading.error("parameter-range", type.position,
                          Message("output_dtype is {}, expected int, uint, float or bfloat and a width", *type));
        const auto bits = type.as([digits](const std::string& word) {
            return digits == word.npos ? std::int64_t(0) : std::int64_t(std::atoi(word.c_str() + digits));
        });
        TensorSettings settings;
        if (!takeFloat(reading, settings, type) && takeWidth(reading, settings, bits, false, type.position)) {
            const bool isUnsigned = type->starts_with("u");
            settings.isUnsigned = {isUnsigned, type.position};
            if (const auto axis = reading.integer(entry, "axis"))
                settings.channelAxis = axis.as([](auto n) { return int(std::clamp<std::int64_t>(n, -16, 16)); });
            if (entry.find("block_size"))
                readVersionTwoBlocks(reading, entry, settings);
            else
                setFixed(reading, settings, numbersUnder(reading, entry, "y_scale"),
                         numbersUnder(reading, entry, "y_zero_point"),
                         {.bits = *settings.bits, .areOffsets = false, .isUnsigned = isUnsigned});
        }
        reading.warnUnknown(entry, {"name", "output_dtype", "y_scale", "y_zero_point", "axis", "block_size",
                                    "per_channel_float_scale", "per_block_int_scale"});
        addTensor(config, *name, std::move(settings), entry.position(), false, name.position);
    }
}

/// In lists a name may stand twice, and the text as such has nothing against it.
void warnOfTwice(Reading& reading, const QuantConfig& config)
{
    std::set<std::string_view> names;
    for (const auto& override : config.overrides)
        if (!names.insert(override.selector.name).second) {
            reading.setLayer(override.selector.name);
            reading.warn("duplicate-key", override.position,
                         Message("{} a second time: the last one counts", override.selector.name),
                         "remove one of the two");
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
    if (!isOfMaps(document))
        warnOfTwice(reading, config);
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
