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
    if (document.syntax != text::Syntax::Yaml || addition.hasKeys || document.root->isFlow
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

Patch removeAll(const EntryRange& range)
{
    const auto& parent = range.parent;
    const auto& bytes = range.document.bytes;
    const auto comma = commaBehind(range.document, range.end());
    const auto end = comma == std::string::npos ? range.end() : comma + 1;
    const bool hasOwnLines = isFirstOnLine(bytes, range.begin()) && isLastOnLine(bytes, end);
    if (hasOwnLines)
        return removeOwnLines(bytes, range.begin(), end);
    const auto inner = parent.span.begin + 1;
    const auto left = bytes.substr(inner, range.begin() - inner);
    const bool isEven = left == bytes.substr(end, closingOf(parent) - end);
    const bool isPadded = isEven && left.find_first_not_of(" \t") == std::string::npos; // "[ a ]" was "[ ]"
    return {range.begin(), (isPadded ? closingOf(parent) : end) - range.begin(), ""};
}

Patch removeLast(const EntryRange& range)
{
    const auto& document = range.document;
    const auto& bytes = document.bytes;
    const auto comma = commaBehind(document, range.previousEnd());
    const auto trailing = commaBehind(document, range.end());
    const bool hasTrailing = trailing != std::string::npos;
    const auto end = hasTrailing ? trailing + 1 : range.end();
    const bool hasOwnLines = isFirstOnLine(bytes, range.begin()) && isLastOnLine(bytes, end);
    if (hasOwnLines && hasTrailing)
        return removeOwnLines(bytes, range.begin(), end);
    if (comma == std::string::npos || !isFirstOnLine(bytes, range.begin()))
        return {range.previousEnd(), range.end() - range.previousEnd(), ""};
    const auto gap = bytes.substr(comma + 1, range.begin() - comma - 1);
    if (!hasOwnLines && gap.find_first_not_of(" \t\r\n") == std::string::npos) { // the bracket behind it moves up
        const auto from = hasTrailing ? comma + 1 : comma;
        return {from, end - from, ""};
    }
    // The comma before goes too; comments between stay.
    const auto keptEnd = hasOwnLines ? previousLineEnd(bytes, range.begin()) : range.begin();
    const auto stop = hasOwnLines ? lineEnd(bytes, range.end()) : range.end();
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

Patch removeFromFlow(const EntryRange& range)
{
    if (range.isAll())
        return removeAll(range);
    if (range.reachesEnd())
        return removeLast(range);
    const auto& bytes = range.document.bytes;
    const auto comma = commaBehind(range.document, range.end());
    const bool hasOwnLines =
        isFirstOnLine(bytes, range.begin()) && isFirstOnLine(bytes, range.next()) && comma != std::string::npos;
    return hasOwnLines ? removeOwnLines(bytes, range.begin(), comma)
                       : Patch{range.begin(), range.next() - range.begin(), ""};
}

} // namespace ql::config::edit
