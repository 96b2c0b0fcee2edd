// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/text_layout.h"

#include "core/config/text/parsers.h"

namespace ql::config::edit {

namespace {

using text::Document;
using text::Node;
using text::Syntax;

constexpr auto npos = std::string_view::npos;

std::string_view between(const Document& document, std::size_t begin, std::size_t end)
{
    return end > begin ? std::string_view(document.bytes).substr(begin, end - begin) : std::string_view();
}

/// Takes from the first places where something shows how this file does it.
class StyleReader {
public:
    StyleReader(const Document& document, Style& style)
        : m_document(document)
        , m_style(style)
    {
    }

    void read(const Node& node, const std::string* parentIndent)
    {
        for (const auto& entry : node.entries) {
            const auto& bytes = m_document.bytes;
            const bool isOnOwnLine = isFirstOnLine(bytes, entry.keySpan.begin);
            const auto indent = isOnOwnLine ? indentOf(bytes, entry.keySpan.begin) : std::string();
            if (isOnOwnLine && parentIndent)
                takeStep(node, indent, *parentIndent);
            if (node.kind == Node::Kind::Map)
                takeColon(entry);
            if (isComplete())
                return;
            read(entry.value, isOnOwnLine ? &indent : parentIndent);
        }
    }

private:
    bool isComplete() const { return m_hasStep && m_hasColon && m_hasDashStep && m_hasMessageColon; }

    void takeStep(const Node& node, const std::string& indent, const std::string& parentIndent)
    {
        if (!indent.starts_with(parentIndent))
            return;
        const auto step = indent.substr(parentIndent.size());
        const bool isDashed = node.kind == Node::Kind::Sequence && !node.isFlow;
        if (isDashed && !m_hasDashStep) {
            m_style.dashStep = step;
            m_hasDashStep = true;
        } else if (!isDashed && !m_hasStep && !step.empty()) {
            m_style.step = step;
            m_hasStep = true;
        }
    }

    void takeColon(const text::Entry& entry)
    {
        const auto gap = between(m_document, entry.keySpan.end, entry.value.begin);
        const bool isMessage = m_document.syntax == Syntax::Proto && entry.value.kind == Node::Kind::Map;
        if (entry.value.kind == Node::Kind::Null || gap.empty() || gap.find_first_of("\n#") != npos)
            return;
        auto& colon = isMessage ? m_style.messageColon : m_style.colon;
        auto& hasColon = isMessage ? m_hasMessageColon : m_hasColon;
        if (!hasColon)
            colon = gap;
        hasColon = true;
    }

    const Document& m_document;
    Style& m_style;
    bool m_hasStep = false;
    bool m_hasDashStep = false;
    bool m_hasColon = false;
    bool m_hasMessageColon = false;
};

/// The first map with entries that is an item of a list.
const Node* firstMapInList(const Node& node)
{
    for (const auto& entry : node.entries) {
        const auto& value = entry.value;
        if (node.kind == Node::Kind::Sequence && value.kind == Node::Kind::Map && !value.entries.empty())
            return &value;
        if (const auto* found = firstMapInList(value))
            return found;
    }
    return nullptr;
}

} // namespace

std::size_t lineBegin(std::string_view bytes, std::size_t offset)
{
    const auto lineBreak = offset == 0 ? npos : bytes.rfind('\n', offset - 1);
    return lineBreak == npos ? text::contentBegin(bytes) : lineBreak + 1;
}

std::size_t lineEnd(std::string_view bytes, std::size_t offset)
{
    const auto end = bytes.find('\n', offset);
    if (end == npos)
        return bytes.size();
    return end > offset && bytes[end - 1] == '\r' ? end - 1 : end;
}

std::size_t nextLine(std::string_view bytes, std::size_t offset)
{
    const auto end = bytes.find('\n', offset);
    return end == npos ? bytes.size() : end + 1;
}

std::size_t previousLineEnd(std::string_view bytes, std::size_t offset)
{
    const auto begin = lineBegin(bytes, offset);
    if (begin == text::contentBegin(bytes))
        return begin;
    return begin >= 2 && bytes[begin - 2] == '\r' ? begin - 2 : begin - 1;
}

bool isFirstOnLine(std::string_view bytes, std::size_t offset)
{
    // Backwards over blanks only: a line may be a whole file long.
    const auto begin = text::contentBegin(bytes);
    while (offset > begin && (bytes[offset - 1] == ' ' || bytes[offset - 1] == '\t'))
        --offset;
    return offset <= begin || bytes[offset - 1] == '\n';
}

bool isLastOnLine(std::string_view bytes, std::size_t offset)
{
    const auto end = lineEnd(bytes, offset);
    const auto rest = bytes.substr(offset, end - offset);
    const auto first = rest.find_first_not_of(" \t");
    return first == npos || rest[first] == '#' || rest.substr(first).starts_with("//");
}

std::string indentOf(std::string_view bytes, std::size_t offset)
{
    const auto begin = lineBegin(bytes, offset);
    std::string indent(offset > begin ? bytes.substr(begin, offset - begin) : std::string_view());
    for (auto& c : indent)
        if (c != '\t')
            c = ' ';
    return indent;
}

Style styleOf(const Document& document)
{
    Style style;
    style.lineBreak = document.lineBreak;
    if (document.syntax == Syntax::Lines)
        style.colon = text::hasCacheHead(document.bytes) ? ": " : " ";
    if (document.syntax == Syntax::Json)
        style.step = "    ";
    StyleReader(document, style).read(*document.root, nullptr);
    if (const auto* item = document.syntax == Syntax::Json ? firstMapInList(*document.root) : nullptr)
        style.keepsItemsOnLine = between(document, item->span.begin, item->span.end).find('\n') == npos;
    if (style.dashStep.empty() && document.syntax != Syntax::Yaml)
        style.dashStep = style.step;
    return style;
}

std::size_t skipBlanks(const Document& document, std::size_t offset)
{
    const std::string_view bytes = document.bytes;
    for (;;) {
        offset = std::min(bytes.find_first_not_of(" \t\r\n", offset), bytes.size());
        const auto rest = bytes.substr(offset);
        if (rest.starts_with('#') || (document.syntax == Syntax::Json && rest.starts_with("//")))
            offset = std::min(bytes.find('\n', offset), bytes.size());
        else if (document.syntax == Syntax::Json && rest.starts_with("/*"))
            offset = std::min(bytes.find("*/", offset), bytes.size() - 2) + 2;
        else
            return offset;
    }
}

} // namespace ql::config::edit
