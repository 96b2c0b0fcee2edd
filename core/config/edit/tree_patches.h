// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit/patch.h"
#include "core/config/text/value.h"

#include <optional>

namespace ql::config::edit {

/// Whether @p path leads through a piece of the document that stands elsewhere too: behind an alias or a merge.
bool isShared(const text::Value& root, const text::Path& path);

/// A text after patches.
struct PatchedText {
    std::string text;
    std::size_t offset = 0; ///< of the first patch
};

/// The text of @p document once it says what @p wanted does, which was read from it and changed since. Nothing where
/// two changes touch the same bytes: then they have to be made one after the other.
std::optional<PatchedText> patched(const text::Document& document, const text::Value& wanted);

} // namespace ql::config::edit
