// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_writer.h"
#include "core/report/schema/object_schema.h"
#include "core/results/fields.h"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

namespace ql::report {

/// Describes the members that a fields() names (core/results/fields.h), as a JSON Schema of what FieldWriter writes.
/// Members are looked at for their types only: elements of lists and values of optionals are default-constructed ones.
class SchemaWriter {
public:
    /// @p hasAll: as of a row that has everything that some rows have, or nothing of that.
    SchemaWriter(ObjectSchema& object, SchemaDefinitions& definitions, bool hasAll)
        : m_object(object)
        , m_definitions(definitions)
        , m_hasAll(hasAll)
    {
    }

    template <typename T>
    void operator()(std::string_view key, const T&)
    {
        m_object.require(key, schemaOf<T>());
    }
    void late(std::string_view key, const auto& member) { (*this)(key, member); }
    template <typename T>
    void ifAny(std::string_view key, const std::optional<T>&)
    {
        m_object.allow(key, schemaOf<T>());
    }
    template <typename T>
    void ifAny(std::string_view key, const T&)
    {
        m_object.allow(key, schemaOf<T>());
    }
    template <typename T>
    void ifAny(std::string_view key, const std::vector<T>&, const auto& fill)
    {
        m_object.allow(key, listSchema(elementSchema<T>(fill)));
    }
    template <typename T>
    void orNull(std::string_view key, const T&)
    {
        m_object.require(key, orNullSchema(schemaOf<T>()));
    }
    void when(bool, std::string_view key, const auto& member) { orNull(key, member); }
    template <typename T>
    void oneOrList(bool, std::string_view key, const std::vector<T>&)
    {
        m_object.require(key, oneOrListSchema(schemaOf<T>()));
    }
    void scaled(std::string_view key, double number, double) { (*this)(key, number); }
    void word(std::string_view key, bool, const char* yes, const char* no)
    {
        m_object.require(key, wordSchema({yes, no}));
    }
    void nested(std::string_view key, const auto& fill) { m_object.require(key, described(fill)); }
    template <typename T>
    void nested(std::string_view key, const std::optional<T>&, const auto& fill)
    {
        m_object.require(key, orNullSchema(elementSchema<T>(fill)));
    }
    template <typename First, typename Second>
    void either(bool, std::string_view key, const First&, const Second&)
    {
        m_object.require(key, anyOfSchema({schemaOf<First>(), schemaOf<Second>()}));
    }
    template <typename T>
    void keyed(std::string_view key, const T&)
    {
        m_object.require(key,
                         keyedSchema(schemaOf<std::remove_cvref_t<decltype(std::declval<T>().begin()->second)>>()));
    }
    template <typename List>
    void list(std::string_view key, const List&, const auto& fill)
    {
        m_object.require(key, listSchema(elementSchema<typename List::value_type>(fill)));
    }
    void each(std::string_view key, const auto& elements, const auto& fill) { list(key, elements, fill); }
    template <typename Value>
    void derived(std::string_view key, const Value& value)
    {
        if constexpr (std::is_invocable_v<Value, SchemaWriter&>)
            nested(key, value);
        else
            (*this)(key, value);
    }
    void presence(std::string_view, bool& isThere) const { isThere = m_hasAll; }
    void require(bool, std::string_view, const auto&) const {}
    bool isDetailed() const { return m_hasAll; }

    /// Of an object whose members @p fill(visitor) names.
    Json described(const auto& fill)
    {
        ObjectSchema all, least;
        SchemaWriter full(all, m_definitions, true), bare(least, m_definitions, false);
        fill(full);
        fill(bare);
        return all.joinedWith(least);
    }

private:
    template <typename T>
    Json elementSchema(const auto& fill)
    {
        const std::remove_const_t<T> element{};
        return described([&](auto& inner) { fill(inner, element); });
    }

    template <typename T>
    struct TypeOf {
        static Json schema(SchemaWriter& writer) { return writer.plainSchema<T>(); }
    };
    template <typename T>
    struct TypeOf<std::optional<T>> {
        static Json schema(SchemaWriter& writer) { return orNullSchema(TypeOf<T>::schema(writer)); }
    };
    template <typename T>
    struct TypeOf<std::vector<T>> {
        static Json schema(SchemaWriter& writer) { return listSchema(TypeOf<T>::schema(writer)); }
    };
    template <typename T>
    Json schemaOf()
    {
        return TypeOf<T>::schema(*this);
    }
    template <typename T>
    Json plainSchema()
    {
        if constexpr (std::is_floating_point_v<T>)
            return numberSchema(m_definitions);
        else if constexpr (std::is_enum_v<T>) {
            std::vector<std::string> words;
            for (const auto& word : wordsOf(T{}))
                words.emplace_back(word.key);
            return wordSchema(words);
        } else if constexpr (std::is_same_v<T, bool>)
            return Json{{"type", "boolean"}};
        else if constexpr (std::is_unsigned_v<T>)
            return Json{{"type", "integer"}, {"minimum", 0}};
        else if constexpr (std::is_integral_v<T>)
            return Json{{"type", "integer"}};
        else if constexpr (std::is_same_v<T, Message> || std::is_convertible_v<T, std::string_view>)
            return Json{{"type", "string"}};
        else
            return m_definitions.reference(typeid(T), [this] {
                const T row{};
                return described([&](auto& inner) { fields(inner, row); });
            });
    }

    ObjectSchema& m_object;
    SchemaDefinitions& m_definitions;
    bool m_hasAll;
};

/// Of the documents of @p command, whose members @p fill(visitor) names.
Json documentSchema(std::string_view command, const auto& fill)
{
    SchemaDefinitions definitions;
    ObjectSchema unused;
    SchemaWriter writer(unused, definitions, true);
    return documentSchemaFrom(command, writer.described(fill), definitions);
}

/// Of those that are a Result and nothing else.
template <typename Result>
Json resultSchema(std::string_view command)
{
    const Result result{};
    return documentSchema(command, [&](auto& visit) { fields(visit, result); });
}

} // namespace ql::report
