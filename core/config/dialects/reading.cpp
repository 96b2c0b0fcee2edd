// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/reading.h"

#include "core/config/text/scalars.h"

#include <algorithm>
#include <array>
#include <set>

namespace ql::config {

namespace {

Message kindWord(const text::View& view)
{
    // As Value::Kind counts.
    static const std::array<Message, 7> kWords{Message("nothing"), Message("a truth value"), Message("a number"),
                                               Message("a text"),  Message("a word"),        Message("a list"),
                                               Message("a map")};
    return kWords.at(std::size_t(view.kind()));
}

Message found(const text::View& view)
{
    return view.isScalar() ? Message("{} ({})", kindWord(view), view.text()) : kindWord(view);
}

} // namespace

void Reading::report(Severity severity, std::string rule, SourcePosition where, Message message, Message remedy)
{
    m_findings.push_back(
        {severity, std::move(rule), m_layer, std::move(message), std::move(remedy), where.line, where.column, {}});
}

void Reading::error(std::string rule, SourcePosition where, Message message, Message remedy)
{
    report(Severity::Error, std::move(rule), where, std::move(message), std::move(remedy));
}

void Reading::warn(std::string rule, SourcePosition where, Message message, Message remedy)
{
    report(Severity::Warning, std::move(rule), where, std::move(message), std::move(remedy));
}

std::optional<text::View> Reading::member(const text::View& map, std::string_view key) const
{
    const auto view = map.find(key);
    return view && !view->isNull() ? view : std::nullopt;
}

void Reading::wrongType(const text::View& view, std::string_view key, const Message& expected)
{
    error("wrong-type", view.position(), Message("{} is {}, expected {}", key, found(view), expected));
}

template <typename T>
Located<T> Reading::scalar(const text::View& map, std::string_view key, std::optional<T> (text::View::*as)() const,
                           const Message& expected)
{
    const auto view = member(map, key);
    if (!view)
        return {};
    const auto value = (*view.*as)();
    if (!value)
        wrongType(*view, key, expected);
    return {value, value ? view->position() : SourcePosition()};
}

Located<bool> Reading::boolean(const text::View& map, std::string_view key)
{
    return scalar(map, key, &text::View::asBool, "true or false");
}

Located<std::int64_t> Reading::integer(const text::View& map, std::string_view key)
{
    return scalar(map, key, &text::View::asInt, "an integer");
}

Located<double> Reading::number(const text::View& map, std::string_view key)
{
    return scalar(map, key, &text::View::asNumber, "a number");
}

Located<std::string> Reading::text(const text::View& map, std::string_view key)
{
    return scalar(map, key, &text::View::asText, "a text");
}

Names Reading::texts(const text::View& map, std::string_view key)
{
    const auto view = member(map, key);
    Names names;
    if (!view)
        return names;
    if (view->document().syntax == text::Syntax::Proto) {
        for (const auto& item : map.all(key)) {
            names.push_back(item.text());
            names.positions.push_back(item.position());
        }
        return names;
    }
    const auto texts = view->asTexts();
    if (!texts)
        wrongType(*view, key, "a text or a list of texts");
    for (const auto& text : texts.value_or(std::vector<std::string>()))
        names.push_back(text);
    names.positions = {view->position()};
    return names;
}

std::optional<text::View> Reading::map(const text::View& map, std::string_view key)
{
    const auto view = member(map, key);
    if (view && !view->isMap()) {
        wrongType(*view, key, "a map");
        return std::nullopt;
    }
    return view;
}

void Reading::decides(SourcePosition place)
{
    if (place.line > 0)
        m_decisions.push_back(place);
}

void Reading::warnUnknown(const text::View& map, std::initializer_list<std::string_view> known)
{
    for (const auto& member : map.members())
        if (std::find(known.begin(), known.end(), member.key) == known.end())
            warn("unknown-key", member.view().position(), Message("{} means nothing here", member.key),
                 "is it misspelt, or from another version?");
}

void Reading::warnRepeated(const text::View& map, std::initializer_list<std::string_view> repeated)
{
    std::set<std::string> seen;
    for (const auto& member : map.members()) {
        const bool mayRepeat = std::find(repeated.begin(), repeated.end(), member.key) != repeated.end();
        if (!mayRepeat && !seen.insert(member.key).second)
            warn("duplicate-field", member.view().position(),
                 Message("{} a second time: the last one wins without a word", member.key), "remove one of the two");
    }
}

std::optional<ParameterValue> parameterOf(const text::View& view)
{
    if (const auto truth = view.asBool())
        return *truth;
    if (const auto integer = view.asInt())
        return *integer;
    if (const auto number = view.asNumber())
        return *number;
    if (const auto text = view.asText())
        return *text;
    std::vector<double> numbers;
    for (const auto& item : view.items())
        if (const auto number = item.asNumber())
            numbers.push_back(*number);
        else
            return std::nullopt;
    return view.isSequence() ? std::optional<ParameterValue>(numbers) : std::nullopt;
}

text::Value valueOf(const ParameterValue& value)
{
    if (const auto* truth = std::get_if<bool>(&value))
        return text::Value::ofBool(*truth);
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return text::Value::ofInt(*integer);
    if (const auto* number = std::get_if<double>(&value))
        return text::Value::ofDouble(*number);
    if (const auto* text = std::get_if<std::string>(&value))
        return text::Value::ofText(*text);
    std::vector<text::Value> items;
    for (const auto number : std::get<std::vector<double>>(value))
        items.push_back(text::Value::ofDouble(number));
    return items.size() == 1 ? items.front() : text::Value::ofSequence(std::move(items));
}

} // namespace ql::config
