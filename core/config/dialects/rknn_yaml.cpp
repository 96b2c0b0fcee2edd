// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/tensors/scale_rules.h"
#include "core/config/edit/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::config::rknn_yaml {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("RKNN's hybrid quantization");
constexpr const char* kLayers = "custom_quantize_layers";
constexpr const char* kTensors = "quantize_parameters";
constexpr std::string_view kPowerOfTwo = "dynamic_fixed_point";

bool recognises(const text::Document& document)
{
    const View root(document);
    return root.find(kLayers) || root.find(kTensors);
}

/// "int16", "asymmetric_quantized-u8" → bits; "dynamic_fixed_point-i16" → steps of a power of two; "float16" → floating
/// point.
std::optional<TensorSettings> typeSettings(const View& view)
{
    const auto& type = view.text();
    TensorSettings settings;
    if (type == "float16" || type == "float32" || type == "bfloat16") {
        settings.floatType = {type, view.position()};
        return settings;
    }
    if (type.ends_with("u8") || type == "uint8")
        settings.isUnsigned = {true, view.position()};
    for (const auto& [ending, bits] : {std::pair("16", 16), std::pair("8", 8), std::pair("4", 4)})
        if (type.ends_with(ending)) {
            settings.bits = {bits, view.position()};
            if (type.starts_with(kPowerOfTwo)) {
                settings.numberFormat = {fmt::format("int{}_pow2", bits), view.position()};
                settings.isSymmetric = {true, view.position()};
            }
            return settings;
        }
    return std::nullopt;
}

void readLayers(Reading& reading, QuantConfig& config)
{
    const auto layers = reading.map(reading.root(), kLayers);
    for (const auto& member : layers ? layers->members() : std::vector<View::Member>()) {
        reading.setLayer(member.key);
        LayerSettings settings;
        if (const auto type = typeSettings(member.view()))
            settings.activation = *type;
        else
            reading.error("parameter-range", member.view().position(),
                          Message("type {}, allowed is float16, int8, int16 …", member.view().text()));
        settings.isQuantized = {!settings.activation.floatType, member.view().position()};
        config.addOverride(Selector::Kind::Layer, member.key, settings, member.view().position());
    }
    reading.setLayer("");
}

/// Zero points are those of the tensor's integers, signed or not.
void readScales(Reading& reading, const View& tensor, TensorSettings& settings)
{
    const auto scales = numbersUnder(reading, tensor, "scale");
    areScales(reading, scales);
    checkBounds(reading, tensor, "min", "max", 0.0, 0.0);
    if (scales.values.empty())
        return;
    const auto zeros = numbersUnder(reading, tensor, "zero_point");
    const auto half = std::int64_t(1) << (settings.bits.value_or(8) - 1);
    const auto shift = settings.isUnsigned.value_or(false) ? half : 0;
    settings.numberFormat.reset(); // a scale that is given is what it is
    FixedScale fixed{scales.values};
    fixed.offsets = zeroPointsIn(reading, zeros, "zero_point", scales.values.size(), shift - half, shift + half - 1);
    fixed.positions = {tensor.find("scale")->position()};
    if (const auto zero = tensor.find("zero_point"))
        fixed.positions.push_back(zero->position());
    settings.fixed = {std::move(fixed), tensor.find("scale")->position()};
}

void readTensors(Reading& reading, QuantConfig& config)
{
    const auto tensors = reading.map(reading.root(), kTensors);
    for (const auto& member : tensors ? tensors->members() : std::vector<View::Member>()) {
        const auto& tensor = member.view();
        reading.setLayer(member.key);
        LayerSettings settings;
        if (const auto type = reading.text(tensor, "dtype"))
            if (const auto known = typeSettings(*tensor.find("dtype")))
                settings.activation = *known;
        settings.activation.isSymmetric = reading.text(tensor, "qtype").as([](const std::string& scheme) {
            return scheme.starts_with("symmetric") || scheme.starts_with("dynamic");
        });
        settings.activation.granularity = reading.text(tensor, "qmethod").as([](const std::string& method) {
            return granularityOf(method == "channel");
        });
        readScales(reading, tensor, settings.activation);
        config.addOverride(Selector::Kind::Tensor, member.key, settings, tensor.position());
    }
    reading.setLayer("");
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    reading.warnUnknown(reading.root(), {kLayers, kTensors});
    readLayers(reading, config);
    readTensors(reading, config);
    return config;
}

std::string powerOfTwoName(int bits)
{
    return fmt::format("{}-i{}", kPowerOfTwo, bits);
}

/// Of int8_pow2 or int16_pow2.
int widthOf(const std::string& numberFormat)
{
    return numberFormat == "int16_pow2" ? 16 : 8;
}

/// As the file's other layers spell it.
std::string typeName(const TreeEditor& editor, int bits)
{
    const auto* layers = editor.meaning().find(kLayers);
    for (const auto& [name, type] : layers ? layers->entries : std::vector<Value::Entry>())
        if (type.text.starts_with(kPowerOfTwo))
            return powerOfTwoName(bits);
    return fmt::format("int{}", bits);
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto layer = below(pathTo({kLayers}), edit.layer.c_str());
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), layer) ? editor.remove(layer) : void();
    if (edit.action == LayerEdit::Action::Skip)
        return editor.set(layer, Value::ofText("float16"));
    auto wanted = edit.settings;
    const bool isPowerOfTwo = wanted.activation.numberFormat.has_value();
    const auto bits = isPowerOfTwo ? widthOf(*wanted.activation.numberFormat) : wanted.activation.bits.value_or(8);
    if (bits != 8 && bits != 16)
        cannotSay(kName, Message("{} bits", bits), "choose 8 or 16");
    if (wanted.weight.bits.value_or(8) != 8)
        cannotSay(kName, Message("weights of {} bits", *wanted.weight.bits));
    wanted.activation.numberFormat.reset();
    requireWidthsOnly(kName, wanted, "anything but the type of one layer");
    editor.set(layer, Value::ofText(isPowerOfTwo ? powerOfTwoName(bits) : typeName(editor, bits)));
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, false);
    Value layers = Value::ofMap();
    for (const auto& layer : exceptions(conversion)) {
        const auto& resolved = layer.resolved;
        auto type = resolved.isQuantized ? integerType(conversion, layer.name, resolved.activation.bits.value_or(8))
                                         : resolved.activation.floatType.value_or("float16");
        if (resolved.activation.numberFormat && resolved.isQuantized)
            type = powerOfTwoName(widthOf(*resolved.activation.numberFormat));
        if (type == "int4") {
            conversion.lose("layer " + layer.name, "4 bits become 8");
            type = "int8";
        }
        if (resolved.weight.bits.value_or(8) != 8)
            conversion.lose("layer " + layer.name, fmt::format("weights of {} bits", *resolved.weight.bits));
        if (resolved.activation.fixed)
            conversion.lose("layer " + layer.name, "a fixed scale: it belongs to a tensor");
        layers.add(layer.name, Value::ofText(type));
    }
    if (conversion.config.common.activation.bits.value_or(8) != 8)
        conversion.lose("network", fmt::format("{} bits everywhere", *conversion.config.common.activation.bits));
    return edit::renderDocument(Value::ofMap({{kLayers, layers}}), text::Syntax::Yaml);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"rknn-yaml",
             Message("RKNN hybrid quantization (YAML)"),
             text::Syntax::Yaml,
             recognises,
             read,
             applyEdit,
             write,
             {"int8_pow2", "int16_pow2"}}};
}

} // namespace ql::config::rknn_yaml
