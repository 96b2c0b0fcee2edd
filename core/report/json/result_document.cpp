// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/result_document.h"

#include "core/base/error.h"
#include "core/report/json/readers.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "core/results/weights_result.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace ql::report {

namespace {

constexpr std::string_view kSchemaPrefix = "quantloupe.";
constexpr std::string_view kSchemaVersion = "/1";
const Message kHint("give what --json printed or --out wrote: compare.json, sensitivity.json, badcase.json, "
                    "weights.json, attribution.json, shadow.json, check.json");

struct Reader {
    std::string_view command;
    void (*read)(const JsonPlace& document, results::ResultParts& parts);
};

void readDemo(const JsonPlace& document, results::ResultParts& parts)
{
    parts.add(readCompare(document["compare"]));
    parts.baselineAccuracy = readAccuracy(document["accuracy"]["baseline"]);
    parts.analysisAccuracy = readAccuracy(document["accuracy"]["analysis"]);
}

/// A new kind of result is a reader and a line here.
constexpr Reader kReaders[]{
    {"compare", [](const JsonPlace& document, auto& parts) { parts.add(readCompare(document)); }},
    {"sensitivity", [](const JsonPlace& document, auto& parts) { parts.add(readSensitivity(document)); }},
    {"badcase", [](const JsonPlace& document, auto& parts) { parts.add(readBadCase(document)); }},
    {"weights", [](const JsonPlace& document, auto& parts) { parts.add(readWeights(document)); }},
    {"attribution", [](const JsonPlace& document, auto& parts) { parts.add(readAttribution(document)); }},
    {"shadow", [](const JsonPlace& document, auto& parts) { parts.add(readShadow(document)); }},
    {"check", [](const JsonPlace& document, auto& parts) { parts.add(readCheck(document)); }},
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
                    Message("schema {}: this version reads version {}", schema, kSchemaVersion.substr(1)),
                    "write the document anew with this version");
    return schema.substr(kSchemaPrefix.size(), slash - kSchemaPrefix.size());
}

Json parsed(std::string_view text)
{
    try {
        return Json::parse(text);
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::FileCorrupt, Message("no JSON: {}", error.what()), kHint);
    }
}

} // namespace

bool isReadBack(std::string_view command)
{
    return std::ranges::find(kReaders, command, &Reader::command) != std::end(kReaders);
}

ResultDocument parseResultDocument(std::string_view text, const std::string& file)
{
    return withContext(Message::text(file), [&] {
        const auto json = parsed(text);
        const JsonPlace document(json, {});
        ResultDocument result;
        result.file = file;
        result.command = commandOf(document);
        const auto* reader = std::ranges::find(kReaders, result.command, &Reader::command);
        if (reader == std::end(kReaders))
            throw Error(ErrorCode::UnsupportedFormat, Message("a result of {} can't be read back", result.command),
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
        throw Error(ErrorCode::FileNotFound, Message("{}: cannot be read", path.string()), kHint);
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
