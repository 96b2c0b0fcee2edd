// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/result_parts.h"

#include <string>
#include <string_view>

namespace ql::report {

/// A file that another tool wrote.
struct ForeignFile {
    std::string name; ///< for messages, and where a tool says something by it
    std::string_view text;
};

/// Results of one other tool: what it measured becomes a document of ours, and what it didn't stays unmeasured.
struct ForeignTool {
    Message title; ///< "RKNN's accuracy analysis"
    /// Whether a file that begins so, see kForeignHead, is one of these.
    bool (*recognises)(std::string_view head);
    /// Adds what the file says. @returns the command whose document it is like: "compare", "profile" …
    /// @throws Error (FileCorrupt) naming the place
    std::string_view (*read)(const ForeignFile& file, results::ResultParts& parts);
};

/// As many bytes of a file as are looked at to recognise it.
inline constexpr std::size_t kForeignHead = 4096;

/// Null for none. @p head needs no more than kForeignHead bytes.
const ForeignTool* foreignToolOf(std::string_view head);

/// "RKNN's accuracy analysis, …": every tool.
Message foreignTools();

} // namespace ql::report
