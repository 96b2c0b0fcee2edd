// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/number_format.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/sensitivity_result.h"

#include <fmt/format.h>

#include <array>

namespace ql::report {

using results::SensitivityOutput;
using results::SensitivityResult;
using results::SensitivityRow;

namespace {

std::string kindWord(const std::string& kind, const Labels& labels)
{
    constexpr std::array kKinds{std::pair("activation", Label::Activation), std::pair("weight", Label::Weight),
                                std::pair("both", Label::Both)};
    for (const auto& [key, label] : kKinds)
        if (kind == key)
            return std::string(labels(label));
    return kind;
}

std::string rowMarkup(const SensitivityRow& row, std::size_t rank, results::MetricId metric,
                      const results::BadnessScale& scale, const Labels& labels)
{
    return fmt::format("<tr><td class=\"n\" data-v=\"{0}\">{0}</td>", rank) + nameCell(row.opName)
           + textCell(kindWord(row.sensitiveType, labels)) + textCell(row.opType)
           + barCell(row.metricValue, scale.badness(metric, row.metricValue)) + textCell(row.quantDtype)
           + countCell(row.macs) + numberCell(row.macsShare * 100.0) + "</tr>\n";
}

std::string cumulativeMarkup(const SensitivityOutput& output, const results::BadnessScale& scale, const Labels& labels)
{
    if (output.cumulative.empty())
        return {};
    auto html = fmt::format("<h4>{}</h4>\n", escaped(labels(Label::Cumulative)))
                + tableHead("sensitivity", {{labels(Label::Count), true},
                                            {labels(Label::Layer)},
                                            {labels(Label::Quantizer)},
                                            {labels(output.metric), true}});
    for (std::size_t i = 0; i < output.cumulative.size(); ++i) {
        const auto& step = output.cumulative[i];
        html += fmt::format("<tr><td class=\"n\" data-v=\"{0}\">{0}</td>", i + 1) + nameCell(step.opName)
                + textCell(kindWord(step.sensitiveType, labels))
                + barCell(step.metricValue, scale.badness(output.metric, step.metricValue)) + "</tr>\n";
    }
    return html + std::string(kTableEnd);
}

std::string scopeMarkup(const SensitivityOutput& output, const Labels& labels)
{
    if (!output.scopeRepair)
        return {};
    const auto& repair = *output.scopeRepair;
    return fmt::format("<p>{}: <strong>{}</strong>, {} {} ({} {}: {})</p>\n", escaped(labels(Label::ScopeRepairs)),
                       escaped(repair.scope), escaped(labels(output.metric)), fourDigits(repair.metricValue),
                       escaped(labels(Label::BestRow)), escaped(repair.bestRow), fourDigits(repair.bestRowValue));
}

std::string outputMarkup(const SensitivityOutput& output, const Labels& labels)
{
    results::BadnessScale scale;
    for (const auto& row : output.rows)
        scale.see(output.metric, row.metricValue);
    auto html = fmt::format("<h3>{} {}</h3>\n<p>{}: {} {}</p>\n", escaped(labels(Label::Output)), escaped(output.name),
                            escaped(labels(Label::EverythingOn)), escaped(labels(output.metric)),
                            fourDigits(output.everythingOn))
                + tableHead("sensitivity sortable",
                            {{"#", true},
                             {labels(Label::Layer)},
                             {labels(Label::Quantizer)},
                             {labels(Label::Operator)},
                             {labels(output.metric), true, worstSide(results::isLowWorst(output.metric))},
                             {labels(Label::Dtype)},
                             {labels(Label::Macs), true},
                             {labels(Label::MacsShare), true}});
    for (std::size_t i = 0; i < output.rows.size(); ++i)
        html += rowMarkup(output.rows[i], i + 1, output.metric, scale, labels);
    return html + std::string(kTableEnd) + cumulativeMarkup(output, scale, labels) + scopeMarkup(output, labels);
}

} // namespace

std::string sensitivitySection(const results::ResultParts& parts, const Labels& labels)
{
    std::string html;
    for (const auto& result : parts.all<results::SensitivityResult>()) {
        const bool isOneOn = result->mode == results::SensitivityMode::OneOn;
        html += fmt::format("<p class=\"help\">{} {}</p>\n", escaped(labels(isOneOn ? Label::OneOn : Label::OneOff)),
                            escaped(labels(Label::LayerWiseHelp)));
        if (!result->isComplete)
            html += fmt::format("<p class=\"alarm\">{}</p>\n", escaped(labels(Label::NotComplete)));
        for (const auto& output : result->outputs)
            html += outputMarkup(output, labels);
    }
    return html;
}

} // namespace ql::report
