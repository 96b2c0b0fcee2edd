// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace CLI {
class App;
}

namespace ql::cli {

class CommandSession;

/// What the shell sees. A contract: scripts rely on it.
enum ExitStatus : int {
    kDone = 0,
    kFailed = 1, ///< with one line "error: …" on stderr
    kWrongUsage = 2,
    kThresholdCrossed = 3, ///< a --fail-on condition holds
    kCancelled = 130       ///< as a shell reports a program that SIGINT ended
};

/// What a command does once its options are parsed; returns the exit status.
using Runner = std::function<int(CommandSession&)>;

/// What a command is for, in the order of the help.
enum class Purpose { LookAtModel, Analyze, UseFiles, ChangeModel, Learn };

/// A command line that one would type, and what for.
struct Example {
    const char* purpose;
    const char* line;
};
using Examples = std::vector<Example>;

/// One sub-command. Each file of commands/ defines one, `Command nameCommand()`.
struct Command {
    const char* name;
    const char* summary;
    /// Declares the command's own options and hands back what runs it.
    Runner (*declare)(CLI::App& command);
    Purpose purpose = Purpose::Analyze;
    /// Whether several processes that a launcher started share its work. Others refuse them: each would do all of it.
    bool sharesWork = false;
    Examples examples = {}; ///< at the end of its help and of its man page
};

/// The Command::declare of a command whose @p Options @p Declare has filled and @p Run takes.
template <typename Options, void (*Declare)(CLI::App&, Options&), int (*Run)(CommandSession&, Options&)>
Runner declared(CLI::App& command)
{
    const auto options = std::make_shared<Options>();
    Declare(command, *options);
    return [options](CommandSession& session) { return Run(session, *options); };
}

/// Every command, in the order of the help.
std::span<const Command> commands();

} // namespace ql::cli
