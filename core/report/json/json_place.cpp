// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/json_place.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <limits>

namespace ql::report {

namespace {

const Message kNumber("a number");
const Message kInteger("an integer");
const Message kCount("an integer that is not negative");
const Message kText("a string");

std::optional<double> numberIn(const ReadJson& json)
{
    if (json.is_number())
        return json.get<double>();
    if (json == "inf")
        return std::numeric_limits<double>::infinity();
    if (json == "-inf")
        return -std::numeric_limits<double>::infinity();
    if (json == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    return std::nullopt;
}

std::optional<std::int64_t> integerIn(const ReadJson& json)
{
    const bool isTooLarge = json.is_number_unsigned()
                            && json.get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max());
    return json.is_number_integer() && !isTooLarge ? std::optional(json.get<std::int64_t>()) : std::nullopt;
}

std::optional<std::uint64_t> countIn(const ReadJson& json)
{
    return json.is_number_unsigned() ? std::optional(json.get<std::uint64_t>()) : std::nullopt;
}

std::optional<std::string> textIn(const ReadJson& json)
{
    return json.is_string() ? std::optional(json.get<std::string>()) : std::nullopt;
}

} // namespace

JsonPlace::JsonPlace(const ReadJson& json, std::string path)
    : m_json(json)
    , m_path(std::move(path))
{
}

void JsonPlace::fail(const Message& expected) const
{
    throw Error(ErrorCode::FileCorrupt,
                Message("{}: expected {}, found {}", m_path.empty() ? Message("the document") : Message::text(m_path),
                        expected, m_json.is_array() ? Message("a list") : Message::text(m_json.type_name())));
}

std::optional<JsonPlace> JsonPlace::find(std::string_view key) const
{
    if (!m_json.is_object())
        fail("an object");
    const auto found = m_json.find(std::string(key));
    if (found == m_json.end() || found->is_null())
        return std::nullopt;
    return JsonPlace(*found, m_path.empty() ? std::string(key) : fmt::format("{}.{}", m_path, key));
}

JsonPlace JsonPlace::operator[](std::string_view key) const
{
    if (auto place = find(key))
        return *place;
    throw Error(ErrorCode::FileCorrupt, Message("{}{}{} is missing", m_path, m_path.empty() ? "" : ".", key));
}

std::vector<JsonPlace> JsonPlace::list() const
{
    if (!m_json.is_array())
        fail("a list");
    std::vector<JsonPlace> places;
    places.reserve(m_json.size());
    for (std::size_t i = 0; i < m_json.size(); ++i)
        places.emplace_back(m_json[i], fmt::format("{}[{}]", m_path, i));
    return places;
}

/// Builds no path unless something is wrong: lists of values are long.
template <typename T, typename Take>
std::vector<T> JsonPlace::all(const Message& expected, Take take) const
{
    if (!m_json.is_array())
        fail("a list");
    std::vector<T> values;
    values.reserve(m_json.size());
    for (std::size_t i = 0; i < m_json.size(); ++i) {
        auto value = take(m_json[i]);
        if (!value)
            JsonPlace(m_json[i], fmt::format("{}[{}]", m_path, i)).fail(expected);
        values.push_back(std::move(*value));
    }
    return values;
}

double JsonPlace::number() const
{
    const auto value = numberIn(m_json);
    return value ? *value : (fail(kNumber), 0.0);
}

std::int64_t JsonPlace::integer() const
{
    const auto value = integerIn(m_json);
    return value ? *value : (fail(kInteger), 0);
}

std::uint64_t JsonPlace::count() const
{
    const auto value = countIn(m_json);
    return value ? *value : (fail(kCount), 0);
}

std::string JsonPlace::text() const
{
    if (!m_json.is_string())
        fail(kText);
    return m_json.get<std::string>();
}

bool JsonPlace::flag() const
{
    if (!m_json.is_boolean())
        fail("true or false");
    return m_json.get<bool>();
}

std::vector<double> JsonPlace::numbers() const
{
    return all<double>(kNumber, numberIn);
}

std::vector<std::int64_t> JsonPlace::integers() const
{
    return all<std::int64_t>(kInteger, integerIn);
}

std::vector<std::uint64_t> JsonPlace::counts() const
{
    return all<std::uint64_t>(kCount, countIn);
}

std::vector<std::string> JsonPlace::texts() const
{
    return all<std::string>(kText, textIn);
}

} // namespace ql::report
