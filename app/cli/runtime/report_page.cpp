// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/report_page.h"

#include "core/base/error.h"
#include "core/report/result_document.h"

#include <spdlog/spdlog.h>

#include <vector>

namespace ql::cli {

namespace {

/// Whether both are about the same models. A result about one model fits either of a pair.
bool isAbout(const results::ModelNames& pair, const results::ModelNames& found)
{
    const auto holds = [](const results::ModelNames& names, const std::string& model) {
        return !model.empty() && (names.baseline == model || names.analysis == model);
    };
    if (pair.baseline.empty() || pair.analysis.empty())
        return holds(found, pair.baseline.empty() ? pair.analysis : pair.baseline);
    if (found.baseline.empty() || found.analysis.empty())
        return holds(pair, found.baseline.empty() ? found.analysis : found.baseline);
    return found.baseline == pair.baseline && found.analysis == pair.analysis;
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
    std::vector<results::ResultParts> found;
    for (const auto command : results::kAnalyses)
        if (report::isReadBack(command) && !parts.has(command))
            found.push_back(partsIn(session.outFolder(), command));
    // What is about a pair tells which other models the page is about.
    const auto isAdded = [&parts](const results::ResultParts& one) {
        const bool isOurs = isAbout(parts.models(), one.models());
        if (isOurs)
            parts.add(one);
        return isOurs;
    };
    while (std::erase_if(found, isAdded) > 0)
        continue;
    const auto language = languageOf(session.options());
    session.writeReport("report.html", report::htmlReport(parts, language));
    if (!session.options().writesPages)
        return;
    for (const auto& page : report::reportPages())
        if (const auto html = report::htmlPage(page, parts, language))
            session.writeReport(page.file, *html);
}

} // namespace ql::cli
