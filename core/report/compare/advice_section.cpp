// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

namespace {

struct Found {
    const results::LayerRow* layer;
    const results::Diagnostic* advice;
};

/// Errors first; the start of the error before all others.
std::vector<Found> findings(const results::CompareResult& result)
{
    std::vector<Found> all;
    for (const auto& layer : result.layers)
        for (const auto& advice : layer.advice)
            all.push_back({&layer, &advice});
    std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
        const bool isOriginA = a.advice->rule == "error-origin";
        const bool isOriginB = b.advice->rule == "error-origin";
        return isOriginA != isOriginB ? isOriginA : a.advice->severity > b.advice->severity;
    });
    return all;
}

} // namespace

std::string adviceSection(const results::ResultParts& parts, const Labels& labels)
{
    const auto comparison = parts.first<results::CompareResult>();
    if (!comparison)
        return {};
    const auto all = findings(*comparison);
    if (all.empty())
        return fmt::format("<p>{}</p>\n", escaped(labels(Label::NoAdvice)));
    auto html = tableHead("advice sortable", {{labels(Label::Severity)},
                                              {labels(Label::Layer)},
                                              {labels(Label::Operator)},
                                              {labels(Label::Findings)},
                                              {labels(Label::Finding)},
                                              {labels(Label::Remedy)}});
    for (const auto& [layer, advice] : all)
        html += fmt::format("<tr data-layer=\"{}\"><td><span class=\"severity {}\">{}</span></td>"
                            "{}{}{}{}{}</tr>\n",
                            layer - comparison->layers.data(), severityKey(advice->severity),
                            escaped(severityWord(labels, advice->severity)), nameCell(layer->name),
                            textCell(operatorOf(*layer)), textCell(labels.rule(advice->rule)),
                            sentenceCell(advice->message, labels), sentenceCell(advice->remedy, labels));
    return html + std::string(kTableEnd);
}

} // namespace ql::report
