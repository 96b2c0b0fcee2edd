// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/markup.h"

#include "core/base/message_catalog.h"
#include "core/base/utf8.h"
#include "core/report/format/badness_colours.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

namespace {

constexpr std::size_t kLongName = 44;

std::string_view entityOf(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return {};
    }
}

/// NaN and infinity have their own words, never an empty cell.
std::string shownNumber(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return fourDigits(value);
}

std::string numberCell(const std::optional<double>& value, const std::optional<double>& badness)
{
    if (!value)
        return "<td class=\"n none\">–</td>";
    const auto bar = badness ? fmt::format(" class=\"b{}\"", badnessStep(*badness)) : "";
    return fmt::format("<td{0} data-v=\"{1}\">{2}</td>", bar, *value, shownNumber(*value));
}

} // namespace

std::string escaped(std::string_view text)
{
    std::string html;
    html.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto length = utf8Length(text, i);
        const auto entity = entityOf(text[i]);
        const bool isControl = length == 1 && (static_cast<unsigned char>(text[i]) < 0x20 || text[i] == 0x7F);
        if (length == 0 || isControl)
            html += kReplacementCharacter;
        else
            html += entity.empty() ? text.substr(i, length) : entity;
        i += std::max<std::size_t>(1, length);
    }
    return html;
}

std::string pageHeader(std::string_view text, bool isNumeric, std::string_view worst, std::string_view metric)
{
    return fmt::format("<th{} scope=\"col\"{}{}><button type=\"button\">{}</button></th>",
                       isNumeric ? " class=\"n\"" : "", worst.empty() ? "" : fmt::format(" data-worst=\"{}\"", worst),
                       metric.empty() ? "" : fmt::format(" data-metric=\"{}\"", metric), escaped(text));
}

std::string pageCell(const Cell& cell)
{
    switch (cell.kind) {
    case Cell::Kind::Text:
    case Cell::Kind::Shape: return "<td>" + escaped(cell.text) + "</td>";
    case Cell::Kind::Name:
        return fmt::format("<th scope=\"row\"{}>{}</th>",
                           characterCount(cell.text) > kLongName ? " class=\"long\"" : "", escaped(cell.text));
    case Cell::Kind::Number: return numberCell(cell.number, cell.badness);
    case Cell::Kind::Integer: return fmt::format("<td data-v=\"{0}\">{0}</td>", cell.integer);
    case Cell::Kind::Count:
        return fmt::format("<td data-v=\"{0}\">{1}</td>", cell.integer,
                           countText(static_cast<std::uint64_t>(cell.integer)));
    case Cell::Kind::Markup: return cell.text;
    }
    return {};
}

std::string sentenceIn(const Message& sentence, const Labels& labels)
{
    const bool isChinese = labels.language() == Language::Chinese && chineseMessages().knows(sentence);
    return isChinese ? chineseMessages().translated(sentence) : sentence.english();
}

Cell sentenceCell(const Message& sentence, const Labels& labels)
{
    const bool isChinese = labels.language() == Language::Chinese && chineseMessages().knows(sentence);
    return {Cell::Kind::Markup,
            fmt::format("<td lang=\"{}\">{}</td>", isChinese ? "zh-CN" : "en", escaped(sentenceIn(sentence, labels)))};
}

std::string kindWord(const std::string& kind, const Labels& labels)
{
    if (kind == "activation")
        return labels("activation");
    return kind == "weight" ? labels("weight") : kind == "both" ? labels("both") : kind;
}

std::string severityMark(results::Severity severity, const Labels& labels)
{
    return fmt::format("<span class=\"severity {}\">{}</span>", keyOf(severity),
                       escaped(severityWord(labels, severity)));
}

std::string ruleTitle(const results::Diagnostic& finding, const Labels& labels)
{
    return labels.rule(finding.rule) + (finding.isGuess ? "?" : "");
}

Cell severityCell(results::Severity severity, const Labels& labels)
{
    return {Cell::Kind::Markup, "<td>" + severityMark(severity, labels) + "</td>"};
}

Cell metricCell(const std::optional<results::Metrics>& metrics, results::MetricId metric,
                const results::BadnessScale& scale)
{
    const auto value = valueOf(metrics, metric);
    return {value, value ? scale.badness(metric, *value) : 0.0};
}

std::string_view worstSide(bool isLowWorst)
{
    return isLowWorst ? "low" : "high";
}

std::string severityWord(const Labels& labels, results::Severity severity)
{
    using enum results::Severity;
    return labels(severity == Error ? "error" : severity == Warning ? "warning" : "info");
}

std::string stateWord(const Labels& labels, results::LayerRow::State state)
{
    using enum results::LayerRow::State;
    switch (state) {
    case Compared: return labels("compared");
    case ShapeMismatch: return labels("shapes differ");
    case UnmatchedBaseline:
    case UnmatchedAnalysis: return labels("no partner");
    case Fused: return labels("fused");
    case NotRun: return labels("not run");
    case RunInBaseline: return labels("run by the baseline only");
    case RunInAnalysis: return labels("run by the analysis model only");
    case UnpairedIterations: return labels("no iteration in common");
    case Strings: return labels("strings");
    }
    return "";
}

} // namespace ql::report
