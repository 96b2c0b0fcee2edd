// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/markup.h"

#include "core/base/chinese_messages.h"
#include "core/report/format/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr double kBarClasses = 10.0;
constexpr std::size_t kLongName = 44;

unsigned byteAt(std::string_view text, std::size_t i)
{
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
}

/// Bytes of the well-formed UTF-8 character at @p i; 0 when there is none (Unicode's table 3-7).
std::size_t characterLength(std::string_view text, std::size_t i)
{
    const unsigned first = byteAt(text, i);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t k = 1; k < length; ++k) {
        const unsigned byte = byteAt(text, i + k);
        if (byte < (k == 1 ? lowest : 0x80) || byte > (k == 1 ? highest : 0xBF))
            return 0;
    }
    return length;
}

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

std::string numberAttributes(double value)
{
    return fmt::format(" data-v=\"{0}\" title=\"{0}\"", value);
}

/// LOOK.md: NaN and infinity have their own words, never an empty cell.
std::string shownNumber(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return fourDigits(value);
}

} // namespace

std::string escaped(std::string_view text)
{
    std::string html;
    html.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto length = characterLength(text, i);
        const auto entity = entityOf(text[i]);
        const bool isControl = length == 1 && (byteAt(text, i) < 0x20 || text[i] == 0x7F);
        if (length == 0 || isControl)
            html += kReplacement;
        else
            html += entity.empty() ? text.substr(i, length) : entity;
        i += std::max<std::size_t>(1, length);
    }
    return html;
}

std::string tableHead(std::string_view classes, const std::vector<Header>& headers)
{
    auto html = fmt::format("<div class=\"scroller\"><table class=\"{}\"><thead><tr>", classes);
    for (const auto& header : headers) {
        html += header.isNumeric ? "<th class=\"n\" scope=\"col\"" : "<th scope=\"col\"";
        if (!header.worst.empty())
            html += fmt::format(" data-worst=\"{}\"", header.worst);
        if (!header.metric.empty())
            html += fmt::format(" data-metric=\"{}\"", header.metric);
        html += fmt::format("><button type=\"button\">{}</button></th>", escaped(header.text));
    }
    return html + "</tr></thead>\n<tbody>\n";
}

std::string textCell(std::string_view text)
{
    return "<td>" + escaped(text) + "</td>";
}

std::string sentenceCell(const Message& sentence, const Labels& labels)
{
    const bool isChinese = labels.language() == Language::Chinese && chineseMessages().knows(sentence);
    return fmt::format("<td lang=\"{}\">{}</td>", isChinese ? "zh-CN" : "en",
                       escaped(isChinese ? chineseMessages().translated(sentence) : sentence.english()));
}

std::string nameCell(std::string_view name)
{
    const bool isLong = characterCount(name) > kLongName;
    return fmt::format("<th scope=\"row\"{}>{}</th>", isLong ? " class=\"long\"" : "", escaped(name));
}

std::string numberCell(std::optional<double> value)
{
    if (!value)
        return "<td class=\"n none\">–</td>";
    return fmt::format("<td class=\"n\"{}>{}</td>", numberAttributes(*value), shownNumber(*value));
}

std::string barCell(std::optional<double> value, double badness)
{
    if (!value)
        return numberCell(value);
    const auto step = static_cast<int>(std::lround(std::clamp(badness, 0.0, 1.0) * kBarClasses));
    return fmt::format("<td class=\"n b{}\"{}>{}</td>", step, numberAttributes(*value), shownNumber(*value));
}

std::string metricCell(const std::optional<results::Metrics>& metrics, results::MetricId metric,
                       const results::BadnessScale& scale)
{
    const auto value = metrics ? results::valueOf(*metrics, metric) : std::nullopt;
    return barCell(value, value ? scale.badness(metric, *value) : 0.0);
}

std::string countCell(std::uint64_t count)
{
    return fmt::format("<td class=\"n\" data-v=\"{0}\" title=\"{0}\">{1}</td>", count, countText(count));
}

std::string_view worstSide(bool isLowWorst)
{
    return isLowWorst ? "low" : "high";
}

std::string_view severityWord(const Labels& labels, results::Severity severity)
{
    using enum results::Severity;
    return labels(severity == Error ? Label::Error : severity == Warning ? Label::Warning : Label::Info);
}

std::string_view stateWord(const Labels& labels, results::LayerRow::State state)
{
    using enum results::LayerRow::State;
    switch (state) {
    case Compared: return labels(Label::Compared);
    case ShapeMismatch: return labels(Label::Mismatch);
    case UnmatchedBaseline:
    case UnmatchedAnalysis: return labels(Label::NoPartner);
    case Fused: return labels(Label::Fused);
    }
    return {};
}

} // namespace ql::report
