// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/patch.h"
#include "core/config/text/parsers.h"

namespace ql::config::edit {

namespace {

using text::Document;
using text::Node;

/// Nothing is left: "[]" or "{}" behind the key, and whatever stood between stays.
Patch emptied(const Document& document, const Node& parent)
{
    const auto& bytes = document.bytes;
    const std::string brackets = parent.kind == Node::Kind::Map ? "{}" : "[]";
    const auto& entry = parent.entries.front();
    const bool isRoot = document.root.get() == &parent;
    if (isRoot || !isFirstOnLine(bytes, entry.keySpan.begin)
        || parent.slot >= previousLineEnd(bytes, entry.keySpan.begin) + 1)
        return {parent.span.begin, parent.span.end - parent.span.begin, brackets};
    const auto keptEnd = previousLineEnd(bytes, entry.keySpan.begin);
    const auto end = lineEnd(bytes, parent.span.end);
    return {parent.slot, end - parent.slot, " " + brackets + bytes.substr(parent.slot, keptEnd - parent.slot)};
}

/// Whole lines; of a file without final line break the one before goes instead.
Patch removeLines(const std::string& bytes, std::size_t begin, std::size_t end)
{
    const auto next = nextLine(bytes, end);
    const bool isLast = next == bytes.size() && !bytes.ends_with('\n');
    auto first = isLast ? previousLineEnd(bytes, begin) : lineBegin(bytes, begin);
    while (isLast && first > 0 && bytes[first - 1] == '\n') // nor may an empty line before it end the file
        first = previousLineEnd(bytes, first);
    return {first, next - first, ""};
}

Patch addToEmptyFile(const Addition& addition)
{
    const auto& bytes = addition.document.bytes;
    const bool needsBreak = bytes.size() > text::contentBegin(bytes) && !bytes.ends_with('\n');
    const auto& lineBreak = addition.style.lineBreak;
    const auto& last = needsBreak ? std::string() : lineBreak; // a file without a last line break stays so
    return {bytes.size(), 0, (needsBreak ? lineBreak : "") + addition.onLines("") + last};
}

} // namespace

Patch addToBlock(const Node& parent, const Addition& addition)
{
    const auto& bytes = addition.document.bytes;
    if (parent.entries.empty())
        return addToEmptyFile(addition);
    const auto indent = indentOf(bytes, parent.entries.front().keySpan.begin);
    const auto end = lineEnd(bytes, parent.entries.back().value.span.end);
    return {end, 0, addition.style.lineBreak + indent + addition.onLines(indent)};
}

Patch removeFromBlock(const EntryRange& range)
{
    const auto& bytes = range.document.bytes;
    const bool isYaml = range.document.syntax == text::Syntax::Yaml;
    if (range.isAll() && isYaml)
        return emptied(range.document, range.parent);
    const bool isBehindDash = isYaml && !isFirstOnLine(bytes, range.begin());
    if (isBehindDash && !range.reachesEnd())
        return {range.begin(), range.next() - range.begin(), ""};
    return removeLines(bytes, range.begin(), range.end());
}

} // namespace ql::config::edit
