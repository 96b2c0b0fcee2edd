// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/patch.h"

#include <algorithm>

namespace ql::config::edit {

namespace {

using text::Document;
using text::Entry;
using text::Node;

std::size_t beginOf(const Entry& entry)
{
    return entry.keySpan.begin;
}

std::size_t endOf(const Entry& entry)
{
    return entry.value.span.end;
}

/// The comma behind @p offset, if one is next.
std::size_t commaBehind(const Document& document, std::size_t offset)
{
    const auto next = skipBlanks(document, offset);
    return next < document.bytes.size() && document.bytes[next] == ',' ? next : std::string::npos;
}

std::size_t closingOf(const Node& parent)
{
    return parent.span.end - 1;
}

/// Whether names stand between brackets anywhere: then that is how this file writes lists.
bool hasFilledBrackets(const Node& node)
{
    return std::ranges::any_of(node.entries, [](const Entry& entry) {
        const Node& value = entry.value;
        return (value.kind == Node::Kind::Sequence && value.isFlow && !value.entries.empty())
               || hasFilledBrackets(value);
    });
}

/// Whether "key: []" may become a list of a line each, which becomes "[]" again when it is emptied.
bool mayHaveLines(const Node& parent, const Addition& addition)
{
    const auto& document = addition.document;
    const auto& bytes = document.bytes;
    if (document.syntax != text::Syntax::Yaml || addition.isEntry || document.root->isFlow
        || hasFilledBrackets(*document.root))
        return false;
    const auto line = lineBegin(bytes, parent.span.begin);
    const auto before = bytes.substr(line, parent.span.begin - line);
    return bytes.substr(parent.span.begin, parent.span.end - parent.span.begin) == "[]" && before.ends_with(": ")
           && before.find_first_of("[{&!?") == std::string::npos && isLastOnLine(bytes, parent.span.end);
}

Patch addLine(const Node& parent, const Addition& addition)
{
    const auto& bytes = addition.document.bytes;
    const auto indent =
        indentOf(bytes, bytes.find_first_not_of(" \t", lineBegin(bytes, parent.span.begin))) + addition.style.dashStep;
    const auto begin = parent.span.begin - 1;
    const auto end = lineEnd(bytes, parent.span.end);
    return {begin, end - begin,
            bytes.substr(parent.span.end, end - parent.span.end) + addition.style.lineBreak + indent
                + addition.onLines(indent)};
}

Patch addToEmpty(const Node& parent, const Addition& addition)
{
    if (mayHaveLines(parent, addition))
        return addLine(parent, addition);
    const auto& bytes = addition.document.bytes;
    const auto begin = parent.span.begin + 1;
    const auto inner = bytes.substr(begin, closingOf(parent) - begin);
    if (inner.find_first_not_of(" \t") == std::string::npos)
        return {begin, inner.size(), inner + addition.onLine() + inner};
    const auto indent = indentOf(bytes, lineBegin(bytes, closingOf(parent)))
                        + std::string(bytes, lineBegin(bytes, parent.span.begin),
                                      bytes.find_first_not_of(" \t", lineBegin(bytes, parent.span.begin))
                                          - lineBegin(bytes, parent.span.begin))
                        + addition.style.step;
    return {begin, 0, addition.style.lineBreak + indent + addition.inFlow(indent)};
}

/// What separates two items on one line here.
std::string separatorOf(const Document& document, const Node& parent)
{
    const auto& entries = parent.entries;
    if (entries.size() < 2)
        return ", ";
    const auto begin = endOf(entries[entries.size() - 2]);
    const auto gap = document.bytes.substr(begin, beginOf(entries.back()) - begin);
    const bool isPlain = gap.find(',') != std::string::npos && gap.find_first_not_of(", ") == std::string::npos;
    return isPlain ? gap : ", ";
}

/// Takes out lines [begin, end) that hold nothing else.
Patch removeOwnLines(std::string_view bytes, std::size_t begin, std::size_t end)
{
    const auto first = lineBegin(bytes, begin);
    return {first, nextLine(bytes, end) - first, ""};
}

Patch removeOnly(const Document& document, const Node& parent)
{
    const auto& bytes = document.bytes;
    const auto& entry = parent.entries.front();
    const auto comma = commaBehind(document, endOf(entry));
    const auto end = comma == std::string::npos ? endOf(entry) : comma + 1;
    const bool hasOwnLines = isFirstOnLine(bytes, beginOf(entry)) && isLastOnLine(bytes, end);
    if (hasOwnLines)
        return removeOwnLines(bytes, beginOf(entry), end);
    const auto inner = parent.span.begin + 1;
    const auto left = bytes.substr(inner, beginOf(entry) - inner);
    const bool isEven = left == bytes.substr(end, closingOf(parent) - end);
    const bool isPadded = isEven && left.find_first_not_of(" \t") == std::string::npos; // "[ a ]" was "[ ]"
    return {beginOf(entry), (isPadded ? closingOf(parent) : end) - beginOf(entry), ""};
}

Patch removeLast(const Document& document, const Node& parent)
{
    const auto& bytes = document.bytes;
    const auto& entry = parent.entries.back();
    const auto& before = parent.entries[parent.entries.size() - 2];
    const auto comma = commaBehind(document, endOf(before));
    const auto trailing = commaBehind(document, endOf(entry));
    const bool hasTrailing = trailing != std::string::npos;
    const auto end = hasTrailing ? trailing + 1 : endOf(entry);
    const bool hasOwnLines = isFirstOnLine(bytes, beginOf(entry)) && isLastOnLine(bytes, end);
    if (hasOwnLines && hasTrailing)
        return removeOwnLines(bytes, beginOf(entry), end);
    if (comma == std::string::npos || !isFirstOnLine(bytes, beginOf(entry)))
        return {endOf(before), endOf(entry) - endOf(before), ""};
    const auto gap = bytes.substr(comma + 1, beginOf(entry) - comma - 1);
    if (!hasOwnLines && gap.find_first_not_of(" \t\r\n") == std::string::npos) { // the bracket behind it moves up
        const auto from = hasTrailing ? comma + 1 : comma;
        return {from, end - from, ""};
    }
    // The comma before goes too; comments between stay.
    const auto keptEnd = hasOwnLines ? previousLineEnd(bytes, beginOf(entry)) : beginOf(entry);
    const auto stop = hasOwnLines ? lineEnd(bytes, endOf(entry)) : endOf(entry);
    const auto kept = keptEnd > comma + 1 ? bytes.substr(comma + 1, keptEnd - comma - 1) : std::string();
    return {comma, stop - comma, kept};
}

} // namespace

Patch addToFlow(const Node& parent, const Addition& addition)
{
    if (parent.entries.empty())
        return addToEmpty(parent, addition);
    const auto& document = addition.document;
    const auto& bytes = document.bytes;
    const auto& last = parent.entries.back();
    const auto comma = commaBehind(document, endOf(last));
    const bool hasComma = comma != std::string::npos && comma < closingOf(parent);
    if (!isFirstOnLine(bytes, beginOf(last)) || beginOf(last) == lineBegin(bytes, parent.span.begin))
        return {endOf(last), 0, separatorOf(document, parent) + addition.onLine()};
    const auto indent = indentOf(bytes, beginOf(last));
    const auto item = addition.style.lineBreak + indent + addition.inFlow(indent);
    const auto from = hasComma ? comma + 1 : endOf(last);
    const auto end = lineEnd(bytes, from);
    if (end > closingOf(parent)) // the bracket stands on the same line
        return {from, 0, (hasComma ? "" : ",") + item + (hasComma ? "," : "")};
    return {from, end - from, (hasComma ? "" : ",") + bytes.substr(from, end - from) + item + (hasComma ? "," : "")};
}

Patch removeFromFlow(const Document& document, const Node& parent, std::size_t index)
{
    const auto& bytes = document.bytes;
    const auto& entries = parent.entries;
    if (entries.size() == 1)
        return removeOnly(document, parent);
    if (index + 1 == entries.size())
        return removeLast(document, parent);
    const auto begin = beginOf(entries[index]);
    const auto next = beginOf(entries[index + 1]);
    const auto comma = commaBehind(document, endOf(entries[index]));
    const bool hasOwnLines = isFirstOnLine(bytes, begin) && isFirstOnLine(bytes, next) && comma != std::string::npos;
    return hasOwnLines ? removeOwnLines(bytes, begin, comma) : Patch{begin, next - begin, ""};
}

} // namespace ql::config::edit
