// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/text/document.h"

#include <string_view>

namespace ql::config::text {

/// yaml-cpp says where a piece begins; these find where it ends. All offsets are bytes.

/// Behind anchors, tags and what may stand between them and the node they belong to.
std::size_t skipProperties(std::string_view bytes, std::size_t offset);
/// Behind blanks, line breaks and comments.
std::size_t skipBlanksAndComments(std::string_view bytes, std::size_t offset);
/// Behind a quoted scalar that begins at @p offset.
std::size_t quotedEnd(std::string_view bytes, std::size_t offset);
/// Behind the last line of a block scalar; @p parentColumn is the column of the key or dash it belongs to, -1 = none.
std::size_t blockScalarEnd(std::string_view bytes, std::size_t offset, int parentColumn);
/// Behind a plain scalar that reads as @p value; npos when it doesn't.
std::size_t plainEnd(std::string_view bytes, std::size_t offset, std::string_view value);
/// The next dash at @p column that begins a line, behind the line of @p offset; npos = none.
std::size_t nextDash(std::string_view bytes, std::size_t offset, std::size_t column);
/// Characters of the line before @p offset.
std::size_t columnOf(std::string_view bytes, std::size_t offset);

} // namespace ql::config::text
