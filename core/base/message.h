// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace ql {

/// A number that is written already, as it stands in English: "3.1 %", "1,234", "-1.5 … 2".
struct Number {
    std::string text;
};

/// What core says to a user: an English sentence with places, and what stands in them. As in gettext the English format
/// is the message's id: MessageCatalog finds the translation by it. A number as such is written in the reader's way;
/// text is a name, shown as it is; another message is translated on its own.
class Message {
public:
    struct Part {
        enum class Kind { Text, Number, Message, List };
        Kind kind = Kind::Text;
        std::string text; ///< in English; of a list what separates its messages
        std::vector<ql::Message> messages;

        bool operator==(const Part& other) const;
    };

    Message() = default;

    /// Words without places. Only a literal will do, since the format must outlive everything.
    template <std::size_t N>
    constexpr Message(const char (&words)[N])
        : m_format(words, N - 1)
    {
    }

    /// `Message("weight has rank {}, expected {}", rank, 4)`, as fmt would write it.
    template <typename First, typename... Rest>
    Message(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
        : Message(fmt::string_view(format), fmt::make_format_args(first, rest...), {partOf(first), partOf(rest)...})
    {
    }

    /// A name, or words of someone else, which nobody translates.
    static Message text(std::string text);
    /// @p messages one behind the other.
    static Message list(std::vector<Message> messages, std::string separator = ", ");
    /// Names one behind the other: "a or b".
    static Message names(const std::vector<std::string>& names, std::string separator);
    /// A format that was looked up, with what stands in its places in order of their numbers.
    static Message filled(std::string_view format, std::vector<Part> parts);

    bool empty() const { return m_format.empty(); }
    std::string_view format() const { return m_format; }
    const std::vector<Part>& parts() const { return m_parts; }

    std::string english() const;
    bool operator==(const Message& other) const = default;

    using FormatOf = std::function<std::string_view(std::string_view format)>;
    using NumberWriter = std::function<std::string(std::string_view number)>;
    /// With the format that @p formatOf has for this one and for each message in it, numbers as @p number writes them.
    std::string written(const FormatOf& formatOf, const NumberWriter& number = {}) const;

private:
    Message(fmt::string_view format, fmt::format_args values, std::initializer_list<Part> parts);

    template <typename T>
    static Part partOf(const T& value)
    {
        if constexpr (std::same_as<T, Message>)
            return {Part::Kind::Message, {}, {value}};
        else if constexpr (std::same_as<T, Number> || (std::is_arithmetic_v<T> && !std::same_as<T, char>))
            return {Part::Kind::Number, {}, {}};
        else
            return {};
    }

    std::string_view m_format;
    std::vector<Part> m_parts;
};

} // namespace ql

/// Numbers and messages in other formats read as they do in English.
template <>
struct fmt::formatter<ql::Number> : fmt::formatter<fmt::string_view> {
    template <typename Context>
    auto format(const ql::Number& number, Context& context) const
    {
        return fmt::formatter<fmt::string_view>::format(number.text, context);
    }
};

template <>
struct fmt::formatter<ql::Message> : fmt::formatter<fmt::string_view> {
    template <typename Context>
    auto format(const ql::Message& message, Context& context) const
    {
        return fmt::formatter<fmt::string_view>::format(message.english(), context);
    }
};
