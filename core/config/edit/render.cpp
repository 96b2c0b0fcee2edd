// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/render.h"

#include "core/config/text/scalars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ql::config::edit {

namespace {

using text::Quoting;
using text::Syntax;
using text::Value;

std::string doubleQuoted(std::string_view text, Syntax syntax)
{
    std::string quoted = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            quoted += {'\\', c};
        else if (c == '\n')
            quoted += "\\n";
        else if (c == '\t')
            quoted += "\\t";
        else if (c == '\r')
            quoted += "\\r";
        else if (code < 0x20 || code == 0x7f)
            quoted += fmt::format("\\{}{:02x}", syntax == Syntax::Json ? "u00" : "x", code);
        else
            quoted += c;
    }
    return quoted + '"';
}

std::string singleQuoted(std::string_view text, Syntax syntax)
{
    const bool isHard = std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    if (isHard || (syntax == Syntax::Proto && text.find_first_of("'\\") != std::string_view::npos))
        return doubleQuoted(text, syntax);
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? "''" : std::string(1, c);
    return quoted + '\'';
}

/// Whether YAML reads it back as this text without quotes.
bool isPlainSafe(std::string_view text)
{
    constexpr std::string_view kFirst = "_/.";
    constexpr std::string_view kInside = "_/.-+:@";
    if (text.empty() || text::plainKind(Syntax::Yaml, text) != Value::Kind::Text)
        return false;
    const auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    const auto isFine = [&](char c) { return isLetter(c) || kInside.find(c) != std::string_view::npos; };
    // A text of digits may be a date or a time to another reader.
    const bool hasLetter = std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    return hasLetter && (isLetter(text.front()) || kFirst.find(text.front()) != std::string_view::npos)
           && std::all_of(text.begin(), text.end(), isFine) && text.back() != ':' && text != "<<";
}

std::string renderText(std::string_view text, Syntax syntax, Quoting quoting)
{
    if (syntax == Syntax::Lines || syntax == Syntax::Rows)
        return std::string(text);
    const bool isPlain = syntax == Syntax::Yaml && (quoting == Quoting::None || quoting == Quoting::Block);
    if (isPlain && isPlainSafe(text))
        return std::string(text);
    return quoting == Quoting::Single && syntax != Syntax::Json ? singleQuoted(text, syntax)
                                                                : doubleQuoted(text, syntax);
}

std::string renderKey(const std::string& key, Syntax syntax, const Style& style)
{
    return syntax == Syntax::Proto ? key : renderText(key, syntax, style.keyQuoting);
}

bool isSimple(const Value& value)
{
    const auto isCollection = [](const Value::Entry& entry) { return entry.second.isCollection(); };
    return std::none_of(value.entries.begin(), value.entries.end(), isCollection);
}

/// Whether it goes behind its key on the same line.
bool fitsOnLine(const Value& value, Syntax syntax)
{
    if (!value.isCollection() || value.entries.empty())
        return true;
    return value.kind == Value::Kind::Sequence && isSimple(value) && syntax != Syntax::Lines;
}

std::string renderChild(const Value::Entry& entry, bool isMap, Syntax syntax, const Style& style,
                        const std::string& indent)
{
    return isMap ? renderEntry(entry.first, entry.second, syntax, style, indent)
                 : renderItem(entry.second, syntax, style, indent);
}

/// The lines of a collection, each behind @p indent but the first.
std::string renderLines(const Value& value, Syntax syntax, const Style& style, const std::string& indent)
{
    std::string lines;
    const char* separator = syntax == Syntax::Json ? "," : "";
    for (const auto& entry : value.entries) {
        if (!lines.empty())
            lines += separator + style.lineBreak + indent;
        lines += renderChild(entry, value.kind == Value::Kind::Map, syntax, style, indent);
    }
    return lines;
}

std::string renderBracketed(const Value& value, Syntax syntax, const Style& style, const std::string& indent)
{
    if (fitsOnLine(value, syntax))
        return renderInline(value, syntax, style);
    const auto inner = indent + style.step;
    const bool isMap = value.kind == Value::Kind::Map;
    return (isMap ? "{" : "[") + style.lineBreak + inner + renderLines(value, syntax, style, inner) + style.lineBreak
           + indent + (isMap ? "}" : "]");
}

