// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/html_report.h"
#include "app/cli/input_options.h"
#include "app/cli/session.h"
#include "core/base/error.h"
#include "core/report/sensitivity_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>

namespace ql::cli {

namespace {

using results::SensitivityMode;
using results::SensitivityWhat;

struct SensitivityOptions {
    results::SensitivityRequest request;
    report::SensitivityTextOptions text;
    std::string metric = "sqnr_db";
    std::string group = "layer";
};

std::string metricProblem(const std::string& word)
{
    const auto metric = results::metricFromKey(word);
    if (metric && *metric != results::MetricId::MaxQscaleDiff)
        return {};
    return fmt::format("unknown metric {}: expected cosine, l1, atol, mse, sqnr_db, rel_l2, kl or js", word);
}

void declareOptions(CLI::App& command, SensitivityOptions& options)
{
    static const std::map<std::string, SensitivityMode> kModes{{"one-on", SensitivityMode::OneOn},
                                                               {"one-off", SensitivityMode::OneOff}};
    static const std::map<std::string, SensitivityWhat> kWhats{{"activation", SensitivityWhat::Activation},
                                                               {"weight", SensitivityWhat::Weight},
                                                               {"both", SensitivityWhat::Both},
                                                               {"together", SensitivityWhat::Together}};
    auto& request = options.request;
    command.add_option("--baseline", request.baseline, "High-precision model")->type_name("MODEL")->required();
    command.add_option("--analysis", request.analysis, "Lower-precision model")->type_name("MODEL")->required();
    declareInputOptions(command, request.inputs, request.images);
    command.add_option("--metric", options.metric, "Measure of the outputs")->check(metricProblem)->capture_default_str();
    command.add_option("--mode", request.mode, "one-on: only this quantized; one-off: everything but this")
        ->transform(CLI::CheckedTransformer(kModes))
        ->type_name("MODE");
    command.add_option("--what", request.what, "activation, weight, both (a row for each) or together (one row)")
        ->transform(CLI::CheckedTransformer(kWhats))
        ->type_name("WHAT");
    command.add_option("--group", options.group, "A row per layer or per scope")
        ->check(CLI::IsMember({"layer", "scope"}))
        ->capture_default_str();
    command.add_option("--prefix", request.prefixes, "Only layers whose name starts so; repeatable")
        ->type_name("P")
        ->allow_extra_args(false);
    command.add_option("--type", request.operatorTypes, "Only this operator type; repeatable")
        ->type_name("T")
        ->allow_extra_args(false);
    command.add_flag("--reverse", options.text.isReversed, "Least sensitive first: candidates for fewer bits");
    command.add_option("--top", options.text.top, "Rows in the printed table; 0 = all")->type_name("K")->capture_default_str();
}

int runSensitivity(Session& session, SensitivityOptions& options)
{
    options.request.options = session.options().run;
    options.request.metric = results::metricFromKey(options.metric).value();
    options.request.groupsScopes = options.group == "scope";
    const auto result = session.ask([&options](engine::Engine& engine, JobContext& ctx) {
        return engine.sensitivity(options.request, ctx, {});
    });
    session.print(session.options().isJson ? report::sensitivityJson(*result)
                                           : report::sensitivityText(*result, options.text));
    if (session.writesReports()) {
        for (const auto& file : report::writeSensitivityFiles(*result, session.outFolder()))
            if (!session.options().isJson)
                session.print("wrote " + file.string() + "\n");
        writeHtmlReport(session, {.sensitivities = {result}});
    }
    return kDone;
}

} // namespace

Runner declareSensitivity(CLI::App& command)
{
    const auto options = std::make_shared<SensitivityOptions>();
    declareOptions(command, *options);
    return [options](Session& session) { return runSensitivity(session, *options); };
}

} // namespace ql::cli
