// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/check/check_report.h"

#include "core/report/format/counted.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"
#include "core/report/table/stack_column.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace ql::report {

using results::CheckResult;
using results::Diagnostic;
using results::Severity;

namespace {

constexpr auto kUnnumbered = TextTable::Numbering::None;

std::string fusablePart(const CheckResult& result)
{
    if (result.fusableRuns.empty())
        return "No fusable modules are left unfused.\n";
    std::string text = "Fusable modules are listed below:\n";
    using Member = results::FusableRun::Member;
    const Columns<Member> columns{{"name", kLeft, &Member::name}, {"type", kLeft, &Member::opType}};
    for (const auto& run : result.fusableRuns)
        text += fmt::format("\n{}\n{}", run.pattern, textTable(columns, run.members).plain());
    return text;
}

std::string weightUsesPart(const CheckResult& result)
{
    using results::WeightUse;
    std::vector<const WeightUse*> odd;
    for (const auto& use : result.weightUses)
        if (use.layers.size() != 1)
            odd.push_back(&use);
    if (odd.empty())
        return {};
    const Columns<WeightUse> columns{
        {"Weight", kLeft, &WeightUse::name},
        {"called times", kRight, [](const auto& use) { return use.layers.size(); }},
        {"Modules", kLeft, [](const auto& use) { return fmt::format("{}", fmt::join(use.layers, ", ")); }}};
    return "Weights that are used by no module, or by more than one:\n" + textTable(columns, odd).psql(kUnnumbered);
}

/// A module of the program, or a layer of any model that a run left out or ran in a loop.
std::vector<results::ModuleUse> oddCalls(const CheckResult& result)
{
    std::vector<results::ModuleUse> odd;
    for (const auto& use : result.moduleUses)
        if (use.calls.value_or(1) != 1)
            odd.push_back(use);
    for (const auto& layer : result.layers)
        if (layer.executions.value_or(1) != 1)
            odd.push_back({layer.name, layer.opType, layer.executions});
    return odd;
}

std::string usesPart(const CheckResult& result)
{
    using results::ModuleUse;
    const auto odd = oddCalls(result);
    const auto unknown =
        std::ranges::count_if(result.moduleUses, [](const ModuleUse& use) { return !use.calls.has_value(); });
    auto text = weightUsesPart(result);
    if (odd.empty() && text.empty() && unknown == 0)
        return "All modules in the model run exactly once.\n";
    const Columns<ModuleUse> columns{{"Module Name", kLeft, &ModuleUse::name},
                                     {"Module Type", kLeft, &ModuleUse::type},
                                     {"called times", kRight, [](const auto& use) { return *use.calls; }}};
    if (!odd.empty())
        text += "Modules that run never, or more than once:\n" + textTable(columns, odd).psql(kUnnumbered);
    if (unknown > 0)
        text += fmt::format("{} modules run as the input decides: --input or --data counts them.\n", unknown);
    return text;
}

/// The channel axis of what an observer looks at.
std::string axisText(const auto& row)
{
    return row.observer.empty() ? "qconfig = None" : std::to_string(row.channelAxis.value_or(-1));
}

/// "0.0123", or "16: 0.001 … 0.02"; empty without.
std::string numbersText(const std::vector<double>& numbers)
{
    if (numbers.size() < 2)
        return numbers.empty() ? std::string() : fmt::format("{:.6g}", numbers.front());
    const auto [low, high] = std::ranges::minmax(numbers);
    return fmt::format("{}: {:.6g} … {:.6g}", numbers.size(), low, high);
}

/// Of quantizers in a state dict.
template <typename Config>
void addScaleColumns(Columns<Config>& columns, const std::vector<Config>& rows)
{
    if (std::ranges::all_of(rows, [](const Config& row) { return row.scales.empty(); }))
        return;
    columns.push_back({"scale", kLeft, [](const Config& row) { return numbersText(row.scales); }});
    columns.push_back({"zero point", kLeft, [](const Config& row) { return numbersText(row.zeroPoints); }});
}

std::string layersPart(const CheckResult& result)
{
    using results::LayerConfig;
    Columns<LayerConfig> columns{
        {"Module Name", kLeft, &LayerConfig::name},       {"Module Type", kLeft, &LayerConfig::typeName},
        {"Input dtype", kLeft, &LayerConfig::inputDtype}, {"out dtype", kLeft, &LayerConfig::outputDtype},
        {"ch_axis", kLeft, axisText<LayerConfig>},        {"observer", kLeft, &LayerConfig::observer}};
    if (std::ranges::any_of(result.layers, [](const LayerConfig& layer) { return layer.shape.has_value(); }))
        columns.push_back({"shape", kLeft, [](const LayerConfig& layer) {
                               return Cell(Cell::Kind::Shape, layer.shape ? shapeText(*layer.shape) : std::string());
                           }});
    addScaleColumns(columns, result.layers);
    addStackColumn(columns, result.layers);
    return "Each layer out qconfig:\n" + textTable(columns, result.layers).psql(kUnnumbered);
}

std::string weightsPart(const CheckResult& result)
{
    using results::WeightConfig;
    if (result.weights.empty())
        return "No layer has a weight.\n";
    Columns<WeightConfig> columns{
        {"Module Name", kLeft, &WeightConfig::layer},  {"Module Type", kLeft, &WeightConfig::typeName},
        {"weight dtype", kLeft, &WeightConfig::dtype}, {"ch_axis", kLeft, axisText<WeightConfig>},
        {"observer", kLeft, &WeightConfig::observer},  {"tensor", kLeft, &WeightConfig::tensor}};
    addScaleColumns(columns, result.weights);
    return "Weight qconfig:\n" + textTable(columns, result.weights).psql(kUnnumbered);
}

std::string findingsPart(const CheckResult& result)
{
    if (result.findings.empty())
        return "Nothing abnormal was found.\n";
    const Columns<Diagnostic> columns{
        {"severity", kLeft, [](const auto& finding) { return keyOf(finding.severity); }},
        {"rule", kLeft, &Diagnostic::rule},
        {"Module Name", kLeft, &Diagnostic::subject},
        {"abnormal_info", kLeft, [](const auto& finding) { return finding.message.english(); }},
        {"advice", kLeft, [](const auto& finding) { return finding.remedy.english(); }}};
    return "Abnormal qconfig and structure:\n" + textTable(columns, result.findings).psql(kUnnumbered);
}

/// All findings of one rule and severity, which follow each other.
std::string ruleText(std::vector<Diagnostic>::const_iterator begin, std::vector<Diagnostic>::const_iterator end,
                     std::size_t perRule)
{
    const auto count = static_cast<std::size_t>(end - begin);
    const auto shown = perRule == 0 ? count : std::min(perRule, count);
    std::string text = fmt::format("{} {} ({})\n", keyOf(begin->severity), begin->rule, count);
    for (auto finding = begin; finding != begin + static_cast<std::ptrdiff_t>(shown); ++finding)
        text += fmt::format("  {}{}{}\n", oneLine(finding->subject), finding->subject.empty() ? "" : ": ",
                            oneLine(finding->message.english()));
    if (shown < count)
        text += fmt::format("  … and {} more\n", count - shown);
    return text + fmt::format("  -> {}\n\n", oneLine(begin->remedy.english()));
}

} // namespace

