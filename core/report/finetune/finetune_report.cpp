// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/finetune/finetune_report.h"

#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

namespace ql::report {

using results::FinetunePoint;
using results::FinetuneResult;
using results::FixMeasure;

namespace {

std::optional<double> heldOutOf(const FinetunePoint& point)
{
    return point.check ? std::optional(point.check->metric) : std::nullopt;
}

Columns<FinetunePoint> stepColumns(const FinetuneResult& result)
{
    return {{"step", kRight, &FinetunePoint::step},
            {"loss", kRight, &FinetunePoint::loss},
            {"output loss", kRight, &FinetunePoint::outputLoss},
            {"layer loss", kRight, &FinetunePoint::layerLoss},
            {fmt::format("held out {}", keyOf(result.metric)), kRight, heldOutOf}};
}

std::string outcome(const FinetuneResult& result, const FinetunePoint& point)
{
    if (point.loses)
        return "loses";
    return point.step == result.bestStep ? "offered" : "";
}

std::string measured(const char* what, const FixMeasure& measure, std::string_view metric)
{
    std::string outputs;
    for (const auto& [name, value] : measure.outputs)
        outputs += fmt::format("  {} {}", oneLine(name), fourDigits(value));
    return fmt::format("{:<24}{} {}{}\n", what, metric, fourDigits(measure.metric),
                       measure.outputs.size() > 1 ? "  (" + outputs.substr(2) + ")" : "");
}

std::string ending(const FinetuneResult& result)
{
    auto text = result.isComplete ? std::string()
                                  : fmt::format("stopped after {} of {} steps\n", result.curve.size(), result.steps);
    if (result.bestStep == 0)
        return text + "Nothing is offered: no network on the way was better on what is held out without a loss.\n";
    return text;
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

std::string finetuneText(const FinetuneResult& result)
{
    const auto metric = keyOf(result.metric);
    auto text = fmt::format("baseline  {}\nanalysis  {}\n", oneLine(result.baseline), oneLine(result.analysis));
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
    text += ending(result);
    const auto checks = finetuneChecks(result);
    if (!checks.empty()) {
        auto columns = stepColumns(result);
        columns.push_back({"", kLeft, [&result](const auto& point) { return outcome(result, point); }});
        text += "\nMean losses between checks:\n" + textTable(columns, checks).plain();
    }
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
    return csvTable(stepColumns(result), result.curve);
}

std::vector<std::filesystem::path> writeFinetuneFiles(const FinetuneResult& result, const std::filesystem::path& folder)
{
    return writeReportFiles(folder, {{"finetune.json", finetuneJson(result)},
                                     {"finetune.txt", finetuneText(result)},
                                     {"finetune.csv", finetuneCsv(result)}});
}

} // namespace ql::report
