// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_session.h"

#include "app/cli/runtime/command_tree.h"
#include "app/cli/runtime/console.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/report/format/number_format.h"

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

int runChecked(const Runner& run, CommandSession& session)
{
    try {
        setUpLogging(session.options().logLevel);
        return run(session);
    } catch (const Cancelled&) {
        printError("cancelled\n");
        return kCancelled;
    } catch (const Error& error) {
        return fail(kFailed, error.what());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return fail(kFailed, fmt::format("internal: {} (hint: please report this)", error.what()));
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
    if (const auto* run = tree.chosen())
        return runChecked(*run, session);
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
    return (*tree.chosen())(session);
}

} // namespace ql::cli
