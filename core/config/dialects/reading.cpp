// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/reading.h"

#include "core/config/text/scalars.h"

#include <algorithm>
#include <set>

namespace ql::config {

namespace {

Message kindWord(const text::View& view)
{
    switch (view.kind()) {
    case text::Value::Kind::Null: return Message("nothing");
    case text::Value::Kind::Bool: return Message("a truth value");
    case text::Value::Kind::Number: return Message("a number");
    case text::Value::Kind::Text: return Message("a text");
    case text::Value::Kind::Word: return Message("a word");
    case text::Value::Kind::Sequence: return Message("a list");
    case text::Value::Kind::Map: return Message("a map");
    }
    return {};
}

Message found(const text::View& view)
{
    return view.isScalar() ? Message("{} ({})", kindWord(view), view.text()) : kindWord(view);
}

template <typename T>
Said<T> saidBy(const std::optional<text::View>& view, const std::optional<T>& value)
{
    return {value, value ? view->position() : SourcePosition()};
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

Said<bool> Reading::boolean(const text::View& map, std::string_view key)
{
    const auto view = member(map, key);
    const auto value = view ? view->asBool() : std::nullopt;
    if (view && !value)
        wrongType(*view, key, "true or false");
    return saidBy(view, value);
}

Said<std::int64_t> Reading::integer(const text::View& map, std::string_view key)
{
    const auto view = member(map, key);
    const auto value = view ? view->asInt() : std::nullopt;
    if (view && !value)
        wrongType(*view, key, "an integer");
    return saidBy(view, value);
}

Said<double> Reading::number(const text::View& map, std::string_view key)
{
    const auto view = member(map, key);
    const auto value = view ? view->asNumber() : std::nullopt;
    if (view && !value)
        wrongType(*view, key, "a number");
    return saidBy(view, value);
}

Said<std::string> Reading::text(const text::View& map, std::string_view key)
{
    const auto view = member(map, key);
    const auto value = view ? view->asText() : std::nullopt;
    if (view && !value)
        wrongType(*view, key, "a text");
    return saidBy(view, value);
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

} // namespace ql::config
