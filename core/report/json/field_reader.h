// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_place.h"
#include "core/report/json/message_reader.h"
#include "core/results/fields.h"
#include "core/results/result_parts.h"

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ql::report {

/// Reads the members that a fields() names (core/results/fields.h) from an object, which it refers to. Keys that
/// nobody names are ignored. @throws Error (FileCorrupt) naming the place
class FieldReader {
public:
    explicit FieldReader(const JsonPlace& object)
        : m_object(object)
    {
    }

    void operator()(std::string_view key, auto& member) const { take(m_object[key], member); }
    template <typename T>
    void operator()(std::string_view key, std::optional<T>& member) const
    {
        if (const auto place = m_object.find(key))
            take(*place, member.emplace());
        else
            member.reset();
    }
    void late(std::string_view key, auto& member) const
    {
        if (const auto place = m_object.find(key))
            take(*place, member);
    }
    void orNull(std::string_view key, auto& member) const { late(key, member); }
    template <typename T>
    void ifAny(std::string_view key, std::optional<T>& member) const
    {
        (*this)(key, member);
    }
    void ifAny(std::string_view key, auto& member) const { late(key, member); }
    void ifAny(std::string_view key, auto& elements, const auto& fill) const { each(key, elements, fill); }
    void when(bool isKnown, std::string_view key, auto& member) const
    {
        if (isKnown)
            take(m_object[key], member);
    }
    template <typename T>
    void oneOrList(bool, std::string_view key, std::vector<T>& list) const
    {
        const auto place = m_object.find(key);
        if (place && place->isList())
            take(*place, list);
        else if (place)
            take(*place, list.emplace_back());
    }
    void scaled(std::string_view key, double& number, double factor) const { number = m_object[key].number() / factor; }
    void word(std::string_view key, bool& flag, const char* yes, const char*) const
    {
        flag = m_object[key].text() == yes;
    }
    void nested(std::string_view key, const auto& fill) const
    {
        const auto place = m_object[key];
        FieldReader inner(place);
        fill(inner);
    }
    template <typename T>
    void nested(std::string_view key, std::optional<T>& member, const auto& fill) const
    {
        if (const auto place = m_object.find(key)) {
            FieldReader inner(*place);
            fill(inner, member.emplace());
        }
    }
    void list(std::string_view key, auto& list, const auto& fill) const
    {
        for (const auto& place : m_object[key].list()) {
            FieldReader inner(place);
            fill(inner, list.emplace_back());
        }
    }
    void each(std::string_view key, auto& elements, const auto& fill) const
    {
        if (m_object.find(key))
            list(key, elements, fill);
    }
    void derived(std::string_view, const auto&) const {}
    void presence(std::string_view key, bool& isThere) const { isThere = m_object.find(key).has_value(); }
    void require(bool isRight, std::string_view key, const Message& expected) const
    {
        if (!isRight)
            m_object[key].fail(expected);
    }

private:
    template <typename T>
    static void take(const JsonPlace& place, std::vector<T>& list)
    {
        if constexpr (std::is_same_v<T, double>)
            list = place.numbers();
        else if constexpr (std::is_same_v<T, std::int64_t>)
            list = place.integers();
        else if constexpr (std::is_same_v<T, std::uint64_t>)
            list = place.counts();
        else if constexpr (std::is_same_v<T, std::string>)
            list = place.texts();
        else
            for (const auto& element : place.list())
                take(element, list.emplace_back());
    }
    template <typename T>
    static void take(const JsonPlace& place, std::optional<T>& value)
    {
        if (!place.isNull())
            take(place, value.emplace());
    }
    template <typename T>
    static void take(const JsonPlace& place, T& value)
    {
        if constexpr (std::is_same_v<T, std::string>)
            value = place.text();
        else if constexpr (std::is_same_v<T, Message>)
            value = messageFrom(place.text());
        else if constexpr (std::is_same_v<T, bool>)
            value = place.flag();
        else if constexpr (std::is_enum_v<T>)
            value = wordIn<T>(place);
        else if constexpr (std::is_floating_point_v<T>)
            value = place.number();
        else if constexpr (std::is_unsigned_v<T>)
            value = static_cast<T>(place.count());
        else if constexpr (std::is_integral_v<T>)
            value = static_cast<T>(place.integer());
        else {
            FieldReader inner(place);
            fields(inner, value);
        }
    }
    template <typename Enum>
    static Enum wordIn(const JsonPlace& place)
    {
        const auto text = place.text();
        for (const auto& word : wordsOf(Enum{}))
            if (word.key == text)
                return word.value;
        place.fail(expectedWord(Enum{}, text));
    }

    const JsonPlace& m_object;
};

/// What the document, or a part of one, says. What it does not hold (a tensor's element count) is made up so that
/// writing the result again gives the same document.
template <typename Result>
std::shared_ptr<const Result> readResult(const JsonPlace& document)
{
    auto result = std::make_shared<Result>();
    FieldReader reader(document);
    fields(reader, *result);
    return result;
}

/// Likewise, for an AnalysisReport.
template <typename Result>
void readPart(const JsonPlace& document, results::ResultParts& parts)
{
    parts.add(readResult<Result>(document));
}

} // namespace ql::report
