// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/schema/document_schemas.h"

#include "core/base/error.h"
#include "core/report/analysis_report.h"
#include "core/report/schema/plain_documents.h"
#include "core/report/schema/schema_writer.h"
#include "core/results/clean/clean_result.h"
#include "core/results/config_result.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ql::report {

namespace {

struct DocumentKind {
    std::string_view name;
    Json (*schema)(std::string_view command);
};

constexpr DocumentKind kPlainDocuments[]{
    {"info", infoSchema},
    {"run", runSchema},
    {"config-show", resultSchema<results::ConfigDescription>},
    {"config-check", resultSchema<results::ConfigCheck>},
    {"config-edit", resultSchema<results::ConfigEdit>},
    {"config-convert", resultSchema<results::ConfigConversion>},
    {"config-from-model", resultSchema<results::ConfigFromModel>},
    {"analyze", analyzeSchema},
    {"project", projectSchema},
    {"diff", diffSchema},
    {"report", htmlReportSchema},
    {"clean", resultSchema<results::CleanResult>},
};

std::vector<DocumentKind> documentKinds()
{
    std::vector<DocumentKind> kinds;
    for (const auto* report : analysisReports())
        kinds.push_back({report->command, report->schema});
    kinds.insert(kinds.end(), std::begin(kPlainDocuments), std::end(kPlainDocuments));
    return kinds;
}

} // namespace

std::vector<std::string_view> documentNames()
{
    std::vector<std::string_view> names;
    for (const auto& kind : documentKinds())
        names.push_back(kind.name);
    return names;
}

std::string documentSchemaText(std::string_view name)
{
    const auto kinds = documentKinds();
    const auto kind = std::ranges::find(kinds, name, &DocumentKind::name);
    if (kind == kinds.end())
        throw Error(ErrorCode::BadArgument, Message("no document is called {}", name),
                    Message("there are {}", fmt::join(documentNames(), ", ")));
    return documentText(kind->schema(name));
}

} // namespace ql::report
