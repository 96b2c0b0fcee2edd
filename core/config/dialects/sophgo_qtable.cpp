// SPDX-License-Identifier: GPL-3.0-or-later
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
    int bits; ///< 0 = floating point
    std::string_view floatType;
};
constexpr Mode kModes[]{{"INT8", 8, ""},       {"INT4", 4, ""},       {"W8F16", 8, ""},       {"W4F16", 4, ""},
                        {"F32", 0, "float32"}, {"F16", 0, "float16"}, {"BF16", 0, "bfloat16"}};

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
                          Message("mode {}, allowed is INT8, INT4, F32, F16 or BF16", member.view().text()));
        } else if (mode->bits == 0) {
            settings.isQuantized = {false, place};
            settings.activation.floatType = {std::string(mode->floatType), place};
        } else {
            settings.isQuantized = {true, place};
            settings.weight.bits = {mode->bits, place};
            if (mode->word.starts_with("W"))
                settings.activation.floatType = {"float16", place};
            else
                settings.activation.bits = {mode->bits, place};
        }
        config.addOverride(Selector::Kind::Layer, member.key, settings, member.view().position());
    }
    reading.setLayer("");
    return config;
}

/// The floating-point mode that this file uses most.
std::string usualFloat(const Value& root)
{
    std::map<std::string, int> counts;
    for (const auto& [name, value] : root.entries)
        if (const auto* mode = modeNamed(value.text); mode && mode->bits == 0)
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
    if (edit.layer.find_first_of(" \t#") != std::string::npos)
        cannotSay(kName, Message("a name with a blank: {}", edit.layer));
    if (edit.action == LayerEdit::Action::Restore)
        return at(editor.meaning(), layer) ? editor.remove(layer) : void();
    if (edit.action == LayerEdit::Action::Skip)
        return editor.set(layer, Value::ofText(usualFloat(editor.meaning())));
    const auto& wanted = edit.settings;
    const int bits = wanted.activation.bits.value_or(wanted.weight.bits.value_or(8));
    if (bits != 4 && bits != 8)
        cannotSay(kName, Message("{} bits", bits), "choose 4 or 8, or skip the layer");
    if (wanted.weight.bits && *wanted.weight.bits != bits)
        cannotSay(kName, "two widths for one layer");
    requireWidthsOnly(kName, edit.settings, "anything but the mode of one layer");
    editor.set(layer, Value::ofText(fmt::format("INT{}", bits)));
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, false);
    std::string lines = "# op_name   quantize_mode\n";
    for (const auto& layer : exceptions(conversion)) {
        const auto& resolved = layer.resolved;
        const int bits = resolved.activation.bits.value_or(8);
        std::string mode = "F32";
        for (const auto& row : kModes)
            if (row.bits == 0 && row.floatType == resolved.activation.floatType)
                mode = row.word;
        if (resolved.isQuantized)
            mode = bits == 4 ? "INT4" : bits == 8 ? "INT8" : "F16";
        if (resolved.isQuantized && bits != 4 && bits != 8)
            conversion.lose("layer " + layer.name, fmt::format("{} bits become F16", bits));
        if (layer.name.find_first_of(" \t#") != std::string::npos)
            conversion.lose("layer " + layer.name, "a name with a blank");
        else
            lines += fmt::format("{} {}\n", layer.name, mode);
    }
    return lines;
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"sophgo-qtable", Message("Sophgo qtable"), text::Syntax::Lines, recognises, read, applyEdit, write}};
}

} // namespace ql::config::sophgo_qtable
