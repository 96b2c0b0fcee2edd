// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/parsers.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <set>

namespace ql::config::text {

namespace {

constexpr std::string_view kLineBlanks = " \t\r";

/// The next word at or behind @p offset of a line that ends at @p lineEnd.
Span nextWord(std::string_view bytes, std::size_t offset, std::size_t lineEnd)
{
    const auto begin = std::min(bytes.find_first_not_of(kLineBlanks, offset), lineEnd);
    const auto end = std::min(bytes.find_first_of(kLineBlanks, begin), lineEnd);
    return {begin, std::max(begin, end)};
}

/// A name and its value on one line.
struct NamedValue {
    Span name;
    Span value;
};

/// Nothing for a line that is empty or a comment.
std::optional<NamedValue> wordsOf(const Document& document, std::size_t line, std::size_t lineEnd)
{
    const std::string_view bytes = document.bytes;
    const auto name = nextWord(bytes, line, lineEnd);
    if (name.begin == name.end || bytes[name.begin] == '#')
        return std::nullopt;
    const auto value = nextWord(bytes, name.end, lineEnd);
    const auto rest = nextWord(bytes, value.end, lineEnd);
    if (value.begin == value.end || (rest.begin != rest.end && bytes[rest.begin] != '#'))
        throw syntaxError(document, name.begin,
                          Message("expected a name and a value, found {}",
                                  foundAt(document, value.begin == value.end ? name.begin : rest.begin)));
    return NamedValue{name, value};
}

/// "(Unnamed Layer* 0) [Convolution]_output: 3c010a14". Nothing for an empty line.
std::optional<NamedValue> cacheLineOf(const Document& document, std::size_t line, std::size_t lineEnd)
{
    const auto text = std::string_view(document.bytes).substr(line, lineEnd - line);
    const auto first = text.find_first_not_of(kLineBlanks);
    if (first == text.npos)
        return std::nullopt;
    const auto colon = text.rfind(':');
    const auto value = colon == text.npos ? Span{} : nextWord(document.bytes, line + colon + 1, lineEnd);
    const bool isAll = text.find_last_not_of(kLineBlanks) + 1 == value.end - line;
    if (colon == text.npos || colon == first || value.begin == value.end || !isAll)
        throw syntaxError(document, line + first,
                          Message("expected \"name: value\", found {}", foundAt(document, line + first)));
    return NamedValue{{line + first, line + colon}, value};
}

/// "quantization_param" or "a, b = split".
bool isCallHead(std::string_view text)
{
    const auto isFine = [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_ \t,=", c) != nullptr; };
    return !text.empty() && std::ranges::all_of(text, isFine);
}

/// Where the row ends that begins at @p begin: before the blanks and the comment at its line's end; a call ends where
/// its brackets close.
std::size_t endOfRow(std::string_view bytes, std::size_t begin, std::size_t lineEnd)
{
    int depth = 0;
    const auto open = bytes.substr(begin, lineEnd - begin).find('(');
    const bool isCall = open != bytes.npos && isCallHead(bytes.substr(begin, open));
    auto last = begin;
    for (auto i = begin; i < bytes.size() && (i < lineEnd || (isCall && depth > 0)); ++i) {
        const bool isComment = bytes[i] == '#' && i > begin && kLineBlanks.find(bytes[i - 1]) != kLineBlanks.npos;
        if (isComment)
            i = std::min(bytes.find('\n', i), bytes.size()) - 1;
        else if (bytes[i] != '\n' && kLineBlanks.find(bytes[i]) == kLineBlanks.npos)
            last = i;
        depth += isComment ? 0 : bytes[i] == '(' ? 1 : bytes[i] == ')' ? -1 : 0;
    }
    return last + 1;
}

} // namespace

bool hasCacheHead(std::string_view bytes)
{
    bytes.remove_prefix(contentBegin(bytes));
    const auto head = bytes.substr(0, bytes.find_first_of("\r\n"));
    return head.starts_with("TRT-") && head.find_first_of(" \t:") == head.npos;
}

void parseLines(Document& document)
{
    const std::string_view bytes = document.bytes;
    auto& root = *document.root;
    root.kind = Node::Kind::Map;
    root.span = {contentBegin(bytes), bytes.size()};
    std::set<std::string, std::less<>> names;
    const bool isCache = hasCacheHead(bytes);
    auto line = root.span.begin;
    if (isCache)
        line = std::min(bytes.find('\n', line), bytes.size() - 1) + 1;
    for (std::size_t lineEnd = 0; line < bytes.size(); line = lineEnd + 1) {
        lineEnd = std::min(bytes.find('\n', line), bytes.size());
        const auto found = isCache ? cacheLineOf(document, line, lineEnd) : wordsOf(document, line, lineEnd);
        if (!found)
            continue;
        auto& entry = root.entries.emplace_back();
        entry.key = bytes.substr(found->name.begin, found->name.end - found->name.begin);
        entry.keySpan = found->name;
        entry.value.kind = Node::Kind::Scalar;
        entry.value.text = bytes.substr(found->value.begin, found->value.end - found->value.begin);
        entry.value.slot = isCache ? found->name.end + 1 : found->name.end;
        entry.value.span = found->value;
        if (!names.insert(entry.key).second)
            document.remarks.push_back(
                {Message("{} a second time: the last one counts", entry.key), found->name.begin, true});
    }
}

void parseRows(Document& document)
{
    const std::string_view bytes = document.bytes;
    auto& root = *document.root;
    root.kind = Node::Kind::Sequence;
    root.span = {contentBegin(bytes), contentBegin(bytes)};
    for (std::size_t line = root.span.begin, end = 0; line < bytes.size(); line = end + 1) {
        end = std::min(bytes.find('\n', line), bytes.size());
        const auto begin = bytes.find_first_not_of(kLineBlanks, line);
        if (begin >= end || bytes[begin] == '#')
            continue;
        const auto rowEnd = endOfRow(bytes, begin, end);
        end = std::min(bytes.find('\n', rowEnd), bytes.size());
        auto& entry = root.entries.emplace_back();
        entry.keySpan = {begin, begin};
        entry.value.kind = Node::Kind::Scalar;
        entry.value.text = bytes.substr(begin, rowEnd - begin);
        entry.value.slot = begin;
        entry.value.span = {begin, rowEnd};
    }
    if (!root.entries.empty())
        root.span = {root.entries.front().value.span.begin, root.entries.back().value.span.end};
}

} // namespace ql::config::text
