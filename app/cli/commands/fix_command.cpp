// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/fit_options.h"
#include "app/cli/options/options.h"
#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/threshold.h"
#include "core/report/fix/fix_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct FixOptions {
    results::FixRequest request;
    std::size_t top = 20;
    ThresholdOptions thresholds;
};

void declareOptions(CLI::App& command, FixOptions& options)
{
    auto& request = options.request;
    declareFittedModels(command, request.models, "High-precision model",
                        "Quantized model to repair, made from the baseline; in place of --config");
    declareImageOptions(command, request.images);
    declareHeldOut(command, request.heldOut,
                   "Samples to judge repairs on; without it every third sample of --data is held out", request.metric,
                   "What repairs are judged by");
    declareRepeatable(command, "--fix", request.fixes, "Only this repair; repeatable", "NAME");
    declareRepeatable(command, "--output", request.outputs,
                      "Judge by this output alone, or slice of one ('y[:, 4:]'); repeatable", "NAME");
    command.add_option("--worst-layers", request.worstLayers, "Layers to change one by one; 0 = all")
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--judge-samples", request.mostJudged, "Judge candidates on so many samples; 0 = all")
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--time-limit", request.mostSeconds, "Stop after so long with the best so far")
        ->type_name("SECONDS")
        ->check(aboveZero());
    command.add_flag("--force", request.ignoresRules, "Propose what the rules of the config's target forbid, too");
    declarePortOptions(command, request.ports);
    declareTop(command, options.top, "Candidates printed beside those chosen; 0 = all");
    declareJudgeOptions(command, request.options.judge);
    declareThresholds(command, options.thresholds, Conditions::OnOutputs, {"judge", "judge_loss"});
}

int runFix(CommandSession& session, FixOptions& options)
{
    options.request.folder = session.outFolder().string();
    session.requireApart(
        {"fixed" + std::filesystem::path(options.request.models.quantization.config).extension().string()});
    const auto result = answerTo(session, options.request, &engine::Engine::fix);
    present(session, result,
            {report::fixJson, [&](const auto& shown) { return report::fixText(shown, options.top); },
             withOwnFiles<report::writeFixFiles, results::FixResult>});
    return statusOf(session, "fix", judged(measuredAfter(result->best, result->metric), {}, options.thresholds),
                    options.thresholds.junit);
}

} // namespace

Command fixCommand()
{
    return {"fix",
            "Find what repairs a quantized model, proved on samples that are held out",
            declared<FixOptions, declareOptions, runFix>,
            Purpose::ChangeModel,
            true,
            {{"what repairs it, proved on samples that nothing was fitted to",
              "quantloupe-cli fix -b float.onnx -a int8.onnx -d samples -o fixed"}}};
}

} // namespace ql::cli
