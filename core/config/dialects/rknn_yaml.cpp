// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/tensors/scale_rules.h"
#include "core/config/edit/render.h"
#include "core/graph/operators/operator_traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// RKNN's hybrid quantization. Toolkit 2 (hybrid_quantization_step1 of rknn-toolkit2 1.3 to 2.3, its user guide's
/// section on hybrid quantization and examples/functions/hybrid_quant): `custom_quantize_layers` has the *output* of a
/// layer as key, and `quantize_parameters` the scales of tensors. Toolkit 1 (rknn-toolkit 1.7) and VeriSilicon's
/// Acuity, whose file it is: `customized_quantize_layers` has layers as Acuity counts them, "Conv_/stem/Conv_12", and
/// `quantize_parameters` their tensors, "@Conv_/stem/Conv_12:out0".
///
/// One scale: toolkit 1's runtime refuses a Concat whose inputs and output differ ("CONCAT, uid 9 must have same
/// quantize parameter"), and Paddle-Lite 2.12's rockchip_npu driver (restrict_input_output_quant_params) brings a
/// Concat's inputs to its output's, and gives pooling, Relu, interpolation and what only moves values one for both
/// sides. Of toolkit 2 only its log speaks: its quant_optimizer lists adjust_tanh_sigmoid, adjust_relu and
/// adjust_no_change_node, which has MaxPool (issue 100 of JeffyCN/meta-rockchip), not what it computes. What pools,
/// moves or clamps has one scale in the simulation anyway; of the rest a note says that it isn't followed.
namespace ql::config::rknn_yaml {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("RKNN's hybrid quantization");
constexpr const char* kLayers = "custom_quantize_layers";
constexpr const char* kFirstLayers = "customized_quantize_layers";
constexpr const char* kTensors = "quantize_parameters";
constexpr std::string_view kPowerOfTwo = "dynamic_fixed_point";

/// One of the two layouts.
struct Layout {
    const char* layers;
    LayerNaming naming;
    const char* floatType;         ///< of a layer that is skipped
    std::string_view integerStart; ///< of "int8", "asymmetric_affine-u8"
};
constexpr Layout kSecond{kLayers, LayerNaming::Outputs, "float16", "int"};
constexpr Layout kFirst{kFirstLayers, LayerNaming::Numbered, "float32", "asymmetric_affine-u"};

bool isActivation(const graph::Node& node)
{
    const auto& traits = graph::familyTraits(node.opType);
    return traits.drawing == graph::Drawing::Activation && traits.clamp == graph::Clamp::None;
}

/// Of toolkit 2: none of them is said to have its own scale, or one with its neighbours.
bool isFittedBySecond(const graph::Node& node)
{
    const auto& traits = graph::familyTraits(node.opType);
    return isActivation(node) || traits.joins || (traits.isPooling && !traits.keepsScale);
}

const UnknownScales kUnknownToSecond{
    isFittedBySecond,
    Message("how RKNN's toolkit fits the scales of activations, Concat and average pooling to those around them isn't "
            "public (its log names adjust_tanh_sigmoid, adjust_relu and adjust_no_change_node) and isn't simulated"),
    Message("keep the quantize_parameters that hybrid_quantization_step1 wrote: they are followed as they stand")};
const UnknownScales kUnknownToFirst{
    isActivation,
    Message("how Acuity fits the scales of activations other than Relu to those around them isn't public and isn't "
            "simulated"),
    Message("keep the quantize_parameters that hybrid_quantization_step1 wrote: they are followed as they stand")};

/// A key of toolkit 1's tensors: "@layer:out0".
bool hasPorts(const View& root)
{
    const auto tensors = root.find(kTensors);
    const auto members = tensors && tensors->isMap() ? tensors->members() : std::vector<View::Member>();
    return !members.empty()
           && std::ranges::all_of(members, [](const View::Member& member) { return member.key.starts_with('@'); });
}

bool recognisesSecond(const text::Document& document)
{
    const View root(document);
    return root.find(kLayers) || (root.find(kTensors) && !root.find(kFirstLayers) && !hasPorts(root));
}

bool recognisesFirst(const text::Document& document)
{
    const View root(document);
    return !root.find(kLayers) && (root.find(kFirstLayers) || hasPorts(root));
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

void readLayers(Reading& reading, const Layout& layout, QuantConfig& config)
{
    const auto layers = reading.map(reading.root(), layout.layers);
    for (const auto& member : layers ? layers->members() : std::vector<View::Member>()) {
        reading.setLayer(member.key);
        LayerSettings settings;
        if (const auto type = typeSettings(member.view()))
            settings.activation = *type;
        else
            reading.error("parameter-range", member.view().position(),
                          Message("type {}, allowed is {}", member.view().text(),
                                  layout.naming == LayerNaming::Outputs
                                      ? Message("float16, int8, int16 …")
                                      : Message("asymmetric_affine-u8, dynamic_fixed_point-i8, "
                                                "dynamic_fixed_point-i16, float32 …")));
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
    for (auto& offset : fixed.offsets)
        offset -= shift; // as of signed integers
    fixed.positions = {tensor.find("scale")->position()};
    if (const auto zero = tensor.find("zero_point"))
        fixed.positions.push_back(zero->position());
    settings.fixed = {std::move(fixed), tensor.find("scale")->position()};
}

/// What a member of quantize_parameters says: toolkit 2 has the width in `dtype` and the scheme in `qtype`, toolkit 1
/// has it the other way round.
TensorSettings tensorSettings(Reading& reading, const View& tensor, const Layout& layout)
{
    const bool isSecond = layout.naming == LayerNaming::Outputs;
    const char* width = isSecond ? "dtype" : "qtype";
    const char* scheme = isSecond ? "qtype" : "dtype";
    TensorSettings settings;
    if (reading.text(tensor, width))
        if (const auto known = typeSettings(*tensor.find(width)))
            settings = *known;
    settings.isSymmetric = reading.text(tensor, scheme).as([](const std::string& word) {
        return word.starts_with("symmetric") || word.starts_with("perchannel_symmetric") || word.starts_with("dynamic");
    });
    settings.granularity = reading.text(tensor, isSecond ? "qmethod" : "method").as([](const std::string& method) {
        return granularityOf(method == "channel");
    });
    readScales(reading, tensor, settings);
    return settings;
}

void readTensors(Reading& reading, const Layout& layout, QuantConfig& config)
{
    const auto tensors = reading.map(reading.root(), kTensors);
    for (const auto& member : tensors ? tensors->members() : std::vector<View::Member>()) {
        reading.setLayer(member.key);
        if (!member.view().isMap()) {
            reading.error("wrong-type", member.view().position(), Message("{} says nothing of a scale", member.key));
            continue;
        }
        LayerSettings settings;
        settings.activation = tensorSettings(reading, member.view(), layout);
        config.addOverride(Selector::Kind::Tensor, member.key, settings, member.view().position());
    }
    reading.setLayer("");
}

QuantConfig readAs(const Layout& layout, const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.naming = layout.naming;
    config.nameAdvice = layout.naming == LayerNaming::Outputs
                            ? Message("keys are outputs of layers: info --json lists them; names that the toolkit made "
                                      "itself, like \"output0-rs\", are not of this model")
                            : Message("names are those of quantize_parameters, without @ and :out0");
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    reading.warnUnknown(reading.root(), {layout.layers, kTensors});
    readLayers(reading, layout, config);
    readTensors(reading, layout, config);
    return config;
}

template <const Layout& layout>
QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    return readAs(layout, document, findings);
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
std::string typeName(const TreeEditor& editor, const Layout& layout, int bits)
{
    const auto* layers = editor.meaning().find(layout.layers);
    for (const auto& [name, type] : layers ? layers->entries : std::vector<Value::Entry>())
        if (type.text.starts_with(kPowerOfTwo))
            return powerOfTwoName(bits);
    if (layout.naming == LayerNaming::Numbered && bits != 8) // it has no other type that wide
        return powerOfTwoName(bits);
    return fmt::format("{}{}", layout.integerStart, bits);
}

void editAs(const Layout& layout, TreeEditor& editor, const LayerEdit& edit)
{
    const auto layer = below(pathTo({layout.layers}), edit.layer.c_str());
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), layer) ? editor.remove(layer) : void();
    if (edit.action == LayerEdit::Action::Skip)
        return editor.set(layer, Value::ofText(layout.floatType));
    auto wanted = edit.settings;
    const bool isPowerOfTwo = wanted.activation.numberFormat.has_value();
    const auto bits = isPowerOfTwo ? widthOf(*wanted.activation.numberFormat) : wanted.activation.bits.value_or(8);
    if (bits != 8 && bits != 16)
        cannotSay(kName, Message("{} bits", bits), "choose 8 or 16");
    if (wanted.weight.bits.value_or(8) != 8)
        cannotSay(kName, Message("weights of {} bits", *wanted.weight.bits));
    wanted.activation.numberFormat.reset();
    requireWidthsOnly(kName, wanted, "anything but the type of one layer");
    editor.set(layer, Value::ofText(isPowerOfTwo ? powerOfTwoName(bits) : typeName(editor, layout, bits)));
}

template <const Layout& layout>
void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    editAs(layout, editor, edit);
}

/// The type that @p layer has; what that can't say is lost.
std::string writtenType(Conversion& conversion, const FlatLayer& layer)
{
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
    return type;
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, false);
    Value layers = Value::ofMap();
    for (const auto& layer : exceptions(conversion))
        layers.add(layer.name, Value::ofText(writtenType(conversion, layer)));
    if (conversion.layers.empty() && !layers.entries.empty() && conversion.config.naming != LayerNaming::Outputs)
        conversion.lose("network", "keys are the values that layers make, and these are names of layers: name the "
                                   "network with --model");
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
             recognisesSecond,
             read<kSecond>,
             applyEdit<kSecond>,
             write,
             {"int8_pow2", "int16_pow2"},
             LayerNaming::Outputs,
             false,
             &kUnknownToSecond},
            {"rknn1-yaml",
             Message("RKNN Toolkit 1 and Acuity hybrid quantization (YAML)"),
             text::Syntax::Yaml,
             recognisesFirst,
             read<kFirst>,
             applyEdit<kFirst>,
             nullptr,
             {"int8_pow2", "int16_pow2"},
             LayerNaming::Numbered,
             true,
             &kUnknownToFirst}};
}

} // namespace ql::config::rknn_yaml
