// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/report_page.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/report/analysis_report.h"
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

int runReport(CommandSession& session, const std::vector<std::string>& files)
{
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

Runner declareReport(CLI::App& command)
{
    const auto files = std::make_shared<std::vector<std::string>>();
    takesPath(command.add_option(
                  "RESULT", *files,
                  "JSON documents of any analysis and of demo about the same models; one page is made of them, into "
                  "--out FILE.html or onto standard output"),
              PathUse::Reads)
        ->required();
    return [files](CommandSession& session) { return runReport(session, *files); };
}

} // namespace

Command reportCommand()
{
    return {
        "report",
        "Make one HTML page of the JSON documents of several commands",
        declareReport,
        Purpose::UseFiles,
        false,
        {{"one page of several results", "quantloupe-cli report found/compare.json found/badcase.json -o page.html"}}};
}

} // namespace ql::cli
