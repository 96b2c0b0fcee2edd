// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analyze/analyze_report.h"

#include "core/report/analyze/checklist.h"
#include "core/report/format/counted.h"
#include "core/report/json/field_writer.h"
#include "core/report/schema/plain_documents.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"
#include "core/report/verdict/verdict_report.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/sensitivity_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace ql::report {

namespace {

using results::Severity;

constexpr std::size_t kShownFindings = 5;

void partFields(auto& visit, const AnalyzedPart& part)
{
    visit("name", part.name);
    visit("command", part.command);
    visit.orNull("error", part.error);
}

void itemFields(auto& visit, const ChecklistItem& item)
{
    visit("question", item.question);
    visit("state", std::string(results::keyOf(item.state)));
    visit.orNull("because", item.because);
}

void documentFields(auto& visit, const Analyzed& analyzed)
{
    const auto* verdict = analyzed.verdict();
    visit("folder", analyzed.folder.string());
    visit.orNull("page", analyzed.page.string());
    visit("quality", verdict ? std::optional(verdict->quality()) : std::nullopt);
    visit.list("checklist", checklistOf(analyzed.results), [](auto& inner, auto& item) { itemFields(inner, item); });
    visit.list("parts", analyzed.parts, [](auto& inner, auto& part) { partFields(inner, part); });
}

std::string partsText(const Analyzed& analyzed)
{
    const Columns<AnalyzedPart> columns{{"part", kLeft, &AnalyzedPart::name},
                                        {"ended", kLeft, [](const auto& part) {
                                             return part.error.empty() ? std::string("done")
                                                                       : "failed: " + oneLine(part.error);
                                         }}};
    return textTable(columns, analyzed.parts).plain();
}

std::string findingsText(const results::CheckResult& check)
{
    auto text = fmt::format("\nCheck: {}, {}, {}\n", counted(check.countOf(Severity::Error), "error"),
                            counted(check.countOf(Severity::Warning), "warning"),
                            counted(check.countOf(Severity::Info), "note"));
    const auto shown = std::min(kShownFindings, check.findings.size() - check.countOf(Severity::Info));
    for (std::size_t i = 0; i < shown; ++i)
        text += fmt::format("  [{}] {}: {}\n", check.findings[i].rule, check.findings[i].subject,
                            oneLine(check.findings[i].message.english()));
    return text;
}

} // namespace

const results::Verdict* Analyzed::verdict() const
{
    // The parts keep what the pointers below lead to.
    if (const auto ranking = results.first<results::SensitivityResult>(); ranking && !ranking->verdict.outputs.empty())
        return &ranking->verdict;
    const auto comparison = results.first<results::CompareResult>();
    return comparison ? &comparison->verdict : nullptr;
}

std::string analyzeJson(const Analyzed& analyzed)
{
    Json document = documentHead("analyze");
    FieldWriter writer(document);
    documentFields(writer, analyzed);
    for (std::size_t i = 0; i < analyzed.parts.size(); ++i)
        document["parts"][i]["result"] = documentOf(analyzed.parts[i].document);
    return documentText(document);
}

std::string analyzeText(const Analyzed& analyzed)
{
    std::string text;
    if (const auto* verdict = analyzed.verdict())
        text += verdictText(*verdict) + "\n";
    text += partsText(analyzed);
    if (const auto check = analyzed.results.first<results::CheckResult>())
        text += findingsText(*check);
    text += checklistText(checklistOf(analyzed.results));
    if (!analyzed.page.empty())
        text += fmt::format("\nAll of it on one page: {}\n", analyzed.page.string());
    return text;
}

Json analyzeSchema(std::string_view command)
{
    auto schema = documentSchema(command, [](auto& visit) { documentFields(visit, {}); });
    auto& part = schema["properties"]["parts"]["items"];
    part["properties"]["result"] = {{"description", "the part's own document"}, {"type", {"object", "null"}}};
    part["required"].push_back("result");
    return schema;
}

} // namespace ql::report
