// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/edit/tree_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ql::config::sophgo_qtable {

namespace {

using edit::TreeEditor;
using text::Value;

const Message kName("Sophgo's qtable");

struct Mode {
    std::string_view word;
    int bits; ///< of weights; 0 = no integers
    std::string_view floatType;
    std::string_view numberFormat; ///< of activations, and of weights that are no integers
};
constexpr Mode kModes[]{{"INT8", 8, "", ""},           {"INT4", 4, "", ""},           {"W8F16", 8, "", "fp16"},
                        {"W4F16", 4, "", "fp16"},      {"W8BF16", 8, "", "bf16"},     {"W4BF16", 4, "", "bf16"},
                        {"F8E4M3", 0, "", "fp8_e4m3"}, {"F8E5M2", 0, "", "fp8_e5m2"}, {"F32", 0, "float32", ""},
                        {"F16", 0, "float16", ""},     {"BF16", 0, "bfloat16", ""}};

/// What a mode says; null where no mode is that.
const Mode* modeFor(const TensorSettings& activation, const TensorSettings& weight)
{
    const auto& format = activation.numberFormat ? activation.numberFormat : weight.numberFormat;
    const bool saysWidth = !weight.numberFormat && (weight.bits || !format);
    const int bits = weight.bits.value_or(activation.bits.value_or(8));
    for (const auto& mode : kModes)
        if (mode.floatType.empty() && mode.numberFormat == format.value_or("")
            && (saysWidth ? bits == mode.bits : !weight.numberFormat || mode.bits == 0))
            return &mode;
    return nullptr;
}

const Mode* modeNamed(std::string_view word)
{
    for (const auto& mode : kModes)
        if (mode.word == word)
            return &mode;
    return nullptr;
}

/// A qtable says so in its comment; without it, every value is a mode.
bool recognises(const text::Document& document)
{
    const text::View root(document);
    const auto members = root.members();
    const bool areModes = std::all_of(members.begin(), members.end(),
                                      [](const auto& member) { return modeNamed(member.view().text()) != nullptr; });
    return document.bytes.find("quantize_mode") != std::string::npos || (areModes && !members.empty());
}

void takeMode(const Mode& mode, SourcePosition place, LayerSettings& settings)
{
    settings.isQuantized = {mode.floatType.empty(), place};
    if (!mode.floatType.empty())
        settings.activation.floatType = {std::string(mode.floatType), place};
    else if (mode.numberFormat.empty())
        settings.activation.bits = {mode.bits, place};
    else
        settings.activation.numberFormat = {std::string(mode.numberFormat), place};
    if (mode.bits > 0)
        settings.weight.bits = {mode.bits, place};
    else if (mode.floatType.empty())
        settings.weight.numberFormat = settings.activation.numberFormat;
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    for (const auto& member : reading.root().members()) {
        reading.setLayer(member.key);
        LayerSettings settings;
        const auto place = member.view().position();
        const auto* mode = modeNamed(member.view().text());
        if (!mode) {
            reading.error("parameter-range", member.view().position(),
                          Message("mode {}, allowed is INT8, INT4, F8E4M3, F8E5M2, F32, F16, BF16, W8F16 and its like",
                                  member.view().text()));
        } else {
            takeMode(*mode, place, settings);
        }
        config.addOverride(Selector::Kind::Layer, member.key, settings, member.view().position());
    }
    reading.setLayer("");
    return config;
}

/// Blanks separate, # begins a comment, and the file is shown in terminals.
bool fitsInTable(const std::string& name)
{
    return name.find_first_of(" \t\n#") == std::string::npos && printable(name) == name;
}

/// The floating-point mode that this file uses most.
std::string usualFloat(const Value& root)
{
    std::map<std::string, int> counts;
    for (const auto& [name, value] : root.entries)
        if (const auto* mode = modeNamed(value.text); mode && !mode->floatType.empty())
            ++counts[value.text];
    std::string usual = "F32";
    for (const auto& [mode, count] : counts)
        if (count > counts[usual])
            usual = mode;
    return usual;
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const auto layer = pathTo({edit.layer.c_str()});
    if (!fitsInTable(edit.layer))
        cannotSay(kName, Message("a name with a blank: {}", edit.layer));
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), layer) ? editor.remove(layer) : void();
    if (edit.action == LayerEdit::Action::Skip)
        return editor.set(layer, Value::ofText(usualFloat(editor.meaning())));
    auto wanted = edit.settings;
    if (wanted.activation.bits && wanted.weight.bits && *wanted.weight.bits != *wanted.activation.bits)
        cannotSay(kName, "two widths for one layer");
    const auto* mode = modeFor(wanted.activation, wanted.weight);
    if (!mode && (wanted.activation.numberFormat || wanted.weight.numberFormat))
        cannotSay(kName, "this pair of number formats", "choose fp8_e4m3, fp8_e5m2, 4 or 8 bits, or skip the layer");
    if (!mode)
        cannotSay(kName, Message("{} bits", wanted.activation.bits.value_or(wanted.weight.bits.value_or(8))),
                  "choose 4 or 8, or skip the layer");
    wanted.activation.numberFormat.reset();
    wanted.weight.numberFormat.reset();
    requireWidthsOnly(kName, wanted, "anything but the mode of one layer");
    editor.set(layer, Value::ofText(std::string(mode->word)));
}

std::string_view writtenMode(Conversion& conversion, const std::string& layer, const ResolvedLayer& resolved)
{
    if (!resolved.isQuantized) {
        for (const auto& mode : kModes)
            if (!mode.floatType.empty() && mode.floatType == resolved.activation.floatType)
                return mode.word;
        return "F32";
    }
    auto weight = resolved.weight;
    if (!resolved.activation.numberFormat && resolved.activation.bits)
        weight.bits = resolved.activation.bits;
    if (const auto* mode = modeFor(resolved.activation, weight))
        return mode->word;
    conversion.lose("layer " + layer, resolved.activation.numberFormat
                                          ? fmt::format("{} becomes F16", *resolved.activation.numberFormat)
                                          : fmt::format("{} bits become F16", resolved.activation.bits.value_or(8)));
    return "F16";
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, false);
    std::string lines = "# op_name   quantize_mode\n";
    for (const auto& layer : exceptions(conversion)) {
        if (!fitsInTable(layer.name))
            conversion.lose("layer " + layer.name, "a name with a blank");
        else
            lines += fmt::format("{} {}\n", layer.name, writtenMode(conversion, layer.name, layer.resolved));
    }
    return lines;
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"sophgo-qtable",
             Message("Sophgo qtable"),
             text::Syntax::Lines,
             recognises,
             read,
             applyEdit,
             write,
             {"fp8_e4m3", "fp8_e5m2", "fp16", "bf16"}}};
}

} // namespace ql::config::sophgo_qtable
