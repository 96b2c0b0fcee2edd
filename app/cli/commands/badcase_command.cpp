// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/quantization_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/exit_status.h"
#include "app/cli/runtime/html_report.h"
#include "core/base/error.h"
#include "core/report/badcase/badcase_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace ql::cli {

namespace {

struct BadCaseOptions {
    results::BadCaseRequest request;
    std::size_t top = 10;
};

void declareSearch(CLI::App& command, BadCaseOptions& options)
{
    auto& request = options.request;
    command.add_option("--num-steps", request.numSteps, "At most so many samples; 0 = all")
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option(
            "--metric", request.metric,
            "Ranks the samples: cosine, l1, atol, mse, sqnr, rel_l2, kl, js, or an expression over x (baseline) and y "
            "(analysis) such as 'max(abs(x-y))/max(abs(x))'")
        ->type_name("METRIC|EXPRESSION")
        ->capture_default_str();
    command.add_option("--order", request.order, "Of an expression, from bad to good")
        ->type_name("ascending|descending")
        ->check(CLI::IsMember({"ascending", "descending"}));
    command.add_option("--top", options.top, "Worst samples to list")->type_name("K")->capture_default_str();
    command.add_option("--output", request.outputs, "Only this output; repeatable")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        .add_option("--feedback", request.feedback,
                    "An output that is the next sample's input, for sequence models; repeatable")
        ->type_name("OUTPUT=INPUT")
        ->allow_extra_args(false);
    command
        .add_option(
            "--reset-every", request.resetEvery,
            "Fed-back states begin anew after N samples; they always do where a recording begins: at a sub-folder "
            "of --data, after a blank line of a list")
        ->type_name("N");
    command.add_option("--labels", request.labels, "Right classes, .npy or text: counts flips and accuracy")
        ->type_name("FILE");
    command.add_option("--label-output", request.labelOutput, "The output that classifies; default: the first")
        ->type_name("NAME");
    command.add_flag("--restart", request.isFresh, "Don't continue the search that was cancelled in --out");
}

void declareOptions(CLI::App& command, BadCaseOptions& options)
{
    auto& request = options.request;
    declareModelPair(command, modelPair(request));
    command
        .add_option(
            "--data", request.data,
            "A folder of .npy, .npz, .pt or images, one stacked .npy or .npz, a .txt list of paths, or a folder of "
            "test_data_set_N")
        ->type_name("DATA")
        ->required();
    declareSearch(command, options);
    declareImageOptions(command, request.images);
}

void writeFiles(CommandSession& session, const std::shared_ptr<const results::BadCaseResult>& result, std::size_t top)
{
    if (!session.writesReports())
        return;
    for (const auto& file : report::writeBadCaseFiles(*result, session.outFolder(), top))
        if (!session.options().isJson)
            session.print("wrote " + file.string() + "\n");
    writeHtmlReport(session, results::ResultParts(result));
}

int runBadCase(CommandSession& session, BadCaseOptions& options)
{
    auto& quantization = options.request.quantization;
    if (quantization.areGiven() && quantization.data.empty() && quantization.record.empty())
        quantization.data = options.request.data;
    options.request.options = session.options().run;
    options.request.folder = session.outFolder().string();
    std::shared_ptr<const results::BadCaseResult> known;
    try {
        const auto result = session.ask([&options, &known](engine::Engine& engine, JobContext& ctx) {
            return engine.findBadCase(options.request, ctx, [&known](auto partial) { known = std::move(partial); });
        });
        session.print(session.options().isJson ? report::badCaseJson(*result, options.top)
                                               : report::badCaseText(*result, options.top));
        writeFiles(session, result, options.top);
    } catch (const Cancelled&) {
        if (known && session.writesReports()) {
            report::writeBadCaseFiles(*known, session.outFolder(), options.top);
            fmt::print(stderr, "{} of {} samples are kept in {}; the same command continues there\n",
                       known->samples.size(), known->datasetSize, session.outFolder().string());
        }
        throw;
    }
    return kDone;
}

} // namespace

Runner declareBadCase(CLI::App& command)
{
    const auto options = std::make_shared<BadCaseOptions>();
    declareOptions(command, *options);
    return [options](CommandSession& session) { return runBadCase(session, *options); };
}

} // namespace ql::cli
