// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/markup.h"
#include "core/report/table/number_format.h"
#include "core/report/verdict/verdict_report.h"
#include "core/report/verdict/verdict_words.h"
#include "core/results/sensitivity_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

using results::BudgetShare;
using results::ErrorBudget;
using results::OutputVerdict;
using results::Verdict;

namespace {

constexpr std::size_t kPageShares = 20;

std::string sentences(const std::vector<Message>& facts, const Labels& labels, std::string_view separator)
{
    std::string html;
    for (const auto& fact : facts)
        html += fmt::format("{}{}", html.empty() ? "" : separator, escaped(sentenceIn(fact, labels)));
    return html;
}

/// All shares as one bar; those of the set that was measured stand out.
std::string sharesBar(const ErrorBudget& budget, const Labels& labels)
{
    constexpr double kWidth = 640.0;
    std::string bars;
    double from = 0.0;
    for (std::size_t i = 0; i < budget.shares.size(); ++i) {
        const auto& share = budget.shares[i];
        const double width = std::isnan(share.share) ? 0.0 : share.share * kWidth;
        if (width < 0.5)
            continue;
        bars +=
            fmt::format("<rect class=\"{}\" x=\"{:.1f}\" width=\"{:.1f}\" height=\"18\"><title>{}: {}</title></rect>",
                        i < budget.setSize ? "in" : "out", from, std::max(0.5, width - 1.0),
                        escaped(sentenceIn(quantizerName(share), labels)), escaped(percentText(share.share)));
        from += width;
    }
    if (bars.empty())
        return {};
    return fmt::format("<p><svg class=\"budget\" preserveAspectRatio=\"none\" viewBox=\"0 0 {0:.0f} 18\" role=\"img\" "
                       "aria-label=\"{1}\">"
                       "<rect class=\"rest\" width=\"{0:.0f}\" height=\"18\"/>{2}</svg></p>\n",
                       kWidth, escaped(labels("Shares of the noise power")), bars);
}

std::string sharesTable(const ErrorBudget& budget, const Labels& labels)
{
    const auto& all = budget.shares;
    const std::vector<BudgetShare> shown(all.begin(), all.begin() + std::ptrdiff_t(std::min(kPageShares, all.size())));
    const Columns<BudgetShare> columns{
        {labels("Rank"), kRight, [&](const auto& share) { return &share - shown.data() + 1; }},
        {labels("Layer"), kLeft, [](const auto& share) { return Cell(Cell::Kind::Name, share.opName); }},
        {labels("Quantizer"), kLeft, [&](const auto& share) { return kindWord(share.sensitiveType, labels); }},
        {labels("Operator"), kLeft, &BudgetShare::opType},
        {labels("Type"), kLeft, &BudgetShare::quantDtype},
        {labels("Share of the noise power (%)"), kRight,
         [](const auto& share) { return Cell(share.share * 100.0, std::clamp(share.share, 0.0, 1.0)); },
         worstSide(false)},
        {labels("Only this quantized: SQNR (dB)"), kRight,
         [](const auto& share) {
             return Cell(share.aloneDb, results::BadnessScale().badness(results::MetricId::Sqnr, share.aloneDb));
         },
         worstSide(true)}};
    return pageTable("budget sortable", columns, shown);
}

std::string outputMarkup(const OutputVerdict& output, const Verdict& verdict, const Labels& labels)
{
    auto html = fmt::format(
        "<h3>{} {}: <span class=\"severity {}\">{}</span></h3>\n<p>{}</p>\n", escaped(labels("Output")),
        escaped(output.name), keyOf(severityOf(output.quality)),
        escaped(sentenceIn(qualityWord(verdict, output.quality), labels)),
        sentences(qualityFacts(output, verdict.samples), labels, labels.language() == Language::Chinese ? "；" : "; "));
    if (!output.budget)
        return html;
    return html + fmt::format("<p>{}</p>\n", sentences(budgetFacts(verdict, output), labels, "<br>"))
           + sharesBar(*output.budget, labels) + sharesTable(*output.budget, labels);
}

/// Of the one with an error budget, else the first.
const Verdict* chosenVerdict(const std::vector<const Verdict*>& verdicts)
{
    const auto found = std::ranges::find_if(verdicts, [](const Verdict* verdict) { return verdict->hasBudget(); });
    return found != verdicts.end() ? *found : verdicts.empty() ? nullptr : verdicts.front();
}

} // namespace

std::string verdictSection(const results::ResultParts& parts, const Labels& labels)
{
    std::vector<const Verdict*> verdicts;
    for (const auto& result : parts.all<results::CompareResult>())
        if (!result->verdict.outputs.empty())
            verdicts.push_back(&result->verdict);
    for (const auto& result : parts.all<results::SensitivityResult>())
        if (!result->verdict.outputs.empty())
            verdicts.push_back(&result->verdict);
    const auto* verdict = chosenVerdict(verdicts);
    if (!verdict)
        return {};
    auto html =
        fmt::format("<p class=\"help\">{} {}: {}</p>\n",
                    escaped(labels("How good every output is, by what was measured. Where quantizers were switched on "
                                   "one by one, also whose error it is, and what leaving those float gives.")),
                    escaped(labels("Samples")), verdict->samples);
    if (verdict->areInputsRandom)
        html += fmt::format("<p><span class=\"severity warning\">{}</span></p>\n",
                            escaped(sentenceIn(randomInputsRemark(*verdict), labels)));
    for (const auto& output : verdict->outputs)
        html += outputMarkup(output, *verdict, labels);
    if (!verdict->whyNoBudget.empty())
        html += fmt::format("<p>{}: {}</p>\n", escaped(labels("No error budget")),
                            escaped(sentenceIn(verdict->whyNoBudget, labels)));
    return html;
}

} // namespace ql::report
