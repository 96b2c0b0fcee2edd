// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/analysis_run.h"
#include "core/report/weights/weights_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct WeightsOptions {
    results::WeightsRequest request;
    RowOptions rows;
    bool listsChannels = false;
};

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
    return kDone;
}

void declareOptions(CLI::App& command, WeightsOptions& options)
{
    auto& request = options.request;
    declareModelPair(command, request.models);
    declareImageOptions(command, request.images);
    declareFilterOptions(command, request.filter);
    declareRowOptions(command, options.rows);
    command.add_flag("--channels", options.listsChannels, "List every channel: in the JSON and weight_channels.csv");
}

} // namespace

Command weightsCommand()
{
    return {"weights", "Compare the weights of two models", declared<WeightsOptions, declareOptions, runWeights>};
}

} // namespace ql::cli
