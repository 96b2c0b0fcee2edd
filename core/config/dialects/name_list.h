// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/edit/tree_editor.h"
#include "core/config/quant_config.h"
#include "core/config/text/value.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace ql::config {

/// Small edits that several dialects share.

text::Path pathTo(std::initializer_list<const char*> keys);
text::Path below(text::Path path, const char* key);
text::Path itemOf(text::Path path, std::size_t index);

/// The names at @p path: one text, a list, or (text-proto) every occurrence of the field.
std::vector<std::string> namesAt(const text::Value& root, const text::Path& path);
/// Whether @p value is @p name, or a list that holds it.
bool holdsName(const text::Value& value, const std::string& name);

/// Adds @p name to the list at @p path unless it is there; the list is made when missing.
void addName(edit::TreeEditor& editor, const text::Path& path, const std::string& name);
/// Takes @p name out of the list at @p path, however often it is there.
void removeName(edit::TreeEditor& editor, const text::Path& path, const std::string& name);

/// Calls @p edit with the path of each item of the list at @p path; with @p path itself where no list stands.
template <typename Edit>
void forEachItem(const edit::TreeEditor& editor, const text::Path& path, Edit edit)
{
    const auto* value = at(editor.meaning(), path);
    if (!value || value->kind != text::Value::Kind::Sequence)
        return edit(path);
    const auto count = value->entries.size();
    for (std::size_t i = 0; i < count; ++i)
        edit(itemOf(path, i));
}

/// "a;b;c" and back.
std::vector<std::string> splitNames(const std::string& text, char separator = ';');
std::string joinNames(const std::vector<std::string>& names, char separator = ';');

/// @throws Error (BadArgument) "dialect X can't say Y"
[[noreturn]] void cannotSay(const Message& dialect, const Message& what, Message hint = {});
/// @throws as cannotSay(), unless @p settings say no more than widths of activation and weight
void requireWidthsOnly(const Message& dialect, LayerSettings settings, const Message& what);

/// What the settings say, in words,, besides bits and float type: for lists of losses. Empty = nothing.
std::vector<std::string> unsaidWords(const TensorSettings& settings, std::string_view tensor);

/// Lists that a file keeps in one text, "a;b;c" (Horizon). A real list at the same place is edited as a list.

/// Adds a piece unless it is there.
void addPiece(edit::TreeEditor& editor, const text::Path& path, const std::string& piece);
/// Takes out pieces equal to @p name, and pieces "name:…". True when there was one.
bool removePiece(edit::TreeEditor& editor, const text::Path& path, const std::string& name);

} // namespace ql::config
