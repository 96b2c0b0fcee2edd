// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/text/document.h"

#include <string>
#include <string_view>

namespace ql::config::edit {

/// Where lines begin and end, and how a file is laid out. All offsets are bytes.

std::size_t lineBegin(std::string_view bytes, std::size_t offset);
/// The line break ("\n" or "\r\n") or the end of the file.
std::size_t lineEnd(std::string_view bytes, std::size_t offset);
/// Behind the line break.
std::size_t nextLine(std::string_view bytes, std::size_t offset);
/// The end of the line before the one of @p offset; 0 on the first.
std::size_t previousLineEnd(std::string_view bytes, std::size_t offset);
/// Whether only blanks stand before @p offset on its line.
bool isFirstOnLine(std::string_view bytes, std::size_t offset);
/// Whether only blanks or a comment ('#') stand behind @p offset on its line.
bool isLastOnLine(std::string_view bytes, std::size_t offset);
/// What stands before @p offset on its line, with everything that is no blank turned into one.
std::string indentOf(std::string_view bytes, std::size_t offset);

/// The formatting style (indentation, line breaks, quotes) that inserted text must follow.
struct Style {
    std::string lineBreak = "\n";
    std::string step = "  ";                        ///< one more level of indentation
    std::string dashStep;                           ///< from a YAML key to the dashes of its list
    std::string colon = ": ";                       ///< between key and scalar
    std::string messageColon = " ";                 ///< between a text-proto field and its "{"
    bool keepsItemsOnLine = false;                  ///< a map of scalars in a JSON list has one line
    text::Quoting quoting = text::Quoting::None;    ///< of texts that need none
    text::Quoting keyQuoting = text::Quoting::None; ///< of keys that need none
};

/// Detects the style of an existing document.
Style styleOf(const text::Document& document);

/// Behind blanks and comments of the document's syntax.
std::size_t skipBlanks(const text::Document& document, std::size_t offset);

} // namespace ql::config::edit
