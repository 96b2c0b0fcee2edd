// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/manual/program_description.h"

#include <functional>
#include <string>
#include <vector>

namespace ql::manual {

// Scripts that complete a program's commands, options and their arguments in a shell. They need no help of the program.
std::string bashCompletion(const Command& program);
std::string zshCompletion(const Command& program);
std::string fishCompletion(const Command& program);

/// Calls @p visit with every command of @p program and what is typed to get there: "" for the program, "config set".
/// @p inherited are the options of the command that it belongs to, which hold there, too.
using CommandVisitor =
    std::function<void(const std::string& path, const Command& command, const std::vector<Option>& inherited)>;
void visitCommands(const Command& program, const CommandVisitor& visit);

/// The program's name as part of a function's: "_quantloupe_cli".
std::string functionName(const Command& program);

/// In single quotes of a POSIX shell.
std::string quoted(const std::string& text);

struct Page {
    std::string name; ///< "quantloupe-cli-config-set"
    std::string text; ///< for groff and mandoc, of the macros man(7)
};

/// The program's page and one for each of its commands, and theirs. @p date is the version's, 2026-01-31.
std::vector<Page> manPages(const Command& program, const std::string& date);

} // namespace ql::manual
