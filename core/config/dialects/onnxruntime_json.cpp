// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/tensors/scale_rules.h"
#include "core/config/edit/render.h"
#include "core/config/operator_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

/// Arguments of ONNX Runtime's quantize_static and quantize (onnxruntime 1.16 to 1.23, "Quantize ONNX models" and
/// quantization/quantize.py), as people keep them in JSON. `nodes_to_exclude` and `nodes_to_quantize` compare whole
/// names of nodes: one that no node has excludes nothing, and nobody says so; a tensor of TensorQuantOverrides that
/// isn't there is refused.
namespace ql::config::onnxruntime_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("ONNX Runtime's JSON");
constexpr const char* kOverrides = "TensorQuantOverrides";
constexpr const char* kExcluded = "nodes_to_exclude";

constexpr const char* kFloat8 = "QFLOAT8E4M3FN";
constexpr const char* kFloat8Format = "fp8_e4m3";

/// "QUInt16" and its like.
struct OrtType {
    int bits = 8;
    bool isUnsigned = false;
};

std::optional<OrtType> ortType(std::string_view name)
{
    for (const int bits : {4, 8, 16})
        for (const bool isUnsigned : {false, true})
            if (name == fmt::format("Q{}Int{}", isUnsigned ? "U" : "", bits))
                return OrtType{bits, isUnsigned};
    return std::nullopt;
}

/// Whether the type @p name was known: then @p settings have it.
bool takeType(const std::string& name, SourcePosition place, TensorSettings& settings)
{
    if (name == kFloat8) {
        settings.numberFormat = {std::string(kFloat8Format), place};
        return true;
    }
    const auto known = ortType(name);
    if (known) {
        settings.bits = {known->bits, place};
        settings.isUnsigned = {known->isUnsigned, place};
    }
    return known.has_value();
}

std::string ortTypeName(int bits, bool isUnsigned)
{
    return fmt::format("Q{}Int{}", isUnsigned ? "U" : "", bits);
}

bool recognises(const text::Document& document)
{
    const View root(document);
    for (const char* key : {kExcluded, "nodes_to_quantize", "op_types_to_quantize", kOverrides})
        if (root.find(key))
            return true;
    const auto extra = root.find("extra_options");
    return extra && extra->find(kOverrides);
}

/// An option stands at the top or among the extra_options.
std::optional<View> option(const View& root, std::string_view key)
{
    const auto extra = root.find("extra_options");
    if (const auto own = root.find(key))
        return own;
    return extra ? extra->find(key) : std::nullopt;
}

/// Integers of the tensor's type; where nothing is said of their zero, it is in their middle.
void readScale(Reading& reading, const View& entry, const SaidNumbers& scales, TensorSettings& settings)
{
    areScales(reading, scales);
    const auto half = std::int64_t(1) << (settings.bits.value_or(8) - 1);
    const auto shift = settings.isUnsigned.value_or(false) ? half : 0;
    const auto said = numbersUnder(reading, entry, "zero_point");
    auto zeros = zeroPointsIn(reading, said, "zero_point", scales.values.size(), shift - half, shift + half - 1);
    zeros.resize(scales.values.size(), shift);
    if (!settings.fixed)
        settings.fixed = {FixedScale{}, scales.places.front()};
    auto& fixed = *settings.fixed;
    for (const auto& places : {scales.allPlaces(), said.allPlaces()})
        fixed.positions.insert(fixed.positions.end(), places.begin(), places.end());
    fixed.scales.insert(fixed.scales.end(), scales.values.begin(), scales.values.end());
    for (const auto zero : zeros)
        fixed.offsets.push_back(zero - shift);
}

