// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/json_writer.h"

#include "core/base/documents/json_text.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace ql::report {

namespace {

/// Indented by one per level; lists of nothing but numbers, words and nulls stand on one line.
std::string written(const Json& json, std::size_t depth)
{
    const auto isScalar = [](const Json& element) { return element.is_primitive(); };
    if (json.is_primitive() || json.empty() || (json.is_array() && std::all_of(json.begin(), json.end(), isScalar)))
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::string indent(depth + 1, ' ');
    std::string text;
    for (const auto& [key, value] : json.items()) {
        text += (text.empty() ? "" : ",\n") + indent;
        if (json.is_object())
            text += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        text += written(value, depth + 1);
    }
    return (json.is_object() ? "{\n" : "[\n") + text + "\n" + std::string(depth, ' ') + (json.is_object() ? "}" : "]");
}

} // namespace

Json jsonNumber(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return value;
}

Json jsonNumber(const std::optional<double>& value)
{
    return value ? jsonNumber(*value) : Json(nullptr);
}

Json documentHead(std::string_view command)
{
    Json document;
    document["schema"] = "quantloupe." + std::string(command) + "/1";
    document["quantloupe_version"] = QUANTLOUPE_VERSION;
    return document;
}

Json documentOf(std::string_view text)
{
    try {
        return readOrderedJson(text);
    } catch (const Error&) {
        return nullptr;
    }
}

std::string documentText(const Json& document)
{
    return written(document, 0) + "\n";
}

} // namespace ql::report
