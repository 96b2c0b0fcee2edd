// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_catalog.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace ql {

namespace {

bool isPlace(std::string_view text, std::size_t at)
{
    return text[at] == '%' && at + 1 < text.size() && text[at + 1] >= '1' && text[at + 1] <= '9';
}

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

/// What stands in each place of @p text between the @p literals, as little as will do; nothing if they aren't there in
/// this order. The first way to lay the literals out from the left is as good as any other, so nothing is tried twice:
/// names come from models, and a hostile one must not cost more than its length.
std::optional<std::vector<std::string_view>> partsBetween(std::string_view text,
                                                          const std::vector<std::string>& literals)
{
    if (!text.starts_with(literals.front()))
        return std::nullopt;
    if (literals.size() == 1)
        return text == literals.front() ? std::optional(std::vector<std::string_view>()) : std::nullopt;
    const auto& last = literals.back();
    auto begin = literals.front().size();
    if (text.size() < begin + 1 + last.size() || !text.ends_with(last))
        return std::nullopt;
    std::vector<std::string_view> parts;
    for (std::size_t next = 1; next + 1 < literals.size(); ++next) {
        const auto found = text.find(literals[next], begin + 1);
        if (found == std::string_view::npos)
            return std::nullopt;
        parts.push_back(text.substr(begin, found - begin));
        begin = found + literals[next].size();
    }
    const auto end = text.size() - last.size();
    if (end <= begin)
        return std::nullopt;
    parts.push_back(text.substr(begin, end - begin));
    return parts;
}

/// A form of fewer letters, "%1 is %2", would take a sentence that nobody has translated to pieces.
constexpr std::size_t kFewestLetters = 5;
/// No sentence of core is longer; a list of thousands of names is not looked into.
constexpr std::size_t kLongestText = 4096;
/// So many places may stand in front of a sentence, and so deep may sentences stand in each other.
constexpr int kDeepest = 8;

} // namespace

MessageCatalog::MessageCatalog(std::string_view messages)
{
    std::size_t at = 0;
    while (const auto message = elementAfter(messages, "<message>", "</message>", at)) {
        std::size_t inside = 0;
        const auto source = elementAfter(*message, "<source>", "</source>", inside);
        const auto translation = elementAfter(*message, "<translation>", "</translation>", inside);
        if (source && translation)
            m_forms.push_back(formOf(unescaped(*source), unescaped(*translation)));
    }
    std::ranges::stable_sort(m_forms, std::ranges::greater(), [](const Form& form) { return form.source.size(); });
}

MessageCatalog::Form MessageCatalog::formOf(std::string source, std::string translation)
{
    Form form{{std::string()}, {}, 0, std::move(source), std::move(translation)};
    const auto& text = form.source;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isPlace(text, i)) {
            form.places.push_back(static_cast<std::size_t>(text[++i] - '0'));
            form.literals.emplace_back();
            continue;
        }
        form.literals.back() += text[i];
        form.letters += std::isalpha(static_cast<unsigned char>(text[i])) != 0 ? 1 : 0;
    }
    return form;
}

std::optional<std::string> MessageCatalog::translated(std::string_view text, const PartWriter& write) const
{
    return whole(text, {Wording::Translation, write, 0});
}

std::optional<std::string> MessageCatalog::rewritten(std::string_view text, const PartWriter& write) const
{
    return whole(text, {Wording::Source, write, 0});
}

std::vector<std::pair<std::string, std::string>> MessageCatalog::pairs() const
{
    std::vector<std::pair<std::string, std::string>> found;
    for (const Form& form : m_forms)
        found.emplace_back(form.source, form.translation);
    return found;
}

std::optional<std::string> MessageCatalog::whole(std::string_view text, const Target& target) const
{
    constexpr std::string_view kColon = ": ";
    if (auto sentence = said(text, target, kFewestLetters))
        return sentence;
    const auto colon = text.find(kColon);
    if (colon == std::string_view::npos || target.depth >= kDeepest)
        return std::nullopt;
    const auto rest = whole(text.substr(colon + kColon.size()), target.inner());
    if (!rest)
        return std::nullopt;
    const auto place = text.substr(0, colon);
    return said(place, target, kFewestLetters).value_or(std::string(place)) + std::string(kColon) + *rest;
}

std::optional<std::string> MessageCatalog::said(std::string_view text, const Target& target,
                                                std::size_t fewestLetters) const
{
    if (text.size() > kLongestText)
        return std::nullopt;
    for (const Form& form : m_forms) {
        if (form.letters < fewestLetters && !form.places.empty())
            continue;
        if (const auto parts = partsBetween(text, form.literals))
            return filled(form, *parts, target);
    }
    return std::nullopt;
}

std::string MessageCatalog::filled(const Form& form, const std::vector<std::string_view>& parts,
                                   const Target& target) const
{
    const auto& words = target.wording == Wording::Source ? form.source : form.translation;
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!isPlace(words, i)) {
            text += words[i];
            continue;
        }
        const auto number = static_cast<std::size_t>(words[++i] - '0');
        const auto place = std::ranges::find(form.places, number);
        if (place != form.places.end())
            text += part(parts[static_cast<std::size_t>(place - form.places.begin())], target.inner());
    }
    return text;
}

std::string MessageCatalog::part(std::string_view text, const Target& target) const
{
    if (target.depth >= kDeepest)
        return target.write ? target.write(text) : std::string(text);
    if (const auto sentence = said(text, target, 1))
        return *sentence;
    for (const std::string_view separator : {"; ", ", "})
        if (const auto several = list(text, separator, target))
            return *several;
    return target.write ? target.write(text) : std::string(text);
}

std::optional<std::string> MessageCatalog::list(std::string_view text, std::string_view separator,
                                                const Target& target) const
{
    if (text.size() > kLongestText || text.find(separator) == std::string_view::npos)
        return std::nullopt;
    std::string items;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(separator, begin), text.size());
        const auto item = text.substr(begin, end - begin);
        const auto sentence = said(item, target.inner(), 1);
        items += sentence ? *sentence : target.write ? target.write(item) : std::string(item);
        begin = end + separator.size();
        if (end < text.size())
            items += separator;
    }
    return items;
}

} // namespace ql
