// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/report/compare/compare_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>

namespace ql::cli {

namespace {

struct CompareOptions {
    results::CompareRequest request;
    RowOptions rows;
    bool showsIterations = false;
    std::vector<std::string> failOn;
    std::vector<std::string> failOnLayer;
    std::string junit;
};

std::string thresholdProblem(const std::string& word)
{
    return parseThreshold(word)
               ? std::string()
               : fmt::format("{} is no threshold: expected METRIC<VALUE, for example sqnr_db<20", word);
}

void declareOptions(CLI::App& command, CompareOptions& options)
{
    auto& request = options.request;
    declareModelPair(command, request.models, true);
    declareVariant(command, request.models);
    declareInputOptions(command, request.samples);
    declareDataOptions(command, request.samples);
    declareMapFile(command, request.mapFile);
    declareFilterOptions(command, request.filter);
    command.add_flag("--all-nodes", request.showAll, "Also shape-only and constant nodes");
    command.add_flag("--replay-decisions", request.replaysDecisions,
                     "TopK, ArgMax and NonMaxSuppression choose as in the baseline");
    command
        .add_option("--target-arithmetic", request.targetArithmetic,
                    "How a model in 8 bits computes beside the dump of a target: float-half-even, tflite-double …; "
                    "auto = which of all explains the dump best")
        ->type_name("auto|NAME");
    command
        .add_option("--causes", request.causes,
                    "Layers run again to tell causes from guesses: none, those that matter, or all")
        ->transform(CLI::CheckedTransformer(choicesOf<results::CauseRuns>()).description(""))
        ->type_name("none|quick|full");
    declareStack(command, request.withStack);
    declareRowOptions(command, options.rows, true);
    declareIterations(command, options.showsIterations);
    declareRepeatable(
        command, "--fail-on", options.failOn,
        "Exit with 3 when an output is worse, e.g. 'sqnr_db<20', 'worst_slice<20', 'logits:sqnr_db<20' or "
        "'y[:, 4:]:sqnr_db<20'; repeatable",
        "[NAME:]METRIC<VALUE");
    declareRepeatable(command, "--fail-on-layer", options.failOnLayer,
                      "Exit with 3 when a compared layer is worse; repeatable", "[NAME:]METRIC<VALUE");
    for (const auto* name : {"--fail-on", "--fail-on-layer"})
        command.get_option(name)->check(thresholdProblem);
    declareJunit(command, options.junit);
    declarePostProcess(command, request.options.postProcess);
}

std::vector<Threshold> thresholdsOf(const std::vector<std::string>& words)
{
    std::vector<Threshold> thresholds;
    for (const auto& word : words)
        thresholds.push_back(parseThreshold(word).value());
    return thresholds;
}

int runCompare(CommandSession& session, CompareOptions& options)
{
    options.request.folder = session.outFolder().string();
    const auto thresholds = thresholdsOf(options.failOn);
    for (const auto& threshold : thresholds)
        if (threshold.name.ends_with(']'))
            options.request.slices.push_back(threshold.name);
    const auto result = answerTo(session, options.request, &engine::Engine::compare);
    tellMissingStack(options.request.withStack, result->layers);
    present(session, result,
            {report::compareJson,
             [&](const auto& shown) {
                 return report::compareText(shown, {options.rows.sortMetric(), options.rows.top,
                                                    options.showsIterations, options.rows.isByWorstSlice()});
             },
             report::writeCompareFiles});
    if (!options.failOn.empty() && result->outputs.empty())
        throw Error(ErrorCode::BadArgument,
                    "the dumps don't say which tensors are outputs, so --fail-on can't be checked",
                    "compare a model with the dump, or a dump of `run --dump`");
    return statusOf("compare", judged(*result, thresholds, thresholdsOf(options.failOnLayer)), options.junit);
}

} // namespace

Command compareCommand()
{
    return {"compare", "Compare two models layer by layer on one input, or over a dataset",
            declared<CompareOptions, declareOptions, runCompare>, Purpose::Analyze, true};
}

} // namespace ql::cli
