// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/config/config_report.h"
#include "core/report/format/layer_words.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace ql::report {

namespace {

using results::ConfigRow;
using results::ConfigTensor;
using results::Diagnostic;

constexpr std::size_t kNameWidth = 48;
constexpr std::size_t kFewLayers = 20;
constexpr std::size_t kNamesOfGroup = 3;
constexpr std::size_t kFewFindings = 10;

/// "int16 affine ifmr", "int8 per_channel scale 0.01 offset -3"
std::string tensorText(const ConfigTensor& tensor)
{
    std::string text;
    const auto add = [&text](const std::string& label) {
        text += label.empty() ? "" : (text.empty() ? "" : " ") + label;
    };
    add(tensor.type);
    add(tensor.scheme);
    add(tensor.granularity == "per_tensor" ? "" : tensor.granularity);
    add(tensor.observer);
    if (tensor.scales.size() == 1)
        add(fmt::format("scale {}", fourDigits(tensor.scales.front())));
    if (tensor.scales.size() > 1)
        add(fmt::format("{} scales", tensor.scales.size()));
    if (tensor.scales.size() == 1 && !tensor.offsets.empty())
        add(fmt::format("offset {}", tensor.offsets.front()));
    return text;
}

std::string activationText(const ConfigRow& row)
{
    auto text = tensorText(row.activation);
    for (std::size_t i = 0; i < row.inputs.size(); ++i)
        text +=
            fmt::format("{}#{} {}", text.empty() || i > 0 ? (i > 0 ? ", " : "") : "; ", i, tensorText(row.inputs[i]));
    if (const auto output = tensorText(row.output); !output.empty())
        text += fmt::format("{}output {}", text.empty() ? "" : "; ", output);
    return text;
}

std::string reasonOf(const ConfigRow& row)
{
    return row.origin + (row.line > 0 ? fmt::format(" (line {})", row.line) : "");
}

std::string rowsText(const std::vector<ConfigRow>& rows, bool isOfModel)
{
    const auto lineOf = [](const ConfigRow& row) { return row.line > 0 ? std::to_string(row.line) : std::string(); };
    const Column<ConfigRow> name{"name", kLeft, [](const auto& row) { return shortened(row.name, kNameWidth); }};
    const Column<ConfigRow> kind{"what", kLeft, &ConfigRow::kind};
    Columns<ConfigRow> columns = isOfModel ? Columns<ConfigRow>{name, kind} : Columns<ConfigRow>{kind, name};
    if (isOfModel) {
        columns[0].header = "layer";
        columns[1].header = "op";
    }
    columns.push_back({"quantized", kLeft, &ConfigRow::quantized});
    columns.push_back({"activation", kLeft, activationText});
    columns.push_back({"weight", kLeft, [](const auto& row) { return tensorText(row.weight); }});
    if (isOfModel)
        columns.push_back({"because of", kLeft, [=](const auto& row) { return reasonOf(row); }});
    else
        columns.push_back({"line", kRight, lineOf});
    const auto table = textTable(columns, rows);
    return table.plain();
}

/// Layers of which a config says the same.
struct AlikeLayers {
    const ConfigRow* first;
    std::size_t count = 0;
    std::string names; ///< of the first ones
};

/// In the order of their first ones.
std::vector<AlikeLayers> alikeLayers(const std::vector<ConfigRow>& rows)
{
    std::vector<AlikeLayers> groups;
    std::map<std::array<std::string, 4>, std::size_t> placeOf;
    for (const auto& row : rows) {
        const auto [found, isNew] = placeOf.try_emplace(
            {row.quantized, activationText(row), tensorText(row.weight), reasonOf(row)}, groups.size());
        if (isNew)
            groups.push_back({&row});
        auto& group = groups[found->second];
        if (group.count < kNamesOfGroup)
            group.names += (group.count > 0 ? ", " : "") + shortened(row.name, kNameWidth);
        else if (group.count == kNamesOfGroup)
            group.names += " …";
        ++group.count;
    }
    return groups;
}

/// Each of few layers; of many, those that are treated alike in one row.
std::string layersText(const std::vector<ConfigRow>& rows)
{
    if (rows.size() <= kFewLayers)
        return rowsText(rows, true);
    const Columns<AlikeLayers> columns{
        {"layers", kRight, &AlikeLayers::count},
        {"quantized", kLeft, [](const auto& group) { return group.first->quantized; }},
        {"activation", kLeft, [](const auto& group) { return activationText(*group.first); }},
        {"weight", kLeft, [](const auto& group) { return tensorText(group.first->weight); }},
        {"because of", kLeft, [](const auto& group) { return reasonOf(*group.first); }},
        {"which", kLeft, &AlikeLayers::names}};
    return textTable(columns, alikeLayers(rows)).plain()
           + "Layers that are treated alike share a row; --json has each.\n";
}

std::string lossesText(const std::vector<std::pair<std::string, std::string>>& losses, const std::string& header)
{
    if (losses.empty())
        return {};
    TextTable table({{"of"}, {header}});
    for (const auto& [subject, loss] : losses)
        table.addRow({subject, loss});
    return table.plain() + "\n";
}

} // namespace

