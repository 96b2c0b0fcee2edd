// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/threshold.h"
#include "core/report/weights/weights_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace ql::cli {

namespace {

struct WeightsOptions {
    results::WeightsRequest request;
    RowOptions rows;
    bool listsChannels = false;
    ThresholdOptions thresholds;
};

/// By the names of the weights; a worst slice is a channel.
std::vector<Measured> measuredIn(const results::WeightsResult& result)
{
    std::vector<Measured> weights;
    for (const auto& row : result.rows)
        if (row.state == results::WeightRow::State::Compared || row.state == results::WeightRow::State::Unreadable) {
            auto& weight = weights.emplace_back(measuredAs(row.name(), row.metrics, "can't be read"));
            if (const auto* channel = row.worstChannel()) {
                weight.values[Threshold::kWorstSlice] = channel->sqnrDb;
                weight.worstSlice = fmt::format("channel {}", channel->channel);
            }
        }
    return weights;
}

int runWeights(CommandSession& session, WeightsOptions& options)
{
    const auto result = answerTo(session, options.request, &engine::Engine::weights);
    present(session, result,
            {[&](const auto& shown) { return report::weightsJson(shown, options.listsChannels); },
             [&](const auto& shown) {
                 return report::weightsText(shown, {options.rows.sortMetric(), options.rows.top});
             },
             [&](const auto& shown, const auto& folder) {
                 return report::writeWeightsFiles(shown, folder, options.listsChannels);
             }});
    return statusOf(session, "weights", judged({}, measuredIn(*result), options.thresholds), options.thresholds.junit);
}

void declareOptions(CLI::App& command, WeightsOptions& options)
{
    auto& request = options.request;
    declareModelPair(command, request.models);
    declareImageOptions(command, request.images);
    declareFilterOptions(command, request.filter);
    declareRowOptions(command, options.rows);
    declareThresholds(command, options.thresholds, Conditions::OnLayers);
    command.add_flag("--channels", options.listsChannels, "List every channel: in the JSON and weight_channels.csv");
}

} // namespace

Command weightsCommand()
{
    return {"weights",
            "Compare the weights of two models",
            declared<WeightsOptions, declareOptions, runWeights>,
            Purpose::Analyze,
            false,
            {{"the weights alone, also of state dicts", "quantloupe-cli weights -b float.onnx -a int8.onnx"}}};
}

} // namespace ql::cli
