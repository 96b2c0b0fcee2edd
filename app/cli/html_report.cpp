// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/html_report.h"

#include "core/base/error.h"
#include "core/report/read/result_document.h"

#include <spdlog/spdlog.h>

#include <optional>

namespace ql::cli {

namespace {

struct Pair {
    std::string baseline;
    std::string analysis;
};

template <typename Result>
bool isAbout(const Pair& pair, const Result& result)
{
    return result && result->baseline == pair.baseline && result->analysis == pair.analysis;
}

Pair pairOf(const report::HtmlParts& parts)
{
    if (parts.comparison)
        return {parts.comparison->baseline, parts.comparison->analysis};
    if (parts.badCase)
        return {parts.badCase->baseline, parts.badCase->analysis};
    if (parts.weights)
        return {parts.weights->baseline, parts.weights->analysis};
    if (parts.attribution)
        return {parts.attribution->baseline, parts.attribution->analysis};
    return {parts.sensitivities.front()->baseline, parts.sensitivities.front()->analysis};
}

/// Nothing when the folder has no such document; a damaged one is not worth failing for.
std::optional<report::ResultDocument> documentIn(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return std::nullopt;
    try {
        return report::readResultDocument(path);
    } catch (const Error& error) {
        spdlog::warn("left out of report.html: {}", error.what());
        return std::nullopt;
    }
}

} // namespace

report::Language languageOf(const CommonOptions& options)
{
    return report::languageFromKey(options.language).value_or(report::Language::English);
}

void writeHtmlReport(const Session& session, report::HtmlParts parts)
{
    const auto folder = session.outFolder();
    const auto pair = pairOf(parts);
    if (!parts.comparison)
        if (auto document = documentIn(folder / "compare.json"); document && isAbout(pair, document->comparison))
            parts.comparison = document->comparison;
    if (parts.sensitivities.empty())
        if (auto document = documentIn(folder / "sensitivity.json"); document && isAbout(pair, document->sensitivity))
            parts.sensitivities.push_back(document->sensitivity);
    if (!parts.badCase)
        if (auto document = documentIn(folder / "badcase.json"); document && isAbout(pair, document->badCase))
            parts.badCase = document->badCase;
    if (!parts.weights)
        if (auto document = documentIn(folder / "weights.json"); document && isAbout(pair, document->weights))
            parts.weights = document->weights;
    if (!parts.attribution)
        if (auto document = documentIn(folder / "attribution.json"); document && isAbout(pair, document->attribution))
            parts.attribution = document->attribution;
    session.writeReport("report.html", report::htmlReport(parts, languageOf(session.options())));
}

} // namespace ql::cli
