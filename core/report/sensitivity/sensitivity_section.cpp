// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/number_format.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"

#include <fmt/format.h>

#include <array>

namespace ql::report {

using results::SensitivityOutput;
using results::SensitivityResult;
using results::SensitivityRow;

namespace {

std::string kindWord(const std::string& kind, const Words& words)
{
    constexpr std::array kKinds{std::pair("activation", Word::Activation), std::pair("weight", Word::Weight),
                                std::pair("both", Word::Both)};
    for (const auto& [key, word] : kKinds)
        if (kind == key)
            return std::string(words(word));
    return kind;
}

std::string rowMarkup(const SensitivityRow& row, std::size_t rank, results::MetricId metric,
                      const results::BadnessScale& scale, const Words& words)
{
    return fmt::format("<tr><td class=\"n\" data-v=\"{0}\">{0}</td>", rank) + nameCell(row.opName)
           + textCell(kindWord(row.sensitiveType, words)) + textCell(row.opType)
           + barCell(row.metricValue, scale.badness(metric, row.metricValue)) + textCell(row.quantDtype)
           + countCell(row.macs) + numberCell(row.macsShare * 100.0) + "</tr>\n";
}

std::string cumulativeMarkup(const SensitivityOutput& output, const results::BadnessScale& scale, const Words& words)
{
    if (output.cumulative.empty())
        return {};
    auto html =
        fmt::format("<h4>{}</h4>\n", escaped(words(Word::Cumulative)))
        + tableHead(
            "sensitivity",
            {{words(Word::Count), true}, {words(Word::Layer)}, {words(Word::Quantizer)}, {words(output.metric), true}});
    for (std::size_t i = 0; i < output.cumulative.size(); ++i) {
        const auto& step = output.cumulative[i];
        html += fmt::format("<tr><td class=\"n\" data-v=\"{0}\">{0}</td>", i + 1) + nameCell(step.opName)
                + textCell(kindWord(step.sensitiveType, words))
                + barCell(step.metricValue, scale.badness(output.metric, step.metricValue)) + "</tr>\n";
    }
    return html + std::string(kTableEnd);
}

std::string scopeMarkup(const SensitivityOutput& output, const Words& words)
{
    if (!output.scopeRepair)
        return {};
    const auto& repair = *output.scopeRepair;
    return fmt::format("<p>{}: <strong>{}</strong>, {} {} ({} {}: {})</p>\n", escaped(words(Word::ScopeRepairs)),
                       escaped(repair.scope), escaped(words(output.metric)), fourDigits(repair.metricValue),
                       escaped(words(Word::BestRow)), escaped(repair.bestRow), fourDigits(repair.bestRowValue));
}

std::string outputMarkup(const SensitivityOutput& output, const Words& words)
{
    results::BadnessScale scale;
    for (const auto& row : output.rows)
        scale.see(output.metric, row.metricValue);
    auto html =
        fmt::format("<h3>{} {}</h3>\n<p>{}: {} {}</p>\n", escaped(words(Word::Output)), escaped(output.name),
                    escaped(words(Word::EverythingOn)), escaped(words(output.metric)), fourDigits(output.everythingOn))
        + tableHead("sensitivity sortable",
                    {{"#", true},
                     {words(Word::Layer)},
                     {words(Word::Quantizer)},
                     {words(Word::Operator)},
                     {words(output.metric), true, worstSide(results::isLowWorst(output.metric))},
                     {words(Word::Dtype)},
                     {words(Word::Macs), true},
                     {words(Word::MacsShare), true}});
    for (std::size_t i = 0; i < output.rows.size(); ++i)
        html += rowMarkup(output.rows[i], i + 1, output.metric, scale, words);
    return html + std::string(kTableEnd) + cumulativeMarkup(output, scale, words) + scopeMarkup(output, words);
}

} // namespace

std::string sensitivitySection(const results::ResultParts& parts, const Words& words)
{
    std::string html;
    for (const auto& result : parts.sensitivities) {
        const bool isOneOn = result->mode == results::SensitivityMode::OneOn;
        html += fmt::format("<p class=\"help\">{} {}</p>\n", escaped(words(isOneOn ? Word::OneOn : Word::OneOff)),
                            escaped(words(Word::LayerWiseHelp)));
        if (!result->isComplete)
            html += fmt::format("<p class=\"alarm\">{}</p>\n", escaped(words(Word::NotComplete)));
        for (const auto& output : result->outputs)
            html += outputMarkup(output, words);
    }
    return html;
}

} // namespace ql::report
