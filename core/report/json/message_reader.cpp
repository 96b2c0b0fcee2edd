// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/message_reader.h"

#include "core/base/message_catalog.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ql::report {

namespace {

using Part = Message::Part;

/// A form of fewer letters, "{} is {}", would take a sentence that nobody wrote so to pieces.
constexpr std::size_t kFewestLetters = 5;
/// No message of core is longer; a list of thousands of names is not looked into.
constexpr std::size_t kLongestText = 4096;
/// So deep may messages stand in each other.
constexpr int kDeepest = 8;

/// A format taken to pieces.
struct Form {
    std::string_view format;
    std::vector<std::string> literals{std::string()}; ///< around the places: one more than there are
    std::vector<std::size_t> places;                  ///< which part stands in each

    std::size_t letters() const
    {
        std::size_t count = 0;
        for (const auto& literal : literals)
            count += std::size_t(
                std::ranges::count_if(literal, [](unsigned char c) { return c < 0x80 && std::isalpha(c) != 0; }));
        return count;
    }
};

Form formOf(std::string_view format)
{
    Form form{format};
    // A format without places isn't one for fmt either: its braces are what they are.
    const bool hasPlaces = format.find('}', std::min(format.find('{'), format.size())) != std::string_view::npos;
    for (std::size_t i = 0; i < format.size(); ++i) {
        const bool isDoubled = i + 1 < format.size() && format[i] == format[i + 1];
        if (!hasPlaces || (format[i] != '{' && format[i] != '}')) {
            form.literals.back() += format[i];
        } else if (isDoubled) {
            form.literals.back() += format[i++];
        } else {
            const bool isNumbered = std::isdigit(static_cast<unsigned char>(format[i + 1])) != 0;
            form.places.push_back(isNumbered ? std::size_t(format[i + 1] - '0') : form.places.size());
            form.literals.emplace_back();
            i = std::min(format.find('}', i), format.size());
        }
    }
    return form;
}

/// The longest first: a shorter form may be the beginning of a longer one.
const std::vector<Form>& forms()
{
    static const std::vector<Form> kForms = [] {
        std::vector<Form> all;
        for (const auto& [format, translation] : chineseMessages().pairs())
            all.push_back(formOf(format));
        std::ranges::stable_sort(all, std::ranges::greater(), [](const Form& form) { return form.format.size(); });
        return all;
    }();
    return kForms;
}

/// What stands in each place of @p text between the @p literals, as little as will do; nothing if they aren't there in
/// this order. The first way to lay the literals out from the left is as good as any other, so nothing is tried twice:
/// names come from models, and a hostile one must not cost more than its length.
std::optional<std::vector<std::string_view>> partsBetween(std::string_view text,
                                                          const std::vector<std::string>& literals)
{
    if (literals.size() == 1)
        return text == literals.front() ? std::optional(std::vector<std::string_view>()) : std::nullopt;
    const auto& last = literals.back();
    auto begin = literals.front().size();
    if (!text.starts_with(literals.front()) || text.size() < begin + last.size() || !text.ends_with(last))
        return std::nullopt;
    std::vector<std::string_view> parts;
    for (std::size_t next = 1; next + 1 < literals.size(); ++next) {
        const auto found = text.find(literals[next], literals[next].empty() ? begin : begin + 1);
        if (found == std::string_view::npos)
            return std::nullopt;
        parts.push_back(text.substr(begin, found - begin));
        begin = found + literals[next].size();
    }
    const auto end = text.size() - last.size();
    if (end < begin)
        return std::nullopt;
    parts.push_back(text.substr(begin, end - begin));
    return parts;
}

/// "3.1 %", "-1.5 … 2", "1,234", "40.2 dB": what core writes for numbers.
bool isNumber(std::string_view text)
{
    constexpr std::string_view kDots = " … ";
    for (const std::string_view unit : {" %", " dB"})
        if (text.ends_with(unit))
            return isNumber(text.substr(0, text.size() - unit.size()));
    if (const auto dots = text.find(kDots); dots != std::string_view::npos)
        return isNumber(text.substr(0, dots)) && isNumber(text.substr(dots + kDots.size()));
    const auto isOfNumber = [](char c) {
        return std::string_view("0123456789.,e+-").find(c) != std::string_view::npos;
    };
    return std::ranges::any_of(text, [](unsigned char c) { return std::isdigit(c) != 0; })
           && std::ranges::all_of(text, isOfNumber);
}

std::optional<Message> recognised(std::string_view text, std::size_t fewestLetters, int depth);

std::optional<Part> listOf(std::string_view text, std::string_view separator, int depth)
{
    if (text.find(separator) == std::string_view::npos)
        return std::nullopt;
    Part part{Part::Kind::List, std::string(separator), {}};
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(separator, begin), text.size());
        const auto item = text.substr(begin, end - begin);
        part.messages.push_back(recognised(item, 1, depth).value_or(Message::text(std::string(item))));
        begin = end + separator.size();
    }
    return part;
}

Part partOf(std::string_view text, int depth)
{
    if (auto message = recognised(text, 1, depth))
        return {Part::Kind::Message, {}, {std::move(*message)}};
    for (const std::string_view separator : {"; ", ", "})
        if (auto list = listOf(text, separator, depth); list && depth < kDeepest)
            return std::move(*list);
    return {isNumber(text) ? Part::Kind::Number : Part::Kind::Text, std::string(text), {}};
}

std::optional<Message> recognised(std::string_view text, std::size_t fewestLetters, int depth)
{
    if (text.empty() || text.size() > kLongestText || depth > kDeepest)
        return std::nullopt;
    for (const Form& form : forms()) {
        const auto found = partsBetween(text, form.literals);
        if (!found || (form.letters() < fewestLetters && !form.places.empty()))
            continue;
        std::vector<Part> parts(found->size());
        for (std::size_t i = 0; i < found->size(); ++i)
            parts.at(form.places[i]) = partOf((*found)[i], depth + 1);
        return Message::filled(form.format, std::move(parts));
    }
    return std::nullopt;
}

/// The sentence behind the places that stand in front of it.
const Message& lastOf(const Message& message)
{
    const auto& parts = message.parts();
    const bool isList = parts.size() == 1 && parts.front().kind == Part::Kind::List;
    return isList ? lastOf(parts.front().messages.back()) : message;
}

/// How much of a message is its own words.
std::size_t ownWords(const Message& message)
{
    return formOf(message.format()).letters();
}

/// A place may stand in front: "a.onnx: node conv_3: weight has rank 3, expected 4". Whatever leaves fewest words to
/// the places is meant.
std::optional<Message> sentenceOf(std::string_view text, int depth)
{
    constexpr std::string_view kColon = ": ";
    auto whole = recognised(text, kFewestLetters, depth);
    const auto colon = text.find(kColon);
    if (colon == std::string_view::npos || depth >= kDeepest)
        return whole;
    if (whole && formOf(whole->format()).literals.front().find(kColon) == colon)
        return whole; // the colon is the sentence's own, behind no place
    auto rest = sentenceOf(text.substr(colon + kColon.size()), depth + 1);
    if (!rest || (whole && ownWords(*whole) >= ownWords(lastOf(*rest))))
        return whole;
    const auto place = text.substr(0, colon);
    return Message::list({recognised(place, kFewestLetters, depth).value_or(Message::text(std::string(place))), *rest},
                         std::string(kColon));
}

} // namespace

Message messageFrom(std::string_view english)
{
    auto message = sentenceOf(english, 0);
    return message && message->english() == english ? *message : Message::text(std::string(english));
}

} // namespace ql::report