std::string configShowText(const results::ConfigDescription& description)
{
    std::string text = fmt::format("{}: {} ({})\n\n", description.file, description.dialectTitle, description.dialect);
    for (const auto& [name, value] : description.settings)
        text += fmt::format("{:<28}{}\n", name, oneLine(value));
    text += "\n" + rowsText(description.rows, false);
    if (!description.layers.empty())
        text += fmt::format("\nLayers of {}\n", description.model) + layersText(description.layers);
    const auto& findings = description.findings;
    const auto shown = std::min(kFewFindings, findings.size());
    if (shown > 0)
        text += "\n" + findingLines({findings.begin(), findings.begin() + std::ptrdiff_t(shown)}, description.file);
    if (findings.size() > shown)
        text += fmt::format("{} more: config check lists them\n", findings.size() - shown);
    return text;
}

std::string configCheckText(const results::ConfigCheck& check)
{
    std::string applied;
    if (check.applied)
        applied = fmt::format("{}: {} of {} layers are quantized as the config asks\n", check.applied->analysis,
                              check.applied->appliedLayers, check.applied->layers);
    if (check.findings.empty())
        return applied
               + fmt::format("{}: nothing wrong ({}{})\n", check.file, check.dialect,
                             check.model.empty() ? ", the rules about neighbours need --model" : "");
    return applied + findingLines(check.findings, check.file);
}

std::string configEditText(const results::ConfigEdit& edit)
{
    std::string text = edit.diff.empty() ? fmt::format("{}: nothing to change\n", edit.file) : edit.diff;
    if (!edit.diff.empty())
        text += edit.isWritten ? fmt::format("wrote {}\n", edit.file) : "not written\n";
    if (!edit.closure.empty()) {
        using results::ConfigFollower;
        const Columns<ConfigFollower> columns{
            {"layer", kLeft, [](const auto& follower) { return shortened(follower.layer, kNameWidth); }},
            {"op", kLeft, &ConfigFollower::opType},
            {"MACs", kRight,
             [](const auto& follower) { return follower.isCostUnknown ? "unknown" : countText(follower.macs); }},
            {"share", kRight, [](const auto& follower) { return fmt::format("{:.2f} %", 100.0 * follower.macShare); }},
            {"because", kLeft, &ConfigFollower::because}};
        double share = 0.0;
        for (const auto& follower : edit.closure)
            share += follower.macShare;
        text += fmt::format("\nLayers that must agree ({:.2f} % of the network's MACs)\n", 100.0 * share)
                + textTable(columns, edit.closure).plain();
    }
    if (!edit.findings.empty())
        text += "\n" + findingLines(edit.findings, edit.file);
    return text;
}

std::string configFromModelText(const results::ConfigFromModel& made)
{
    const auto inFloat = made.floatLayers.size();
    return lossesText(made.losses, "lost")
           + fmt::format("{} layers are quantized as in {}, {} that could be {} in float\n", made.quantizedLayers,
                         made.analysis, inFloat, inFloat == 1 ? "stays" : "stay")
           + fmt::format("wrote {} ({}) and {}\n", made.out, made.dialect, made.recordFile);
}

std::string configConversionText(const results::ConfigConversion& conversion)
{
    return lossesText(conversion.losses, fmt::format("{} can't say", conversion.to))
           + fmt::format("wrote {} ({} from {})\n", conversion.out, conversion.to, conversion.from);
}

std::string configShowJson(const results::ConfigDescription& result)
{
    return documentText(resultDocument("config-show", result));
}

std::string configCheckJson(const results::ConfigCheck& result)
{
    return documentText(resultDocument("config-check", result));
}

std::string configEditJson(const results::ConfigEdit& result)
{
    return documentText(resultDocument("config-edit", result));
}

std::string configConversionJson(const results::ConfigConversion& result)
{
    return documentText(resultDocument("config-convert", result));
}

std::string configFromModelJson(const results::ConfigFromModel& result)
{
    return documentText(resultDocument("config-from-model", result));
}

} // namespace ql::report
