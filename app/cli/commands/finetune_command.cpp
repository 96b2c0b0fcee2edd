// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/console.h"
#include "core/report/finetune/finetune_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct FinetuneOptions {
    results::FinetuneRequest request;
    bool leavesChannels = false;
};

void declareModels(CLI::App& command, results::FinetuneRequest& request)
{
    auto& models = request.models;
    takesPath(command.add_option("--baseline", models.baseline, "High-precision model, the teacher"), PathUse::Reads)
        ->type_name("MODEL")
        ->required();
    takesPath(command.add_option("--analysis", models.analysis,
                                 "Quantized model to train, made from the baseline; in place of --config"),
              PathUse::Reads)
        ->type_name("MODEL");
    declareQuantizationOptions(command, models.quantization, "--data");
    // Known scales leave something to train on.
    command.get_option("--record")->remove_excludes(command.get_option("--data"));
    command.get_option("--data")->remove_excludes(command.get_option("--record"));
    command.get_option("--data")->required();
    for (const char* settings : {"--config", "--record"})
        command.get_option("--analysis")->excludes(command.get_option(settings));
    declareImageOptions(command, request.images);
}

void declareTraining(CLI::App& command, results::FinetuneRequest& request)
{
    command.add_option("--steps", request.steps, "Steps of training")
        ->type_name("N")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command.add_option("--batch", request.batch, "Samples in each step")
        ->type_name("N")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command
        .add_option("--learning-rate", request.learningRate,
                    "How far a weight moves in a step, in steps of its quantizer; falls to 0 towards the end")
        ->type_name("RATE")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command
        .add_option("--layer-weight", request.layerWeight,
                    "Weight of the mean error of layers, against that of outputs; 0 = outputs alone")
        ->type_name("WEIGHT")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    const std::map<std::string, results::TrainedPart> parts{{"both", results::TrainedPart::Both},
                                                            {"weights", results::TrainedPart::Weights},
                                                            {"ranges", results::TrainedPart::Ranges}};
    command.add_option("--train", request.trained, "What is trained")
        ->transform(CLI::CheckedTransformer(parts))
        ->type_name("both|weights|ranges")
        ->default_str("both");
    takesPath(command.add_option("--checkpoint", request.checkpoint,
                                 "File to go on from, if it is there, and to write what is needed for that"),
              PathUse::Continues)
        ->type_name("FILE");
}

void declareJudging(CLI::App& command, results::FinetuneRequest& request)
{
    takesPath(
        command.add_option("--held-out", request.heldOut,
                           "Samples to judge the network on; without it every third sample of --data is held out"),
        PathUse::Reads)
        ->type_name("DATA");
    const std::map<std::string, results::MetricId> metrics{
        {"sqnr_db", results::MetricId::Sqnr}, {"sqnr", results::MetricId::Sqnr}, {"cosine", results::MetricId::Cosine}};
    command.add_option("--metric", request.metric, "What the network is judged by")
        ->transform(CLI::CheckedTransformer(metrics))
        ->type_name("sqnr_db|cosine")
        ->default_str("sqnr_db");
    command.add_option("--judge-samples", request.mostJudged, "Judge on so many samples; 0 = all")
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--checks", request.checks, "Judge so often")
        ->type_name("N")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

void declareOptions(CLI::App& command, FinetuneOptions& options)
{
    declareModels(command, options.request);
    declareTraining(command, options.request);
    declarePortOptions(command, options.request.ports);
    declareJudging(command, options.request);
    command.add_flag("--no-equalization", options.leavesChannels,
                     "Leave the ranges of channels as they are before training");
}

std::vector<std::filesystem::path> writeAll(const results::FinetuneResult& result, const std::filesystem::path& folder)
{
    auto files = report::writeFinetuneFiles(result, folder);
    files.insert(files.end(), result.files.begin(), result.files.end());
    return files;
}

int runFinetune(CommandSession& session, FinetuneOptions& options)
{
    options.request.equalizes = !options.leavesChannels;
    options.request.folder = session.outFolder().string();
    const auto result =
        answerTo(session, options.request, &engine::Engine::finetune, [&](const results::FinetuneResult& known) {
            printError("the best so far:\n{}", report::finetuneText(known));
            if (session.writesReports())
                session.tellWritten(writeAll(known, session.outFolder()));
        });
    present(session, result, {report::finetuneJson, report::finetuneText, writeAll});
    return kDone;
}

} // namespace

Command finetuneCommand()
{
    return {"finetune", "Train a quantized model without labels, the float model as teacher",
            declared<FinetuneOptions, declareOptions, runFinetune>, Purpose::ChangeModel, true};
}

} // namespace ql::cli
