// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/request_parts.h"

#include <string>

namespace CLI {
class App;
}

namespace ql::cli {

/// The options that every command takes.
struct CommonOptions {
    bool isJson = false;   ///< print one document instead of text
    std::string outFolder; ///< empty = write no reports
    std::string logLevel = "warning";
    std::string progress = "auto";
    std::string language = "en"; ///< of report.html
    results::RunOptions run;
    results::SessionOptions engine;
};

/// Declares them on @p command; @p options must live until parsing is done.
void declareCommonOptions(CLI::App& command, CommonOptions& options);

} // namespace ql::cli
