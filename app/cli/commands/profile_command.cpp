// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/analysis_run.h"
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
    takesPath(command.add_option("MODEL", request.model, "Model file (.onnx, .pt2, .tflite, TorchScript)"),
              PathUse::Reads)
        ->required();
    declareQuantizationOptions(command, request.quantization, "--calibration-data", "--per-channel-weights");
    declareInputOptions(command, request.samples);
    declareDataOptions(command, request.samples);
    declareFilterOptions(command, request.filter);
    command.add_flag("--per-channel", request.isPerChannel, "Statistics and histograms of every channel, too");
    command.add_flag("--time", request.measuresTime, "How long each layer takes here, too (fastest of three passes)");
    declareStack(command, request.withStack);
    declareTop(command, options.top);
}

/// Seconds since 1970, which TensorBoard shows with each histogram.
double wallTime()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

int runProfile(CommandSession& session, ProfileOptions& options)
{
    options.request.folder = session.outFolder().string();
    const auto result = answerTo(session, options.request, &engine::Engine::profile);
    tellMissingStack(options.request.withStack, result->rows);
    present(
        session, result,
        {report::profileJson, [&](const auto& shown) { return report::profileText(shown, options.top); },
         [](const auto& shown, const auto& folder) { return report::writeProfileFiles(shown, folder, wallTime()); }});
    return kDone;
}

} // namespace

Command profileCommand()
{
    return {"profile",
            "Tell how the values of every layer are spread",
            declared<ProfileOptions, declareOptions, runProfile>,
            Purpose::Analyze,
            true,
            {{"how far the values of every layer reach", "quantloupe-cli profile float.onnx -i sample.npy"}}};
}

} // namespace ql::cli
