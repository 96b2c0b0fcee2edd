// SPDX-License-Identifier: GPL-3.0-or-later
// Node data for Google's Model Explorer, as github.com/google-ai-edge/model-explorer documents it in
// src/server/package/src/model_explorer/node_data_builder.py (read in November 2026): a file holds one number for each
// node of the graph that is open, by the name of an output tensor (TensorFlow Lite) or the node's id, which is its name
// (ONNX, PyTorch). What no node is called is ignored there. JSON has no infinity and no NaN, so these are words, which
// it shows as they are.
#include "core/report/exports/export_format.h"
#include "core/report/exports/node_numbers.h"
#include "core/report/format/badness_colours.h"
#include "core/report/json/json_writer.h"

#include <fmt/format.h>

#include <unordered_set>

namespace ql::report::model_explorer {

namespace {

std::string textOf(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json entryOf(const NodeNumber& node)
{
    const auto step = badnessStep(node.badness);
    return {{"value", jsonNumber(node.value)},
            {"bgColor", kBadnessColours[step]},
            {"textColor", step > kLastDarkBadness ? "#000000" : "#ffffff"}};
}

std::string fileOf(const NodeNumbers& numbers)
{
    std::string entries;
    std::unordered_set<std::string> seen; // of two nodes of one name the first
    for (const auto& node : numbers.nodes)
        for (const auto& name : node.names)
            if (seen.insert(name).second)
                entries +=
                    fmt::format("{}  {}: {}", entries.empty() ? "\n" : ",\n", textOf(name), textOf(entryOf(node)));
    return "{\n \"results\": {" + entries + "\n }\n}\n";
}

ReportFiles write(const results::ResultParts& parts, const Labels&)
{
    ReportFiles files;
    std::unordered_set<std::string> names;
    for (const auto& numbers : nodeNumbers(parts)) {
        auto name = fmt::format("{}_{}", numbers.side, fileNamePart(numbers.about));
        for (int number = 2; !names.insert(name).second; ++number)
            name = fmt::format("{}_{}_{}", numbers.side, fileNamePart(numbers.about), number);
        files.emplace_back(name + ".json", fileOf(numbers));
    }
    return files;
}

} // namespace

ExportFormat format()
{
    return {"model-explorer", Message("node data for Model Explorer, a file for each model and metric"), write};
}

} // namespace ql::report::model_explorer
