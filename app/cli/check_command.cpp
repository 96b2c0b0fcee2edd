// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/session.h"
#include "core/report/check_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ql::cli {

namespace {

using Severity = results::Advice::Severity;

struct CheckOptions {
    results::CheckRequest request;
    std::string failOn;
    std::size_t perRule = 5;
};

const std::map<std::string, Severity>& severities()
{
    static const std::map<std::string, Severity> table{
        {"error", Severity::Error}, {"info", Severity::Info}, {"warning", Severity::Warning}};
    return table;
}

void declareOptions(CLI::App& command, CheckOptions& options)
{
    command.add_option("MODEL", options.request.model, "Model file (.onnx)")->required();
    command.add_option("--fail-on", options.failOn, "Exit with 3 when there is a finding of this severity or worse")
        ->type_name("info|warning|error")
        ->check(CLI::IsMember({"info", "warning", "error"}));
    command.add_option("--top", options.perRule, "Findings of each rule in the printed list; 0 = all")
        ->type_name("K")
        ->capture_default_str();
}

int statusOf(const results::CheckResult& result, const std::string& failOn)
{
    if (failOn.empty())
        return kDone;
    const auto limit = severities().at(failOn);
    const auto crossing = std::count_if(result.findings.begin(), result.findings.end(),
                                        [limit](const auto& finding) { return finding.severity >= limit; });
    if (crossing == 0)
        return kDone;
    fmt::print(stderr, "{} finding{} of severity {} or worse\n", crossing, crossing == 1 ? "" : "s", failOn);
    return kThresholdCrossed;
}

int runCheck(Session& session, const CheckOptions& options)
{
    const auto result =
        session.ask([&options](engine::Engine& engine, JobContext& ctx) { return engine.check(options.request, ctx); });
    session.print(session.options().isJson ? report::checkJson(*result) : report::checkText(*result, options.perRule));
    if (session.writesReports())
        for (const auto& file : report::writeCheckFiles(*result, session.outFolder()))
            if (!session.options().isJson)
                session.print("wrote " + file.string() + "\n");
    return statusOf(*result, options.failOn);
}

} // namespace

Runner declareCheck(CLI::App& command)
{
    const auto options = std::make_shared<CheckOptions>();
    declareOptions(command, *options);
    return [options](Session& session) { return runCheck(session, *options); };
}

} // namespace ql::cli
