// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/text/view.h"

#include <memory>
#include <string>
#include <vector>

namespace ql::config::edit {

/// Edits a config file as text. Edits change what it means at once; commit() patches the fewest bytes for all of them,
/// parses the result again and takes it only if it means exactly that.
class TreeEditor {
public:
    explicit TreeEditor(std::shared_ptr<const text::Document> document);

    text::Syntax syntax() const { return m_document->syntax; }
    /// What the whole file means, edits included.
    const text::Value& meaning() const { return m_meaning; }

    /// Puts @p value at @p path; missing maps on the way are made. A piece that is shared through an alias or a merge
    /// is copied first, so that nobody else sees the edit.
    void set(const text::Path& path, const text::Value& value);
    /// Adds an item to the list at @p path, which is made when missing.
    void append(const text::Path& path, const text::Value& item);
    /// Adds another field @p key to the message at @p path of a text-proto file.
    void addField(const text::Path& path, const std::string& key, const text::Value& value);
    /// Takes out what stands at @p path. @throws Error (BadArgument) when it is shared through an alias or a merge
    void remove(const text::Path& path);

    /// The edited file. @throws Error (UnsupportedFormat) when a place can't be edited safely; all edits since the last
    /// commit are taken back then
    std::shared_ptr<const text::Document> commit();

private:
    struct Edit {
        enum class Kind { Set, AddField, Remove };
        Kind kind;
        text::Path path;
        std::string key;
        text::Value value;
    };

    void make(Edit edit);
    /// Takes the text with the edits; what is in the way otherwise.
    Message takePatched();
    /// Means what the document says, without edits.
    void relink();

    std::shared_ptr<const text::Document> m_document;
    text::Value m_meaning;
    std::vector<Edit> m_edits; ///< since the last commit
};

} // namespace ql::config::edit
