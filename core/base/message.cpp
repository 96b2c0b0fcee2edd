// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ql {

namespace {

/// Calls @p onText for what stands between the places of @p format and @p onPlace with each place's number and
/// specification (":.3f").
template <typename OnText, typename OnPlace>
void readFormat(std::string_view format, OnText&& onText, OnPlace&& onPlace)
{
    std::size_t next = 0;
    while (!format.empty()) {
        const auto brace = std::min(format.find_first_of("{}"), format.size());
        onText(format.substr(0, brace));
        format.remove_prefix(brace);
        if (format.size() >= 2 && format[0] == format[1]) {
            onText(format.substr(0, 1));
            format.remove_prefix(2);
        } else if (!format.empty()) {
            const auto end = std::min(format.find('}'), format.size() - 1);
            const auto field = format.substr(1, end - 1);
            const auto colon = std::min(field.find(':'), field.size());
            const auto number = field.substr(0, colon);
            onPlace(number.empty() ? next++ : std::size_t(number.front() - '0'), field.substr(colon));
            format.remove_prefix(end + 1);
        }
    }
}

std::string partText(const Message::Part& part, const Message::FormatOf& formatOf, const Message::NumberWriter& number)
{
    using Kind = Message::Part::Kind;
    if (part.kind == Kind::Number && number)
        return number(part.text);
    if (part.kind == Kind::Text || part.kind == Kind::Number)
        return part.text;
    const std::string_view separator = formatOf ? formatOf(part.text) : part.text;
    std::string text;
    for (const Message& message : part.messages) {
        if (&message != &part.messages.front())
            text += separator;
        text += message.written(formatOf, number);
    }
    return text;
}

} // namespace

bool Message::Part::operator==(const Part& other) const = default;

Message::Message(fmt::string_view format, fmt::format_args values, std::initializer_list<Part> parts)
    : m_format(format.data(), format.size())
    , m_parts(parts)
{
    readFormat(
        m_format, [](std::string_view) {},
        [this, &values](std::size_t place, std::string_view specification) {
            Part& part = m_parts.at(place);
            if (part.kind != Part::Kind::Message)
                part.text = fmt::vformat(fmt::format("{{{}{}}}", place, specification), values);
        });
}

Message Message::text(std::string text)
{
    const std::string_view format = text.empty() ? "" : "{}"; // before the text is moved from
    return filled(format, {{Part::Kind::Text, std::move(text), {}}});
}

Message Message::list(std::vector<Message> messages, std::string separator)
{
    return filled("{}", {{Part::Kind::List, std::move(separator), std::move(messages)}});
}

Message Message::names(const std::vector<std::string>& names, std::string separator)
{
    std::vector<Message> messages;
    for (const auto& name : names)
        messages.push_back(text(name));
    return list(std::move(messages), std::move(separator));
}

Message Message::filled(std::string_view format, std::vector<Part> parts)
{
    Message message;
    message.m_format = format;
    message.m_parts = std::move(parts);
    return message;
}

std::string Message::english() const
{
    return written({});
}

std::string Message::written(const FormatOf& formatOf, const NumberWriter& number) const
{
    const std::string_view format = formatOf ? formatOf(m_format) : m_format;
    if (m_parts.empty())
        return std::string(format);
    std::string text;
    readFormat(
        format, [&text](std::string_view words) { text += words; },
        [&](std::size_t place, std::string_view) {
            if (place < m_parts.size())
                text += partText(m_parts[place], formatOf, number);
        });
    return text;
}

} // namespace ql
