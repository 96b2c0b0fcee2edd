// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/patch.h"
#include "core/config/text/parsers.h"

namespace ql::config::edit {

namespace {

using text::Document;
using text::Node;

bool isRoot(const Document& document, const Node& parent)
{
    return document.root.get() == &parent;
}

Patch addToEmptyMessage(const Node& parent, const Addition& addition)
{
    const auto& bytes = addition.document.bytes;
    const auto& lineBreak = addition.style.lineBreak;
    if (isRoot(addition.document, parent)) {
        const bool needsBreak = bytes.size() > text::contentBegin(bytes) && !bytes.ends_with('\n');
        return {bytes.size(), 0, (needsBreak ? lineBreak : "") + addition.onLines("") + lineBreak};
    }
    const auto begin = parent.span.begin + 1;
    const auto inner = bytes.substr(begin, parent.span.end - 1 - begin);
    if (inner.find('\n') == std::string::npos)
        return {begin, inner.size(), " " + addition.onLines("") + " "};
    const auto line = lineBegin(bytes, parent.span.begin);
    const auto indent = bytes.substr(line, bytes.find_first_not_of(" \t", line) - line) + addition.style.step;
    return {begin, 0, lineBreak + indent + addition.onLines(indent)};
}

/// Behind the "," or ";" that may end a field.
std::size_t behindSeparator(const std::string& bytes, std::size_t end)
{
    const auto next = bytes.find_first_not_of(" \t", end);
    return next != std::string::npos && (bytes[next] == ',' || bytes[next] == ';') ? next + 1 : end;
}

} // namespace

Patch addToMessage(const Node& parent, const Addition& addition)
{
    if (parent.entries.empty())
        return addToEmptyMessage(parent, addition);
    const auto& bytes = addition.document.bytes;
    const auto& last = parent.entries.back();
    const auto end = behindSeparator(bytes, last.value.span.end);
    if (!isFirstOnLine(bytes, last.keySpan.begin))
        return {end, 0, " " + addition.onLine()};
    const auto indent = indentOf(bytes, last.keySpan.begin);
    const auto stop = lineEnd(bytes, end);
    const bool isClosedOnLine = !isRoot(addition.document, parent) && stop > parent.span.end - 1;
    return {isClosedOnLine ? end : stop, 0, addition.style.lineBreak + indent + addition.onLines(indent)};
}

Patch removeFromMessage(const EntryRange& range)
{
    const auto& bytes = range.document.bytes;
    const auto begin = range.begin();
    const auto end = behindSeparator(bytes, range.end());
    if (isFirstOnLine(bytes, begin) && isLastOnLine(bytes, end)) {
        const auto next = nextLine(bytes, end);
        const bool isLast = next == bytes.size() && !bytes.ends_with('\n');
        const auto first = isLast ? previousLineEnd(bytes, begin) : lineBegin(bytes, begin);
        return {first, next - first, ""};
    }
    if (!range.reachesEnd())
        return {begin, range.next() - begin, ""};
    const auto from = range.first > 0 ? behindSeparator(bytes, range.previousEnd()) : begin;
    return {from, end - from, ""};
}

} // namespace ql::config::edit
