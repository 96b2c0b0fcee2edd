// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/console.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/report/sensitivity/sensitivity_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ql::cli {

namespace {

using results::SensitivityResult;

struct SensitivityOptions {
    results::SensitivityRequest request;
    report::SensitivityTextOptions text;
    std::vector<std::string> metrics; ///< empty = sqnr_db, or what the calling program's functions say
    ThresholdOptions thresholds;
};

/// Each output with everything quantized.
std::vector<Measured> wholeOutputs(const SensitivityResult& result)
{
    std::vector<Measured> outputs;
    for (const auto& output : result.outputs) // one for each metric
        outputs.push_back({.name = output.name, .values = {{std::string(keyOf(output.metric)), output.everythingOn}}});
    return outputs;
}

/// Each row of each ranking.
std::vector<Measured> measuredRows(const SensitivityResult& result)
{
    std::vector<Measured> rows;
    for (const auto& output : result.outputs)
        for (const auto& row : output.rows)
            rows.push_back({.name = row.opName, .values = {{std::string(keyOf(output.metric)), row.metricValue}}});
    return rows;
}

/// Whether it is more than a name.
bool isExpression(const std::string& word)
{
    return word.find_first_of("()[]+-*/^<>=! ") != word.npos;
}

std::string metricProblem(const std::string& word)
{
    const auto metric = results::metricFromKey(word);
    if ((metric && *metric != results::MetricId::MaxQscaleDiff) || isExpression(word))
        return {};
    return fmt::format("unknown metric {}: expected cosine, l1, atol, mse, sqnr_db, rel_l2, kl, js or an expression",
                       word);
}

void declareRanking(CLI::App& command, SensitivityOptions& options)
{
    auto& request = options.request;
    command
        .add_option("-m,--metric", options.metrics,
                    "Measure of the outputs; repeatable, each gives a ranking; once an expression over all outputs, "
                    "large where "
                    "they are bad, such as 'argmax(x) != argmax(y)'")
        ->check(metricProblem)
        ->type_name("METRIC|EXPRESSION")
        ->allow_extra_args(false)
        ->default_str("sqnr_db");
    command.add_option("--mode", request.mode, "one-on: only this quantized; one-off: everything but this")
        ->transform(oneOf(choicesOf<results::SensitivityMode>()))
        ->type_name("one-on|one-off");
    command
        .add_option("--method", request.method,
                    "exact: a run for each row; gradient: predicted by a backward pass or few for all rows")
        ->transform(oneOf(choicesOf<results::SensitivityMethod>()))
        ->type_name("exact|gradient");
    command.add_option("--probes", request.probes, "Backward passes for each output and sample, with gradient")
        ->check(aboveZero())
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--exact-top", request.exactTop, "Run the first K rows of a predicted ranking after all")
        ->type_name("K")
        ->capture_default_str();
    command
        .add_option("--what", request.what,
                    "Each row quantizes this of a layer; both: a row for either, together: one row")
        ->transform(oneOf(choicesOf<results::SensitivityWhat>()))
        ->type_name("activation|weight|both|together");
    command
        .add_option("--group", request.group,
                    "A row per layer, per siblings (activations that must be quantized alike) or per scope")
        ->transform(oneOf(choicesOf<results::SensitivityGroup>()))
        ->type_name("layer|siblings|scope");
    command.add_option("--cumulative", request.growingSets, "Leave the first 1, 2 … K rows float together; 0 = don't")
        ->type_name("K")
        ->capture_default_str();
    command.add_flag("--replay-decisions", request.replaysDecisions,
                     "TopK, ArgMax and NonMaxSuppression choose as in the baseline");
}

void declareOptions(CLI::App& command, SensitivityOptions& options)
{
    auto& request = options.request;
    declareModelPair(command, request.models);
    declareInputOptions(command, request.samples);
    declareDataOptions(command, request.samples);
    declareRanking(command, options);
    declareFilterOptions(command, request.filter);
    declareRepeatable(command, "--layer,--selection", request.layers, "Only this layer; repeatable", "NAME");
    declareRepeatable(command, "--output", request.outputs,
                      "Only this output, or slice of one ('y[:, 4:]'); repeatable", "NAME");
    command.add_flag("--reverse", options.text.isReversed, "Least sensitive first: candidates for fewer bits");
    declareStack(command, request.withStack);
    declareTop(command, options.text.top);
    command.add_flag("--fresh,--restart", request.isFresh, "Don't continue the ranking that was cancelled in --out");
    declareJudgeOptions(command, request.options.judge);
    declarePostProcess(command, request.options.postProcess);
    declareThresholds(command, options.thresholds, Conditions::OnBoth, {"judge", "judge_loss", "custom"});
}

std::vector<results::MetricId> metricsOf(const CommandSession& session, const SensitivityOptions& options)
{
    std::vector<results::MetricId> metrics;
    const auto& judge = options.request.options.judge;
    if (session.hasJudge(judge))
        metrics.push_back(judge.isLowerBetter ? results::MetricId::JudgeLoss : results::MetricId::Judge);
    if (const auto& functions = session.options().run.functions; functions && functions->metric)
        metrics.push_back(results::MetricId::Custom);
    for (const auto& word : options.metrics)
        metrics.push_back(isExpression(word) ? results::MetricId::Custom : results::metricFromKey(word).value());
    if (std::ranges::count(metrics, results::MetricId::Custom) > 1)
        throw Error(ErrorCode::BadArgument,
                    "there are several metrics of one's own, expected one expression or function",
                    "rank by one after the other");
    return metrics.empty() ? std::vector{results::MetricId::Sqnr} : metrics;
}

int runSensitivity(CommandSession& session, SensitivityOptions& options)
{
    options.request.folder = session.outFolder().string();
    options.request.metrics = metricsOf(session, options);
    if (const auto own = std::ranges::find_if(options.metrics, isExpression); own != options.metrics.end())
        options.request.expression = *own;
    const auto write = [&](const SensitivityResult& known, const std::filesystem::path& folder) {
        return report::writeSensitivityFiles(known, folder, options.text.isReversed);
    };
    const auto result =
        answerTo(session, options.request, &engine::Engine::sensitivity, [&](const SensitivityResult& known) {
            if (!session.writesReports())
                return;
            write(known, session.outFolder());
            const bool isContinued =
                !session.hasJudge(options.request.options.judge) && !session.options().run.functions;
            printError("the ranking so far is kept in {}{}\n", session.outFolder().string(),
                       isContinued ? "; the same command continues there" : "");
        });
    if (!result->outputs.empty())
        tellMissingStack(options.request.withStack, result->outputs.front().rows);
    present(session, result,
            {report::sensitivityJson, [&](const auto& shown) { return report::sensitivityText(shown, options.text); },
             write});
    return statusOf(session, "sensitivity", judged(wholeOutputs(*result), measuredRows(*result), options.thresholds),
                    options.thresholds.junit);
}

} // namespace

Command sensitivityCommand()
{
    return {"sensitivity",
            "Rank layers by what quantizing each alone does to the outputs",
            declared<SensitivityOptions, declareOptions, runSensitivity>,
            Purpose::Analyze,
            true,
            {{"which layers cost the outputs most when they alone are quantized",
              "quantloupe-cli sensitivity -b float.onnx -a int8.onnx -i sample.npy"},
             {"which layers give most back when they alone stay float",
              "quantloupe-cli sensitivity -b float.onnx -a int8.onnx -i sample.npy --mode one-off"}}};
}

} // namespace ql::cli
