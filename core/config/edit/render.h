// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit/text_layout.h"
#include "core/config/text/value.h"

#include <string>

namespace ql::config::edit {

/// Writes a value on one line, as it stands between brackets: `{num_bits: 8}`, `{"num_bits": 8}`.
std::string renderInline(const text::Value& value, text::Syntax syntax, const Style& style);

/// Writes "key: value" as an entry of a map whose entries begin behind @p indent; more lines are indented accordingly.
/// YAML in block style, JSON a line per entry, text-proto. No line break at either end.
std::string renderEntry(const std::string& key, const text::Value& value, text::Syntax syntax, const Style& style,
                        const std::string& indent);

/// Writes a value as an item of a list, likewise; YAML with its dash.
std::string renderItem(const text::Value& value, text::Syntax syntax, const Style& style, const std::string& indent);

/// A scalar as @p syntax wants it, in quotes where it needs them.
std::string renderScalar(const text::Value& value, text::Syntax syntax, text::Quoting quoting);

/// A whole file with a final line break.
std::string renderDocument(const text::Value& value, text::Syntax syntax);

} // namespace ql::config::edit