/// A list of names longer than this gets a line for each, so that what changes in it is seen.
constexpr std::size_t kLongestLine = 120;

bool isLongList(const Value& value, const std::string& line)
{
    const auto isName = [](const Value::Entry& item) {
        return item.second.text.find_first_not_of("0123456789+-.eE") != std::string::npos;
    };
    return line.size() > kLongestLine && std::ranges::any_of(value.entries, isName);
}

std::string renderYamlEntry(const std::string& key, const Value& value, const Style& style, const std::string& indent)
{
    const auto head = renderKey(key, Syntax::Yaml, style) + ":";
    if (fitsOnLine(value, Syntax::Yaml) && !isLongList(value, renderInline(value, Syntax::Yaml, style)))
        return head + " " + renderInline(value, Syntax::Yaml, style);
    const auto inner = indent + (value.kind == Value::Kind::Sequence ? style.dashStep : style.step);
    return head + style.lineBreak + inner + renderLines(value, Syntax::Yaml, style, inner);
}

/// A list becomes a field for each item.
std::string renderProtoEntry(const std::string& key, const Value& value, const Style& style, const std::string& indent)
{
    if (value.kind == Value::Kind::Sequence) {
        Value fields = Value::ofMap();
        for (const auto& [none, item] : value.entries)
            fields.add(key, item);
        return renderLines(fields, Syntax::Proto, style, indent);
    }
    if (value.kind == Value::Kind::Map)
        return key + style.messageColon + renderBracketed(value, Syntax::Proto, style, indent);
    return key + style.colon + renderScalar(value, Syntax::Proto, style.quoting);
}

} // namespace

std::string renderScalar(const Value& value, Syntax syntax, Quoting quoting)
{
    switch (value.kind) {
    case Value::Kind::Null: return syntax == Syntax::Yaml ? "~" : "null";
    case Value::Kind::Text: return renderText(value.text, syntax, quoting);
    default: return value.text;
    }
}

std::string renderInline(const Value& value, Syntax syntax, const Style& style)
{
    if (!value.isCollection())
        return renderScalar(value, syntax, style.quoting);
    std::string items;
    for (const auto& [key, item] : value.entries) {
        items += items.empty() ? "" : ", ";
        if (value.kind == Value::Kind::Map)
            items += renderKey(key, syntax, style) + (syntax == Syntax::Yaml ? ": " : style.colon);
        items += renderInline(item, syntax, style);
    }
    return value.kind == Value::Kind::Map ? "{" + items + "}" : "[" + items + "]";
}

std::string renderEntry(const std::string& key, const Value& value, Syntax syntax, const Style& style,
                        const std::string& indent)
{
    switch (syntax) {
    case Syntax::Yaml: return renderYamlEntry(key, value, style, indent);
    case Syntax::Proto: return renderProtoEntry(key, value, style, indent);
    case Syntax::Lines: return key + style.colon + value.text;
    case Syntax::Rows: return value.text;
    case Syntax::Json: break;
    }
    return renderKey(key, syntax, style) + style.colon + renderBracketed(value, syntax, style, indent);
}

std::string renderItem(const Value& value, Syntax syntax, const Style& style, const std::string& indent)
{
    if (syntax != Syntax::Yaml)
        return style.keepsItemsOnLine && isSimple(value) ? renderInline(value, syntax, style)
                                                         : renderBracketed(value, syntax, style, indent);
    if (fitsOnLine(value, syntax))
        return "- " + renderInline(value, syntax, style);
    return "- " + renderLines(value, syntax, style, indent + "  ");
}

std::string renderDocument(const Value& value, Syntax syntax)
{
    Style style;
    style.step = syntax == Syntax::Yaml || syntax == Syntax::Proto ? "  " : "    ";
    if (syntax == Syntax::Json)
        return renderBracketed(value, syntax, style, "") + "\n";
    if (syntax == Syntax::Lines)
        style.colon = " ";
    if (value.entries.empty())
        return syntax == Syntax::Yaml ? "{}\n" : "";
    return renderLines(value, syntax, style, "") + "\n";
}

} // namespace ql::config::edit
