// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/quantization_options.h"
#include "app/cli/options/row_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/exit_status.h"
#include "core/report/profile/profile_report.h"

#include <CLI/CLI.hpp>

#include <chrono>

namespace ql::cli {

namespace {

struct ProfileOptions {
    results::ProfileRequest request;
    std::size_t top = 20;
};

void declareOptions(CLI::App& command, ProfileOptions& options)
{
    auto& request = options.request;
    command.add_option("MODEL", request.model, "Model file (.onnx)")->required();
    declareQuantizationOptions(command, request.quantization, "--calibration-data", "--per-channel-weights");
    declareInputOptions(command, request.inputs, request.images);
    declareDataOptions(command, request.data, request.numSteps);
    declareFilterOptions(command, request.prefixes, request.operatorTypes);
    command.add_flag("--per-channel", request.isPerChannel, "Statistics and histograms of every channel, too");
    command.add_option("--top", options.top, "Rows in the printed table; 0 = all")
        ->type_name("K")
        ->capture_default_str();
}

/// Seconds since 1970, which TensorBoard shows with each histogram.
double wallTime()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

int runProfile(CommandSession& session, ProfileOptions& options)
{
    options.request.options = session.options().run;
    const auto result = session.ask(
        [&options](engine::Engine& engine, JobContext& ctx) { return engine.profile(options.request, ctx); });
    session.print(session.options().isJson ? report::profileJson(*result) : report::profileText(*result, options.top));
    if (session.writesReports())
        for (const auto& file : report::writeProfileFiles(*result, session.outFolder(), wallTime()))
            if (!session.options().isJson)
                session.print("wrote " + file.string() + "\n");
    return kDone;
}

} // namespace

Runner declareProfile(CLI::App& command)
{
    const auto options = std::make_shared<ProfileOptions>();
    declareOptions(command, *options);
    return [options](CommandSession& session) { return runProfile(session, *options); };
}

} // namespace ql::cli
