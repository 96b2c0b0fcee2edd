// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/operator_words.h"
#include "core/config/dialects/rules/said_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

/// What stands beside the weights of a quantized language model and says how its linear layers are stored:
/// `quantization_config` of AutoRound (auto-round 0.5 to 0.12, docs/step_by_step.md), GPTQ and AWQ (transformers 4.40
/// to 4.57, "Quantization"), by itself or within config.json, and hf_quant_config.json of Model Optimizer (modelopt
/// 0.15 to 0.44, torch/export). Layers go by torch's module names.
namespace ql::config::checkpoint_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("a quantized checkpoint's configuration");
constexpr const char* kConfig = "quantization_config";
constexpr const char* kOwn = "extra_config";

bool isMethod(const View& view, std::initializer_list<std::string_view> methods)
{
    const auto method = view.isMap() ? view.find("quant_method") : std::nullopt;
    const auto word = method ? plainWord(method->text()) : std::string();
    return std::ranges::find(methods, word) != methods.end();
}

/// By itself, or in a model's configuration.
std::optional<View> configOf(const View& root, std::initializer_list<std::string_view> methods)
{
    if (isMethod(root, methods))
        return root;
    const auto inner = root.find(kConfig);
    return inner && isMethod(*inner, methods) ? inner : std::nullopt;
}

bool recognisesWidths(const text::Document& document)
{
    return configOf(View(document), {"autoround", "intel/autoround", "gptq", "awq"}).has_value();
}

std::optional<View> optimizerConfig(const View& root)
{
    const auto quantization = root.find("quantization");
    if (quantization && quantization->isMap() && quantization->find("quant_algo"))
        return quantization;
    return configOf(root, {"modelopt", "modeloptfp4"});
}

bool recognisesOptimizer(const text::Document& document)
{
    return optimizerConfig(View(document)).has_value();
}

/// Linear layers with weights as they are stored, and activations as they come.
QuantConfig linearLayers()
{
    QuantConfig config;
    config.onlyTypes = linearTypes();
    return config;
}

void readWidths(Reading& reading, const View& map, LayerSettings& settings, SourcePosition place)
{
    auto bits = reading.integer(map, "bits");
    if (!bits)
        bits = reading.integer(map, "w_bit");
    auto size = reading.integer(map, "group_size");
    if (!size)
        size = reading.integer(map, "q_group_size");
    reading.decides(size.position);
    const auto type = reading.text(map, "data_type");
    if (type && plainWord(*type).starts_with("mxfp"))
        settings.weight.numberFormat = {std::string(bits.value_or(4) == 8 ? "mxfp8_e4m3" : "mxfp4"), type.position};
    else if (type && plainWord(*type).starts_with("nvfp"))
        settings.weight.numberFormat = {std::string("nvfp4"), type.position};
    else if (bits && *bits >= 16)
        settings.weight.floatType = {std::string("float16"), bits.position};
    else
        takeWidth(bits, size, settings.weight);
    settings.weight.isSymmetric = reading.boolean(map, "sym");
    if (size && *size < 0 && settings.weight.bits)
        settings.weight.granularity = {Granularity::PerChannel, size.position};
    if (settings.weight.floatType)
        settings.isQuantized = {false, settings.weight.floatType.position};
    const auto activation = reading.integer(map, "act_bits");
    if (activation && *activation < 16)
        takeWidth(activation, {}, settings.activation);
    else
        settings.activation = leftInHalf(activation ? activation.position : place);
}

QuantConfig readAutoRound(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    auto config = linearLayers();
    const auto map = configOf(reading.root(), {"autoround", "intel/autoround", "gptq", "awq"});
    if (!map) {
        reading.error("missing-key", reading.root().position(), "no quantization_config with a known quant_method");
        return config;
    }
    readWidths(reading, *map, config.common, map->position());
    if (reading.boolean(*map, "zero_point") == true)
        config.common.weight.isSymmetric = {false, map->find("zero_point")->position()};
    const auto own = reading.map(*map, kOwn);
    for (const auto& member : own ? own->members() : std::vector<View::Member>()) {
        if (!member.view().isMap()) {
            reading.error("wrong-type", member.view().position(), Message("{} is no map", member.key));
            continue;
        }
        LayerSettings settings;
        readWidths(reading, member.view(), settings, member.view().position());
        config.addOverride(globOrName(member.key, {}), std::move(settings), member.view().position());
    }
    skipGlobs(reading, *map, "modules_to_not_convert", config);
    if (const auto dynamic = reading.map(*map, "dynamic"))
        reading.warn("not-simulated", dynamic->position(), "dynamic, which overrides layers by expression, is kept");
    config.decisions = reading.decisions();
    return config;
}

