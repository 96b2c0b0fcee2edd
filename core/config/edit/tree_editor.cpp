// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/tree_editor.h"

#include "core/base/error.h"
#include "core/config/edit/tree_patches.h"

namespace ql::config::edit {

namespace {

using text::Document;
using text::Path;
using text::Value;

} // namespace

TreeEditor::TreeEditor(std::shared_ptr<const Document> document)
    : m_document(std::move(document))
    , m_meaning(valueOf(text::View(*m_document)))
{
}

void TreeEditor::set(const Path& path, const Value& value)
{
    if (const auto* old = at(m_meaning, path); !old || !isSameMeaning(*old, value))
        make({Edit::Kind::Set, path, {}, value});
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
    if (const auto* message = at(m_meaning, path); !message || message->kind != Value::Kind::Map)
        throw Error(ErrorCode::BadArgument, Message("{}: there is no message to add {} to", m_document->name, key));
    make({Edit::Kind::AddField, path, key, value});
}

void TreeEditor::remove(const Path& path)
{
    if (isShared(m_meaning, path))
        throw Error(ErrorCode::BadArgument,
                    Message("{}: {} is shared through an alias", m_document->name, path.back().key),
                    "edit the anchor by hand");
    make({Edit::Kind::Remove, path, {}, {}});
}

void TreeEditor::make(Edit edit)
{
    switch (edit.kind) {
    case Edit::Kind::Set: setAt(m_meaning, edit.path, edit.value); break;
    case Edit::Kind::AddField: addAt(m_meaning, edit.path, edit.key, edit.value); break;
    case Edit::Kind::Remove: removeAt(m_meaning, edit.path); break;
    }
    m_edits.push_back(std::move(edit));
}

std::shared_ptr<const Document> TreeEditor::commit()
{
    if (m_edits.empty() || takePatched().empty())
        return m_document;
    // Some of them may meet in one place: one after the other then.
    const auto before = m_document;
    const auto edits = m_edits;
    relink();
    try {
        for (const auto& edit : edits) {
            make(edit);
            if (const auto problem = takePatched(); !problem.empty())
                throw Error(ErrorCode::UnsupportedFormat, problem, "nothing was written; edit the line by hand");
        }
    } catch (const Error&) {
        m_document = before;
        relink();
        throw;
    }
    return m_document;
}

Message TreeEditor::takePatched()
{
    const auto patch = patched(*m_document, m_meaning);
    const auto refused = [&](const Message& why) {
        return Message("{}: this place can't be edited safely: {}", m_document->where(patch ? patch->offset : 0), why);
    };
    if (!patch)
        return refused("something else would change too");
    try {
        auto document = text::parseDocument(patch->text, m_document->syntax, m_document->name);
        auto meaning = valueOf(text::View(document));
        if (!isSameMeaning(meaning, m_meaning))
            return refused("something else would change too");
        document.lineBreak = m_document->lineBreak; // the last one may just have gone
        m_document = std::make_shared<const Document>(std::move(document));
        m_meaning = std::move(meaning); // of the same pieces, which a document keeps where they are
        m_edits.clear();
        return {};
    } catch (const Error&) {
        return refused("the result would not be readable");
    }
}

void TreeEditor::relink()
{
    m_meaning = valueOf(text::View(*m_document));
    m_edits.clear();
}

} // namespace ql::config::edit
