// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/fit_options.h"
#include "app/cli/options/path_options.h"
#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/console.h"
#include "app/cli/runtime/threshold.h"
#include "core/report/finetune/finetune_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct FinetuneOptions {
    results::FinetuneRequest request;
    bool leavesChannels = false;
    ThresholdOptions thresholds;
};

void declareTraining(CLI::App& command, results::FinetuneRequest& request)
{
    command.add_option("--steps", request.steps, "Steps of training")
        ->type_name("N")
        ->check(aboveZero())
        ->capture_default_str();
    command.add_option("--epochs", request.epochs, "Rounds in which each sample has its turn, in place of --steps")
        ->type_name("N")
        ->check(aboveZero())
        ->excludes("--steps");
    command.add_option("--batch", request.batch, "Samples in each step")
        ->type_name("N")
        ->check(aboveZero())
        ->capture_default_str();
    command
        .add_option("--learning-rate", request.learningRate,
                    "How far a weight moves in a step, in steps of its quantizer; falls to 0 towards the end")
        ->type_name("RATE")
        ->check(aboveZero())
        ->capture_default_str();
    command
        .add_option("--layer-weight", request.layerWeight,
                    "Weight of the mean error of layers, against that of outputs; 0 = outputs alone")
        ->type_name("WEIGHT")
        ->check(zeroOrMore())
        ->capture_default_str();
    takesPath(command.add_option("--labels", request.labels,
                                 "Right classes of all samples of --data, .npy or text: to train by, too"),
              PathUse::Reads)
        ->type_name("FILE");
    command.add_option("--label-output", request.labelOutput, "The output that classifies; default: the first")
        ->type_name("NAME");
    command
        .add_option("--label-weight", request.labelWeight,
                    "Weight of the labels' cross entropy, against the outputs' error")
        ->type_name("WEIGHT")
        ->check(zeroOrMore())
        ->capture_default_str();
    const std::map<std::string, results::TrainedPart> parts{{"both", results::TrainedPart::Both},
                                                            {"weights", results::TrainedPart::Weights},
                                                            {"ranges", results::TrainedPart::Ranges}};
    command.add_option("--train", request.trained, "What is trained")
        ->transform(oneOf(parts))
        ->type_name("both|weights|ranges")
        ->default_str("both");
    takesPath(command.add_option("--checkpoint", request.checkpoint,
                                 "File to go on from, if it is there, and to write what is needed for that"),
              PathUse::Continues)
        ->type_name("FILE");
}

void declareJudging(CLI::App& command, results::FinetuneRequest& request)
{
    declareHeldOut(command, request.heldOut,
                   "Samples to judge the network on; without it every third sample of --data is held out",
                   request.metric, "What the network is judged by");
    command.add_option("--judge-samples", request.mostJudged, "Judge on so many samples; 0 = all")
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--checks", request.checks, "Judge so often")
        ->type_name("N")
        ->check(aboveZero())
        ->capture_default_str();
}

void declareOptions(CLI::App& command, FinetuneOptions& options)
{
    declareFittedModels(command, options.request.models, "High-precision model, the teacher",
                        "Quantized model to train, made from the baseline; in place of --config");
    declareImageOptions(command, options.request.images);
    declareTraining(command, options.request);
    declarePortOptions(command, options.request.ports);
    declareJudging(command, options.request);
    declareThresholds(command, options.thresholds, Conditions::OnOutputs);
    command.add_flag("--no-equalization", options.leavesChannels,
                     "Leave the ranges of channels as they are before training");
}

int runFinetune(CommandSession& session, FinetuneOptions& options)
{
    options.request.equalizes = !options.leavesChannels;
    options.request.folder = session.outFolder().string();
    const auto writeFiles = withOwnFiles<report::writeFinetuneFiles, results::FinetuneResult>;
    const auto result =
        answerTo(session, options.request, &engine::Engine::finetune, [&](const results::FinetuneResult& known) {
            printError("the best so far:\n{}", report::finetuneText(known));
            if (session.writesReports())
                session.tellWritten(writeFiles(known, session.outFolder()));
        });
    present(session, result, {report::finetuneJson, report::finetuneText, writeFiles});
    return statusOf(session, "finetune", judged(measuredAfter(result->best, result->metric), {}, options.thresholds),
                    options.thresholds.junit);
}

} // namespace

Command finetuneCommand()
{
    return {"finetune",
            "Train a quantized model, the float model as teacher",
            declared<FinetuneOptions, declareOptions, runFinetune>,
            Purpose::ChangeModel,
            true,
            {{"train a quantized model without labels, the float model as teacher",
              "quantloupe-cli finetune -b float.onnx -c config.yaml -d samples -o trained"}}};
}

} // namespace ql::cli
