// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/said_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

/// NVIDIA Model Optimizer's recipe (modelopt 0.33 to 0.44; "Recipes" and "Quantization Configuration (quant_cfg)" of
/// its documentation): `quant_cfg` is an ordered list of entries, each of which a glob of quantizers' names and what
/// these do; the last that matches counts, part by part. Before version 0.42 it was a map from glob to attributes.
/// Quantizers are called "<module>.weight_quantizer", "<module>.input_quantizer", "<module>.output_quantizer".
namespace ql::config::modelopt_yaml {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("Model Optimizer's recipe");
constexpr const char* kQuantize = "quantize";
constexpr const char* kRules = "quant_cfg";
constexpr const char* kQuantizer = "quantizer_name";

std::optional<View> rulesOf(const View& root)
{
    const auto quantize = root.find(kQuantize);
    const auto rules = quantize && quantize->isMap() ? quantize->find(kRules) : root.find(kRules);
    return rules && (rules->isSequence() || rules->isMap()) ? rules : std::nullopt;
}

bool isRule(const View& item)
{
    return item.isMap() && (item.find(kQuantizer) || item.find("$import"));
}

bool recognises(const text::Document& document)
{
    const auto rules = rulesOf(View(document));
    if (!rules)
        return false;
    if (rules->isSequence()) {
        const auto items = rules->items();
        return !items.empty() && std::ranges::any_of(items, isRule);
    }
    return std::ranges::any_of(rules->members(), [](const View::Member& member) {
        return member.key.find("quantizer") != std::string::npos && member.view().isMap();
    });
}

/// What a rule speaks of.
struct Role {
    std::string_view suffix;
    TensorSettings LayerSettings::*tensor;
};
constexpr std::array kRoles{Role{".weight_quantizer", &LayerSettings::weight},
                            Role{".input_quantizer", &LayerSettings::activation},
                            Role{".output_quantizer", &LayerSettings::output}};

/// The block size of the last axis; 0 for none.
Located<std::int64_t> blockSize(const View& attributes)
{
    const auto blocks = attributes.find("block_sizes");
    for (const auto& member : blocks && blocks->isMap() ? blocks->members() : std::vector<View::Member>())
        if (member.key == "-1")
            return {member.view().asInt(), member.view().position()};
    return {};
}

/// 8, "e4m3", [4, 3]: exponent and mantissa.
void takeBits(Reading& reading, const View& attributes, TensorSettings& settings)
{
    const auto bits = attributes.find("num_bits");
    if (!bits || bits->isNull())
        return;
    const auto size = blockSize(attributes);
    reading.decides(size.position);
    if (const auto width = bits->asInt())
        return takeWidth({*width, bits->position()}, size, settings);
    auto word = plainWord(bits->text());
    if (bits->isSequence()) {
        word = "e";
        for (const auto& item : bits->items())
            word += (word == "e" ? "" : "m") + item.text();
    }
    const char* format = word == "e4m3" ? "fp8_e4m3" : word == "e5m2" ? "fp8_e5m2" : word == "e2m1" ? "nvfp4" : nullptr;
    if (word == "e2m1" && size == std::int64_t(32))
        format = "mxfp4";
    if (!format)
        return reading.error("parameter-range", bits->position(), Message("num_bits is {}", word),
                             "allowed are a width, e4m3, e5m2 and e2m1");
    settings.numberFormat = {std::string(format), bits->position()};
}

TensorSettings settingsOf(Reading& reading, const View& attributes)
{
    TensorSettings settings;
    takeBits(reading, attributes, settings);
    if (const auto axis = attributes.find("axis"); axis && axis->asInt()) {
        settings.granularity = {Granularity::PerChannel, axis->position()};
        settings.channelAxis = {int(std::clamp<std::int64_t>(*axis->asInt(), -16, 16)), axis->position()};
    }
    settings.isUnsigned = reading.boolean(attributes, "unsigned");
    reading.warnUnknown(attributes,
                        {"num_bits", "axis", "enable", "block_sizes", "unsigned", "type", "narrow_range",
                         "trt_high_precision_dtype", "fake_quant", "pass_through_bwd", "calibrator", "learn_amax",
                         "rotate", "bias", "backend", "backend_extra_args", "use_constant_amax"});
    return settings;
}

/// Whether a rule of the layer's own leaves one of its tensors as it is.
bool isLeftAlready(const QuantConfig& config, const std::string& layer)
{
    return std::ranges::any_of(config.overrides, [&layer](const Override& override) {
        const auto& format = override.settings.weight.numberFormat ? override.settings.weight.numberFormat
                                                                   : override.settings.activation.numberFormat;
        return override.selector.kind == Selector::Kind::Layer && override.selector.name == layer && format == "fp16";
    });
}

/// One rule: @p enable empty where it isn't said. @p isOwn: it is about one layer by name, and none of many comes
/// behind.
void readRule(Reading& reading, const std::string& glob, const std::optional<View>& attributes,
              const Located<bool>& enable, SourcePosition place, bool isOwn, QuantConfig& config)
{
    if (glob.ends_with("bmm_quantizer"))
        return reading.warn("not-simulated", place,
                            Message("{} is kept: products of activations are not told apart", glob));
    const bool isOn = enable.value_or(attributes.has_value());
    const auto settings = isOn && attributes ? settingsOf(reading, *attributes) : leftInHalf(place);
    const auto isOfRole = [&glob](const Role& role) { return glob.ends_with(role.suffix.substr(1)); };
    const bool isOfOne = std::ranges::any_of(kRoles, isOfRole);
    const bool isOfLayer = isOwn && isOfOne;
    for (const auto& role : kRoles) {
        const bool isOutput = role.suffix == ".output_quantizer";
        if (isOfOne ? !isOfRole(role) : isOutput)
            continue;
        if (isOutput && !isOn) // what a layer makes is quantized by whoever reads it
            continue;
        auto selector = isOfLayer
                            ? Selector{Selector::Kind::Layer, glob.substr(0, glob.size() - role.suffix.size()), place}
                            : globSelector(glob, place);
        if (!isOfLayer)
            selector.suffix = role.suffix;
        LayerSettings layer;
        layer.*role.tensor = settings;
        if (isOn || !isOfOne || (isOfLayer && isLeftAlready(config, selector.name)))
            layer.isQuantized = {isOn, enable ? enable.position : place};
        config.addOverride(std::move(selector), std::move(layer), place);
    }
}

void readItem(Reading& reading, const View& item, bool isOwn, QuantConfig& config)
{
    if (item.isMap() && item.find("$import"))
        return reading.warn("not-simulated", item.position(),
                            Message("{} is of another file, which is not read", item.find("$import")->text()),
                            "let modelopt.recipe.load_config write the resolved recipe");
    if (!isRule(item))
        return reading.error("wrong-type", item.position(), Message("expected a map with {}", kQuantizer));
    if (item.find("parent_class"))
        reading.warn("not-simulated", item.find("parent_class")->position(),
                     "parent_class is kept: the rule is taken for every class");
    auto attributes = item.find("cfg");
    if (attributes && attributes->isSequence()) { // one after the other: the first is what numbers are stored as
        const auto steps = attributes->items();
        attributes = steps.empty() ? std::nullopt : std::optional(steps.front());
    }
    const bool isMap = attributes && attributes->isMap();
    if (attributes && !attributes->isNull() && !isMap)
        reading.warn("not-simulated", attributes->position(), "cfg is of another file, which is not read");
    const auto glob = item.find(kQuantizer);
    readRule(reading, glob->text(), isMap ? attributes : std::nullopt, reading.boolean(item, "enable"),
             glob->position(), isOwn, config);
}

/// How many items there are up to the last that may mean several layers.
std::size_t sharedItems(const std::vector<View>& items)
{
    std::size_t shared = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto glob = items[i].isMap() ? items[i].find(kQuantizer) : std::nullopt;
        if (!glob || glob->text().find_first_of("*?[") != std::string::npos)
            shared = i + 1;
    }
    return shared;
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    const auto rules = rulesOf(reading.root());
    const auto items = rules && rules->isSequence() ? rules->items() : std::vector<View>();
    for (std::size_t i = 0; i < items.size(); ++i)
        readItem(reading, items[i], i >= sharedItems(items), config);
    for (const auto& member : rules && rules->isMap() ? rules->members() : std::vector<View::Member>()) {
        const bool isDefault = member.key == "default";
        const auto enable = member.view().isMap() ? reading.boolean(member.view(), "enable") : Located<bool>();
        if (!member.view().isMap())
            reading.warn("not-simulated", member.view().position(), Message("{} is kept", member.key));
        else if (isDefault && enable == false)
            config.quantizesOnlyListed = true;
        else if (!isDefault)
            readRule(reading, member.key, member.view(),
                     enable ? enable : Located<bool>(true, member.view().position()), member.view().position(), false,
                     config);
    }
    config.decisions = reading.decisions();
    return config;
}

