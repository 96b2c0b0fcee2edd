// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/result_document.h"

#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/report/analysis_report.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/report/json/json_place.h"

#include <fmt/format.h>

#include <iterator>

namespace ql::report {

namespace {

constexpr std::string_view kSchemaPrefix = "quantloupe.";
constexpr std::string_view kSchemaVersion = "/1";

Message hint()
{
    std::string files;
    for (const auto command : results::kAnalyses)
        if (isReadBack(command))
            files += fmt::format("{}{}.json", files.empty() ? "" : ", ", command);
    return Message("give what --json printed or --out wrote: {}; or a file of {}", files, foreignTools());
}

/// "compare" of "quantloupe.compare/1".
std::string commandOf(const JsonPlace& document)
{
    const auto schemaPlace = document.find("schema");
    const auto schema = schemaPlace ? schemaPlace->text() : std::string();
    const auto slash = schema.rfind('/');
    if (!schema.starts_with(kSchemaPrefix) || slash == std::string::npos)
        throw Error(ErrorCode::UnsupportedFormat, "not a result of this program", hint());
    if (schema.substr(slash) != kSchemaVersion)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("schema {}: this version reads version {}", schema, kSchemaVersion.substr(1)),
                    "write the document anew with this version");
    return schema.substr(kSchemaPrefix.size(), slash - kSchemaPrefix.size());
}

ResultDocument foreignDocument(const ForeignTool& tool, std::string_view text, const std::string& file)
{
    ResultDocument result;
    result.file = file;
    result.tool = tool.title;
    result.command = tool.read({file, text}, result.parts);
    return result;
}

} // namespace

bool isReadBack(std::string_view command)
{
    const auto* report = reportOf(command);
    return report && report->read;
}

ResultDocument parseResultDocument(std::string_view text, const std::string& file)
{
    return withContext(Message::text(file), [&] {
        if (const auto* tool = foreignToolOf(text))
            return foreignDocument(*tool, text, file);
        const auto json = readJson(text, hint());
        const JsonPlace document(json, {});
        ResultDocument result;
        result.file = file;
        result.command = commandOf(document);
        if (!isReadBack(result.command))
            throw Error(ErrorCode::UnsupportedFormat, Message("a result of {} can't be read back", result.command),
                        hint());
        reportOf(result.command)->read(document, result.parts);
        return result;
    });
}

ResultDocument readResultDocument(const std::filesystem::path& path)
{
    const auto text = withContext(Message::text(path.string()), [&path] { return readText(path); });
    return parseResultDocument(text, path.string());
}

} // namespace ql::report
