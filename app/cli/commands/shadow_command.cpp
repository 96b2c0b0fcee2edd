// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/quantization_options.h"
#include "app/cli/options/row_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/exit_status.h"
#include "app/cli/runtime/html_report.h"
#include "core/report/shadow/shadow_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct ShadowOptions {
    results::ShadowRequest request;
    RowOptions rows;
};

int runShadow(CommandSession& session, ShadowOptions& options)
{
    options.request.options = session.options().run;
    const auto result = session.ask(
        [&options](engine::Engine& engine, JobContext& ctx) { return engine.shadow(options.request, ctx); });
    session.print(session.options().isJson
                      ? report::shadowJson(*result)
                      : report::shadowText(*result, {options.rows.sortMetric(), options.rows.top}));
    if (session.writesReports()) {
        for (const auto& file : report::writeShadowFiles(*result, session.outFolder()))
            if (!session.options().isJson)
                session.print("wrote " + file.string() + "\n");
        writeHtmlReport(session, results::ResultParts(result));
    }
    return kDone;
}

} // namespace

Runner declareShadow(CLI::App& command)
{
    const auto options = std::make_shared<ShadowOptions>();
    auto& request = options->request;
    declareModelPair(command, modelPair(request));
    declareInputOptions(command, request.inputs, request.images);
    command.add_option("--map", request.mapFile, "Lines 'baseline_name analysis_name' that pair layers")
        ->type_name("FILE");
    declareFilterOptions(command, request.prefixes, request.operatorTypes);
    declareRowOptions(command, options->rows);
    return [options](CommandSession& session) { return runShadow(session, *options); };
}

} // namespace ql::cli