Path rulesPath(const TreeEditor& editor)
{
    return editor.meaning().find(kQuantize) ? pathTo({kQuantize, kRules}) : pathTo({kRules});
}

bool isOwnRule(const Value& item, const std::string& layer)
{
    const auto* glob = item.find(kQuantizer);
    return glob && (glob->text == layer + ".weight_quantizer" || glob->text == layer + ".input_quantizer");
}

/// Rules of one layer stand behind all others, so that they count.
void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto rules = rulesPath(editor);
    const auto* list = at(editor.meaning(), rules);
    if (!list || list->kind != Value::Kind::Sequence)
        cannotSay(kName, "a rule of one layer: its quant_cfg is a map, whose order means nothing",
                  "write quant_cfg as a list");
    for (auto i = list->entries.size(); i-- > 0;)
        if (isOwnRule(at(editor.meaning(), rules)->entries[i].second, edit.layer))
            editor.remove(itemOf(rules, i));
    if (edit.action == LayerEdit::Action::Restore)
        return;
    if (edit.layer.find_first_of("*?[") != std::string::npos)
        cannotSay(kName, Message("the name {}, which is a pattern there", edit.layer));
    if (edit.action == LayerEdit::Action::Skip) {
        for (const char* role : {".weight_quantizer", ".input_quantizer"})
            editor.append(rules, Value::ofMap({{kQuantizer, Value::ofText(edit.layer + role)},
                                               {"enable", Value::ofBool(false)}}));
        return;
    }
    requireWidthsOnly(kName, edit.settings, "anything but widths of one layer");
    const auto put = [&](const char* role, const Located<int>& bits) {
        if (bits)
            editor.append(rules, Value::ofMap({{kQuantizer, Value::ofText(edit.layer + role)},
                                               {"cfg", Value::ofMap({{"num_bits", Value::ofInt(*bits)}})}}));
    };
    put(".weight_quantizer", edit.settings.weight.bits);
    put(".input_quantizer", edit.settings.activation.bits);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"modelopt-yaml", Message("NVIDIA Model Optimizer recipe (YAML)"), text::Syntax::Yaml, recognises, read,
             applyEdit, nullptr},
            {"modelopt-json", Message("NVIDIA Model Optimizer recipe (JSON)"), text::Syntax::Json, recognises, read,
             applyEdit, nullptr}};
}

} // namespace ql::config::modelopt_yaml
