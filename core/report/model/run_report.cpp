// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/run_report.h"

#include "core/report/format/number_format.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"

#include <fmt/format.h>

namespace ql::report {

using results::RunOutput;
using results::RunResult;

namespace {

std::string headText(const RunOutput& output)
{
    std::string text;
    for (const double value : output.head)
        text += (text.empty() ? "" : " ") + fourDigits(value);
    return output.statistics.count > output.head.size() ? text + " …" : text;
}

} // namespace

std::string runText(const RunResult& result)
{
    using results::TensorStatistics;
    const auto statistic = [](const char* header, double TensorStatistics::*field) {
        return Column<RunOutput>{header, kRight, [field](const auto& output) { return output.statistics.*field; }};
    };
    const Columns<RunOutput> columns{{"output", kLeft, &RunOutput::name},
                                     {"dtype", kLeft, &RunOutput::dtype},
                                     {"shape", kLeft, [](const auto& output) { return shapeText(output.shape); }},
                                     statistic("min", &TensorStatistics::min),
                                     statistic("max", &TensorStatistics::max),
                                     statistic("mean", &TensorStatistics::mean),
                                     {"first elements", kLeft, headText}};
    std::string files;
    for (const auto& output : result.outputs) {
        if (output.statistics.nanCount + output.statistics.infCount > 0)
            files += fmt::format("{} holds {} NaN and {} infinite elements\n", oneLine(output.name),
                                 output.statistics.nanCount, output.statistics.infCount);
        if (!output.file.empty())
            files += fmt::format("wrote {}\n", oneLine(output.file));
    }
    if (result.dumpedTensors > 0)
        files += fmt::format("dumped {} tensors\n", result.dumpedTensors);
    return fmt::format("model  {}\n\n{}\n{}{} nodes in {}.\n", oneLine(result.model),
                       textTable(columns, result.outputs).plain(), files, result.executedNodes,
                       secondsText(result.seconds));
}

std::string runJson(const RunResult& result)
{
    Json document = documentHead("run");
    document["model"] = result.model;
    FieldWriter writer(document);
    writer.list("outputs", result.outputs, [](auto& inner, auto& output) {
        inner("name", output.name);
        inner("dtype", output.dtype);
        inner("shape", output.shape);
        inner("min", output.statistics.min);
        inner("max", output.statistics.max);
        inner("mean", output.statistics.mean);
        inner("var", output.statistics.variance);
        inner("nan_count", output.statistics.nanCount);
        inner("inf_count", output.statistics.infCount);
        inner("head", output.head);
        inner.orNull("file", output.file);
    });
    document["executed_nodes"] = result.executedNodes;
    document["dumped_tensors"] = result.dumpedTensors;
    document["seconds"] = jsonNumber(result.seconds);
    return documentText(document);
}

} // namespace ql::report
