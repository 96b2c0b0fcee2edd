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
    ThresholdOptions thresholds;
};

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
    declareThresholds(command, options.thresholds, Conditions::OnBoth);
    declarePostProcess(command, request.options.postProcess);
}

int runCompare(CommandSession& session, CompareOptions& options)
{
    options.request.folder = session.outFolder().string();
    for (const auto& condition : options.thresholds.onOutputs)
        if (const auto name = parseThreshold(condition).value().name; name.ends_with(']'))
            options.request.slices.push_back(name);
    const auto result = answerTo(session, options.request, &engine::Engine::compare);
    tellMissingStack(options.request.withStack, result->layers);
    present(session, result,
            {report::compareJson,
             [&](const auto& shown) {
                 return report::compareText(shown, {options.rows.sortMetric(), options.rows.top,
                                                    options.showsIterations, options.rows.isByWorstSlice()});
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
