// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/markup.h"
#include "core/report/overview/edit_words.h"
#include "core/report/overview/trial_words.h"

#include <fmt/format.h>

#include <set>

namespace ql::report {

namespace {

using results::MetricId;
using results::Trial;

constexpr std::size_t kMostTextBytes = 200'000; ///< of all configs on the page

/// The output that changes most, else the worst after.
const results::ChangeRow* shownOutput(const Trial& trial)
{
    const auto* changed = mostChangedOutput(*trial.change, MetricId::Sqnr);
    return changed ? changed : trial.change->worstOutput(MetricId::Sqnr);
}

Cell sqnrCell(const Trial& trial, std::optional<results::Metrics> results::ChangeRow::*side)
{
    const auto* output = shownOutput(trial);
    return Cell(output ? results::valueOf(output->*side, MetricId::Sqnr) : std::nullopt);
}

/// What was tried, to be copied. Equal ones stand once.
std::string configTexts(const std::vector<Trial>& trials, const Labels& labels)
{
    std::string html;
    std::set<std::string_view> known;
    std::size_t bytes = 0;
    for (const auto& trial : trials) {
        if (trial.text.empty() || !known.insert(trial.text).second)
            continue;
        bytes += trial.text.size();
        if (bytes > kMostTextBytes)
            return html + fmt::format("<p class=\"alarm\">{}</p>\n", escaped(labels("Further configs are left out.")));
        html += fmt::format("<details><summary>{}: {}</summary><pre>{}</pre></details>\n", escaped(labels("Config")),
                            escaped(sentenceIn(editsFrom(trial.edits), labels)), escaped(trial.text));
    }
    return html;
}

} // namespace

std::string trialsSection(const results::ResultParts& parts, const Labels& labels)
{
    if (parts.trials.empty())
        return {};
    const Columns<Trial> columns{
        {labels("When"), kLeft, [](const Trial& trial) { return trial.time.substr(0, 19); }},
        {labels("Tried"), kLeft,
         [&labels](const Trial& trial) { return sentenceCell(editsFrom(trial.edits), labels); }},
        {labels("Output"), kLeft,
         [](const Trial& trial) {
             const auto* output = shownOutput(trial);
             return output ? output->name : std::string();
         }},
        {labels("SQNR before (dB)"), kRight,
         [](const Trial& trial) { return sqnrCell(trial, &results::ChangeRow::before); }},
        {labels("SQNR after (dB)"), kRight,
         [](const Trial& trial) { return sqnrCell(trial, &results::ChangeRow::after); }},
        {labels("What it does"), kLeft,
         [&labels](const Trial& trial) { return sentenceCell(trialSentence(*trial.change, MetricId::Sqnr), labels); }},
        {labels("Note"), kLeft, [](const Trial& trial) { return trial.note; }}};
    return pageTable("trials sortable", columns, parts.trials) + configTexts(parts.trials, labels);
}

} // namespace ql::report
