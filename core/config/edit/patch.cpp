// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/patch.h"

#include "core/config/text/parsers.h"
#include "core/config/text/scalars.h"

#include <algorithm>

namespace ql::config::edit {

namespace {

using text::Document;
using text::Node;
using text::Quoting;
using text::Syntax;
using text::Value;

bool isMessage(const Document& document, const Node& node)
{
    return document.syntax == Syntax::Proto && node.kind == Node::Kind::Map;
}

bool isText(const Document& document, const Node& node)
{
    const bool isPlain =
        node.quoting == Quoting::None && text::plainKind(document.syntax, node.text) == Value::Kind::Text;
    return node.kind == Node::Kind::Scalar
           && (isPlain || (node.quoting != Quoting::None && node.quoting != Quoting::Block));
}

/// How often each way of quoting stands below a node.
struct QuotingCounts {
    std::map<Quoting, int> keys;
    std::map<Quoting, int> texts;

    void count(const Document& document, const Node& node)
    {
        for (const auto& entry : node.entries) {
            if (!entry.key.empty())
                ++keys[entry.keyQuoting];
            if (isText(document, entry.value))
                ++texts[entry.value.quoting];
            count(document, entry.value);
        }
    }
};

Quoting usual(const std::map<Quoting, int>& counts)
{
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? Quoting::None : most->first;
}

} // namespace

std::string Addition::onLine() const
{
    const std::vector<Value::Entry> all(entries.begin(), entries.end());
    auto value = hasKeys ? Value::ofMap(all) : Value::ofSequence();
    if (!hasKeys)
        value.entries = all;
    const auto bracketed = renderInline(value, document.syntax, style);
    return bracketed.substr(1, bracketed.size() - 2);
}

std::string Addition::onLines(const std::string& indent, std::string_view separator) const
{
    std::string lines;
    for (const auto& [key, value] : entries) {
        if (!lines.empty())
            lines += std::string(separator) + style.lineBreak + indent;
        lines += hasKeys ? renderEntry(key, value, document.syntax, style, indent)
                         : renderItem(value, document.syntax, style, indent);
    }
    return lines;
}

std::string Addition::inFlow(const std::string& indent) const
{
    if (document.syntax != Syntax::Yaml)
        return onLines(indent, ",");
    std::string lines;
    for (std::size_t i = 0; i < entries.size(); ++i)
        lines += (i > 0 ? "," + style.lineBreak + indent : std::string())
                 + Addition{document, entries.subspan(i, 1), hasKeys, style}.onLine();
    return lines;
}

std::optional<std::string> applied(const std::string& bytes, std::span<const Patch> patches)
{
    std::string text;
    std::size_t end = 0;
    for (const auto& patch : patches) {
        if (patch.offset < end)
            return std::nullopt;
        text.append(bytes, end, patch.offset - end);
        text += patch.text;
        end = patch.offset + patch.length;
    }
    return text + bytes.substr(end);
}

Patcher::Patcher(const Document& document)
    : m_document(document)
{
}

const Style& Patcher::fileStyle()
{
    if (!m_style) {
        m_style = styleOf(m_document);
        QuotingCounts file;
        file.count(m_document, *m_document.root);
        m_style->keyQuoting = usual(file.keys);
        m_style->quoting = usual(file.texts);
    }
    return *m_style;
}

Style Patcher::styleNear(const Node& near)
{
    auto style = fileStyle();
    QuotingCounts counts;
    counts.count(m_document, near);
    if (!counts.texts.empty())
        style.quoting = usual(counts.texts);
    if (!near.entries.empty() && near.kind == Node::Kind::Map)
        style.keyQuoting = near.entries.back().keyQuoting;
    else if (!counts.keys.empty())
        style.keyQuoting = usual(counts.keys);
    const auto isNearText = [this](const text::Entry& entry) { return isText(m_document, entry.value); };
    if (const auto last = std::find_if(near.entries.rbegin(), near.entries.rend(), isNearText);
        last != near.entries.rend())
        style.quoting = last->value.quoting;
    return style;
}

const Style& Patcher::rootStyle()
{
    if (!m_rootStyle)
        m_rootStyle = styleNear(*m_document.root);
    return *m_rootStyle;
}

/// Where nothing stands yet behind a key, or in the file.
Patch Patcher::fillBlank(const Node& node, const Value& value)
{
    const auto& style = rootStyle();
    const auto& bytes = m_document.bytes;
    if (m_document.root.get() != &node)
        return {node.slot, 0, " " + renderInline(value, m_document.syntax, style)};
    const bool needsBreak = !bytes.empty() && !bytes.ends_with('\n') && bytes.size() > text::contentBegin(bytes);
    std::string lines;
    for (const auto& [key, item] : value.entries)
        lines += renderEntry(key, item, m_document.syntax, style, "") + style.lineBreak;
    return {bytes.size(), 0, (needsBreak ? style.lineBreak : "") + lines};
}

Patch Patcher::replace(const Node& node, const Value& value)
{
    if (node.span.begin == node.span.end)
        return fillBlank(node, value);
    auto style = value.isCollection() ? rootStyle() : fileStyle();
    if (!value.isCollection())
        style.quoting = node.quoting;
    if (m_document.syntax == Syntax::Proto && value.kind == Value::Kind::Map)
        style.colon = ": ";
    // A collection in block style begins on a line of its own.
    const bool isBlock = !node.isFlow && (node.kind == Node::Kind::Map || node.kind == Node::Kind::Sequence);
    const auto begin = isBlock ? node.slot : node.span.begin;
    return {begin, node.span.end - begin, (isBlock ? " " : "") + renderInline(value, m_document.syntax, style)};
}

Patch Patcher::add(const Node& parent, std::span<const Value::Entry> entries)
{
    const Addition addition{m_document, entries, parent.kind == Node::Kind::Map, styleNear(parent)};
    if (isMessage(m_document, parent))
        return addToMessage(parent, addition);
    return parent.isFlow ? addToFlow(parent, addition) : addToBlock(parent, addition);
}

Patch Patcher::remove(const Node& parent, std::size_t first, std::size_t last) const
{
    const EntryRange range{m_document, parent, first, last};
    if (isMessage(m_document, parent))
        return removeFromMessage(range);
    return parent.isFlow ? removeFromFlow(range) : removeFromBlock(range);
}

} // namespace ql::config::edit
