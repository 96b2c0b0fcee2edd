// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/attribution_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::report {

using results::AttributionRow;
using results::ErrorPart;
using results::MetricId;

namespace {

struct Cause {
    Label label;
    const char* key; ///< as a row's mainCause has it, and the class that colours its share
    ErrorPart AttributionRow::*part;
};
constexpr std::array kCauses{Cause{Label::Propagated, "propagated", &AttributionRow::propagated},
                             Cause{Label::WeightError, "weights", &AttributionRow::weights},
                             Cause{Label::Rounding, "rounding", &AttributionRow::rounding},
                             Cause{Label::Clamping, "clamping", &AttributionRow::clamping}};

/// "Rounding" of "Rounding (dB)".
std::string_view withoutUnit(std::string_view label)
{
    return label.substr(0, label.find(" ("));
}

/// The causes' shares as one bar; hovering tells them, and the columns beside it their decibels.
std::string sharesCell(const AttributionRow& row, const Labels& labels)
{
    constexpr double kWidth = 120.0;
    std::string title;
    std::string bars;
    double from = 0.0;
    for (const auto& cause : kCauses) {
        const double share = std::clamp((row.*cause.part).share, 0.0, 1.0);
        if (!(share > 0.0))
            continue;
        title +=
            fmt::format("{}{} {:.1f} %", title.empty() ? "" : ", ", withoutUnit(labels(cause.label)), share * 100.0);
        bars += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" width=\"{:.1f}\" height=\"10\"/>", cause.key, from,
                            share * kWidth);
        from += share * kWidth;
    }
    return fmt::format("<td><svg class=\"shares\" width=\"{0:.0f}\" height=\"10\" role=\"img\" "
                       "aria-label=\"{1}\"><title>{1}</title>{2}</svg></td>",
                       kWidth, escaped(title.empty() ? std::string("–") : title), bars);
}

std::string causeCell(const AttributionRow& row, const Labels& labels)
{
    for (const auto& cause : kCauses)
        if (row.mainCause == cause.key)
            return fmt::format("<td><span class=\"key {}\"></span>{}</td>", cause.key,
                               escaped(withoutUnit(labels(cause.label))));
    return textCell(row.mainCause);
}

std::string rowMarkup(const AttributionRow& row, const Labels& labels)
{
    const results::BadnessScale scale;
    const auto decibels = [&scale](double value) { return barCell(value, scale.badness(MetricId::Sqnr, value)); };
    auto html = fmt::format("<tr><td class=\"n\" data-v=\"{0}\">{0}</td>", row.index) + nameCell(row.name)
                + textCell(row.opType) + textCell(row.quantDtype) + decibels(row.accumulatedDb) + decibels(row.localDb);
    for (const auto& cause : kCauses)
        html += numberCell((row.*cause.part).sqnrDb);
    return html + countCell(row.clampedCount) + sharesCell(row, labels) + causeCell(row, labels) + "</tr>\n";
}

} // namespace

std::string attributionSection(const results::ResultParts& parts, const Labels& labels)
{
    const auto result = parts.first<results::AttributionResult>();
    if (!result)
        return {};
    const auto low = worstSide(true);
    std::vector<Header> headers{{"#", true},
                                {labels(Label::Layer)},
                                {labels(Label::Operator)},
                                {labels(Label::Dtype)},
                                {labels(Label::Accumulated), true, low},
                                {labels(Label::Local), true, low}};
    for (const auto& cause : kCauses)
        headers.push_back({labels(cause.label), true, low});
    headers.push_back({labels(Label::Clamped), true, worstSide(false)});
    headers.push_back({labels(Label::Shares)});
    headers.push_back({labels(Label::MainCause)});
    auto html = fmt::format("<p class=\"help\">{}</p>\n", escaped(labels(Label::CausesHelp)))
                + tableHead("causes sortable", headers);
    for (const auto& row : result->rows)
        html += rowMarkup(row, labels);
    return html + std::string(kTableEnd);
}

} // namespace ql::report
