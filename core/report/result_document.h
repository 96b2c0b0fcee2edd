// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/result_parts.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace ql::report {

/// What a JSON document that a command wrote holds: that command's part (the demo's are a comparison and two
/// accuracies). A file of another tool (core/report/foreign) holds what it would be here.
struct ResultDocument {
    std::string file;
    std::string command; ///< "compare", "sensitivity" …; what another tool's file is like
    Message tool;        ///< that wrote it, where it was another than this program
    results::ResultParts parts;
};

/// Whether the documents of @p command can be read.
bool isReadBack(std::string_view command);

/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) naming the file and the place in it
ResultDocument readResultDocument(const std::filesystem::path& path);
/// The same for a document in memory; @p file is what messages call it.
ResultDocument parseResultDocument(std::string_view text, const std::string& file);

} // namespace ql::report
