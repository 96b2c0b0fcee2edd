// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/patch.h"

#include "core/config/text/parsers.h"
#include "core/config/text/scalars.h"

#include <algorithm>
#include <map>

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

/// How often each way of quoting stands in a file.
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

    static bool isText(const Document& document, const Node& node)
    {
        const bool isPlain =
            node.quoting == Quoting::None && text::plainKind(document.syntax, node.text) == Value::Kind::Text;
        return node.kind == Node::Kind::Scalar
               && (isPlain || (node.quoting != Quoting::None && node.quoting != Quoting::Block));
    }

    static Quoting usual(const std::map<Quoting, int>& counts)
    {
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == counts.end() ? Quoting::None : most->first;
    }
};

/// As the nearest neighbours do it, or else as the file mostly does.
void takeQuoting(const Document& document, const Node& parent, Style& style)
{
    QuotingCounts file;
    file.count(document, *document.root);
    style.keyQuoting = QuotingCounts::usual(file.keys);
    style.quoting = QuotingCounts::usual(file.texts);
    QuotingCounts near;
    near.count(document, parent);
    if (!near.texts.empty())
        style.quoting = QuotingCounts::usual(near.texts);
    if (!parent.entries.empty() && parent.kind == Node::Kind::Map)
        style.keyQuoting = parent.entries.back().keyQuoting;
    else if (!near.keys.empty())
        style.keyQuoting = QuotingCounts::usual(near.keys);
    for (auto entry = parent.entries.rbegin(); entry != parent.entries.rend(); ++entry)
        if (QuotingCounts::isText(document, entry->value)) {
            style.quoting = entry->value.quoting;
            return;
        }
}

Patch add(const Node& parent, Addition addition)
{
    takeQuoting(addition.document, parent, addition.style);
    if (isMessage(addition.document, parent))
        return addToMessage(parent, addition);
    return parent.isFlow ? addToFlow(parent, addition) : addToBlock(parent, addition);
}

/// Where nothing stands yet behind a key.
Patch fillBlank(const Document& document, const Node& node, const Value& value)
{
    auto style = styleOf(document);
    takeQuoting(document, *document.root, style);
    const auto& bytes = document.bytes;
    const bool isRoot = document.root.get() == &node;
    if (isRoot) {
        const bool needsBreak = !bytes.empty() && !bytes.ends_with('\n') && bytes.size() > text::contentBegin(bytes);
        Value root = value;
        std::string lines;
        for (const auto& [key, item] : root.entries)
            lines += renderEntry(key, item, document.syntax, style, "") + style.lineBreak;
        return {bytes.size(), 0, (needsBreak ? style.lineBreak : "") + lines};
    }
    return {node.slot, 0, " " + renderInline(value, document.syntax, style)};
}

} // namespace

std::string Addition::onLine() const
{
    if (!isEntry)
        return renderInline(value, document.syntax, style);
    const auto braced = renderInline(Value::ofMap({{key, value}}), document.syntax, style);
    return braced.substr(1, braced.size() - 2);
}

std::string Addition::onLines(const std::string& indent) const
{
    return isEntry ? renderEntry(key, value, document.syntax, style, indent)
                   : renderItem(value, document.syntax, style, indent);
}

std::string Addition::inFlow(const std::string& indent) const
{
    return document.syntax == Syntax::Yaml ? onLine() : onLines(indent);
}

std::string applied(const std::string& bytes, const Patch& patch)
{
    return bytes.substr(0, patch.offset) + patch.text + bytes.substr(patch.offset + patch.length);
}

Patch inverse(const std::string& bytes, const Patch& patch)
{
    return {patch.offset, patch.text.size(), bytes.substr(patch.offset, patch.length)};
}

Patch replaceNode(const Document& document, const Node& node, const Value& value)
{
    if (node.span.begin == node.span.end)
        return fillBlank(document, node, value);
    auto style = styleOf(document);
    if (value.isCollection())
        takeQuoting(document, *document.root, style);
    else
        style.quoting = node.quoting;
    if (document.syntax == Syntax::Proto && value.kind == Value::Kind::Map)
        style.colon = ": ";
    // A collection in block style begins on a line of its own.
    const bool isBlock = !node.isFlow && (node.kind == Node::Kind::Map || node.kind == Node::Kind::Sequence);
    const auto begin = isBlock ? node.slot : node.span.begin;
    return {begin, node.span.end - begin, (isBlock ? " " : "") + renderInline(value, document.syntax, style)};
}

Patch insertEntry(const Document& document, const Node& map, const std::string& key, const Value& value)
{
    return add(map, {document, value, key, true, styleOf(document)});
}

Patch appendItem(const Document& document, const Node& sequence, const Value& value)
{
    return add(sequence, {document, value, {}, false, styleOf(document)});
}

Patch removeEntry(const Document& document, const Node& parent, std::size_t index)
{
    if (isMessage(document, parent))
        return removeFromMessage(document, parent, index);
    return parent.isFlow ? removeFromFlow(document, parent, index) : removeFromBlock(document, parent, index);
}

} // namespace ql::config::edit
