// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/tree_editor.h"

#include "core/base/error.h"

namespace ql::config::edit {

namespace {

using text::Document;
using text::Node;
using text::Path;
using text::Step;
using text::Syntax;
using text::Value;

/// The position among @p node's own entries, or npos. Of a repeated key the last counts, but in text-proto.
std::size_t entryAt(const Document& document, const Node& node, const Step& step)
{
    if (step.key.empty())
        return node.kind == Node::Kind::Sequence && step.index < node.entries.size() ? step.index : std::string::npos;
    auto found = std::string::npos;
    std::size_t occurrence = 0;
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
        if (node.entries[i].key != step.key)
            continue;
        if (document.syntax != Syntax::Proto || occurrence == step.index)
            found = i;
        ++occurrence;
    }
    return found;
}

/// How far a path leads through what is written in place.
struct Walk {
    const Node* node;
    std::size_t taken = 0; ///< steps
    const Node* parent = nullptr;
    std::size_t index = std::string::npos; ///< of node in parent
};

Walk walk(const Document& document, const Path& path)
{
    Walk reached{document.root.get()};
    for (const auto& step : path) {
        const auto index = entryAt(document, *reached.node, step);
        if (reached.node->kind == Node::Kind::Alias || index == std::string::npos)
            return reached;
        reached = {&reached.node->entries[index].value, reached.taken + 1, reached.node, index};
    }
    return reached;
}

/// The patch that makes the text say what @p expected says at @p path.
Patch patchFor(const Document& document, const Path& path, const Value& expected)
{
    const auto reached = walk(document, path);
    const Path taken(path.begin(), path.begin() + std::ptrdiff_t(reached.taken));
    const bool isMap = reached.node->kind == Node::Kind::Map;
    if (reached.taken == path.size() || (!isMap && reached.node->kind != Node::Kind::Sequence))
        return replaceNode(document, *reached.node, *at(expected, taken));
    Path next = taken;
    next.push_back(path[reached.taken]);
    const auto& value = *at(expected, next);
    return isMap ? insertEntry(document, *reached.node, next.back().key, value)
                 : appendItem(document, *reached.node, value);
}

} // namespace

TreeEditor::TreeEditor(std::string bytes, Syntax syntax, std::string name)
    : m_document(text::parseDocument(std::move(bytes), syntax, std::move(name)))
    , m_meaning(text::valueOf(root()))
{
}

void TreeEditor::set(const Path& path, const Value& value)
{
    Value expected = m_meaning;
    setAt(expected, path, value);
    if (isSameMeaning(expected, m_meaning))
        return;
    commit(patchFor(m_document, path, expected), expected);
}

void TreeEditor::append(const Path& path, const Value& item)
{
    const auto* sequence = at(m_meaning, path);
    if (!sequence || sequence->kind == Value::Kind::Null)
        return set(path, Value::ofSequence({item}));
    Path end = path;
    end.push_back({{}, sequence->entries.size()});
    set(end, item);
}

void TreeEditor::addField(const Path& path, const std::string& key, const Value& value)
{
    Value expected = m_meaning;
    auto* message = at(expected, path);
    const auto reached = walk(m_document, path);
    if (!message || reached.taken != path.size())
        throw Error(ErrorCode::BadArgument, Message("{}: there is no message to add {} to", m_document.name, key));
    message->add(key, value);
    commit(insertEntry(m_document, *reached.node, key, value), expected);
}

void TreeEditor::remove(const Path& path)
{
    Value expected = m_meaning;
    removeAt(expected, path);
    const auto reached = walk(m_document, path);
    if (reached.taken != path.size() || !reached.parent)
        throw Error(ErrorCode::BadArgument,
                    Message("{}: {} is shared through an alias", m_document.name, path.back().key),
                    "edit the anchor by hand");
    commit(removeEntry(m_document, *reached.parent, reached.index), expected);
}

void TreeEditor::commit(const Patch& patch, Value& expected)
{
    const auto where = m_document.where(patch.offset);
    const auto refuse = [&where](const Message& why) {
        throw Error(ErrorCode::UnsupportedFormat, Message("{}: this place can't be edited safely: {}", where, why),
                    "nothing was written; edit the line by hand");
    };
    try {
        auto document = text::parseDocument(applied(m_document.bytes, patch), m_document.syntax, m_document.name);
        if (!isSameMeaning(text::valueOf(text::View(document)), expected))
            refuse("something else would change too");
        document.lineBreak = m_document.lineBreak; // the last one may just have gone
        m_document = std::move(document);
        m_meaning = std::move(expected);
    } catch (const Error& error) {
        if (error.code() == ErrorCode::UnsupportedFormat)
            throw;
        refuse("the result would not be readable");
    }
}

} // namespace ql::config::edit
