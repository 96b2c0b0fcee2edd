// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/check/check_report.h"

#include "core/report/format/layer_words.h"
#include "core/report/format/number_format.h"
#include "core/report/format/report_files.h"
#include "core/report/table/text_table.h"

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
    for (const auto& run : result.fusableRuns) {
        TextTable table({{"name"}, {"type"}});
        for (const auto& member : run.members)
            table.addRow({member.name, member.opType});
        text += fmt::format("\n{}\n{}", run.pattern, table.plain());
    }
    return text;
}

std::string usesPart(const CheckResult& result)
{
    TextTable table({{"Weight"}, {"called times", TextTable::Align::Right}, {"Modules"}});
    for (const auto& use : result.weightUses)
        if (use.layers.size() != 1)
            table.addRow({use.name, std::to_string(use.layers.size()), fmt::format("{}", fmt::join(use.layers, ", "))});
    if (table.isEmpty())
        return "All modules in the model run exactly once.\n";
    return "Weights that are used by no module, or by more than one:\n" + table.psql(kUnnumbered);
}

std::string axisText(const std::optional<std::int64_t>& axis)
{
    return axis ? std::to_string(*axis) : "-1";
}

std::string layersPart(const CheckResult& result)
{
    TextTable table({{"Module Name"}, {"Module Type"}, {"Input dtype"}, {"out dtype"}, {"ch_axis"}, {"observer"}});
    for (const auto& layer : result.layers)
        table.addRow({layer.name, layer.opType, layer.inputDtype, layer.outputDtype,
                      layer.observer.empty() ? "qconfig = None" : axisText(layer.channelAxis), layer.observer});
    return "Each layer out qconfig:\n" + table.psql(kUnnumbered);
}

std::string weightsPart(const CheckResult& result)
{
    if (result.weights.empty())
        return "No layer has a weight.\n";
    TextTable table({{"Module Name"}, {"Module Type"}, {"weight dtype"}, {"ch_axis"}, {"observer"}, {"tensor"}});
    for (const auto& weight : result.weights)
        table.addRow({weight.layer, weight.opType, weight.dtype,
                      weight.observer.empty() ? "qconfig = None" : axisText(weight.channelAxis), weight.observer,
                      weight.tensor});
    return "Weight qconfig:\n" + table.psql(kUnnumbered);
}

std::string findingsPart(const CheckResult& result)
{
    if (result.findings.empty())
        return "Nothing abnormal was found.\n";
    TextTable table({{"severity"}, {"rule"}, {"Module Name"}, {"abnormal_info"}, {"advice"}});
    for (const auto& finding : result.findings)
        table.addRow({std::string(severityKey(finding.severity)), finding.rule, finding.subject, finding.message.english(),
                      finding.remedy.english()});
    return "Abnormal qconfig and structure:\n" + table.psql(kUnnumbered);
}

std::string countText(std::size_t count, const char* label)
{
    return fmt::format("{} {}{}", count, label, count == 1 ? "" : "s");
}

/// All findings of one rule and severity, which follow each other.
std::string ruleText(std::vector<Diagnostic>::const_iterator begin, std::vector<Diagnostic>::const_iterator end,
                     std::size_t perRule)
{
    const auto count = static_cast<std::size_t>(end - begin);
    const auto shown = perRule == 0 ? count : std::min(perRule, count);
    std::string text = fmt::format("{} {} ({})\n", severityKey(begin->severity), begin->rule, count);
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

std::string checkText(const CheckResult& result, std::size_t perRule)
{
    std::string text = fmt::format("model  {}\nkind   {}, quantizers: {}\n\n", oneLine(result.model), result.kind,
                                   result.quantizerState);
    for (auto begin = result.findings.begin(); begin != result.findings.end();) {
        const auto end = std::find_if(begin, result.findings.end(), [begin](const Diagnostic& finding) {
            return finding.rule != begin->rule || finding.severity != begin->severity;
        });
        text += ruleText(begin, end, perRule);
        begin = end;
    }
    return text
           + fmt::format("{}, {}, {}.\n", countText(result.countOf(Severity::Error), "error"),
                         countText(result.countOf(Severity::Warning), "warning"),
                         countText(result.countOf(Severity::Info), "note"));
}

std::vector<std::filesystem::path> writeCheckFiles(const CheckResult& result, const std::filesystem::path& folder)
{
    return writeReportFiles(folder,
                            {{"model_check_result.txt", modelCheckResult(result)}, {"check.json", checkJson(result)}});
}

} // namespace ql::report
