// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/tensors/scale_rules.h"
#include "core/config/text/scalars.h"

#include <algorithm>
#include <map>

/// ncnn's calibration table (ncnn 20200616 to 20240820, docs/how-to-use-and-FAQ/quantized-int8-inference.md): a line
/// for each layer's weight, "conv_0_param_0 233.0 188.2 …" with a factor for each output channel, and one for its
/// input, "conv_0 127.0". A factor is what real numbers are multiplied by: 1 / scale. A layer without lines stays in
/// float, integers are signed, of 8 bits and symmetric. Layers are called as in the .param file.
namespace ql::config::ncnn_table {

namespace {

using edit::TreeEditor;
using text::View;

const Message kName("ncnn's table");
constexpr std::string_view kWeight = "_param_0";

/// "name factor factor …".
struct Row {
    std::string name;
    std::vector<double> factors;
};

std::optional<Row> rowOf(const std::string& text)
{
    const auto words = splitNames(text, ' ');
    if (words.size() < 2)
        return std::nullopt;
    Row row{words.front(), {}};
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = text::numberOf(words[i]);
        if (!number)
            return std::nullopt;
        row.factors.push_back(*number);
    }
    return row;
}

std::string layerOf(const std::string& name)
{
    return name.ends_with(kWeight) ? name.substr(0, name.size() - kWeight.size()) : name;
}

bool recognises(const text::Document& document)
{
    bool hasWeight = false;
    for (const auto& item : View(document).items()) {
        const auto row = rowOf(item.text());
        if (!row)
            return false;
        hasWeight = hasWeight || row->name.ends_with(kWeight);
    }
    return hasWeight;
}

void readRow(Reading& reading, const Row& row, SourcePosition place, LayerSettings& settings)
{
    const bool isWeight = row.name.ends_with(kWeight);
    auto& tensor = isWeight ? settings.weight : settings.activation;
    FixedScale fixed;
    for (const double factor : row.factors) {
        if (!isScale(factor) || !isScale(1.0 / factor))
            return reading.error("parameter-range", place, Message("a factor of {}, expected a number above 0", factor),
                                 "a channel without weights has none: calibrate again, or leave the layer in float");
        fixed.scales.push_back(1.0 / factor);
    }
    if (!isWeight && fixed.scales.size() > 1)
        fixed.scales.resize(1); // of a layer of several groups ncnn takes the first
    fixed.offsets.assign(fixed.scales.size(), 0);
    fixed.positions = {place};
    tensor.bits = {8, place};
    tensor.isSymmetric = {true, place};
    if (isWeight)
        tensor.granularity = {granularityOf(fixed.scales.size() > 1), place};
    tensor.fixed = {std::move(fixed), place};
    settings.isQuantized = {true, place};
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.naming = LayerNaming::Either;
    config.nameAdvice =
        Message("layers are called as in the .param file: give the network that it was made from, or rename them");
    config.quantizesOnlyListed = true;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.isSymmetric = true;
    config.common.activation.isSymmetric = true;
    std::map<std::string, std::size_t> known;
    const auto root = reading.root();
    for (const auto& item : root.isSequence() ? root.items() : std::vector<View>()) {
        const auto row = rowOf(item.text());
        if (!row) {
            reading.error("wrong-type", item.position(), Message("expected a name and numbers, found {}", item.text()));
            continue;
        }
        const auto layer = layerOf(row->name);
        reading.setLayer(layer);
        const auto [found, isNew] = known.emplace(layer, config.overrides.size());
        if (isNew)
            config.addOverride(Selector::Kind::Layer, layer, {}, item.position(), root.position());
        readRow(reading, *row, item.position(), config.overrides[found->second].settings);
    }
    reading.setLayer("");
    for (const auto& override : config.overrides)
        if (!override.settings.weight.fixed || !override.settings.activation.fixed)
            reading.warn("missing-key", override.position,
                         Message("{} has no line of its {}", override.selector.name,
                                 override.settings.weight.fixed ? Message("input") : Message("weight")),
                         "ncnn leaves such a layer in float, or finds the scale in the model");
    return config;
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    if (edit.action == LayerEdit::Action::Restore)
        cannotSay(kName, "the scales that a layer had", "take the table that ncnn2table wrote");
    if (edit.action == LayerEdit::Action::Set)
        cannotSay(kName, "how a layer is quantized without its scales", "skip the layer, so that it stays in float");
    for (auto i = editor.meaning().entries.size(); i-- > 0;) {
        const auto row = rowOf(editor.meaning().entries[i].second.text);
        if (row && layerOf(row->name) == edit.layer)
            editor.remove(itemOf({}, i));
    }
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"ncnn-table",
             Message("ncnn calibration table"),
             text::Syntax::Rows,
             recognises,
             read,
             applyEdit,
             nullptr,
             {},
             LayerNaming::Either}};
}

} // namespace ql::config::ncnn_table
