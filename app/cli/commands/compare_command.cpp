// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"

#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/report/compare/compare_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ql::cli {

namespace {

struct CompareOptions {
    results::CompareRequest request;
    std::vector<results::MetricId> metrics; ///< asked for by name
    RowOptions rows;
    bool showsIterations = false;
    ThresholdOptions thresholds;
};

std::map<std::string, results::MetricId> measuredMetrics()
{
    auto words = choicesOf<results::MetricId>();
    std::erase_if(words, [](const auto& word) { return results::isSaidByFunction(word.second); });
    return words;
}

bool needsHistograms(results::MetricId metric)
{
    return metric == results::MetricId::Kl || metric == results::MetricId::Js;
}

/// Whether a file lists what takes histograms, or the table, its order or a condition names it.
bool asksForHistograms(const CommandSession& session, const CompareOptions& options)
{
    const auto isOne = [](const std::string& condition) {
        const auto metric = results::metricFromKey(parseThreshold(condition).value().metric);
        return metric && needsHistograms(*metric);
    };
    const auto sorted = options.rows.sortMetric();
    return session.asksForReports() || std::ranges::any_of(options.metrics, needsHistograms)
           || (sorted && needsHistograms(*sorted)) || std::ranges::any_of(options.thresholds.onOutputs, isOne)
           || std::ranges::any_of(options.thresholds.onLayers, isOne);
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
        ->transform(oneOf(choicesOf<results::CauseRuns>()))
        ->type_name("none|quick|full");
    command
        .add_option("--metrics", options.metrics,
                    "Show these metrics of layers, too: l1, atol, mse, rel_l2, kl, js. KL, JS and histograms are "
                    "measured where they are named, ordered by or judged, and with --out")
        ->delimiter(',')
        ->transform(oneOf(measuredMetrics()))
        ->type_name("METRIC,...");
    declareStack(command, request.withStack);
    declareRowOptions(command, options.rows, true);
    declareIterations(command, options.showsIterations);
    declareThresholds(command, options.thresholds, Conditions::OnBoth);
    declarePostProcess(command, request.options.postProcess);
}

int runCompare(CommandSession& session, CompareOptions& options)
{
    options.request.folder = session.outFolder().string();
    options.request.withHistograms = asksForHistograms(session, options);
    for (const auto& condition : options.thresholds.onOutputs)
        if (const auto name = parseThreshold(condition).value().name; name.ends_with(']'))
            options.request.slices.push_back(name);
    const auto result = answerTo(session, options.request, &engine::Engine::compare);
    tellMissingStack(options.request.withStack, result->layers);
    present(session, result,
            {report::compareJson,
             [&](const auto& shown) {
                 return report::compareText(shown,
                                            {options.rows.sortMetric(), options.rows.top, options.showsIterations,
                                             options.rows.isByWorstSlice(), options.metrics});
             },
             report::writeCompareFiles});
    if (!options.thresholds.onOutputs.empty() && result->outputs.empty())
        throw Error(ErrorCode::BadArgument,
                    "the dumps don't say which tensors are outputs, so --fail-on can't be checked",
                    "compare a model with the dump, or a dump of `run --dump`");
    return statusOf(session, "compare", judged(measuredOutputs(*result), measuredLayers(*result), options.thresholds),
                    options.thresholds.junit);
}

} // namespace

Command compareCommand()
{
    return {"compare",
            "Compare two models layer by layer on one input, or over a dataset",
            declared<CompareOptions, declareOptions, runCompare>,
            Purpose::Analyze,
            true,
            {{"layer by layer on one sample", "quantloupe-cli compare -b float.onnx -a int8.onnx -i sample.npy"},
             {"on the worst sample that `badcase` found, with a page for a browser",
              "quantloupe-cli compare -b float.onnx -a int8.onnx --badcase found -o reports"},
             {"simulate a config in place of a quantized model",
              "quantloupe-cli compare -b float.onnx -c config.yaml --calibration-data samples -i sample.npy"},
             {"fail a build when an output, or a slice of one, is bad",
              "quantloupe-cli compare -b float.onnx -a int8.onnx -i sample.npy --fail-on 'boxes[:, 4:]:sqnr_db<20'"}}};
}

} // namespace ql::cli