/// "W4A16_AWQ", "FP8", "NVFP4", "INT8_SQ", "W8A8_SQ_PER_CHANNEL", "W4A8_AWQ".
bool takeAlgorithm(const std::string& word, const Located<std::int64_t>& groupSize, SourcePosition place,
                   LayerSettings& settings)
{
    const auto plain = plainWord(word);
    const auto both = [&](const char* format) {
        settings.weight.numberFormat = {std::string(format), place};
        settings.activation.numberFormat = {std::string(format), place};
        return true;
    };
    settings.isQuantized = {true, place};
    if (plain.starts_with("w4a16nvfp4")) {
        settings.weight.numberFormat = {std::string("nvfp4"), place};
        settings.activation = leftInHalf(place);
        return true;
    }
    if (plain.starts_with("fp8"))
        return both("fp8_e4m3");
    if (plain.starts_with("nvfp4"))
        return both("nvfp4");
    if (plain.starts_with("mxfp4"))
        return both("mxfp4");
    if (plain.starts_with("mxfp8"))
        return both("mxfp8_e4m3");
    if (plain.starts_with("int8sq") || plain.starts_with("w8a8")) {
        settings.weight.bits = {8, place};
        settings.activation.bits = {8, place};
        settings.weight.granularity = {Granularity::PerChannel, place};
        return true;
    }
    if (plain.starts_with("w4a16") || plain.starts_with("w8a16") || plain.starts_with("w4a8")) {
        takeWidth({plain[1] - '0', place}, groupSize ? groupSize : Located<std::int64_t>(128, place), settings.weight);
        settings.activation = leftInHalf(place);
        if (plain.starts_with("w4a8"))
            settings.activation.numberFormat = {std::string("fp8_e4m3"), place};
        return true;
    }
    settings.isQuantized = {false, place};
    return plain == "unquantized" || plain == "none";
}

void readAlgorithm(Reading& reading, const View& map, LayerSettings& settings)
{
    const auto word = reading.text(map, "quant_algo");
    if (const auto size = reading.integer(map, "group_size"); word && plainWord(*word).starts_with("w4a"))
        reading.decides(size.position);
    if (word && !takeAlgorithm(*word, reading.integer(map, "group_size"), word.position, settings))
        reading.error("parameter-range", word.position, Message("quant_algo is {}", *word),
                      "allowed are FP8, NVFP4, W4A16_AWQ, W4A8_AWQ, INT8_SQ, MIXED_PRECISION and their like");
}

QuantConfig readOptimizer(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    auto config = linearLayers();
    const auto map = optimizerConfig(reading.root());
    if (!map) {
        reading.error("missing-key", reading.root().position(), "no quant_algo");
        return config;
    }
    const bool isMixed = reading.text(*map, "quant_algo") == std::string("MIXED_PRECISION");
    config.quantizesOnlyListed = isMixed;
    if (!isMixed)
        readAlgorithm(reading, *map, config.common);
    config.common.isQuantized.reset();
    const auto layers = reading.map(*map, "quantized_layers");
    for (const auto& member : layers ? layers->members() : std::vector<View::Member>()) {
        LayerSettings settings;
        if (member.view().isMap())
            readAlgorithm(reading, member.view(), settings);
        config.addOverride(globOrName(member.key, {}), std::move(settings), member.view().position());
    }
    for (const char* key : {"exclude_modules", "ignore"}) {
        const auto names = reading.texts(*map, key);
        for (const auto& name : names)
            config.addSkip(globOrName(name, names.positions.front()), names.positions.front());
    }
    config.decisions = reading.decisions();
    return config;
}

void editAutoRound(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto root = editor.meaning().find(kConfig) ? pathTo({kConfig}) : Path();
    const auto own = below(below(root, kOwn), edit.layer.c_str());
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), own) ? editor.remove(own) : void();
    if (edit.action == LayerEdit::Action::Skip)
        return editor.set(below(own, "bits"), Value::ofInt(16));
    requireWidthsOnly(kName, edit.settings, "anything but the width of one layer's weights");
    if (edit.settings.activation.bits)
        cannotSay(kName, "a width of activations");
    editor.set(below(own, "bits"), Value::ofInt(edit.settings.weight.bits.value_or(8)));
}

void editOptimizer(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto& root = editor.meaning();
    const auto map = root.find("quantization") ? pathTo({"quantization"})
                     : root.find(kConfig)      ? pathTo({kConfig})
                                               : Path();
    const auto* said = at(root, map);
    const auto excluded = below(map, said && said->find("ignore") ? "ignore" : "exclude_modules");
    if (edit.action == LayerEdit::Action::Skip)
        return addName(editor, excluded, edit.layer);
    auto rest = edit.settings;
    rest.isQuantized.reset();
    if (edit.action == LayerEdit::Action::Set && !rest.isEmpty())
        cannotSay(kName, "how one layer is stored", "skip the layer");
    removeName(editor, excluded, edit.layer);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"checkpoint-json", Message("AutoRound, GPTQ or AWQ quantization_config (JSON)"), text::Syntax::Json,
             recognisesWidths, readAutoRound, editAutoRound, nullptr},
            {"hf-quant-config", Message("Model Optimizer hf_quant_config (JSON)"), text::Syntax::Json,
             recognisesOptimizer, readOptimizer, editOptimizer, nullptr}};
}

} // namespace ql::config::checkpoint_json
