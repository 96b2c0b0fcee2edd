// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/command_arguments.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/console.h"
#include "app/cli/runtime/help_page.h"
#include "core/base/error.h"
#include "core/base/writing/write_scope.h"
#include "core/project/project_file.h"
#include "core/project/project_trust.h"
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
    for (const char* name : {"quiet", "verbose"})
        if (command.get_option(std::string("--") + name)->count() > 0)
            given.push_back({name, {"true"}});
    for (auto& setting : given)
        if (setting.name == "op-library") // named from where the caller stands
            for (auto& path : setting.values)
                path = fs::absolute(path).string();
    return given;
}

struct OutFolder {
    fs::path path; ///< empty for none
    int line = 0;  ///< of the project; 0 where the caller named it
};

/// --out of the command line (from where the caller stands), else the file's (from where the file lies).
OutFolder outFolderOf(const CommandSession& session, const project::ProjectFile& project, const fs::path& folder)
{
    if (session.writesReports())
        return {fs::absolute(session.outFolder()), 0};
    const auto* setting = findSetting(project.shared, "out");
    return setting ? OutFolder{folder / setting->values.front(), setting->line} : OutFolder();
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
                                      const OutFolder& out, bool isJson)
{
    std::vector<CommandArguments> steps;
    std::map<std::string, int> timesAsked;
    for (const auto& step : project.steps) {
        CommandArguments words(step, project.shared);
        for (const auto& setting : given)
            words.set(setting);
        const int times = ++timesAsked[step.command];
        const auto folder = times == 1 ? step.command : fmt::format("{}_{}", step.command, times);
        if (!out.path.empty() && !findSetting(step.settings, "out"))
            words.set({"out", {(out.path / folder).string()}, out.line});
        words.set({"json", {isJson ? "true" : "false"}});
        steps.push_back(std::move(words));
    }
    return steps;
}

void addOnce(std::vector<fs::path>& paths, const fs::path& path)
{
    if (std::ranges::find(paths, path) == paths.end())
        paths.push_back(path);
}

/// What the questions @p steps of a project in @p folder ask for that needs trust. What the caller gave on the command
/// line is none of the project's wishes.
project::Permissions wishesOf(const std::vector<CommandArguments>& steps, const fs::path& folder)
{
    project::Permissions wishes{folder, {}, {}};
    for (const auto& step : steps) {
        for (const auto& command : step.programs())
            if (std::ranges::find(wishes.programs, command) == wishes.programs.end())
                wishes.programs.push_back(command);
        for (const auto& library : step.libraries())
            addOnce(wishes.libraries, (folder / library).lexically_normal());
        for (const auto& place : step.writtenPlaces())
            if (!liesWithin(folder / place, folder))
                addOnce(wishes.writes, (folder / place).lexically_normal());
    }
    return wishes;
}

/// Sees to it that the user trusts the project with @p wishes: did so before, or does now (@p isTrusted, which is
/// remembered). @throws Error (BadArgument) that lists what it asks for
void requireTrust(const project::Permissions& wishes, bool isTrusted)
{
    if (wishes.isEmpty())
        return;
    project::TrustStore trusted;
    const auto left = trusted.untrusted(wishes);
    if (left.isEmpty())
        return;
    if (!isTrusted)
        throw Error(ErrorCode::BadArgument, Message("the project {}", left.text()),
                    "read it; if you trust it, add --trust, which is remembered until these change");
    try {
        trusted.trust(left);
    } catch (const Error& error) {
        printError("warning: trusted this time only: {}\n", error.what());
    }
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

struct ProjectOptions {
    std::string file;
    bool isTrusted = false;
};

struct Questions {
    std::vector<std::vector<std::string>> commandLines;
    project::Permissions wishes;
};

/// Nothing has run yet, so that a typing error costs no time.
Questions questionsOf(const project::ProjectFile& project, const std::vector<ProjectSetting>& given,
                      const OutFolder& out, bool isJson, const fs::path& folder)
{
    const auto steps = stepsOf(project, given, out, isJson);
    requireEverySettingUsed(project, steps);
    Questions questions{{}, wishesOf(steps, folder)};
    for (const auto& step : steps)
        questions.commandLines.push_back(step.words());
    return questions;
}

Questions readQuestions(const CommandSession& session, const CLI::App& command, const ProjectOptions& options)
{
    const auto project = project::readProject(options.file);
    const auto folder = fs::absolute(options.file).parent_path();
    try {
        return questionsOf(project, givenOptions(command), outFolderOf(session, project, folder),
                           session.options().isJson, folder);
    } catch (Error& error) {
        error.addContext(Message::text(options.file));
        throw;
    }
}

int runProject(CommandSession& session, const CLI::App& command, const ProjectOptions& options)
{
    const auto questions = readQuestions(session, command, options);
    requireTrust(questions.wishes, options.isTrusted);
    auto places = questions.wishes.writes;
    places.push_back(questions.wishes.folder);
    if (session.writesReports())
        places.push_back(fs::absolute(session.outFolder()));
    const WriteScope scope(places, "a project writes in its own folder and in places that it names and you trust");
    const auto file = fs::absolute(options.file);
    fs::current_path(questions.wishes.folder); // what its paths are relative to
    return askAll(session, questions.commandLines, file);
}

Runner declareProject(CLI::App& command)
{
    const auto options = std::make_shared<ProjectOptions>();
    auto* run = command.add_subcommand("run", "Ask everything that a project file asks for")->fallthrough();
    giveExamples(*run,
                 {{"ask everything that a session of the window saved", "quantloupe-cli project run session.yaml"}});
    takesPath(run->add_option("FILE", options->file,
                              "Project file (YAML); its settings are named as the options of these commands"),
              PathUse::Reads)
        ->required();
    run->add_flag(
        "--trust", options->isTrusted,
        "Let it load the libraries, run the programs and write outside its folder as it says; remembered until these "
        "change");
    command.require_subcommand(1);
    return [options, &command](CommandSession& session) { return runProject(session, command, *options); };
}

} // namespace

Command projectCommand()
{
    return {"project",
            "Ask everything that a project file asks for",
            declareProject,
            Purpose::UseFiles,
            false,
            {{"ask everything that a session of the window saved", "quantloupe-cli project run session.yaml"}}};
}

} // namespace ql::cli
