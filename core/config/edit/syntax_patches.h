// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit/patch.h"
#include "core/config/edit/render.h"

namespace ql::config::edit {

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