std::string modelCheckResult(const CheckResult& result)
{
    return fusablePart(result) + "\n" + usesPart(result) + "\n" + layersPart(result) + "\n" + weightsPart(result) + "\n"
           + findingsPart(result);
}

std::string qconfigInfo(const CheckResult& result)
{
    return layersPart(result) + "\n" + weightsPart(result) + "\n" + usesPart(result);
}

std::string checkJson(const CheckResult& result)
{
    return documentText(resultDocument("check", result));
}

std::string checkText(const CheckResult& result, std::size_t perRule)
{
    auto text = fmt::format(
        "{}, {}, {}.\n\nmodel  {}\nkind   {}, quantizers: {}\n", counted(result.countOf(Severity::Error), "error"),
        counted(result.countOf(Severity::Warning), "warning"), counted(result.countOf(Severity::Info), "note"),
        oneLine(result.model), result.kind, result.quantizerState);
    if (!result.findings.empty())
        text += "\n";
    for (auto begin = result.findings.begin(); begin != result.findings.end();) {
        const auto end = std::find_if(begin, result.findings.end(), [begin](const Diagnostic& finding) {
            return finding.rule != begin->rule || finding.severity != begin->severity;
        });
        text += ruleText(begin, end, perRule);
        begin = end;
    }
    return text;
}

std::vector<std::filesystem::path> writeCheckFiles(const CheckResult& result, const std::filesystem::path& folder)
{
    return writeReportFiles(folder, {{"model_check_result.txt", modelCheckResult(result)},
                                     {"qconfig_info.txt", qconfigInfo(result)},
                                     {"check.json", checkJson(result)}});
}

} // namespace ql::report
