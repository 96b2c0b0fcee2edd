// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_catalog.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <utility>

namespace ql {

namespace {

/// What stands between @p opening and @p closing after position @p at, which moves behind it.
std::optional<std::string_view> elementAfter(std::string_view text, std::string_view opening, std::string_view closing,
                                             std::size_t& at)
{
    const auto begin = text.find(opening, at);
    const auto end = begin == std::string_view::npos ? begin : text.find(closing, begin);
    if (end == std::string_view::npos)
        return std::nullopt;
    at = end + closing.size();
    return text.substr(begin + opening.size(), end - begin - opening.size());
}

std::string unescaped(std::string_view text)
{
    constexpr std::pair<std::string_view, char> kEntities[]{
        {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
    std::string plain;
    while (!text.empty()) {
        const auto* found =
            std::ranges::find_if(kEntities, [&](const auto& entity) { return text.starts_with(entity.first); });
        const bool isEntity = found != std::end(kEntities);
        plain += isEntity ? found->second : text.front();
        text.remove_prefix(isEntity ? found->first.size() : 1);
    }
    return plain;
}

bool hasWords(std::string_view format)
{
    return std::ranges::any_of(format, [](unsigned char c) { return std::isalpha(c) != 0; });
}

} // namespace

MessageCatalog::MessageCatalog(std::string_view messages)
{
    std::size_t at = 0;
    while (const auto message = elementAfter(messages, "<message>", "</message>", at)) {
        std::size_t inside = 0;
        const auto source = elementAfter(*message, "<source>", "</source>", inside);
        const auto translation = elementAfter(*message, "<translation>", "</translation>", inside);
        if (source && translation)
            m_pairs.emplace(unescaped(*source), unescaped(*translation));
    }
}

std::string MessageCatalog::translated(const Message& message, const Message::NumberWriter& number) const
{
    const auto translation = [this](std::string_view format) {
        const auto found = m_pairs.find(format);
        return found == m_pairs.end() ? format : std::string_view(found->second);
    };
    return message.written(translation, number);
}

bool MessageCatalog::knows(const Message& message) const
{
    if (m_pairs.contains(message.format()))
        return true;
    // A frame such as "{}: {}" speaks the language of what stands in it.
    const auto isKnown = [this](const Message::Part& part) {
        return std::ranges::any_of(part.messages, [this](const Message& each) { return knows(each); });
    };
    return !hasWords(message.format()) && std::ranges::any_of(message.parts(), isKnown);
}

} // namespace ql
