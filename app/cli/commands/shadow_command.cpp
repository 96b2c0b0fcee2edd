// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/analysis_run.h"
#include "core/report/shadow/shadow_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct ShadowOptions {
    results::ShadowRequest request;
    RowOptions rows;
    bool showsIterations = false;
};

int runShadow(CommandSession& session, ShadowOptions& options)
{
    options.request.folder = session.outFolder().string();
    const auto result = answerTo(session, options.request, &engine::Engine::shadow);
    present(
        session, result,
        {report::shadowJson,
         [&](const auto& shown) {
             return report::shadowText(shown, {options.rows.sortMetric(), options.rows.top, options.showsIterations});
         },
         report::writeShadowFiles});
    return kDone;
}

void declareOptions(CLI::App& command, ShadowOptions& options)
{
    auto& request = options.request;
    declareModelPair(command, request.models);
    declareInputOptions(command, request.samples);
    declareDataOptions(command, request.samples);
    declareMapFile(command, request.mapFile);
    declareFilterOptions(command, request.filter);
    declareRowOptions(command, options.rows);
    declareIterations(command, options.showsIterations);
}

} // namespace

Command shadowCommand()
{
    return {"shadow", "Measure each quantized layer's own error, on the other model's inputs",
            declared<ShadowOptions, declareOptions, runShadow>, Purpose::Analyze, true};
}

} // namespace ql::cli
