// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/html_report.h"

#include "core/report/analysis_report.h"
#include "core/report/html/embedded.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_writer.h"
#include "core/report/json/json_writer.h"
#include "core/report/schema/plain_documents.h"
#include "core/report/schema/schema_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace ql::report {

namespace {

/// From top to bottom.
std::vector<ReportSection> allSections()
{
    std::vector<ReportSection> sections;
    for (const auto* report : analysisReports())
        sections.insert(sections.end(), report->sections.begin(), report->sections.end());
    std::ranges::sort(sections, {}, &ReportSection::place);
    return sections;
}

/// Parallel lines for what a quantizer clamps; every histogram refers to them.
constexpr std::string_view kPatterns =
    "<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
    "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
    "<path d=\"M0 0V6\"/></pattern></defs></svg>\n";

std::string head(const Labels& labels, Label title)
{
    return fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"color-scheme\" content=\"light dark\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n<title>{}</title>\n"
                       "<script>{}</script>\n<style>{}</style>\n</head>\n",
                       labels.language() == Language::Chinese ? "zh-CN" : "en", embeddedPolicy(),
                       escaped(labels(title)), embeddedErrorCounter(), embeddedStyle());
}

/// "Graph-wise" of "Graph-wise: error along the network".
std::string_view shortTitle(std::string_view title)
{
    for (const std::string_view colon : {": ", "："})
        if (const auto at = title.find(colon); at != std::string_view::npos)
            return title.substr(0, at);
    return title;
}

/// A page of @p sections; nothing where all are empty, unless @p isAlways.
std::optional<std::string> pageOf(const std::vector<ReportSection>& sections, Label pageTitle,
                                  const results::ResultParts& parts, Language language, bool isAlways)
{
    const Labels labels(language);
    std::string navigation;
    std::string body;
    for (const auto& section : sections) {
        const auto inside = section.write(parts, labels);
        if (inside.empty())
            continue;
        const auto title = labels(section.title);
        navigation += fmt::format("<a href=\"#{}\">{}</a>\n", section.id, escaped(shortTitle(title)));
        body += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", section.id, escaped(title), inside);
    }
    if (body.empty() && !isAlways)
        return std::nullopt;
    return head(labels, pageTitle)
           + fmt::format("<body>\n{}<header><h1>{}</h1>\n<nav>\n{}</nav></header>\n<main>\n{}</main>\n"
                         "<footer>{} " QUANTLOUPE_VERSION "</footer>\n<div id=\"tip\" hidden></div>\n"
                         "<noscript><p class=\"help\">{}</p></noscript>\n<script>{}</script>\n</body>\n</html>\n",
                         kPatterns, escaped(labels(pageTitle)), navigation, body, escaped(labels("Made by Quantloupe")),
                         escaped(labels("Sorting and picking need JavaScript; the tables and charts don't.")),
                         embeddedScript());
}

constexpr Label kReportTitle = "Accuracy report";

} // namespace

std::string htmlReport(const results::ResultParts& parts, Language language)
{
    return *pageOf(allSections(), kReportTitle, parts, language, true);
}

std::span<const ReportPage> reportPages()
{
    static const std::array<ReportPage, 3> kPages{
        {{"layerwise_analysis_report.html", "Layer-wise analysis", {"layerwise"}},
         {"graphwise_analysis_report.html", "Graph-wise analysis", {"graph", "quantized-layers", "network"}},
         {"statistic_analysis_report.html", "Statistics", {"profile", "weights", "statistics"}}}};
    return kPages;
}

std::optional<std::string> htmlPage(const ReportPage& page, const results::ResultParts& parts, Language language)
{
    auto sections = allSections();
    std::erase_if(sections, [&page](const ReportSection& section) {
        return std::ranges::find(page.sections, std::string_view(section.id)) == page.sections.end();
    });
    return pageOf(sections, page.title, parts, language, false);
}

namespace {

void documentFields(auto& visit, const std::vector<std::string>& sources, const std::string& page,
                    const std::vector<std::string>& files)
{
    visit("sources", sources);
    visit.orNull("page", page);
    visit.ifAny("files", files);
}

} // namespace

Json htmlReportSchema(std::string_view command)
{
    return documentSchema(command, [](auto& visit) { documentFields(visit, {}, {}, {}); });
}

std::string htmlReportJson(const std::vector<std::string>& sources, const std::string& page,
                           const std::vector<std::filesystem::path>& files)
{
    std::vector<std::string> names;
    for (const auto& file : files)
        names.push_back(file.string());
    Json document = documentHead("report");
    FieldWriter writer(document);
    documentFields(writer, sources, page, names);
    return documentText(document);
}

} // namespace ql::report
