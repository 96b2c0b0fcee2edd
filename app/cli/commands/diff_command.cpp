// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/options/value_checks.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/threshold.h"
#include "core/report/diff/diff_report.h"
#include "core/report/table/number_format.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <optional>

namespace ql::cli {

namespace {

using results::DiffRow;
using Kind = results::Measurement::Kind;

struct DiffOptions {
    std::string before;
    std::string after;
    std::string metric;
    double threshold = 0.0;
    std::optional<double> failOnWorse;
    std::string judged = "all";
    std::size_t top = 20;
    std::string junit;
};

void declareOptions(CLI::App& command, DiffOptions& options)
{
    takesPath(command.add_option("BEFORE", options.before,
                                 "JSON document of a result, or a file of another tool, the run before"),
              PathUse::Reads)
        ->required();
    takesPath(command.add_option("AFTER", options.after, "JSON document of the same command, the run after"),
              PathUse::Reads)
        ->required();
    command
        .add_option("-m,--metric", options.metric, "Metric to compare by; default: sqnr_db, or what ranked the results")
        ->type_name("METRIC");
    command.add_option("--threshold", options.threshold, "Smaller changes count as none; in the metric's unit")
        ->type_name("T")
        ->check(zeroOrMore())
        ->capture_default_str();
    command
        .add_option("--fail-on-worse", options.failOnWorse,
                    "Exit with 3 when anything gets worse by more than X, or an output is gone")
        ->type_name("X")
        ->check(zeroOrMore());
    command.add_option("--judge", options.judged, "What --fail-on-worse looks at")
        ->check(CLI::IsMember({"all", "outputs", "rows"}))
        ->capture_default_str();
    declareJunit(command, options.junit);
    declareTop(command, options.top);
}

bool isJudged(const DiffRow& row, const std::string& judged)
{
    return judged == "all" || (judged == "outputs") == (row.kind == Kind::Output);
}

/// What makes the command fail about @p row, or nothing.
std::string failureOf(const DiffRow& row, const results::DiffResult& result, double mostWorse)
{
    const auto name = report::oneLine(row.name);
    if (row.kind == Kind::Output && row.verdict == DiffRow::Verdict::Removed)
        return fmt::format("output {} is gone or can't be measured any more", name);
    if (!(row.worsening > mostWorse))
        return {};
    return fmt::format("{}: {} went from {} to {}", name, result.before.metric, report::fourDigits(*row.before),
                       report::fourDigits(*row.after));
}

std::vector<report::JudgedCase> judged(const results::DiffResult& result, const DiffOptions& options)
{
    std::vector<report::JudgedCase> cases;
    for (const auto* row : worstFirst(result, 0))
        if (options.failOnWorse && isJudged(*row, options.judged))
            cases.push_back({row->kind == Kind::Output ? "outputs" : "rows", row->name,
                             failureOf(*row, result, *options.failOnWorse)});
    return cases;
}

int runDiff(CommandSession& session, DiffOptions& options)
{
    const auto before = report::readResultDocument(options.before);
    const auto after = report::readResultDocument(options.after);
    const auto result = results::diff(report::measurementsOf(before, options.metric),
                                      report::measurementsOf(after, options.metric), options.threshold);
    session.show(report::diffText(result, options.top), report::diffJson(result));
    if (session.writesReports())
        session.tellWritten(report::writeDiffFiles(result, session.outFolder()));
    return statusOf(session, "diff", judged(result, options), options.junit);
}

} // namespace

Command diffCommand()
{
    return {"diff",
            "Compare two results of the same command: what got better or worse",
            declared<DiffOptions, declareOptions, runDiff>,
            Purpose::UseFiles,
            false,
            {{"what got better or worse since the result that was kept", "quantloupe-cli diff kept.json now.json"},
             {"fail a build when an output lost more than 1 dB",
              "quantloupe-cli diff kept.json now.json --fail-on-worse 1 --judge outputs"}}};
}

} // namespace ql::cli
