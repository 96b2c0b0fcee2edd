// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/analysis_run.h"
#include "core/report/attribution/attribution_report.h"

#include <CLI/CLI.hpp>

#include <map>

namespace ql::cli {

namespace {

using Order = report::AttributionTextOptions::Order;

struct AttributionOptions {
    results::AttributionRequest request;
    report::AttributionTextOptions text;
};

int runAttribution(CommandSession& session, AttributionOptions& options)
{
    const auto result = answerTo(session, options.request, &engine::Engine::attribution);
    present(session, result,
            {report::attributionJson, [&](const auto& shown) { return report::attributionText(shown, options.text); },
             report::writeAttributionFiles});
    return kDone;
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
        .add_option("--sort", options.text.order,
                    "Order of the printed table: local (what a layer adds itself, worst first), accumulated or order")
        ->transform(CLI::CheckedTransformer(kOrders).description(""))
        ->type_name("local|accumulated|order");
    declareTop(command, options.text.top, "Layers in the printed table; 0 = all");
    declareIterations(command, options.text.showsIterations);
}

} // namespace

Command attributionCommand()
{
    return {"attribution", "Take the error of each quantized layer apart by its causes",
            declared<AttributionOptions, declareOptions, runAttribution>};
}

} // namespace ql::cli
