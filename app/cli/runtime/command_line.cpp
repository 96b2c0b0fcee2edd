// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_session.h"

#include "app/cli/options/path_options.h"
#include "app/cli/runtime/command_tree.h"
#include "app/cli/runtime/console.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/report/table/number_format.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <vector>

namespace ql::cli {

namespace {

int fail(ExitStatus status, std::string_view message)
{
    printError("error: {}\n", report::oneLine(message));
    return status;
}

/// Says why @p session ends, where that is on this process, and tells the others.
int failed(CommandSession& session, const char* what)
{
    if (session.isReporter())
        fail(kFailed, what);
    session.leaveRanks(RankGroup::Ending::Failed, what);
    return kFailed;
}

int cancelled(CommandSession& session)
{
    // Also what another rank's end stopped looks cancelled.
    if (const auto failure = session.failureOfRanks())
        return failed(session, failure->what());
    if (session.isReporter())
        printError("cancelled\n");
    session.leaveRanks(RankGroup::Ending::Cancelled);
    return kCancelled;
}

/// Stands while a command runs: what it reads stays. @throws Error (FileWrite) before anything is done where it was
/// told to write over that
class Outputs {
public:
    explicit Outputs(CLI::App& command)
        : m_guard(filesReadBy(command),
                  isForced(command) ? OverwriteGuard::OtherKinds::Replaced : OverwriteGuard::OtherKinds::Kept)
    {
        requireOutputsApart(command);
        requireCondition(command);
    }

private:
    OverwriteGuard m_guard;
};

/// -v and -vv tell more than the level of --log-level, --quiet less.
std::string logLevelOf(const CommonOptions& options)
{
    if (options.verbosity > 1)
        return "debug";
    if (options.verbosity == 1)
        return "info";
    return options.isQuiet && options.logLevel == "warning" ? "error" : options.logLevel;
}

int runChecked(const CommandTree::Choice& choice, CommandSession& session)
{
    try {
        setUpLogging(logLevelOf(session.options()));
        const Outputs outputs(*choice.declared);
        if (!session.options().logFile.empty())
            addLogFile(session.options().logFile, session.options().logFileLevel);
        session.joinRanks(choice.command);
        const auto status = choice.run(session);
        session.leaveRanks(RankGroup::Ending::Done);
        return status;
    } catch (const Cancelled&) {
        return cancelled(session);
    } catch (const Error& error) {
        return failed(session, error.what());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return failed(session, fmt::format("internal: {} (hint: please report this)", error.what()).c_str());
    }
}

/// The first word when it names no command; CLI11 would only say that a command is missing.
std::string unknownCommand(const std::vector<std::string>& words)
{
    const std::string word = words.empty() ? std::string() : words.front();
    const auto isNamedSo = [&word](const Command& command) { return word == command.name; };
    const bool isKnown = std::any_of(commands().begin(), commands().end(), isNamedSo);
    return isKnown || word.starts_with('-') ? std::string() : word;
}

int wrongUsage(const CLI::App& app, std::string_view message)
{
    const auto chosen = app.get_subcommands();
    fail(kWrongUsage, message);
    printError("Run '{}{}{} --help' for what it takes.\n", kProgram, chosen.empty() ? "" : " ",
               chosen.empty() ? "" : chosen.front()->get_name());
    return kWrongUsage;
}

} // namespace

int runCommandLine(const std::vector<std::string>& words, Environment& environment)
try {
    CommandTree tree;
    auto& app = tree.app();
    if (const auto word = unknownCommand(words); !word.empty())
        return wrongUsage(app, "unknown command " + word);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend())); // CLI11 takes them last first
    } catch (const CLI::Success& wish) {
        return app.exit(wish); // --help and --version
    } catch (const CLI::ParseError& error) {
        return wrongUsage(app, error.what());
    }
    CommandSession session(tree.common(), environment);
    if (const auto* choice = tree.chosen())
        return runChecked(*choice, session);
    return kWrongUsage;
} catch (const std::bad_alloc&) { // also where another error's words found no room
    writeErrorAsItStands("error: out of memory (hint: close other programs or use a smaller input)\n");
    return kFailed;
}

int runCommand(const std::vector<std::string>& words, Environment& environment)
{
    CommandTree tree;
    try {
        tree.app().parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
        throw Error(ErrorCode::BadArgument, Message::text(error.what()));
    }
    CommandSession session(tree.common(), environment);
    const Outputs outputs(*tree.chosen()->declared);
    return tree.chosen()->run(session);
}

} // namespace ql::cli
