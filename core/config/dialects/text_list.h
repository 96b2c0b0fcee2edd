// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit/tree_editor.h"

#include <string>

namespace ql::config {

/// Lists that a file keeps in one text, "a;b;c" (Horizon). A real list at the same place is edited as a list.

/// Adds a piece unless it is there.
void addPiece(edit::TreeEditor& editor, const text::Path& path, const std::string& piece);
/// Takes out pieces equal to @p name, and pieces "name:…". True when there was one.
bool removePiece(edit::TreeEditor& editor, const text::Path& path, const std::string& name);

} // namespace ql::config