/// One entry of a tensor's list; a second one is the next channel.
void readTensorEntry(Reading& reading, const View& entry, TensorSettings& settings)
{
    if (const auto type = reading.text(entry, "quant_type"); type && !takeType(*type, type.position, settings))
        reading.error("parameter-range", entry.find("quant_type")->position(),
                      Message("quant_type is {}, allowed is QInt4, QUInt4, QInt8, QUInt8, QInt16, QUInt16 or "
                              "QFLOAT8E4M3FN",
                              *type));
    if (const auto axis = reading.integer(entry, "axis")) {
        settings.channelAxis = axis.as([](auto number) { return int(std::clamp<std::int64_t>(number, -16, 16)); });
        settings.granularity = {Granularity::PerChannel, axis.position};
    }
    if (const auto isSymmetric = reading.boolean(entry, "symmetric"))
        settings.isSymmetric = isSymmetric;
    if (entry.find("rmin") && entry.find("rmax"))
        checkBounds(reading, entry, "rmin", "rmax", 0.0, 0.0);
    if (const auto scales = numbersUnder(reading, entry, "scale"); !scales.values.empty())
        readScale(reading, entry, scales, settings);
    reading.warnUnknown(entry, {"quant_type", "axis", "symmetric", "scale", "zero_point", "rmin", "rmax",
                                "reduce_range", "convert", "recv_nodes", "is_weight"});
}

void readOverrides(Reading& reading, QuantConfig& config)
{
    const auto overrides = option(reading.root(), kOverrides);
    if (!overrides)
        return;
    for (const auto& member : overrides->members()) {
        reading.setLayer(member.key);
        if (!member.view().isSequence()) {
            reading.error("wrong-type", member.view().position(), Message("{} is no list of overrides", member.key));
            continue;
        }
        LayerSettings settings;
        for (const auto& entry : member.view().items())
            readTensorEntry(reading, entry, settings.activation);
        config.addOverride(Selector::Kind::Tensor, member.key, settings, member.view().position());
    }
    reading.setLayer("");
}

void readTypes(Reading& reading, QuantConfig& config)
{
    const auto root = reading.root();
    const auto take = [&](const char* key, TensorSettings& settings) {
        const auto type = reading.text(root, key);
        if (type)
            takeType(*type, type.position, settings);
    };
    take("activation_type", config.common.activation);
    take("weight_type", config.common.weight);
    if (const auto isSymmetric = option(root, "ActivationSymmetric"))
        config.common.activation.isSymmetric = {isSymmetric->asBool(), isSymmetric->position()};
    if (const auto isSymmetric = option(root, "WeightSymmetric"))
        config.common.weight.isSymmetric = {isSymmetric->asBool(), isSymmetric->position()};
    config.common.weight.granularity = reading.boolean(root, "per_channel").as(granularityOf);
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    const auto root = reading.root();
    QuantConfig config;
    config.naming = LayerNaming::Nodes;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.isSymmetric = true;
    readTypes(reading, config);
    for (const auto& node : reading.texts(root, kExcluded))
        config.addSkip(Selector::Kind::Layer, node, root.find(kExcluded)->position());
    for (const auto& node : reading.texts(root, "nodes_to_quantize")) {
        config.quantizesOnlyListed = true;
        const auto place = root.find("nodes_to_quantize")->position();
        LayerSettings settings;
        settings.isQuantized = {true, place};
        config.addOverride(Selector::Kind::Layer, node, settings, place, place);
    }
    config.onlyTypes = reading.texts(root, "op_types_to_quantize");
    readOverrides(reading, config);
    return config;
}

Path overridesPath(const TreeEditor& editor)
{
    const auto extra = pathTo({"extra_options", kOverrides});
    return at(editor.meaning(), extra) ? extra : pathTo({kOverrides});
}

/// Scales per channel are what an axis says.
void editChannels(TreeEditor& editor, const Path& entry, const TensorSettings& wanted, std::optional<int> weightAxis)
{
    const auto axis = below(entry, "axis");
    const auto number = wanted.channelAxis ? std::optional(*wanted.channelAxis) : weightAxis;
    if (wanted.granularity == Granularity::PerChannel && !number)
        cannotSay(kName, "a scale per channel without the axis", "name the network with --model");
    if (wanted.granularity == Granularity::PerChannel)
        editor.set(axis, Value::ofInt(*number));
    else if (at(editor.meaning(), axis))
        editor.remove(axis);
}

