// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/quantization_options.h"
#include "app/cli/options/row_options.h"
#include "app/cli/options/threshold.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/console.h"
#include "app/cli/runtime/exit_status.h"
#include "core/base/error.h"
#include "core/report/compare/compare_files.h"
#include "core/report/compare/compare_json.h"
#include "core/report/compare/compare_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>

namespace ql::cli {

namespace {

const std::map<std::string, results::CauseRuns> kCauseRuns{
    {"none", results::CauseRuns::None}, {"quick", results::CauseRuns::Quick}, {"full", results::CauseRuns::Full}};

struct CompareOptions {
    results::CompareRequest request;
    RowOptions rows;
    std::vector<std::string> failOn;
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
    declareInputOptions(command, request.samples);
    command.add_option("--map", request.mapFile, "Lines 'baseline_name analysis_name' that pair layers")
        ->type_name("FILE");
    declareFilterOptions(command, request.filter);
    command.add_flag("--all-nodes", request.showAll, "Also shape-only and constant nodes");
    command.add_flag("--replay-decisions", request.replaysDecisions,
                     "TopK, ArgMax and NonMaxSuppression choose as in the baseline");
    command
        .add_option("--causes", request.causes,
                    "Layers run again to tell causes from guesses: none, those that matter, or all")
        ->transform(CLI::CheckedTransformer(kCauseRuns).description(""))
        ->type_name("none|quick|full");
    declareRowOptions(command, options.rows);
    command
        .add_option("--fail-on", options.failOn, "Exit with 3 when an output is worse, e.g. 'sqnr_db<20'; repeatable")
        ->type_name("METRIC<VALUE")
        ->allow_extra_args(false)
        ->check(thresholdProblem);
}

int runCompare(CommandSession& session, CompareOptions& options)
{
    const auto result = answerTo(session, options.request, &engine::Engine::compare);
    present(session, result,
            {report::compareJson,
             [&](const auto& shown) {
                 return report::compareText(shown, {options.rows.sortMetric(), options.rows.top});
             },
             report::writeCompareFiles});
    if (!options.failOn.empty() && result->outputs.empty())
        throw Error(ErrorCode::BadArgument,
                    "the dumps don't say which tensors are outputs, so --fail-on can't be checked",
                    "compare a model with the dump, or a dump of `run --dump`");
    std::vector<Threshold> thresholds;
    for (const auto& word : options.failOn)
        thresholds.push_back(parseThreshold(word).value());
    const auto crossed = crossedThresholds(*result, thresholds);
    for (const auto& line : crossed)
        printError("threshold crossed: {}\n", line);
    return crossed.empty() ? kDone : kThresholdCrossed;
}

Runner declareCompare(CLI::App& command)
{
    const auto options = std::make_shared<CompareOptions>();
    declareOptions(command, *options);
    return [options](CommandSession& session) { return runCompare(session, *options); };
}

} // namespace

Command compareCommand()
{
    return {"compare", "Compare two models layer by layer on one input", declareCompare};
}

} // namespace ql::cli
