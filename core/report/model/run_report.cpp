// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/run_report.h"

#include "core/report/format/number_format.h"
#include "core/report/json/json_writer.h"
#include "core/report/table/text_table.h"

#include <fmt/format.h>

namespace ql::report {

using results::RunOutput;
using results::RunResult;

namespace {

constexpr auto kRight = TextTable::Align::Right;

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
    TextTable table(
        {{"output"}, {"dtype"}, {"shape"}, {"min", kRight}, {"max", kRight}, {"mean", kRight}, {"first elements"}});
    std::string files;
    for (const auto& output : result.outputs) {
        table.addRow({output.name, output.dtype, shapeText(output.shape), fourDigits(output.statistics.min),
                      fourDigits(output.statistics.max), fourDigits(output.statistics.mean), headText(output)});
        if (output.statistics.nanCount + output.statistics.infCount > 0)
            files += fmt::format("{} holds {} NaN and {} infinite elements\n", oneLine(output.name),
                                 output.statistics.nanCount, output.statistics.infCount);
        if (!output.file.empty())
            files += fmt::format("wrote {}\n", oneLine(output.file));
    }
    if (result.dumpedTensors > 0)
        files += fmt::format("dumped {} tensors\n", result.dumpedTensors);
    return fmt::format("model  {}\n\n{}\n{}{} nodes in {}.\n", oneLine(result.model), table.plain(), files,
                       result.executedNodes, secondsText(result.seconds));
}

std::string runJson(const RunResult& result)
{
    Json document = documentHead("run");
    document["model"] = result.model;
    document["outputs"] = Json::array();
    for (const auto& output : result.outputs) {
        Json head = Json::array();
        for (const double value : output.head)
            head.push_back(jsonNumber(value));
        Json json;
        json["name"] = output.name;
        json["dtype"] = output.dtype;
        json["shape"] = output.shape;
        json["min"] = jsonNumber(output.statistics.min);
        json["max"] = jsonNumber(output.statistics.max);
        json["mean"] = jsonNumber(output.statistics.mean);
        json["var"] = jsonNumber(output.statistics.variance);
        json["nan_count"] = output.statistics.nanCount;
        json["inf_count"] = output.statistics.infCount;
        json["head"] = head;
        json["file"] = output.file.empty() ? Json(nullptr) : Json(output.file);
        document["outputs"].push_back(json);
    }
    document["executed_nodes"] = result.executedNodes;
    document["dumped_tensors"] = result.dumpedTensors;
    document["seconds"] = jsonNumber(result.seconds);
    return documentText(document);
}

} // namespace ql::report
