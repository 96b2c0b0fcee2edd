// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/command_arguments.h"
#include "app/cli/runtime/command_line.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/exit_status.h"
#include "core/base/error.h"
#include "core/project/project_file.h"
#include "core/report/project/project_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace ql::cli {

namespace {

namespace fs = std::filesystem;
using project::ProjectSetting;

const ProjectSetting* findSetting(const std::vector<ProjectSetting>& settings, const std::string& name)
{
    const auto found =
        std::find_if(settings.begin(), settings.end(), [&](const ProjectSetting& each) { return each.name == name; });
    return found == settings.end() ? nullptr : &*found;
}

/// The common options that were given on the command line; they win over the file's.
std::vector<ProjectSetting> givenOptions(const CLI::App& command)
{
    std::vector<ProjectSetting> given;
    for (const char* name : {"threads", "device", "seed", "op-library", "log-level", "progress"})
        if (const auto* option = command.get_option(std::string("--") + name); option->count() > 0)
            given.push_back({name, option->results()});
    for (auto& setting : given)
        if (setting.name == "op-library") // named from where the caller stands
            for (auto& path : setting.values)
                path = fs::absolute(path).string();
    return given;
}

/// --out of the command line (from where the caller stands), else the file's (from where the file lies), else empty.
fs::path outFolderOf(const CommandSession& session, const project::ProjectFile& project, const fs::path& folder)
{
    if (session.writesReports())
        return fs::absolute(session.outFolder());
    const auto* setting = findSetting(project.shared, "out");
    return setting ? folder / setting->values.front() : fs::path();
}

void requireEverySettingUsed(const project::ProjectFile& project, const std::vector<CommandArguments>& steps)
{
    for (const auto& setting : project.shared)
        if (std::none_of(steps.begin(), steps.end(),
                         [&setting](const CommandArguments& step) { return step.known().contains(setting.name); }))
            throw Error(ErrorCode::BadArgument,
                        Message("line {}: no question of the project has an option {}", setting.line, setting.name),
                        "settings are named as the options of quantloupe-cli, without the dashes");
}

std::vector<CommandArguments> stepsOf(const project::ProjectFile& project, const std::vector<ProjectSetting>& given,
                                      const fs::path& out, bool isJson)
{
    std::vector<CommandArguments> steps;
    std::map<std::string, int> timesAsked;
    for (const auto& step : project.steps) {
        CommandArguments words(step, project.shared);
        for (const auto& setting : given)
            words.set(setting);
        const int times = ++timesAsked[step.command];
        const auto folder = times == 1 ? step.command : fmt::format("{}_{}", step.command, times);
        if (!out.empty() && !findSetting(step.settings, "out"))
            words.set({"out", {(out / folder).string()}});
        words.set({"json", {isJson ? "true" : "false"}});
        steps.push_back(std::move(words));
    }
    return steps;
}

/// Asks one after the other. A crossed threshold is an answer; a failure ends the run.
int askAll(CommandSession& session, const std::vector<std::vector<std::string>>& commandLines, const fs::path& file)
{
    const bool isJson = session.options().isJson;
    std::vector<report::FinishedStep> answers;
    int status = kDone;
    for (const auto& words : commandLines) {
        report::FinishedStep answer{words.front(), kDone, {}};
        Environment environment = session.environment();
        if (isJson)
            environment.print = [&answer](std::string_view text) { answer.document += text; };
        else
            session.print(fmt::format("{}== {}\n", answers.empty() ? "" : "\n", words.front()));
        answer.status = runCommandLine(words, environment);
        session.environment().engine = environment.engine;
        status = answer.status == kDone ? status : answer.status;
        answers.push_back(std::move(answer));
        if (status != kDone && status != kThresholdCrossed)
            break;
    }
    if (isJson)
        session.print(report::projectJson(file.string(), answers));
    return status;
}

/// The command line of every question. Nothing has run yet, so that a typing error costs no time.
std::vector<std::vector<std::string>> commandLinesOf(const project::ProjectFile& project,
                                                     const std::vector<ProjectSetting>& given, const fs::path& out,
                                                     bool isJson)
{
    const auto steps = stepsOf(project, given, out, isJson);
    requireEverySettingUsed(project, steps);
    std::vector<std::vector<std::string>> lines;
    for (const auto& step : steps)
        lines.push_back(step.words());
    return lines;
}

int runProject(CommandSession& session, const CLI::App& command, const std::string& name)
{
    const auto project = project::readProject(name);
    const auto file = fs::absolute(name);
    const auto out = outFolderOf(session, project, file.parent_path());
    std::vector<std::vector<std::string>> commandLines;
    try {
        commandLines = commandLinesOf(project, givenOptions(command), out, session.options().isJson);
    } catch (Error& error) {
        error.addContext(Message::text(name));
        throw;
    }
    fs::current_path(file.parent_path()); // what its paths are relative to
    return askAll(session, commandLines, file);
}

Runner declareProject(CLI::App& command)
{
    const auto file = std::make_shared<std::string>();
    auto* run = command.add_subcommand("run", "Ask everything that a project file asks for")->fallthrough();
    run->add_option("FILE", *file, "Project file (YAML); its settings are named as the options of these commands")
        ->required();
    command.require_subcommand(1);
    return [file, &command](CommandSession& session) { return runProject(session, command, *file); };
}

} // namespace

Command projectCommand()
{
    return {"project", "Ask everything that a project file asks for", declareProject, Purpose::UseFiles};
}

} // namespace ql::cli
