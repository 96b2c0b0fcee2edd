// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/console.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/report/badcase/badcase_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace ql::cli {

namespace {

struct BadCaseOptions {
    results::BadCaseRequest request;
    std::size_t top = 10;
    std::string metric; ///< empty = what a judge says, or atol
    ThresholdOptions thresholds;
};

/// Each output by its worst sample; the one that classifies also by how often it is right.
std::vector<Measured> measuredIn(const results::BadCaseResult& result)
{
    std::vector<Measured> outputs;
    for (std::size_t output = 0; output < result.outputs.size() && !result.samples.empty(); ++output) {
        auto& measured = outputs.emplace_back(Measured{.name = result.outputs[output]});
        for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
            measured.values.emplace(result.metrics[metric].key, worstOfOutput(result, metric, output).value);
        if (!result.labels || result.labels->output != measured.name)
            continue;
        const auto& labels = *result.labels;
        const auto share = [&labels](std::size_t correct) { return double(correct) / double(labels.labels.size()); };
        measured.values.emplace("accuracy", share(labels.analysisCorrect()));
        measured.values.emplace("accuracy_drop", share(labels.baselineCorrect()) - share(labels.analysisCorrect()));
    }
    return outputs;
}

void declareSearch(CLI::App& command, BadCaseOptions& options)
{
    auto& request = options.request;
    declareStepCount(command, request.samples);
    command
        .add_option(
            "-m,--metric", options.metric,
            "Ranks the samples: cosine, l1, atol, mse, sqnr, rel_l2, kl, js, or an expression over x (baseline) and y "
            "(analysis) such as 'max(abs(x-y))/max(abs(x))', over several outputs as x[\"boxes\"]; with a judge "
            "judge_drop, what is lost by it, or judge")
        ->type_name("METRIC|EXPRESSION")
        ->default_str("atol");
    command.add_option("--order", request.order, "Of an expression, from bad to good")
        ->type_name("ascending|descending")
        ->check(CLI::IsMember({"ascending", "descending"}));
    declareTop(command, options.top, "Worst samples to list");
    declareRepeatable(command, "--output", request.outputs, "Only this output; repeatable", "NAME");
    declareRepeatable(command, "--feedback", request.feedback,
                      "An output that is the next sample's input, for sequence models; repeatable", "OUTPUT=INPUT");
    command
        .add_option(
            "--reset-every", request.resetEvery,
            "Fed-back states begin anew after N samples; they always do where a recording begins: at a sub-folder "
            "of --data, after a blank line of a list")
        ->type_name("N");
    takesPath(command.add_option("--labels", request.labels, "Right classes, .npy or text: counts flips and accuracy"),
              PathUse::Reads)
        ->type_name("FILE");
    command.add_option("--label-output", request.labelOutput, "The output that classifies; default: the first")
        ->type_name("NAME");
    command.add_flag("--restart", request.isFresh, "Don't continue the search that was cancelled in --out");
}

void declareOptions(CLI::App& command, BadCaseOptions& options)
{
    auto& request = options.request;
    declareModelPair(command, request.models);
    declareVariant(command, request.models);
    takesPath(
        command.add_option(
            "-d,--data", request.samples.data,
            "A folder of .npy, .npz, .pt or images, one stacked .npy or .npz, a .txt list of paths, or a folder of "
            "test_data_set_N"),
        PathUse::Reads)
        ->type_name("DATA")
        ->required();
    declareSearch(command, options);
    declareImageOptions(command, request.samples.images);
    declareJudgeOptions(command, request.options.judge);
    declarePostProcess(command, request.options.postProcess);
    declareThresholds(command, options.thresholds, Conditions::OnOutputs,
                      {"accuracy", "accuracy_drop", "judge", "judge_drop", "custom"});
}

int runBadCase(CommandSession& session, BadCaseOptions& options)
{
    auto& quantization = options.request.models.quantization;
    if (quantization.areGiven() && quantization.data.empty() && quantization.record.empty())
        quantization.data = options.request.samples.data;
    options.request.folder = session.outFolder().string();
    const bool hasJudge = session.hasJudge(options.request.options.judge);
    options.request.metric = !options.metric.empty() ? options.metric : hasJudge ? results::kJudgeDrop : "atol";
    const auto writeFiles = [&](const results::BadCaseResult& result, const std::filesystem::path& folder) {
        return report::writeBadCaseFiles(result, folder, options.top);
    };
    const auto result =
        answerTo(session, options.request, &engine::Engine::badcase, [&](const results::BadCaseResult& known) {
            if (!session.writesReports())
                return;
            writeFiles(known, session.outFolder());
            const bool isContinued = !hasJudge && !session.options().run.functions;
            printError("{} of {} samples are kept in {}{}\n", known.samples.size(), known.datasetSize,
                       session.outFolder().string(), isContinued ? "; the same command continues there" : "");
        });
    present(session, result,
            {[&](const auto& shown) { return report::badCaseJson(shown, options.top); },
             [&](const auto& shown) { return report::badCaseText(shown, options.top); }, writeFiles});
    return statusOf(session, "badcase", judged(measuredIn(*result), {}, options.thresholds), options.thresholds.junit);
}

} // namespace

Command badcaseCommand()
{
    return {"badcase",
            "Find the samples on which two models differ most",
            declared<BadCaseOptions, declareOptions, runBadCase>,
            Purpose::Analyze,
            true,
            {{"the ten samples that suffer most, the worst kept in found/badcase.pt",
              "quantloupe-cli badcase -b float.onnx -a int8.onnx -d samples -o found"},
             {"accuracy of both models; fail when quantization costs more than a point",
              "quantloupe-cli badcase -b float.onnx -a int8.onnx -d samples --labels labels.npy --fail-on "
              "'accuracy_drop>0.01'"}}};
}

} // namespace ql::cli
