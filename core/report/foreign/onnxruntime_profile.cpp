// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/profile_result.h"

#include <map>

/// ONNX Runtime's profile (enable_profiling): a list of Chrome's trace events. An event of category "Node" whose name
/// ends in "_kernel_time" is one run of one node, "dur" in microseconds.
namespace ql::report::onnxruntime_profile {

namespace {

constexpr std::string_view kEnd = "_kernel_time";

bool recognises(std::string_view head)
{
    return firstOf(head) == '[' && holds(head, "\"cat\"") && holds(head, "\"dur\"")
           && (holds(head, "\"Session\"") || holds(head, "\"Node\""));
}

struct NodeTime {
    results::ProfileRow row;
    double micros = 0.0;
    std::size_t runs = 0;
};

/// [{"float": [1, 64]}, …]: of the first output.
void takeOutput(const ReadJson& arguments, results::ProfileRow& row)
{
    const auto outputs = arguments.find("output_type_shape");
    if (outputs == arguments.end() || !outputs->is_array() || outputs->empty() || !outputs->front().is_object())
        return;
    for (const auto& [dtype, shape] : outputs->front().items()) {
        row.dtype = dtype;
        row.shape = JsonPlace(shape, "output_type_shape").integers();
    }
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    const auto json = readJson(file.text);
    auto result = std::make_shared<results::ProfileResult>();
    result->model = file.name;
    std::vector<NodeTime> nodes;
    std::map<std::string, std::size_t> places;
    std::size_t event = 0;
    for (const auto& place : JsonPlace(json, {}).list()) {
        const auto& entry = json[event++];
        const auto category = place.find("cat");
        auto name = category ? place["name"].text() : std::string();
        result->samples += name == "model_run";
        if (!category || category->text() != "Node" || !name.ends_with(kEnd))
            continue;
        name.resize(name.size() - kEnd.size());
        const auto [found, isNew] = places.emplace(name, nodes.size());
        if (isNew) {
            auto& row = nodes.emplace_back().row;
            row.index = int(found->second);
            row.modName = name;
            if (const auto arguments = place.find("args")) {
                if (const auto type = arguments->find("op_name"))
                    row.opName = type->text();
                takeOutput(entry["args"], row);
            }
        }
        nodes[found->second].micros += place["dur"].number();
        ++nodes[found->second].runs;
    }
    for (auto& node : nodes) {
        node.row.micros = node.micros / double(node.runs);
        result->rows.push_back(std::move(node.row));
    }
    if (result->rows.empty())
        throw Error(ErrorCode::FileCorrupt, "no node's time in it", "run the session before its profiling ends");
    parts.add(result);
    return "profile";
}

} // namespace

ForeignTool tool()
{
    return {Message("ONNX Runtime's profile"), recognises, read};
}

} // namespace ql::report::onnxruntime_profile
