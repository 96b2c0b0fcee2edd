// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/profile_result.h"

#include <charconv>

/// trtexec's JSON files: --exportProfile (times of layers), --exportOutput (values of outputs) and --exportLayerInfo
/// (the layers of the engine, each a name or, with detailed verbosity, an object).
namespace ql::report::trtexec_json {

namespace {

using results::ProfileAttribute;
using results::ProfileResult;

bool isProfile(std::string_view head)
{
    return firstOf(head) == '[' && holds(head, "\"count\"") && holds(head, "\"averageMs\"");
}

bool isOutputs(std::string_view head)
{
    return firstOf(head) == '[' && holds(head, "\"dimensions\"") && holds(head, "\"values\"");
}

bool isLayers(std::string_view head)
{
    return firstOf(head) == '{' && holds(head, "\"Layers\"");
}

bool recognises(std::string_view head)
{
    return isProfile(head) || isOutputs(head) || isLayers(head);
}

results::ProfileRow& addRow(ProfileResult& result, std::string name)
{
    auto& row = result.rows.emplace_back();
    row.index = int(result.rows.size()) - 1;
    row.modName = std::move(name);
    return row;
}

void readProfile(const JsonPlace& document, ProfileResult& result)
{
    for (const auto& entry : document.list()) {
        if (const auto count = entry.find("count"))
            result.samples = count->count();
        const auto name = entry.find("name");
        if (!name)
            continue;
        auto& row = addRow(result, name->text());
        if (const auto time = entry.find("averageMs"))
            row.micros = 1000.0 * time->number();
    }
}

/// "1x3x224x224".
std::vector<std::int64_t> dimensionsIn(const std::string& text)
{
    std::vector<std::int64_t> shape;
    for (const char* at = text.data(); at < text.data() + text.size(); ++at) {
        std::int64_t size = 0;
        const auto [end, problem] = std::from_chars(at, text.data() + text.size(), size);
        if (problem != std::errc())
            return {};
        shape.push_back(size);
        at = end;
    }
    return shape;
}

void readOutputs(const JsonPlace& document, ProfileResult& result)
{
    result.samples = 1;
    for (const auto& entry : document.list()) {
        auto& row = addRow(result, entry["name"].text());
        row.tensor = row.modName;
        row.shape = dimensionsIn(entry["dimensions"].text());
        row.whole.statistics = statisticsOf(entry["values"].numbers());
    }
}

void readLayers(const JsonPlace& document, ProfileResult& result)
{
    for (const auto& layer : document["Layers"].list()) {
        if (layer.isText()) {
            addRow(result, layer.text());
            continue;
        }
        auto& row = addRow(result, layer["Name"].text());
        if (const auto type = layer.find("LayerType"))
            row.opName = type->text();
        const auto outputs = layer.find("Outputs");
        if (!outputs || outputs->list().empty())
            continue;
        const auto output = outputs->list().front();
        if (const auto name = output.find("Name"))
            row.tensor = name->text();
        if (const auto dimensions = output.find("Dimensions"))
            row.shape = dimensions->integers();
        if (const auto format = output.find("Format/Datatype"))
            row.dtype = format->text();
    }
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    const auto json = readJson(file.text);
    const JsonPlace document(json, {});
    auto result = std::make_shared<ProfileResult>();
    result->model = file.name;
    if (isLayers(file.text.substr(0, kForeignHead)))
        readLayers(document, *result);
    else if (isProfile(file.text.substr(0, kForeignHead)))
        readProfile(document, *result);
    else
        readOutputs(document, *result);
    if (result->rows.empty())
        throw Error(ErrorCode::FileCorrupt, "no layer and no output in it");
    parts.add(result);
    return "profile";
}

} // namespace

ForeignTool tool()
{
    return {Message("trtexec's profile, outputs and layers"), recognises, read};
}

} // namespace ql::report::trtexec_json
