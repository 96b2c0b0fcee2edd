// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/sentence_forms.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ql::report {

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

/// Takes from @p text what stands in each place, as little as will do; literal @p next is the first still to come.
bool match(std::string_view text, const std::vector<std::string>& literals, std::size_t next,
           std::vector<std::string>& parts)
{
    if (next == literals.size())
        return text.empty();
    for (std::size_t length = 1; length <= text.size(); ++length) {
        if (!text.substr(length).starts_with(literals[next]))
            continue;
        parts.emplace_back(text.substr(0, length));
        if (match(text.substr(length + literals[next].size()), literals, next + 1, parts))
            return true;
        parts.pop_back();
    }
    return false;
}

} // namespace

SentenceForms::SentenceForms(std::string_view messages)
{
    std::size_t at = 0;
    while (const auto message = elementAfter(messages, "<message>", "</message>", at)) {
        std::size_t inside = 0;
        const auto source = elementAfter(*message, "<source>", "</source>", inside);
        const auto translation = elementAfter(*message, "<translation>", "</translation>", inside);
        if (!source || !translation)
            continue;
        Form form{{std::string()}, {}, unescaped(*translation)};
        const auto text = unescaped(*source);
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (!isPlace(text, i)) {
                form.literals.back() += text[i];
                continue;
            }
            form.places.push_back(static_cast<std::size_t>(text[++i] - '0'));
            form.literals.emplace_back();
        }
        m_forms.push_back(std::move(form));
    }
    const auto letters = [](const Form& form) {
        return std::accumulate(form.literals.begin(), form.literals.end(), std::size_t{0},
                               [](std::size_t sum, const std::string& literal) { return sum + literal.size(); });
    };
    std::ranges::stable_sort(m_forms, std::ranges::greater(), letters);
}

std::optional<std::string> SentenceForms::translated(std::string_view text) const
{
    for (const Form& form : m_forms) {
        std::vector<std::string> parts;
        if (text.starts_with(form.literals.front())
            && match(text.substr(form.literals.front().size()), form.literals, 1, parts))
            return filled(form, parts);
    }
    return std::nullopt;
}

std::string SentenceForms::filled(const Form& form, const std::vector<std::string>& parts) const
{
    std::string text;
    for (std::size_t i = 0; i < form.translation.size(); ++i) {
        if (!isPlace(form.translation, i)) {
            text += form.translation[i];
            continue;
        }
        const auto number = static_cast<std::size_t>(form.translation[++i] - '0');
        const auto place = std::ranges::find(form.places, number);
        if (place != form.places.end()) {
            const auto& part = parts[static_cast<std::size_t>(place - form.places.begin())];
            text += translated(part).value_or(part);
        }
    }
    return text;
}

} // namespace ql::report
