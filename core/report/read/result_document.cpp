// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/read/result_document.h"

#include "core/base/error.h"
#include "core/report/read/readers.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace ql::report {

namespace {

constexpr std::string_view kSchemaPrefix = "quantloupe.";
constexpr std::string_view kSchemaVersion = "/1";
constexpr const char* kHint =
    "give what --json printed or --out wrote: compare.json, sensitivity.json, badcase.json, weights.json";

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
        if (result.command == "compare")
            result.comparison = readCompare(document);
        else if (result.command == "sensitivity")
            result.sensitivity = readSensitivity(document);
        else if (result.command == "badcase")
            result.badCase = readBadCase(document);
        else if (result.command == "weights")
            result.weights = readWeights(document);
        else if (result.command == "attribution")
            result.attribution = readAttribution(document);
        else if (result.command == "demo") {
            result.comparison = readCompare(document["compare"]);
            result.baselineAccuracy = readAccuracy(document["accuracy"]["baseline"]);
            result.analysisAccuracy = readAccuracy(document["accuracy"]["analysis"]);
        } else
            throw Error(ErrorCode::UnsupportedFormat, fmt::format("a result of {} can't be read back", result.command),
                        kHint);
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

std::shared_ptr<const results::AccuracyResult> readAccuracy(const JsonPlace& place)
{
    auto result = std::make_shared<results::AccuracyResult>();
    result->model = place["model"].text();
    result->predictions = place["predictions"].integers();
    result->correctCount = place["correct"].count();
    // Only how many there are is known.
    result->labels.resize(result->predictions.size());
    return result;
}

} // namespace ql::report
