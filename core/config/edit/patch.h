// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit/render.h"
#include "core/config/text/document.h"

#include <string>
#include <string_view>

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

/// What is added: an entry (with key) or an item, rendered once the indentation is known.
struct Addition {
    const text::Document& document;
    const text::Value& value;
    std::string key; ///< of an entry
    bool isEntry = false;
    Style style;

    std::string onLine() const;                           ///< on one line, between brackets
    std::string onLines(const std::string& indent) const; ///< for a place of its own
    /// For a place of its own between brackets, where YAML's block style may not stand.
    std::string inFlow(const std::string& indent) const;
};

/// Between brackets and separated by commas: JSON, YAML's flow style, text-proto's lists.
Patch addToFlow(const text::Node& parent, const Addition& addition);
Patch removeFromFlow(const text::Document& document, const text::Node& parent, std::size_t index);

/// By indentation: YAML's block style; and "name value" lines.
Patch addToBlock(const text::Node& parent, const Addition& addition);
Patch removeFromBlock(const text::Document& document, const text::Node& parent, std::size_t index);

/// Text-proto messages and the file itself.
Patch addToMessage(const text::Node& parent, const Addition& addition);
Patch removeFromMessage(const text::Document& document, const text::Node& parent, std::size_t index);

} // namespace ql::config::edit
