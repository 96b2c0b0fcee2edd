// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/fix/fix_report.h"
#include "core/report/html/markup.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace ql::report {

using results::FixResult;
using results::FixRow;

namespace {

constexpr std::size_t kNameWidth = 48;

/// What a state is called, and what it means.
std::pair<std::string, std::string> wordsFor(FixRow::State state, const Labels& labels)
{
    switch (state) {
    case FixRow::State::Chosen: return {labels("chosen"), labels("Part of the repaired model.")};
    case FixRow::State::Unneeded:
        return {labels("not needed"), labels("Helps alone, and wins nothing beside those chosen.")};
    case FixRow::State::NoGain: return {labels("no gain"), labels("Wins nothing, or not what it costs.")};
    case FixRow::State::Loses: return {labels("loses"), labels("Makes an output worse on samples that are held out.")};
    case FixRow::State::Refused: return {labels("refused"), labels("Cannot be done here: the last column says why.")};
    }
    return {};
}

constexpr std::pair<std::string_view, Label> kFixes[]{{"equalization", "equalization"},
                                                      {"scale_migration", "scale migration"},
                                                      {"per_channel", "per channel"},
                                                      {"range", "range"},
                                                      {"wide", "16 bits"},
                                                      {"high_precision", "high precision"},
                                                      {"learned_range", "learned range"},
                                                      {"learned_centres", "learned centres"},
                                                      {"rounding", "rounding"},
                                                      {"learned_rounding", "learned rounding"},
                                                      {"bias_correction", "bias correction"}};

std::string fixWord(const std::string& fix, const Labels& labels)
{
    const auto* known = std::ranges::find(kFixes, fix, [](const auto& each) { return each.first; });
    return known == std::end(kFixes) ? fix : labels(known->second);
}

std::string changesWord(const std::string& changes, const Labels& labels)
{
    return changes == "config"    ? labels("config")
           : changes == "weights" ? labels("weights")
           : changes == "both"    ? labels("weights and config")
                                  : changes;
}

std::string layersOf(const std::vector<std::string>& layers, const std::string& first, const std::string& all)
{
    return layers.empty() ? all : layers.size() == 1 ? first : fmt::format("{} (+{})", first, layers.size() - 1);
}

/// Nothing where the candidate was not measured.
auto measured(double FixRow::*number)
{
    return [number](const FixRow& row) { return row.alone ? std::optional(row.*number) : std::nullopt; };
}

auto alone(double results::FixMeasure::*number)
{
    return [number](const FixRow& row) { return row.alone ? std::optional((*row.alone).*number) : std::nullopt; };
}

} // namespace

std::string repairedLayers(const FixRow& row)
{
    return layersOf(row.layers, row.layers.empty() ? "" : shortened(oneLine(row.layers.front()), kNameWidth), "all");
}

namespace {

/// What is done where, and what came of it.
RowColumns<FixRow> repairColumns(const Labels& labels)
{
    return {{{.title = labels("State")},
             kLeft,
             [labels](const auto& row) { return wordsFor(row.state, labels).first; },
             {.tip = [labels](const auto& row) { return wordsFor(row.state, labels).second; }}},
            {{.page = labels("Repair"), .terminal = "fix", .file = "fix"}, kLeft, &FixRow::fix},
            {{.window = labels("Repair")}, kLeft, [labels](const auto& row) { return fixWord(row.fix, labels); }},
            {{.title = labels("Layer")},
             kLeft,
             [labels](const auto& row) {
                 return Cell(Cell::Kind::Name,
                             layersOf(row.layers, row.layers.empty() ? "" : row.layers.front(), labels("all layers")));
             },
             {.tip = [](const auto& row) { return fmt::format("{}", fmt::join(row.layers, "\n")); }}},
            {{.terminal = "layer", .file = "layer"}, kLeft, repairedLayers},
            {{.page = labels("Change")}, kLeft, [labels](const auto& row) { return sentenceCell(row.change, labels); }},
            {{.window = labels("Change"), .terminal = "change", .file = "change"}, kLeft, [labels](const auto& row) {
                 return oneLine(sentenceIn(row.change, labels));
             }}};
}

} // namespace

RowColumns<FixRow> fixColumns(const FixResult& result, const Labels& labels)
{
    const auto metric = labels(result.metric);
    const auto aloneHead = fmt::format("{} alone", keyOf(result.metric));
    Heads judge{.window = labels(results::MetricId::Judge)};
    if (result.judgedBaseline)
        judge = {.title = judge.window, .terminal = "judged alone", .file = "judged alone"};
    auto columns = repairColumns(labels);
    columns.insert(
        columns.end(),
        {{judge,
          kRight,
          [](const auto& row) { return row.alone ? row.alone->judged : std::nullopt; },
          {.hint = labels("What your judge says of all samples that are held out, with this repair and no other")}},
         {{.title = fmt::format("{}, {}", metric, labels("alone")), .terminal = aloneHead, .file = aloneHead},
          kRight,
          alone(&results::FixMeasure::metric),
          {.measures = result.metric,
           .hint = labels("Of the worst output, on samples that are held out, with this repair and no other")}},
         {{.page = labels("Gain (dB)"), .terminal = "gain dB", .file = "gain dB"}, kRight, &FixRow::gainDb},
         {{.window = labels("Gain (dB)")},
          kRight,
          measured(&FixRow::gainDb),
          {.hint = labels("What it wins alone: mean over the outputs")}},
         {{.window = labels("Cost"), .terminal = "cost", .file = "cost"},
          kRight,
          alone(&results::FixMeasure::cost),
          {.hint = labels("Multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float, over all in 8 bits")}},
         {{.page = labels("Gain per cost"), .terminal = "gain / cost", .file = "gain / cost"},
          kRight,
          &FixRow::gainPerCost},
         {{.window = labels("Gain per cost")},
          kRight,
          measured(&FixRow::gainPerCost),
          {.hint = labels("Gain over 0.01 and the added cost: the order in which repairs are added")}},
         {{.title = fmt::format("{}, {}", metric, labels("with it and all before"))},
          kRight,
          &FixRow::metricAfter,
          {.measures = result.metric,
           .hint = labels("Of the worst output, with this repair and all that are applied before it")}},
         {{.terminal = "", .file = ""}, kLeft, [labels](const auto& row) { return wordsFor(row.state, labels).first; }},
         {{.window = labels("Changes")},
          kLeft,
          [labels](const auto& row) { return changesWord(row.changes, labels); },
          {.hint = labels("The config alone, weights of the model, or both")}},
         {{.window = labels("Reason")}, kLeft, [labels](const auto& row) { return sentenceIn(row.reason, labels); }}});
    return columns;
}

} // namespace ql::report
