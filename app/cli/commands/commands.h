// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace ql::cli {

class CommandSession;

/// What a command does once its options are parsed; returns the exit status.
using Runner = std::function<int(CommandSession&)>;

/// One sub-command: a row of the table.
struct Command {
    const char* name;
    const char* summary;
    /// Declares the command's own options and hands back what runs it.
    Runner (*declare)(CLI::App& command);
};

/// Every command, in the order of the help. A new one is a file and a line here.
std::span<const Command> commands();

Runner declareAttribution(CLI::App& command);
Runner declareBadCase(CLI::App& command);
Runner declareCalibrate(CLI::App& command);
Runner declareCheck(CLI::App& command);
Runner declareCompare(CLI::App& command);
Runner declareConfig(CLI::App& command);
Runner declareDemo(CLI::App& command);
Runner declareDiff(CLI::App& command);
Runner declareInfo(CLI::App& command);
Runner declareProfile(CLI::App& command);
Runner declareProject(CLI::App& command);
Runner declareReport(CLI::App& command);
Runner declareRun(CLI::App& command);
Runner declareSensitivity(CLI::App& command);
Runner declareShadow(CLI::App& command);
Runner declareTune(CLI::App& command);
Runner declareWeights(CLI::App& command);

} // namespace ql::cli
