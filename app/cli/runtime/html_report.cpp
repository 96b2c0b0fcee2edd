// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/html_report.h"

#include "core/base/error.h"
#include "core/report/json/result_document.h"

#include <spdlog/spdlog.h>

namespace ql::cli {

namespace {

template <typename Result>
bool isAbout(const results::ModelPair& pair, const Result& result)
{
    return result.baseline == pair.baseline && result.analysis == pair.analysis;
}

bool isAbout(const results::ModelPair& pair, const results::CheckResult& result)
{
    return result.model == pair.analysis || result.model == pair.baseline;
}

/// Nothing when @p folder has no document of @p command; a damaged one is not worth failing for.
results::ResultParts partsIn(const std::filesystem::path& folder, const char* command)
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
    const auto pair = results::modelsOf(parts);
    results::forEachSinglePart([&](const char* command, auto part) {
        if (parts.*part)
            return;
        if (const auto found = partsIn(folder, command); found.*part && isAbout(pair, *(found.*part)))
            parts.*part = found.*part;
    });
    if (parts.sensitivities.empty())
        for (const auto& found : partsIn(folder, "sensitivity").sensitivities)
            if (isAbout(pair, *found))
                parts.sensitivities.push_back(found);
    session.writeReport("report.html", report::htmlReport(parts, languageOf(session.options())));
}

} // namespace ql::cli
