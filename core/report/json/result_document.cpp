// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/result_document.h"

#include "core/base/error.h"
#include "core/report/json/field_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace ql::report {

namespace {

constexpr std::string_view kSchemaPrefix = "quantloupe.";
constexpr std::string_view kSchemaVersion = "/1";
constexpr const char* kHint = "give what --json printed or --out wrote: compare.json, sensitivity.json, badcase.json, "
                              "weights.json, attribution.json, shadow.json, check.json";

template <typename Result>
void readInto(const JsonPlace& place, std::shared_ptr<const Result>& part)
{
    part = readResult<Result>(place);
}

struct Reader {
    std::string_view command;
    void (*read)(const JsonPlace& document, results::ResultParts& parts);
};

void readDemo(const JsonPlace& document, results::ResultParts& parts)
{
    readInto(document["compare"], parts.comparison);
    readInto(document["accuracy"]["baseline"], parts.baselineAccuracy);
    readInto(document["accuracy"]["analysis"], parts.analysisAccuracy);
}

/// A new kind of result is a line here.
constexpr Reader kReaders[]{
    {"compare", [](const JsonPlace& document, auto& parts) { readInto(document, parts.comparison); }},
    {"sensitivity",
     [](const JsonPlace& document, auto& parts) { readInto(document, parts.sensitivities.emplace_back()); }},
    {"badcase", [](const JsonPlace& document, auto& parts) { readInto(document, parts.badCase); }},
    {"weights", [](const JsonPlace& document, auto& parts) { readInto(document, parts.weights); }},
    {"attribution", [](const JsonPlace& document, auto& parts) { readInto(document, parts.attribution); }},
    {"shadow", [](const JsonPlace& document, auto& parts) { readInto(document, parts.shadow); }},
    {"check", [](const JsonPlace& document, auto& parts) { readInto(document, parts.check); }},
    {"demo", readDemo},
};

/// "compare" of "quantloupe.compare/1".
std::string commandOf(const JsonPlace& document)
{
    const auto schemaPlace = document.find("schema");
    const auto schema = schemaPlace ? schemaPlace->text() : std::string();
    const auto slash = schema.rfind('/');
    if (!schema.starts_with(kSchemaPrefix) || slash == std::string::npos)
        throw Error(ErrorCode::UnsupportedFormat, "not a result of this program", kHint);
    if (schema.substr(slash) != kSchemaVersion)
        throw Error(ErrorCode::UnsupportedFormat,
                    fmt::format("schema {}: this version reads version {}", schema, kSchemaVersion.substr(1)),
                    "write the document anew with this version");
    return schema.substr(kSchemaPrefix.size(), slash - kSchemaPrefix.size());
}

Json parsed(std::string_view text)
{
    try {
        return Json::parse(text);
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::FileCorrupt, fmt::format("no JSON: {}", error.what()), kHint);
    }
}

} // namespace

ResultDocument parseResultDocument(std::string_view text, const std::string& file)
{
    return withContext(file, [&] {
        const auto json = parsed(text);
        const JsonPlace document(json, {});
        ResultDocument result;
        result.file = file;
        result.command = commandOf(document);
        const auto* reader = std::ranges::find(kReaders, result.command, &Reader::command);
        if (reader == std::end(kReaders))
            throw Error(ErrorCode::UnsupportedFormat, fmt::format("a result of {} can't be read back", result.command),
                        kHint);
        reader->read(document, result.parts);
        return result;
    });
}

ResultDocument readResultDocument(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    if (!stream || std::filesystem::is_directory(path))
        throw Error(ErrorCode::FileNotFound, path.string() + ": cannot be read", kHint);
    return parseResultDocument(text, path.string());
}

} // namespace ql::report
