// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/html_report.h"

#include "core/base/error.h"
#include "core/report/json/result_document.h"

#include <spdlog/spdlog.h>

namespace ql::cli {

namespace {

/// A result about one model fits either of the pair.
bool isAbout(const results::ModelNames& pair, const results::ResultParts& found)
{
    const auto names = found.models();
    const bool isOfOne = names.baseline.empty() && names.analysis == pair.baseline;
    const bool hasBaseline = names.baseline.empty() || names.baseline == pair.baseline;
    return isOfOne || (hasBaseline && names.analysis == pair.analysis);
}

/// Nothing when @p folder has no document of @p command; a damaged one is not worth failing for.
results::ResultParts partsIn(const std::filesystem::path& folder, std::string_view command)
{
    const auto path = folder / (std::string(command) + ".json");
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return {};
    try {
        return report::readResultDocument(path).parts;
    } catch (const Error& error) {
        spdlog::warn("left out of report.html: {}", error.what());
        return {};
    }
}

} // namespace

report::Language languageOf(const CommonOptions& options)
{
    return report::languageFromKey(options.language).value_or(report::Language::English);
}

void writeHtmlReport(const CommandSession& session, results::ResultParts parts)
{
    const auto folder = session.outFolder();
    const auto pair = parts.models();
    for (const auto command : results::kAnalyses)
        if (report::isReadBack(command) && !parts.has(command))
            if (const auto found = partsIn(folder, command); isAbout(pair, found))
                parts.add(found);
    session.writeReport("report.html", report::htmlReport(parts, languageOf(session.options())));
}

} // namespace ql::cli
