// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace ql::results {

// A result says once how its members stand in a document: fields(visit, result) names them in the document's order, and
// one visitor writes what another reads. What a visitor offers:
//
//     visit(key, member)                  null and nothing for an optional without a value
//     visit.orNull(key, member)           null for what is empty(), which is what null or no such key gives
//     visit.late(key, member)             left as it is when a document, of an early version, lacks it
//     visit.when(isKnown, key, member)    null while not known; not looked at either
//     visit.ifAny(key, member)            no such key for an optional without a value or what is empty()
//     visit.ifAny(key, list, fill)        likewise a list of objects
//     visit.presence(key, isThere)        reading, says whether the document has such a key
//     visit.oneOrList(isList, key, list)  a list, or the only element by itself
//     visit.scaled(key, number, factor)   the number times factor
//     visit.word(key, flag, yes, no)      one of two words
//     visit.nested(key, fill)             an object whose members are named by fill(inner)
//     visit.list(key, list, fill)         a list of objects whose members are named by fill(inner, element)
//     visit.each(key, list, fill)         the same, empty when a document, of an early version, lacks it
//     visit.nested(key, optional, fill)   such an object of fill(inner, member), or null
//     visit.derived(key, value)           only written, as it follows from the rest; value may be such a fill(inner)
//     visit.either(isFirst, key, a, b)    only written, a or b
//     visit.keyed(key, pairs)             only written, an object with a member for each pair
//     visit.require(isRight, key, expected)  reading, refuses the document at that key
//     visit.isDetailed()                  whether what is long and rarely wanted is written, too

/// A T or a const T: rows are const while they are written.
template <typename Given, typename T>
concept Of = std::same_as<std::remove_const_t<Given>, T>;

/// Whether the row is being read.
template <typename Row>
inline constexpr bool kIsRead = !std::is_const_v<std::remove_reference_t<Row>>;

/// What documents call one value of an enum; `wordsOf(Enum)` beside it lists all.
template <typename Enum>
struct Word {
    Enum value;
    std::string_view key;
};

/// The first word for @p value.
template <typename Enum>
constexpr std::string_view keyOf(Enum value)
{
    for (const auto& word : wordsOf(Enum{}))
        if (word.value == value)
            return word.key;
    return {};
}

/// What a reader says that it expected where it found a word it does not know.
template <typename Enum>
Message expectedWord(Enum, const std::string& found)
{
    return Message("a known word instead of \"{}\"", found);
}

} // namespace ql::results
