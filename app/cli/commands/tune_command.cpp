// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/fit_options.h"
#include "app/cli/options/path_options.h"
#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/console.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/config/config_file.h"
#include "core/report/table/number_format.h"
#include "core/report/tune/tune_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace ql::cli {

namespace {

struct TuneOptions {
    results::TuneRequest request;
    std::vector<std::string> targets;
    bool isApplied = false;
    std::string junit;
};

/// A case for each target: "output logits: sqnr_db >= 30".
std::vector<report::JudgedCase> judged(const results::TuneResult& result)
{
    const bool isLeast = isLowWorst(result.metric);
    std::vector<report::JudgedCase> cases;
    for (const auto& [output, value] : result.targets) {
        const auto isOfTarget = [&output = output](const auto& found) { return found.first == output; };
        const auto found = std::ranges::find_if(result.best.outputs, isOfTarget);
        const double reached = found == result.best.outputs.end() ? result.best.metric : found->second;
        const bool holds = isLeast ? reached >= value : reached <= value;
        const auto measured = fmt::format("{} is {} with {} overrides", keyOf(result.metric),
                                          report::fourDigits(reached), result.best.overrides.size());
        const auto who = output.empty() ? std::string("worst output") : "output " + report::oneLine(output);
        cases.push_back({"targets",
                         fmt::format("{}: {} {} {:g}", who, keyOf(result.metric), isLeast ? ">=" : "<=", value),
                         holds ? std::string() : fmt::format("{}: {}", who, measured), measured});
    }
    if (!result.isReached && std::ranges::all_of(cases, [](const auto& each) { return each.failure.empty(); }))
        cases.front().failure = "the targets don't hold together";
    return cases;
}

/// Of a target; nothing for what isn't one.
std::optional<results::MetricId> tunableMetric(const std::string& key)
{
    using enum results::MetricId;
    for (const auto said : {Judge, Accuracy})
        if (key == keyOf(said))
            return said;
    const auto metric = results::metricFromKey(key);
    return metric == MaxQscaleDiff ? std::nullopt : metric;
}

/// "sqnr_db=30", "boxes:sqnr_db=40", "judge=0.9", "accuracy=0.95". Adds to the request; gives what is wrong.
std::string readTarget(const std::string& word, results::TuneRequest& request)
{
    const auto equals = word.rfind('=');
    const auto colon = equals == word.npos ? word.npos : word.rfind(':', equals);
    const auto begin = colon == word.npos ? 0 : colon + 1;
    const auto key = word.substr(begin, equals - begin);
    const auto metric = tunableMetric(key);
    if (!metric || equals == word.npos)
        return fmt::format("{} is no target: expected [OUTPUT:]METRIC=VALUE, METRIC being sqnr_db, cosine, l1, atol, "
                           "mse, rel_l2, kl or js, or accuracy=VALUE or judge=VALUE",
                           word);
    double value = 0.0;
    const auto* number = word.data() + equals + 1;
    const auto [rest, error] = std::from_chars(number, word.data() + word.size(), value);
    if (error != std::errc{} || rest != word.data() + word.size())
        return fmt::format("{} is no target: {} is no number", word, number);
    if (!request.targets.empty() && request.metric != *metric)
        return "targets are all in the same metric";
    request.metric = *metric;
    request.targets.push_back({word.substr(0, colon == word.npos ? 0 : colon), value});
    return {};
}

/// Puts the answer into the config that was tuned, unless someone changed that meanwhile.
void applyToConfig(const results::TuneResult& result)
{
    if (!replaceFile(result.config, result.configBefore, result.best.config))
        throw Error(ErrorCode::FileWrite, Message("{} was changed by someone else during the search", result.config),
                    "tune again; nothing was written");
}

void declareOptions(CLI::App& command, TuneOptions& options)
{
    auto& request = options.request;
    takesPath(command.add_option("-b,--baseline", request.baseline, "High-precision model"), PathUse::Reads)
        ->type_name("MODEL")
        ->required();
    declareQuantizationWithData(command, request.quantization);
    declareImageOptions(command, request.images);
    command
        .add_option(
            "--target", options.targets,
            "What must hold: sqnr_db=VALUE or cosine=VALUE at least, l1, atol, mse, rel_l2, kl or js at most, of "
            "the worst output; OUTPUT:sqnr_db=VALUE of one, or of a slice ('y[:, 4:]:sqnr_db=VALUE'); repeatable; "
            "accuracy=VALUE, by --labels; "
            "judge=VALUE, of the judge")
        ->type_name("[OUTPUT:]METRIC=VALUE")
        ->required()
        ->allow_extra_args(false)
        ->check([](const std::string& word) {
            results::TuneRequest ignored;
            return readTarget(word, ignored);
        });
    command
        .add_option("--max-overrides", request.mostOverrides,
                    "At most so many layers or scopes leave 8 bits; 0 = as many as it takes")
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--time-limit", request.mostSeconds, "Stop after so long with the best so far")
        ->type_name("SECONDS")
        ->check(aboveZero());
    command.add_flag("--force", request.ignoresRules, "Propose what the rules of the config's target forbid, too");
    command.add_flag("--apply", options.isApplied, "Write the best overrides into the config, in place");
    command.add_option("--judge-samples", request.mostJudged, "Judge candidates on so many samples; 0 = all")
        ->type_name("N")
        ->capture_default_str();
    takesPath(
        command.add_option("--labels", request.labels, "Right classes of all samples, .npy or text: for accuracy"),
        PathUse::Reads)
        ->type_name("FILE");
    command.add_option("--label-output", request.labelOutput, "The output that classifies; default: the first")
        ->type_name("NAME");
    declareJudgeOptions(command, request.options.judge);
    declareJunit(command, options.junit);
}

int runTune(CommandSession& session, TuneOptions& options)
{
    auto& request = options.request;
    for (const auto& word : options.targets)
        if (const auto problem = readTarget(word, request); !problem.empty())
            throw Error(ErrorCode::BadArgument, Message::text(problem));
    const bool hasJudge = session.hasJudge(request.options.judge);
    const bool isAccuracy = request.metric == results::MetricId::Accuracy;
    if (isAccuracy == request.labels.empty())
        throw Error(ErrorCode::BadArgument,
                    isAccuracy ? Message("the target is an accuracy, and no labels are given")
                               : Message("labels are given, and the target is another metric's"),
                    "give the labels with --labels, and the target as accuracy=VALUE");
    const bool isJudged = results::isJudged(request.metric) && !isAccuracy;
    if (hasJudge && !isJudged)
        throw Error(ErrorCode::BadArgument, "a judge is given, and the target is another metric's",
                    "give the target as judge=VALUE");
    if (isJudged && !hasJudge)
        throw Error(ErrorCode::BadArgument, "the target is a judge's, and none is given",
                    "give the judge with --judge-command, from Python with judge=FUNCTION; or a target in a metric of "
                    "the outputs");
    if (isJudged && request.options.judge.isLowerBetter)
        request.metric = results::MetricId::JudgeLoss;
    if (options.isApplied && request.quantization.config.empty())
        throw Error(ErrorCode::BadArgument, "--apply needs --config: there is no file to write to");
    request.folder = session.outFolder().string();
    session.requireApart({"tuned" + std::filesystem::path(request.quantization.config).extension().string()});
    const auto result = answerTo(session, request, &engine::Engine::tune, [&](const results::TuneResult& known) {
        printError("the best so far:\n{}", report::tuneText(known));
        if (session.writesReports())
            session.tellWritten(report::writeTuneFiles(known, session.outFolder()));
    });
    present(session, result, {report::tuneJson, report::tuneText, report::writeTuneFiles});
    if (options.isApplied)
        applyToConfig(*result);
    return statusOf(session, "tune", judged(*result), options.junit);
}

} // namespace

Command tuneCommand()
{
    return {"tune",
            "Search the fewest layers that must leave 8 bits for a target",
            declared<TuneOptions, declareOptions, runTune>,
            Purpose::ChangeModel,
            true,
            {{"the fewest layers in 16 bits for 30 dB; status 3 where that can't be reached",
              "quantloupe-cli tune -b float.onnx -c config.yaml -d samples --target sqnr_db=30 -o tuned"}}};
}

} // namespace ql::cli
