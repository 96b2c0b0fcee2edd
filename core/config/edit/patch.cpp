// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/patch.h"

#include "core/config/edit/patch_rooms.h"
#include "core/config/text/parsers.h"

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

/// How the texts nearest to a new one are quoted.
Quoting neighbourQuoting(const Node& parent)
{
    for (auto entry = parent.entries.rbegin(); entry != parent.entries.rend(); ++entry)
        if (entry->value.kind == Node::Kind::Scalar && entry->value.quoting != Quoting::None)
            return entry->value.quoting;
    for (auto entry = parent.entries.rbegin(); entry != parent.entries.rend(); ++entry)
        if (const auto inner = neighbourQuoting(entry->value); inner != Quoting::None)
            return inner;
    return Quoting::None;
}

Patch add(const Node& parent, Addition addition)
{
    addition.style.quoting = neighbourQuoting(parent);
    if (isMessage(addition.document, parent))
        return addToMessage(parent, addition);
    return parent.isFlow ? addToFlow(parent, addition) : addToBlock(parent, addition);
}

/// Where nothing stands yet behind a key.
Patch fillBlank(const Document& document, const Node& node, const Value& value)
{
    const auto style = styleOf(document);
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
    style.quoting = value.isCollection() ? neighbourQuoting(*document.root) : node.quoting;
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
