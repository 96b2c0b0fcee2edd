// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/report_page.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/report/analysis_report.h"
#include "core/report/exports/export_format.h"
#include "core/report/result_document.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace ql::cli {

namespace {

bool isOnPage(const results::ResultParts& parts)
{
    return std::ranges::any_of(report::analysisReports(), [&](const auto* report) {
        return !report->sections.empty() && parts.has(report->command);
    });
}

results::ResultParts readParts(const std::vector<std::string>& files)
{
    results::ResultParts parts;
    for (const auto& file : files) {
        const auto document = report::readResultDocument(file);
        const auto& found = document.parts;
        if (!isOnPage(found))
            throw Error(ErrorCode::UnsupportedFormat,
                        Message("{}: the page has no section for a result of {}", file, document.command),
                        "open it in the window");
        if (!parts.hasRoomFor(found))
            throw Error(ErrorCode::BadArgument, Message("{}: a report takes one result of this command", file),
                        "use diff to compare two");
        parts.add(found);
    }
    return parts;
}

struct ReportOptions {
    std::vector<std::string> files;
    std::string format; ///< of ExportFormat; empty = the page
};

int runExport(CommandSession& session, ReportOptions& options)
{
    const auto& format = *report::exportFormatOf(options.format);
    const auto written =
        report::exportedFiles(format, readParts(options.files), report::Labels(languageOf(session.options())));
    if (!session.writesReports()) {
        if (written.size() > 1)
            throw Error(ErrorCode::BadArgument, Message("{} makes {} files", options.format, written.size()),
                        "name a folder for them with --out");
        session.print(written.front().second);
        return kDone;
    }
    std::vector<std::string> names;
    for (const auto& [name, content] : written)
        names.push_back(name);
    session.requireApart(names);
    const auto paths = report::writeReportFiles(session.outFolder(), written);
    session.tellWritten(paths);
    if (session.options().isJson)
        session.print(report::htmlReportJson(options.files, {}, paths));
    return kDone;
}

int runReport(CommandSession& session, ReportOptions& options)
{
    if (!options.format.empty())
        return runExport(session, options);
    const auto& files = options.files;
    const auto html = report::htmlReport(readParts(files), languageOf(session.options()));
    const bool isJson = session.options().isJson;
    if (!session.writesReports()) {
        session.print(isJson ? report::htmlReportJson(files, {}) : html);
        return kDone;
    }
    auto target = session.outFolder();
    if (target.extension() != ".html" && target.extension() != ".htm")
        target /= "report.html";
    writeFileAtomically(target, html);
    session.print(isJson ? report::htmlReportJson(files, target.string()) : fmt::format("wrote {}\n", target.string()));
    return kDone;
}

std::vector<std::string> formatNames()
{
    std::vector<std::string> names;
    for (const auto& format : report::exportFormats())
        names.emplace_back(format.name);
    return names;
}

std::string formatsHelp()
{
    std::string help = "Hand the results to other tools in place of the page:";
    for (const auto& format : report::exportFormats())
        help += fmt::format("{} {} = {}", help.ends_with(':') ? "" : ";", format.name, format.title.english());
    return help;
}

void declareOptions(CLI::App& command, ReportOptions& options)
{
    takesPath(command.add_option(
                  "RESULT", options.files,
                  "JSON documents of any analysis and of demo about the same models; one page is made of them, into "
                  "--out FILE.html or onto standard output"),
              PathUse::Reads)
        ->required();
    command.add_option("--as", options.format, formatsHelp())
        ->check(CLI::IsMember(formatNames()).description(""))
        ->type_name("FORM");
}

} // namespace

Command reportCommand()
{
    return {
        "report",
        "Make one HTML page of the JSON documents of several commands",
        declared<ReportOptions, declareOptions, runReport>,
        Purpose::UseFiles,
        false,
        {{"one page of several results", "quantloupe-cli report found/compare.json found/badcase.json -o page.html"},
         {"colours for Model Explorer's graph, a file for each model and metric",
          "quantloupe-cli report found/compare.json --as model-explorer -o node_data"}}};
}

} // namespace ql::cli
