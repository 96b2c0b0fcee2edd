// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"

#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/threshold.h"
#include "core/report/attribution/attribution_report.h"

#include <CLI/CLI.hpp>

#include <map>

namespace ql::cli {

namespace {

using Order = report::AttributionTextOptions::Order;

struct AttributionOptions {
    results::AttributionRequest request;
    report::AttributionTextOptions text;
    ThresholdOptions thresholds;
};

std::vector<Measured> outputsMeasured(const results::AttributionResult& result)
{
    std::vector<Measured> outputs;
    for (const auto& output : result.outputs)
        outputs.push_back({.name = output.name, .values = {{"sqnr_db", output.sqnrDb}}});
    return outputs;
}

std::vector<Measured> layersMeasured(const results::AttributionResult& result)
{
    std::vector<Measured> layers;
    for (const auto& row : result.rows)
        layers.push_back(
            {.name = row.name, .values = {{"local_db", row.localDb}, {"accumulated_db", row.accumulatedDb}}});
    return layers;
}

int runAttribution(CommandSession& session, AttributionOptions& options)
{
    const auto result = answerTo(session, options.request, &engine::Engine::attribution);
    present(session, result,
            {report::attributionJson, [&](const auto& shown) { return report::attributionText(shown, options.text); },
             report::writeAttributionFiles});
    return statusOf(session, "attribution",
                    judged(outputsMeasured(*result), layersMeasured(*result), options.thresholds),
                    options.thresholds.junit);
}

void declareOptions(CLI::App& command, AttributionOptions& options)
{
    static const std::map<std::string, Order> kOrders{
        {"order", Order::Execution}, {"accumulated", Order::Accumulated}, {"local", Order::Local}};
    auto& request = options.request;
    declareModelPair(command, request.models);
    declareInputOptions(command, request.samples);
    declareDataOptions(command, request.samples);
    declareFilterOptions(command, request.filter);
    command
        .add_option("-s,--sort", options.text.order,
                    "Order of the printed table: local (what a layer adds itself, worst first), accumulated or order")
        ->transform(oneOf(kOrders))
        ->type_name("local|accumulated|order");
    declareTop(command, options.text.top, "Layers in the printed table; 0 = all");
    declareIterations(command, options.text.showsIterations);
    declareThresholds(command, options.thresholds, Conditions::OnBoth, {"local_db", "accumulated_db"});
}

} // namespace

Command attributionCommand()
{
    return {"attribution",
            "Take the error of each quantized layer apart by its causes",
            declared<AttributionOptions, declareOptions, runAttribution>,
            Purpose::Analyze,
            false,
            {{"why each layer's value is off: weights, rounding, clamping or inherited",
              "quantloupe-cli attribution -b float.onnx -a int8.onnx -i sample.npy"}}};
}

} // namespace ql::cli
