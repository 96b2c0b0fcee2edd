// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/quantization_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/exit_status.h"
#include "core/report/calibrate/calibrate_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct CalibrateOptions {
    results::CalibrateRequest request;
    std::size_t top = 20;
};

int runCalibrate(CommandSession& session, CalibrateOptions& options)
{
    options.request.options = session.options().run;
    options.request.folder = session.outFolder().string();
    const auto result = session.ask(
        [&options](engine::Engine& engine, JobContext& ctx) { return engine.calibrate(options.request, ctx); });
    session.print(session.options().isJson ? report::calibrateJson(*result)
                                           : report::calibrateText(*result, options.top));
    if (session.writesReports())
        for (const auto& file : report::writeCalibrateFiles(*result, session.outFolder()))
            if (!session.options().isJson)
                session.print("wrote " + file.string() + "\n");
    return kDone;
}

} // namespace

Runner declareCalibrate(CLI::App& command)
{
    const auto options = std::make_shared<CalibrateOptions>();
    auto& quantization = options->request.quantization;
    command.add_option("model", options->request.model, "High-precision model")->type_name("MODEL")->required();
    declareQuantizationOptions(command, quantization, "--data");
    declareImageOptions(command, options->request.images);
    command.add_option("--top", options->top, "Values in the printed table; 0 = all")
        ->type_name("K")
        ->capture_default_str();
    command.final_callback([&quantization] {
        if (quantization.data.empty() && quantization.record.empty())
            throw CLI::RequiredError("--data or --record");
    });
    return [options](CommandSession& session) { return runCalibrate(session, *options); };
}

} // namespace ql::cli
