// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/compare_result.h"
#include "core/results/profile_result.h"

/// Polygraphy's `--save-outputs`: for each runner its iterations, and in each the outputs as .npy in base64. Of two or
/// more runners the last is compared with the first, on their first iteration; of one its outputs are described.
namespace ql::report::polygraphy_results {

namespace {

struct Output {
    std::string name;
    NpyArray array;
};

struct Runner {
    std::string name;
    std::size_t iterations = 0;
    std::vector<Output> outputs; ///< of the first iteration
};

bool recognises(std::string_view head)
{
    return firstOf(head) == '{' && holds(head, "\"lst\"")
           && (holds(head, "\"runner_name\"") || holds(head, "\"outputs\"") || holds(head, "polygraphy"));
}

Output outputOf(const std::string& name, const ReadJson& json)
{
    const ReadJson* array = json.is_object() && json.contains("values") ? &json["values"] : &json;
    if (!array->is_object() || !array->contains("array") || !(*array)["array"].is_string())
        throw Error(ErrorCode::FileCorrupt, Message("output {} holds no array", name));
    return {name, npyArrayOf(base64Decoded((*array)["array"].get_ref<const std::string&>()))};
}

Runner runnerOf(const JsonPlace& pair, const ReadJson& json)
{
    const auto parts = pair.list();
    if (parts.size() != 2)
        pair.fail("the name of a runner and its iterations");
    Runner runner{parts[0].text(), parts[1].list().size(), {}};
    if (runner.iterations == 0)
        return runner;
    const auto first = parts[1].list().front()["outputs"]; // checks that it is there
    for (const auto& [name, output] : json[1][0]["outputs"].items())
        if (output.is_object())
            runner.outputs.push_back(outputOf(name, output));
    return runner;
}

std::shared_ptr<results::CompareResult> compared(const Runner& first, const Runner& last)
{
    auto result = std::make_shared<results::CompareResult>();
    result->baseline = first.name;
    result->analysis = last.name;
    for (const auto& [name, x] : first.outputs) {
        auto& layer = result->layers.emplace_back();
        layer.index = int(result->layers.size()) - 1;
        layer.name = name;
        layer.baseline = {.value = name, .node = name, .dtype = x.dtype, .statistics = statisticsOf(x.values)};
        layer.baselineShape = layer.shape = x.shape;
        const auto other = std::ranges::find(last.outputs, name, &Output::name);
        if (other == last.outputs.end()) {
            layer.state = results::LayerRow::State::UnmatchedBaseline;
            result->unmatchedBaseline.push_back(name);
            continue;
        }
        const auto& y = other->array;
        layer.analysis = {.value = name, .node = name, .dtype = y.dtype, .statistics = statisticsOf(y.values)};
        layer.shape = y.shape;
        if (x.shape == y.shape)
            layer.metrics = metricsOf(x.values, y.values);
        else
            layer.state = results::LayerRow::State::ShapeMismatch;
        result->outputs.push_back({name, layer.metrics, y.shape, {}});
    }
    return result;
}

std::shared_ptr<results::ProfileResult> described(const Runner& runner, const std::string& file)
{
    auto result = std::make_shared<results::ProfileResult>();
    result->model = file;
    result->samples = 1;
    for (const auto& [name, array] : runner.outputs) {
        auto& row = result->rows.emplace_back();
        row.index = int(result->rows.size()) - 1;
        row.modName = row.tensor = name;
        row.dtype = array.dtype;
        row.shape = array.shape;
        row.whole.statistics = statisticsOf(array.values);
    }
    return result;
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    const auto json = readJson(file.text);
    const JsonPlace document(json, {});
    const auto list = document["lst"];
    std::vector<Runner> runners;
    for (const auto& pair : list.list())
        runners.push_back(runnerOf(pair, json["lst"][runners.size()]));
    std::erase_if(runners, [](const Runner& runner) { return runner.outputs.empty(); });
    if (runners.empty())
        throw Error(ErrorCode::FileCorrupt, "no runner's outputs in it");
    if (runners.size() == 1) {
        parts.add(described(runners.front(), file.name));
        return "profile";
    }
    parts.add(compared(runners.front(), runners.back()));
    return "compare";
}

} // namespace

ForeignTool tool()
{
    return {Message("Polygraphy's run results"), recognises, read};
}

} // namespace ql::report::polygraphy_results
