// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/quantization_options.h"
#include "app/cli/options/row_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/exit_status.h"
#include "app/cli/runtime/html_report.h"
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
    options.request.options = session.options().run;
    const auto result = session.ask(
        [&options](engine::Engine& engine, JobContext& ctx) { return engine.weights(options.request, ctx); });
    session.print(session.options().isJson
                      ? report::weightsJson(*result, options.listsChannels)
                      : report::weightsText(*result, {options.rows.sortMetric(), options.rows.top}));
    if (session.writesReports()) {
        for (const auto& file : report::writeWeightsFiles(*result, session.outFolder(), options.listsChannels))
            if (!session.options().isJson)
                session.print("wrote " + file.string() + "\n");
        writeHtmlReport(session, results::ResultParts(result));
    }
    return kDone;
}

} // namespace

Runner declareWeights(CLI::App& command)
{
    const auto options = std::make_shared<WeightsOptions>();
    auto& request = options->request;
    declareModelPair(command, modelPair(request));
    declareImageOptions(command, request.images);
    declareFilterOptions(command, request.prefixes, request.operatorTypes);
    declareRowOptions(command, options->rows);
    command.add_flag("--channels", options->listsChannels, "List every channel: in the JSON and weight_channels.csv");
    return [options](CommandSession& session) { return runWeights(session, *options); };
}

} // namespace ql::cli
