// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_sections.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/cause_shares.h"
#include "core/report/html/markup.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace ql::report {

namespace {

struct Found {
    const results::LayerRow* layer;
    const results::Diagnostic* advice;
};

/// The start of the error before all others, then what was measured, errors first.
std::vector<Found> findings(const results::CompareResult& result)
{
    std::vector<Found> all;
    for (const auto& layer : result.layers)
        for (const auto& advice : layer.advice)
            all.push_back({&layer, &advice});
    std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
        const auto rank = [](const results::Diagnostic& advice) {
            return std::tuple(advice.rule != "error-origin", advice.isGuess, -int(advice.severity));
        };
        return rank(*a.advice) < rank(*b.advice);
    });
    return all;
}

/// What the simulated config says and the simulation doesn't do, among others.
std::string configTable(const std::vector<results::Diagnostic>& findings, const Labels& labels)
{
    using results::Diagnostic;
    if (findings.empty())
        return {};
    const Columns<Diagnostic> columns{
        {labels("Severity"), kLeft, [&](const auto& finding) { return severityCell(finding.severity, labels); }},
        {labels("Config line"), kLeft, [](const auto& finding) { return finding.line; }},
        {labels("Finding"), kLeft, [&](const auto& finding) { return sentenceCell(finding.message, labels); }},
        {labels("What to do"), kLeft, [&](const auto& finding) { return sentenceCell(finding.remedy, labels); }}};
    return pageTable("config words", columns, findings);
}

/// How the files of a dump were read.
std::string dumpLines(const std::vector<results::Diagnostic>& findings, const Labels& labels)
{
    std::string text;
    for (const auto& finding : findings)
        text += fmt::format("<p>{}</p>\n", escaped(sentenceIn(finding.message, labels)));
    return text;
}

} // namespace

std::string adviceSection(const results::CompareResult& result, const Labels& labels)
{
    const auto all = findings(result);
    const auto config = configTable(result.configFindings, labels) + dumpLines(result.dumpFindings, labels);
    if (all.empty())
        return fmt::format("<p>{}</p>\n", escaped(labels("Nothing to complain about."))) + config;
    const Columns<Found> columns{
        {labels("Severity"), kLeft, [&](const auto& at) { return severityCell(at.advice->severity, labels); }},
        {labels("Layer"), kLeft, [](const auto& at) { return Cell(Cell::Kind::Name, at.layer->name); }},
        {labels("Operator"), kLeft, [](const auto& at) { return operatorOf(*at.layer); }},
        {labels("Rule"), kLeft, [&](const auto& at) { return ruleTitle(*at.advice, labels); }},
        {labels("Finding"), kLeft, [&](const auto& at) { return sentenceCell(at.advice->message, labels); }},
        {labels("What to do"), kLeft, [&](const auto& at) { return sentenceCell(at.advice->remedy, labels); }},
        {labels("Local (dB)"), kRight, [](const auto& at) { return Cell(localDbOf(*at.layer)); }},
        {labels("Shares"), kLeft, [&](const auto& at) { return causesCell(at.layer->causes, labels); }}};
    return pageTable<Found>(
               "advice words sortable", columns, all,
               [&](const Found& at) { return fmt::format(" data-layer=\"{}\"", at.layer - result.layers.data()); })
           + config;
}

} // namespace ql::report
