// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/said_words.h"
#include "core/config/dialects/tensors/scale_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

/// Canaan nncase's quantization scheme (nncase 2.0 to 2.9, docs/MixQuant.md; PTQTensorOptions.quant_scheme): under
/// `Outputs` a map for each tensor with its DataType (u8, i8, i16, f16, f32), its DataRange of one Min and Max or one
/// for each channel, and DataRangeMode. Weights are numbered constants ("Const_90") of nncase's own. Versions before
/// called the list `Configs`, with the ranges in `BinSeg`.
namespace ql::config::nncase_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;
using text::View;

const Message kName("nncase's quantization scheme");
constexpr std::array kLists{"Outputs", "Configs"};

bool isEntry(const View& item)
{
    return item.isMap() && item.find("Name")
           && (item.find("DataRange") || item.find("DataType") || item.find("BinSeg"));
}

std::optional<View> listOf(const View& root)
{
    for (const char* key : kLists)
        if (const auto list = root.isMap() ? root.find(key) : std::nullopt; list && list->isSequence())
            return list;
    return std::nullopt;
}

bool recognises(const text::Document& document)
{
    const auto list = listOf(View(document));
    const auto items = list ? list->items() : std::vector<View>();
    return !items.empty() && std::ranges::all_of(items, isEntry);
}

/// The integers that a range is spread over, zero included.
void addRange(double low, double high, int bits, TensorSettings& settings, FixedScale& fixed)
{
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
    const double steps = std::ldexp(1.0, bits) - 1.0;
    const bool isSymmetric = settings.isSymmetric.value_or(false);
    const double scale = isSymmetric ? std::max(-low, high) / std::floor(steps / 2.0) : (high - low) / steps;
    fixed.scales.push_back(scale);
    fixed.offsets.push_back(isSymmetric ? 0 : std::int64_t(std::lround(-low / scale - std::ldexp(1.0, bits - 1))));
}

void readRanges(Reading& reading, const View& ranges, SourcePosition place, TensorSettings& settings)
{
    FixedScale fixed;
    for (const auto& range : ranges.isSequence() ? ranges.items() : std::vector<View>{ranges}) {
        const auto low = range.isMap() ? reading.number(range, "Min") : Located<double>();
        const auto high = range.isMap() ? reading.number(range, "Max") : Located<double>();
        if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high) || *low > *high
            || !isScale(std::max(std::abs(*low), std::abs(*high))))
            return reading.error("parameter-range", range.position(),
                                 "expected Min and Max, numbers in this order that are not both 0");
        addRange(*low, *high, settings.bits.value_or(8), settings, fixed);
        fixed.positions.push_back(low.position);
        fixed.positions.push_back(high.position);
    }
    if (fixed.scales.size() > 1)
        settings.granularity = {Granularity::PerChannel, place};
    if (!fixed.scales.empty())
        settings.fixed = {std::move(fixed), place};
}

void readEntry(Reading& reading, const View& entry, QuantConfig& config)
{
    const auto name = reading.text(entry, "Name");
    reading.setLayer(name.value_or(""));
    TensorSettings settings;
    auto ranges = entry.find("DataRange");
    const auto segments = entry.find("BinSeg");
    readType(reading, entry, "DataType", settings);
    if (const auto items = segments && segments->isSequence() ? segments->items() : std::vector<View>();
        !items.empty()) {
        ranges = segments;
        if (items.front().isMap())
            readType(reading, items.front(), "DataType", settings);
    }
    settings.isSymmetric = {settings.bits.value_or(8) == 16 || settings.isUnsigned == false, entry.position()};
    if (!settings.floatType && ranges && !ranges->isNull())
        readRanges(reading, *ranges, ranges->position(), settings);
    reading.warnUnknown(entry, {"Name", "DataType", "DataRange", "DataRangeMode", "BinSeg", "IsWeight"});
    if (!name || reading.boolean(entry, "IsWeight") == true || name->starts_with("Const_"))
        return reading.report(results::Severity::Info, "not-simulated", entry.position(),
                              Message("{} is kept: weights are numbered constants of nncase", name.value_or("")));
    LayerSettings layer;
    layer.activation = std::move(settings);
    config.addOverride(Selector::Kind::Tensor, *name, std::move(layer), entry.position(), name.position);
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.granularity = Granularity::PerChannel;
    config.nameAdvice = Message("tensors are called as nncase calls them after its own passes: it writes them with "
                                "quant_scheme of the same version");
    const auto list = listOf(reading.root());
    for (const auto& item : list ? list->items() : std::vector<View>())
        if (isEntry(item))
            readEntry(reading, item, config);
        else
            reading.error("missing-key", item.position(), "an entry needs Name, DataType and DataRange");
    reading.setLayer("");
    return config;
}

/// Where the type of @p tensor stands, or nothing.
std::optional<Path> typePath(const Value& root, const std::string& tensor)
{
    for (const char* key : kLists) {
        const auto* list = root.find(key);
        for (std::size_t i = 0; list && i < list->entries.size(); ++i) {
            const auto& entry = list->entries[i].second;
            const auto* name = entry.find("Name");
            const auto path = itemOf(pathTo({key}), i);
            if (name && name->text == tensor)
                return entry.find("BinSeg") ? below(itemOf(below(path, "BinSeg"), 0), "DataType")
                                            : below(path, "DataType");
        }
    }
    return std::nullopt;
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    if (edit.action == LayerEdit::Action::Restore)
        cannotSay(kName, "what a tensor was before", "take the file that nncase wrote");
    auto tensors = edit.activationTensors;
    if (tensors.empty())
        tensors.push_back(edit.layer);
    if (edit.action == LayerEdit::Action::Set && !edit.settings.isEmpty())
        requireWidthsOnly(kName, edit.settings, "anything but the type of one tensor");
    const int bits = edit.settings.activation.bits.value_or(8);
    if (edit.action == LayerEdit::Action::Set && (edit.settings.weight.bits || (bits != 8 && bits != 16)))
        cannotSay(kName,
                  edit.settings.weight.bits ? Message("weights of {} bits", *edit.settings.weight.bits)
                                            : Message("{} bits", bits),
                  "choose activations of 8 or 16 bits");
    for (const auto& tensor : tensors) {
        const auto path = typePath(editor.meaning(), tensor);
        if (!path)
            cannotSay(kName, Message("anything about {}, which has no entry in this file", tensor));
        const auto* old = at(editor.meaning(), *path);
        const bool isLong = old && old->text.size() > 3; // "Int16", not "i16"
        const char* type = edit.action == LayerEdit::Action::Skip ? (isLong ? "Float32" : "f32")
                           : bits == 16                           ? (isLong ? "Int16" : "i16")
                                                                  : (isLong ? "UInt8" : "u8");
        editor.set(*path, Value::ofText(type));
    }
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"nncase-json", Message("nncase quantization scheme (JSON)"), text::Syntax::Json, recognises, read,
             applyEdit, nullptr}};
}

} // namespace ql::config::nncase_json
