// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/report/format/report_files.h"
#include "core/report/html/labels.h"
#include "core/results/result_parts.h"

#include <span>
#include <string_view>

namespace ql::report {

/// A form in which results are handed to other tools.
struct ExportFormat {
    std::string_view name; ///< on the command line: "model-explorer"
    Message title;         ///< "node data for Model Explorer"
    /// Files by their names within a folder; none where @p parts hold nothing for it.
    ReportFiles (*write)(const results::ResultParts& parts, const Labels& labels);
};

/// All of exports.inc, in its order.
std::span<const ExportFormat> exportFormats();
/// Null if there is none.
const ExportFormat* exportFormatOf(std::string_view name);
/// What @p format writes of them. @throws Error (BadArgument) where that is nothing
ReportFiles exportedFiles(const ExportFormat& format, const results::ResultParts& parts, const Labels& labels);

} // namespace ql::report
