// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/finetune/finetune_report.h"

#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

using results::FinetunePoint;
using results::FinetuneResult;
using results::FixMeasure;

namespace {

constexpr double kLeastDb = -40.0; ///< as training judges: what is beyond counts no more
constexpr double kMostDb = 120.0;

/// A cosine counts as the SQNR that goes with it.
double decibels(double value, results::MetricId metric)
{
    const double db =
        metric == results::MetricId::Cosine ? -10.0 * std::log10(2.0 - 2.0 * std::min(value, 1.0)) : value;
    return std::clamp(std::isnan(db) ? kLeastDb : db, kLeastDb, kMostDb);
}

/// Over the network before training: mean over the outputs.
double gainOf(const FinetuneResult& result, const FinetunePoint& point)
{
    const auto& before = result.start.outputs;
    const auto& after = point.check->outputs;
    const auto count = std::min(before.size(), after.size());
    double gain = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        gain += decibels(after[i].second, result.metric) - decibels(before[i].second, result.metric);
    return count == 0 ? 0.0 : gain / double(count);
}

std::optional<double> heldOutOf(const FinetunePoint& point)
{
    return point.check ? std::optional(point.check->metric) : std::nullopt;
}

std::string measured(const char* what, const FixMeasure& measure, std::string_view metric)
{
    std::string outputs;
    for (const auto& [name, value] : measure.outputs)
        outputs += fmt::format("  {} {}", oneLine(name), fourDigits(value));
    return fmt::format("{:<24}{} {}{}\n", what, metric, fourDigits(measure.metric),
                       measure.outputs.size() > 1 ? "  (" + outputs.substr(2) + ")" : "");
}

std::string shortestAnswer(const FinetuneResult& result)
{
    const auto answer =
        result.bestStep == 0
            ? std::string("Nothing is offered: no network on the way was better on what is held out without a loss.\n")
            : fmt::format("{} {} instead of {} on what is held out, after step {}.\n", keyOf(result.metric),
                          fourDigits(result.best.metric), fourDigits(result.start.metric), result.bestStep);
    return result.isComplete
               ? answer
               : answer + fmt::format("stopped after {} of {} steps\n", result.curve.size(), result.steps);
}

} // namespace

std::vector<FinetunePoint> finetuneChecks(const FinetuneResult& result)
{
    std::vector<FinetunePoint> checks;
    FinetunePoint sums;
    std::size_t count = 0;
    for (const auto& point : result.curve) {
        sums.loss += point.loss;
        sums.outputLoss += point.outputLoss;
        sums.layerLoss += point.layerLoss;
        ++count;
        if (!point.check)
            continue;
        auto& check = checks.emplace_back(point);
        check.loss = sums.loss / double(count);
        check.outputLoss = sums.outputLoss / double(count);
        check.layerLoss = sums.layerLoss / double(count);
        sums = {};
        count = 0;
    }
    return checks;
}

RowColumns<FinetunePoint> finetuneColumns(const FinetuneResult& result, const Labels& labels)
{
    const auto heldOut = fmt::format("held out {}", keyOf(result.metric));
    const auto outcome = [&result](std::string loses, std::string offered) {
        return [&result, loses, offered](const FinetunePoint& point) {
            return point.loses ? loses : point.step == result.bestStep ? offered : std::string();
        };
    };
    return {{{.title = labels("Step"), .terminal = "step", .file = "step"}, kRight, &FinetunePoint::step},
            {{.title = labels("Loss"), .terminal = "loss", .file = "loss"},
             kRight,
             &FinetunePoint::loss,
             {.hint = labels("What training makes small: mean over the steps since the check before")}},
            {{.title = labels("Outputs"), .terminal = "output loss", .file = "output loss"},
             kRight,
             &FinetunePoint::outputLoss,
             {.hint = labels("The part of the loss that is made by outputs")}},
            {{.title = labels("Layers"), .terminal = "layer loss", .file = "layer loss"},
             kRight,
             &FinetunePoint::layerLoss,
             {.hint = labels("The part of the loss that is made by layers")}},
            {{.file = "label loss"}, kRight, &FinetunePoint::labelLoss},
            {{.title = fmt::format("{}, {}", labels(result.metric), labels("held out")),
              .terminal = heldOut,
              .file = heldOut},
             kRight,
             heldOutOf,
             {.measures = result.metric, .hint = labels("Of the worst output, on samples that are not trained on")}},
            {{.window = labels("Gain (dB)")},
             kRight,
             [&result](const auto& point) { return gainOf(result, point); },
             {.hint = labels("Over the network before training: mean over the outputs")}},
            {{.title = labels("State"), .terminal = ""},
             kLeft,
             outcome(labels("loses"), labels("offered")),
             {.tip = outcome(labels("An output is worse than before training on samples that are held out."),
                             labels("The best network on samples that are held out."))}}};
}

std::string finetuneText(const FinetuneResult& result)
{
    const auto metric = keyOf(result.metric);
    auto text = shortestAnswer(result) + "\n"
                + fmt::format("baseline  {}\nanalysis  {}\n", oneLine(result.baseline), oneLine(result.analysis));
    text += fmt::format("trained on {} samples, judged on {} others{}\n", result.fittedSamples.size(),
                        result.heldOutSamples.size(),
                        result.isSplit ? fmt::format(" of {}: every third is held out", oneLine(result.heldOutData))
                                       : fmt::format(", from {}", oneLine(result.heldOutData)));
    text +=
        fmt::format("{} numbers trained; as long as {} forwards of a sample\n\n", result.parameters, result.forwards);
    if (result.resumedAt > 0)
        text += fmt::format("went on after step {}\n", result.resumedAt);
    text += measured("before training", result.start, metric);
    if (result.equalized)
        text += measured("channels evened out", *result.equalized, metric);
    if (result.bestStep > 0)
        text += measured(fmt::format("after step {}", result.bestStep).c_str(), result.best, metric);
    const auto checks = finetuneChecks(result);
    if (!checks.empty())
        text += "\nMean losses between checks:\n"
                + textTable(columnsAt(Place::Terminal, finetuneColumns(result)), checks).plain();
    for (const auto& note : result.notes)
        text += fmt::format("note: {}\n", oneLine(note));
    return text;
}

std::string finetuneJson(const FinetuneResult& result)
{
    return documentText(resultDocument("finetune", result));
}

std::string finetuneCsv(const FinetuneResult& result)
{
    return csvTable(columnsAt(Place::File, finetuneColumns(result)), result.curve);
}

std::string finetuneResultsCsv(const FinetuneResult& result)
{
    const auto isJudged = result.start.judged.has_value();
    auto text = fmt::format("step,{}{}\n", keyOf(result.metric), isJudged ? ",judged" : "");
    const auto add = [&](std::uint64_t step, const results::FixMeasure& measure) {
        text += fmt::format("{},{}{}\n", step, measure.metric,
                            isJudged ? fmt::format(",{}", measure.judged.value_or(0.0)) : std::string());
    };
    if (result.resumedAt == 0)
        add(0, result.equalized.value_or(result.start));
    for (const auto& point : result.curve)
        if (point.check)
            add(point.step, *point.check);
    return text;
}

std::vector<std::filesystem::path> writeFinetuneFiles(const FinetuneResult& result, const std::filesystem::path& folder)
{
    return writeReportFiles(folder, {{"finetune.json", finetuneJson(result)},
                                     {"finetune.txt", finetuneText(result)},
                                     {"finetune.csv", finetuneCsv(result)},
                                     {"results.csv", finetuneResultsCsv(result)}});
}

} // namespace ql::report
