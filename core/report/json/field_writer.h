// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_writer.h"
#include "core/results/fields.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ql::report {

/// Writes the members that a fields() names (core/results/fields.h) into an object, which it refers to.
class FieldWriter {
public:
    explicit FieldWriter(Json& object, bool isDetailed = false)
        : m_object(object)
        , m_isDetailed(isDetailed)
    {
        if (m_object.is_null())
            m_object = Json::object();
    }

    void operator()(std::string_view key, const auto& member) { at(key) = jsonOf(member); }
    void late(std::string_view key, const auto& member) { at(key) = jsonOf(member); }
    template <typename T>
    void ifAny(std::string_view key, const std::optional<T>& member)
    {
        if (member)
            at(key) = jsonOf(*member);
    }
    void ifAny(std::string_view key, const auto& member)
    {
        if (!member.empty())
            at(key) = jsonOf(member);
    }
    void ifAny(std::string_view key, const auto& elements, const auto& fill)
    {
        if (!elements.empty())
            list(key, elements, fill);
    }
    void orNull(std::string_view key, const auto& member) { when(!member.empty(), key, member); }
    void when(bool isKnown, std::string_view key, const auto& member)
    {
        at(key) = isKnown ? jsonOf(member) : Json(nullptr);
    }
    void oneOrList(bool isList, std::string_view key, const auto& list)
    {
        at(key) = isList ? jsonOf(list) : list.empty() ? Json(nullptr) : jsonOf(list.front());
    }
    void scaled(std::string_view key, double number, double factor) { at(key) = jsonNumber(number * factor); }
    void word(std::string_view key, bool flag, const char* yes, const char* no) { at(key) = flag ? yes : no; }
    void nested(std::string_view key, const auto& fill)
    {
        FieldWriter inner(at(key), m_isDetailed);
        fill(inner);
    }
    template <typename T>
    void nested(std::string_view key, const std::optional<T>& member, const auto& fill)
    {
        at(key) = nullptr;
        if (member)
            nested(key, [&](auto& inner) { fill(inner, *member); });
    }
    void list(std::string_view key, const auto& list, const auto& fill)
    {
        auto& elements = at(key) = Json::array();
        for (const auto& element : list) {
            FieldWriter inner(elements.emplace_back(), m_isDetailed);
            fill(inner, element);
        }
    }
    void each(std::string_view key, const auto& elements, const auto& fill) { list(key, elements, fill); }
    template <typename Value>
    void derived(std::string_view key, const Value& value)
    {
        if constexpr (std::is_invocable_v<Value, FieldWriter&>)
            nested(key, value);
        else
            at(key) = jsonOf(value);
    }
    void either(bool isFirst, std::string_view key, const auto& first, const auto& second)
    {
        at(key) = isFirst ? jsonOf(first) : jsonOf(second);
    }
    void keyed(std::string_view key, const auto& pairs)
    {
        auto& object = at(key) = Json::object();
        for (const auto& [name, value] : pairs)
            object[std::string(name)] = jsonOf(value);
    }
    void presence(std::string_view, bool) const {}
    void require(bool, std::string_view, const auto&) const {}
    bool isDetailed() const { return m_isDetailed; }

private:
    Json& at(std::string_view key) { return m_object[std::string(key)]; }

    template <typename T>
    Json jsonOf(const std::optional<T>& value) const
    {
        return value ? jsonOf(*value) : Json(nullptr);
    }
    template <typename T>
    Json jsonOf(const std::vector<T>& list) const
    {
        auto json = Json::array();
        for (const auto& element : list)
            json.push_back(jsonOf(element));
        return json;
    }
    template <typename T>
    Json jsonOf(const T& value) const
    {
        if constexpr (std::is_floating_point_v<T>)
            return jsonNumber(double(value));
        else if constexpr (std::is_same_v<T, Message>)
            return Json(value.english());
        else if constexpr (std::is_enum_v<T>)
            return Json(keyOf(value));
        else if constexpr (std::is_arithmetic_v<T> || std::is_convertible_v<T, std::string_view>)
            return Json(value);
        else {
            Json json;
            FieldWriter inner(json, m_isDetailed);
            fields(inner, value);
            return json;
        }
    }

    Json& m_object;
    bool m_isDetailed;
};

/// A result as the document of a command.
template <typename Result>
Json resultDocument(std::string_view command, const Result& result, bool isDetailed = false)
{
    auto document = documentHead(command);
    FieldWriter writer(document, isDetailed);
    fields(writer, result);
    return document;
}

} // namespace ql::report