/// A scale and a zero point mean something beside their type only.
void editScale(TreeEditor& editor, const Path& entry, const TensorSettings& wanted, const OrtType& type)
{
    const int bits = wanted.bits.value_or(type.bits);
    const auto offset = wanted.fixed->offsets.empty() ? std::int64_t{0} : wanted.fixed->offsets.front();
    editor.set(below(entry, "quant_type"), Value::ofText(ortTypeName(bits, type.isUnsigned)));
    editor.set(below(entry, "scale"), Value::ofDouble(wanted.fixed->scales.front()));
    editor.set(below(entry, "zero_point"),
               Value::ofInt(offset + (type.isUnsigned ? std::int64_t{1} << (bits - 1) : 0)));
}

void editTensor(TreeEditor& editor, const std::string& tensor, const TensorSettings& wanted, bool isUnsigned,
                std::optional<int> weightAxis = {})
{
    if (wanted.bits && *wanted.bits != 4 && *wanted.bits != 8 && *wanted.bits != 16)
        cannotSay(kName, Message("{} bits", *wanted.bits), "choose 4, 8 or 16");
    if (wanted.observer || (wanted.fixed && wanted.fixed->scales.size() != 1))
        cannotSay(kName,
                  wanted.observer ? Message("an observer of one tensor") : Message("several scales of a tensor"));
    const auto list = below(overridesPath(editor), tensor.c_str());
    if (!at(editor.meaning(), list))
        editor.set(list, Value::ofSequence({Value::ofMap()}));
    const auto count = at(editor.meaning(), list)->entries.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto entry = itemOf(list, i);
        const auto* old = at(editor.meaning(), below(entry, "quant_type"));
        const auto known = old ? ortType(old->text) : std::nullopt;
        if (wanted.bits)
            editor.set(below(entry, "quant_type"),
                       Value::ofText(ortTypeName(*wanted.bits, known ? known->isUnsigned : isUnsigned)));
        if (wanted.numberFormat)
            editor.set(below(entry, "quant_type"), Value::ofText(kFloat8));
        if (wanted.fixed)
            editScale(editor, entry, wanted, known.value_or(OrtType{8, isUnsigned}));
        if (wanted.isSymmetric)
            editor.set(below(entry, "symmetric"), Value::ofBool(*wanted.isSymmetric));
        if (wanted.granularity && i == 0)
            editChannels(editor, entry, wanted, weightAxis);
    }
}

void set(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    const auto& [activation, weight] = std::pair(edit.settings.activation, edit.settings.weight);
    removeName(editor, pathTo({kExcluded}), edit.layer);
    const bool isKnown = !edit.activationTensors.empty() || !edit.weightTensors.empty();
    if (!isKnown && !activation.isEmpty() && !weight.isEmpty())
        cannotSay(kName, Message("which tensors {} reads", edit.layer),
                  "name the network with --model, or set one width at a time");
    const std::vector<std::string> self{edit.layer};
    if (!activation.isEmpty())
        for (const auto& tensor : isKnown ? edit.activationTensors : self)
            editTensor(editor, tensor, activation, config.common.activation.isUnsigned.value_or(true));
    if (!weight.isEmpty())
        for (const auto& tensor : isKnown ? edit.weightTensors : self)
            editTensor(editor, tensor, weight, config.common.weight.isUnsigned.value_or(false), edit.weightAxis);
}

