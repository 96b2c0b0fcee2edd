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

/// "a;b;c" and back.
std::vector<std::string> splitNames(const std::string& text, char separator = ';');
std::string joinNames(const std::vector<std::string>& names, char separator = ';');

/// @throws Error (BadArgument) "dialect X can't say Y"
[[noreturn]] void cannotSay(const Message& dialect, const Message& what, Message hint = {});

/// What the settings say, in words,, besides bits and float type: for lists of losses. Empty = nothing.
std::vector<std::string> unsaidWords(const TensorSettings& settings, std::string_view tensor);

} // namespace ql::config
