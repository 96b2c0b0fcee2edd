// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/operator_words.h"
#include "core/config/dialects/rules/said_words.h"
#include "core/config/text/scalars.h"

#include <algorithm>
#include <array>

/// AI Edge Quantizer's recipe (ai-edge-quantizer 0.1 to 0.5, recipe_manager.py and qtyping.py): a list of rules, each
/// an expression that is searched for in the names of the tensors that an operator makes, the operator, and how it is
/// quantized. The last that fits counts, and what none fits stays in float.
namespace ql::config::ai_edge_json {

namespace {

using edit::TreeEditor;
using text::Value;
using text::View;

const Message kName("AI Edge's recipe");

bool isRule(const View& item)
{
    return item.isMap() && item.find("regex") && item.find("operation") && item.find("algorithm_key");
}

bool recognises(const text::Document& document)
{
    const View root(document);
    const auto items = root.isSequence() ? root.items() : std::vector<View>();
    return !items.empty() && std::ranges::all_of(items, isRule);
}

/// ONNX's names of an operation; of "*" one empty name.
std::vector<std::string> typesOf(const std::string& operation)
{
    if (operation == "*")
        return {""};
    return onnxTypes(Vocabulary::LiteRt, operation);
}

void readTensor(Reading& reading, const View& map, TensorSettings& settings)
{
    const auto bits = reading.integer(map, "num_bits");
    const auto type = reading.text(map, "dtype");
    const bool isFloat = type == std::string("FLOAT");
    const auto granularity = reading.text(map, "granularity");
    const auto blocks = reading.integer(map, "block_size");
    for (const auto& place : {type.position, granularity.position, blocks.position})
        reading.decides(place);
    if (isFloat)
        settings = leftInHalf(map.position());
    else if (granularity && granularity->starts_with("BLOCKWISE_"))
        takeWidth(bits, {text::integerOf(granularity->substr(10)), granularity.position}, settings);
    else
        takeWidth(bits, blocks, settings);
    settings.isSymmetric = reading.boolean(map, "symmetric");
    if (granularity == std::string("CHANNELWISE") || granularity == std::string("TENSORWISE"))
        settings.granularity = {granularityOf(granularity == std::string("CHANNELWISE")), granularity.position};
}

LayerSettings settingsOf(Reading& reading, const View& rule)
{
    LayerSettings settings;
    const auto place = rule.find("algorithm_key")->position();
    settings.isQuantized = {rule.find("algorithm_key")->text() != "no_quantize", place};
    const auto config = reading.map(rule, "op_config");
    if (!*settings.isQuantized || !config)
        return settings;
    if (const auto weight = reading.map(*config, "weight_tensor_config"))
        readTensor(reading, *weight, settings.weight);
    const auto activation = reading.map(*config, "activation_tensor_config");
    if (activation)
        readTensor(reading, *activation, settings.activation);
    else
        settings.activation = leftInHalf(config->position());
    if (!activation && reading.text(*config, "compute_precision") == std::string("INTEGER"))
        reading.warn("not-simulated", config->position(),
                     "activations are quantized as each run has them: simulated as they come");
    return settings;
}

constexpr std::string_view kSpecial = ".^$*+?()[]{}|\\";

/// The one name that an expression like "^a\.b$" fits, or nothing.
std::optional<std::string> nameIn(const std::string& expression)
{
    if (expression.size() < 3 || !expression.starts_with('^') || !expression.ends_with('$'))
        return std::nullopt;
    std::string name;
    for (std::size_t i = 1; i + 1 < expression.size(); ++i) {
        const bool isEscaped = expression[i] == '\\' && i + 2 < expression.size();
        if (isEscaped)
            ++i;
        const bool isSpecial = kSpecial.find(expression[i]) != kSpecial.npos;
        if (isSpecial != isEscaped)
            return std::nullopt;
        name += expression[i];
    }
    return name;
}

void readRule(Reading& reading, const View& rule, QuantConfig& config)
{
    if (!isRule(rule))
        return reading.error("missing-key", rule.position(), "a rule needs regex, operation and algorithm_key");
    const auto place = rule.find("regex")->position();
    reading.decides(rule.find("operation")->position());
    const auto settings = settingsOf(reading, rule);
    const auto name = nameIn(rule.find("regex")->text());
    if (name && rule.find("operation")->text() == "*")
        return config.addOverride(Selector::Kind::Layer, *name, settings, place, place);
    const auto selector = expressionSelector(reading, rule.find("regex")->text(), NamePattern::Extent::Part, place);
    for (const auto& type : selector ? typesOf(rule.find("operation")->text()) : std::vector<std::string>()) {
        auto own = *selector;
        own.onlyType = type;
        config.addOverride(std::move(own), settings, place);
    }
    reading.warnUnknown(rule, {"regex", "operation", "algorithm_key", "op_config"});
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.naming = LayerNaming::Outputs;
    config.quantizesOnlyListed = true;
    const auto root = reading.root();
    for (const auto& rule : root.isSequence() ? root.items() : std::vector<View>())
        readRule(reading, rule, config);
    config.decisions = reading.decisions();
    return config;
}

/// What fits @p name and nothing else.
std::string expressionOf(const std::string& name)
{
    std::string expression = "^";
    for (const char c : name)
        expression += kSpecial.find(c) == kSpecial.npos ? std::string(1, c) : std::string{'\\', c};
    return expression + "$";
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto expression = expressionOf(edit.layer);
    for (auto i = editor.meaning().entries.size(); i-- > 0;)
        if (const auto* regex = editor.meaning().entries[i].second.find("regex"); regex && regex->text == expression)
            editor.remove(itemOf({}, i));
    if (edit.action == LayerEdit::Action::Restore)
        return;
    Value rule = Value::ofMap({{"regex", Value::ofText(expression)}, {"operation", Value::ofText("*")}});
    if (edit.action == LayerEdit::Action::Skip) {
        rule.add("algorithm_key", Value::ofText("no_quantize"));
        return editor.append({}, rule);
    }
    const int activation = edit.settings.activation.bits.value_or(8);
    const int weight = edit.settings.weight.bits.value_or(8);
    if ((activation != 8 && activation != 16) || (weight != 4 && weight != 8))
        cannotSay(kName, Message("activations of {} and weights of {} bits", activation, weight),
                  "choose activations of 8 or 16, and weights of 4 or 8");
    requireWidthsOnly(kName, edit.settings, "anything but widths of one layer");
    const auto tensor = [](int bits, bool isSymmetric, const char* granularity) {
        return Value::ofMap({{"num_bits", Value::ofInt(bits)},
                             {"symmetric", Value::ofBool(isSymmetric)},
                             {"granularity", Value::ofText(granularity)},
                             {"dtype", Value::ofText("INT")}});
    };
    rule.add("algorithm_key", Value::ofText("min_max_uniform_quantize"));
    rule.add("op_config",
             Value::ofMap({{"activation_tensor_config", tensor(activation, activation == 16, "TENSORWISE")},
                           {"weight_tensor_config", tensor(weight, true, "CHANNELWISE")},
                           {"compute_precision", Value::ofText("INTEGER")},
                           {"explicit_dequantize", Value::ofBool(false)}}));
    editor.append({}, rule);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"ai-edge-json",
             Message("AI Edge Quantizer recipe (JSON)"),
             text::Syntax::Json,
             recognises,
             read,
             applyEdit,
             nullptr,
             {},
             LayerNaming::Outputs}};
}

} // namespace ql::config::ai_edge_json
