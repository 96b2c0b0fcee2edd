// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/parsers.h"

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

} // namespace

void parseLines(Document& document)
{
    const std::string_view bytes = document.bytes;
    auto& root = *document.root;
    root.kind = Node::Kind::Map;
    root.span = {contentBegin(bytes), bytes.size()};
    std::set<std::string, std::less<>> names;
    std::size_t lineEnd = 0;
    for (auto line = root.span.begin; line < bytes.size(); line = lineEnd + 1) {
        lineEnd = std::min(bytes.find('\n', line), bytes.size());
        const auto name = nextWord(bytes, line, lineEnd);
        if (name.begin == name.end || bytes[name.begin] == '#')
            continue;
        const auto value = nextWord(bytes, name.end, lineEnd);
        const auto rest = nextWord(bytes, value.end, lineEnd);
        if (value.begin == value.end || (rest.begin != rest.end && bytes[rest.begin] != '#'))
            throw syntaxError(document, name.begin,
                              Message("expected a name and a value, found {}",
                                      foundAt(document, value.begin == value.end ? name.begin : rest.begin)));
        auto& entry = root.entries.emplace_back();
        entry.key = bytes.substr(name.begin, name.end - name.begin);
        entry.keySpan = name;
        entry.value.kind = Node::Kind::Scalar;
        entry.value.text = bytes.substr(value.begin, value.end - value.begin);
        entry.value.slot = name.end;
        entry.value.span = value;
        if (!names.insert(entry.key).second)
            document.remarks.push_back({Message("{} a second time: the last one counts", entry.key), name.begin, true});
    }
}

} // namespace ql::config::text
