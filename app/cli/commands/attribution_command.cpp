// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/quantization_options.h"
#include "app/cli/options/row_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/exit_status.h"
#include "app/cli/runtime/html_report.h"
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
    options.request.options = session.options().run;
    const auto result = session.ask(
        [&options](engine::Engine& engine, JobContext& ctx) { return engine.attribution(options.request, ctx); });
    session.print(session.options().isJson ? report::attributionJson(*result)
                                           : report::attributionText(*result, options.text));
    if (session.writesReports()) {
        for (const auto& file : report::writeAttributionFiles(*result, session.outFolder()))
            if (!session.options().isJson)
                session.print("wrote " + file.string() + "\n");
        writeHtmlReport(session, results::ResultParts(result));
    }
    return kDone;
}

} // namespace

Runner declareAttribution(CLI::App& command)
{
    static const std::map<std::string, Order> kOrders{
        {"order", Order::Execution}, {"accumulated", Order::Accumulated}, {"local", Order::Local}};
    const auto options = std::make_shared<AttributionOptions>();
    auto& request = options->request;
    declareModelPair(command, modelPair(request));
    declareInputOptions(command, request.inputs, request.images);
    declareDataOptions(command, request.data, request.numSteps);
    declareFilterOptions(command, request.prefixes, request.operatorTypes);
    command
        .add_option("--sort", options->text.order,
                    "Order of the printed table: local (what a layer adds itself, worst first), accumulated or order")
        ->transform(CLI::CheckedTransformer(kOrders).description(""))
        ->type_name("local|accumulated|order");
    command.add_option("--top", options->text.top, "Layers in the printed table; 0 = all")
        ->type_name("K")
        ->capture_default_str();
    return [options](CommandSession& session) { return runAttribution(session, *options); };
}

} // namespace ql::cli
