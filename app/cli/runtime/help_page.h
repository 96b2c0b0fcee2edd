// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

#include <memory>
#include <string>

namespace CLI {
class App;
class FormatterBase;
} // namespace CLI

namespace ql::cli {

/// Draws the pages of --help, of options that are used often, and --help-all, of all, as wide as what reads them.
std::shared_ptr<CLI::FormatterBase> helpPages();

/// Declares -h, --help and --help-all.
void declareHelp(CLI::App& app);

/// "Examples:" and, for each, a line that says what for and the command line; empty without any. What else a page says
/// at its end stands after a blank line.
std::string examplesText(const Examples& examples);
/// Puts @p examples before what else the page of @p command says at its end.
void giveExamples(CLI::App& command, const Examples& examples);

} // namespace ql::cli
