// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit/patch.h"
#include "core/config/text/view.h"

#include <string>

namespace ql::config::edit {

/// Edits a config file as text. Each edit patches the fewest bytes, then the result is parsed again and must mean
/// exactly the old meaning plus the edit; otherwise it throws and the text stays as it was.
class TreeEditor {
public:
    /// @throws Error as text::parseDocument()
    TreeEditor(std::string bytes, text::Syntax syntax, std::string name);

    const std::string& bytes() const { return m_document.bytes; }
    const text::Document& document() const { return m_document; }
    text::View root() const { return text::View(m_document); }
    /// What the whole file means.
    const text::Value& meaning() const { return m_meaning; }

    /// Puts @p value at @p path; missing maps on the way are made. A piece that is shared through an alias or a merge
    /// is copied first, so that nobody else sees the edit.
    void set(const text::Path& path, const text::Value& value);
    /// Adds an item to the list at @p path, which is made when missing.
    void append(const text::Path& path, const text::Value& item);
    /// Adds another field @p key to the message at @p path of a text-proto file.
    void addField(const text::Path& path, const std::string& key, const text::Value& value);
    /// Takes out what stands at @p path.
    void remove(const text::Path& path);

private:
    /// Takes @p expected when the patched text means it.
    void commit(const Patch& patch, text::Value& expected);

    text::Document m_document;
    text::Value m_meaning;
};

} // namespace ql::config::edit