void applyEdit(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    if (edit.action == LayerEdit::Action::Set)
        return set(editor, config, edit);
    if (edit.action == LayerEdit::Action::Skip)
        return addName(editor, pathTo({kExcluded}), edit.layer);
    removeName(editor, pathTo({kExcluded}), edit.layer);
    auto tensors = edit.activationTensors;
    tensors.insert(tensors.end(), edit.weightTensors.begin(), edit.weightTensors.end());
    tensors.push_back(edit.layer);
    for (const auto& tensor : tensors)
        if (const auto path = below(overridesPath(editor), tensor.c_str()); at(editor.meaning(), path))
            editor.remove(path);
}

Value writeTensor(Conversion& conversion, const std::string& name, const TensorSettings& settings)
{
    Value entry = Value::ofMap();
    const int bits = settings.bits.value_or(8);
    const auto type = integerType(conversion, name, bits);
    if (settings.bits)
        entry.add("quant_type",
                  Value::ofText(ortTypeName(std::stoi(type.substr(3)), settings.isUnsigned.value_or(false))));
    if (settings.isSymmetric)
        entry.add("symmetric", Value::ofBool(*settings.isSymmetric));
    if (settings.channelAxis)
        entry.add("axis", Value::ofInt(*settings.channelAxis));
    if (settings.fixed && settings.fixed->scales.size() == 1) {
        const auto shift = settings.isUnsigned.value_or(false) ? std::int64_t(1) << (bits - 1) : 0;
        entry.add("scale", Value::ofDouble(settings.fixed->scales.front()));
        entry.add("zero_point",
                  Value::ofInt((settings.fixed->offsets.empty() ? 0 : settings.fixed->offsets.front()) + shift));
    } else if (settings.fixed) {
        conversion.lose("tensor " + name, "one scale per channel");
    }
    return Value::ofSequence({entry});
}

std::string write(Conversion& conversion)
{
    const auto& config = conversion.config;
    loseNetworkSettings(conversion, false, false);
    std::vector<std::string> excluded;
    Value tensors = Value::ofMap();
    for (const auto& layer : flattened(conversion, TensorOverrides::Kept)) {
        if (!layer.resolved.isQuantized)
            excluded.push_back(layer.name);
        else if (layer.resolved.activation.bits.value_or(8) != config.common.activation.bits.value_or(8))
            conversion.lose("layer " + layer.name,
                            fmt::format("{} bits: widths belong to tensors, set them with --model",
                                        *layer.resolved.activation.bits));
    }
    for (const auto& override : config.overrides)
        if (override.selector.kind == Selector::Kind::Tensor)
            tensors.add(override.selector.name,
                        writeTensor(conversion, override.selector.name, override.settings.activation));
    const auto activationBits =
        std::stoi(integerType(conversion, "network", config.common.activation.bits.value_or(8)).substr(3));
    const auto weightBits =
        std::stoi(integerType(conversion, "network", config.common.weight.bits.value_or(8)).substr(3));
    Value root = Value::ofMap();
    root.add("activation_type",
             Value::ofText(ortTypeName(activationBits, config.common.activation.isUnsigned.value_or(false))));
    root.add("weight_type", Value::ofText(ortTypeName(weightBits, false)));
    if (config.common.weight.granularity)
        root.add("per_channel", Value::ofBool(config.common.weight.granularity == Granularity::PerChannel));
    root.add(kExcluded, Value::ofTexts(excluded));
    if (!config.onlyTypes.empty())
        root.add("op_types_to_quantize", Value::ofTexts(config.onlyTypes));
    Value extra = Value::ofMap();
    if (config.common.activation.isSymmetric)
        extra.add("ActivationSymmetric", Value::ofBool(*config.common.activation.isSymmetric));
    extra.add(kOverrides, std::move(tensors));
    root.add("extra_options", std::move(extra));
    return edit::renderDocument(root, text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"onnxruntime-json",
             Message("ONNX Runtime exclusions and tensor overrides (JSON)"),
             text::Syntax::Json,
             recognises,
             read,
             applyEdit,
             write,
             {kFloat8Format},
             LayerNaming::Nodes}};
}

} // namespace ql::config::onnxruntime_json
