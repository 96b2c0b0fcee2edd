// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/quantization_options.h"
#include "app/cli/options/row_options.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/exit_status.h"
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
    const auto result = answerTo(session, options.request, &engine::Engine::shadow);
    present(session, result,
            {report::shadowJson,
             [&](const auto& shown) {
                 return report::shadowText(shown, {options.rows.sortMetric(), options.rows.top});
             },
             report::writeShadowFiles});
    return kDone;
}

Runner declareShadow(CLI::App& command)
{
    const auto options = std::make_shared<ShadowOptions>();
    auto& request = options->request;
    declareModelPair(command, request.models);
    declareInputOptions(command, request.samples);
    command.add_option("--map", request.mapFile, "Lines 'baseline_name analysis_name' that pair layers")
        ->type_name("FILE");
    declareFilterOptions(command, request.filter);
    declareRowOptions(command, options->rows);
    return [options](CommandSession& session) { return runShadow(session, *options); };
}

} // namespace

Command shadowCommand()
{
    return {"shadow", "Measure each quantized layer's own error, on the other model's inputs", declareShadow};
}

} // namespace ql::cli
