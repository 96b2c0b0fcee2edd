// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"
#include "core/report/verdict/verdict_report.h"
#include "core/report/verdict/verdict_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::BudgetShare;
using results::ErrorBudget;
using results::OutputVerdict;
using results::Verdict;

namespace {

constexpr std::size_t kNameWidth = 40;
constexpr std::size_t kShownShares = 5;

std::string sharesTable(const ErrorBudget& budget)
{
    const Columns<BudgetShare> columns{
        {"share", kRight, [](const auto& share) { return percentText(share.share); }},
        {"alone dB", kRight, &BudgetShare::aloneDb},
        {"quantizer", kLeft, [](const auto& share) { return shortened(oneLine(share.opName), kNameWidth); }},
        {"sensitive_type", kLeft, &BudgetShare::sensitiveType},
        {"op", kLeft, &BudgetShare::opType}};
    const std::vector<BudgetShare> shown(
        budget.shares.begin(), budget.shares.begin() + std::ptrdiff_t(std::min(kShownShares, budget.shares.size())));
    auto text = textTable(columns, shown).plain();
    if (budget.shares.size() > shown.size())
        text += fmt::format("  and {} more\n", budget.shares.size() - shown.size());
    return text;
}

std::string outputText(const OutputVerdict& output, const Verdict& verdict)
{
    auto text = fmt::format("  {}: {}", shortened(oneLine(output.name), kNameWidth),
                            qualityWord(verdict, output.quality).english());
    const char* separator = ". ";
    for (const auto& fact : qualityFacts(output, verdict.samples)) {
        text += separator + oneLine(fact.english());
        separator = "; ";
    }
    text += ".\n";
    if (!output.budget)
        return text;
    for (const auto& fact : budgetFacts(verdict, output))
        text += "    " + oneLine(fact.english()) + "\n";
    return text + sharesTable(*output.budget);
}

} // namespace

std::string verdictText(const Verdict& verdict)
{
    if (verdict.outputs.empty())
        return {};
    auto text = fmt::format("Verdict {}: {}\n", sampleWords(verdict).english(),
                            qualityWord(verdict, verdict.quality()).english());
    if (verdict.areInputsRandom)
        text += "  " + randomInputsRemark(verdict).english() + "\n";
    for (const auto& output : verdict.outputs)
        text += outputText(output, verdict);
    if (!verdict.whyNoBudget.empty())
        text += fmt::format("  No error budget: {}.\n", oneLine(verdict.whyNoBudget.english()));
    return text;
}

std::string budgetCsv(const Verdict& verdict)
{
    struct Row {
        const OutputVerdict& output;
        const BudgetShare& share;
        std::size_t place;
    };
    std::vector<Row> rows;
    for (const auto& output : verdict.outputs)
        if (output.budget)
            for (const auto& share : output.budget->shares)
                rows.push_back({output, share, std::size_t(&share - output.budget->shares.data())});
    if (rows.empty())
        return {};
    const Columns<Row> columns{
        {"output", kLeft, [](const auto& row) { return row.output.name; }},
        {"op_name", kLeft, [](const auto& row) { return row.share.opName; }},
        {"sensitive_type", kLeft, [](const auto& row) { return row.share.sensitiveType; }},
        {"op_type", kLeft, [](const auto& row) { return row.share.opType; }},
        {"quant_dtype", kLeft, [](const auto& row) { return row.share.quantDtype; }},
        {"share", kRight, [](const auto& row) { return row.share.share; }},
        {"alone_db", kRight, [](const auto& row) { return row.share.aloneDb; }},
        {"in_smallest_set", kLeft, [](const auto& row) { return row.place < row.output.budget->setSize ? "1" : "0"; }}};
    return csvTable(columns, rows);
}

} // namespace ql::report
