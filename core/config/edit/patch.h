// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/text/document.h"

#include <string>

namespace ql::config::edit {

/// Bytes [offset, offset + length) of a text replaced.
struct Patch {
    std::size_t offset = 0;
    std::size_t length = 0;
    std::string text;
};

std::string applied(const std::string& bytes, const Patch& patch);
/// What turns the patched text back into @p bytes.
Patch inverse(const std::string& bytes, const Patch& patch);

/// The smallest change that puts @p value where @p node stands.
Patch replaceNode(const text::Document& document, const text::Node& node, const text::Value& value);
/// Adds an entry behind the last of @p map.
Patch insertEntry(const text::Document& document, const text::Node& map, const std::string& key,
                  const text::Value& value);
/// Adds an item behind the last of @p sequence.
Patch appendItem(const text::Document& document, const text::Node& sequence, const text::Value& value);
/// Takes out an entry or item, with its lines where it has them for itself.
Patch removeEntry(const text::Document& document, const text::Node& parent, std::size_t index);

} // namespace ql::config::edit
