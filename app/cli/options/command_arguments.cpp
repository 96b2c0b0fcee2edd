// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/command_arguments.h"

#include "app/cli/command.h"
#include "app/cli/options/options.h"
#include "app/cli/options/path_options.h"
#include "core/base/error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ql::cli {

namespace {

using project::ProjectSetting;

void addSwitch(const ProjectSetting& setting, std::vector<std::string>& words)
{
    const auto& value = setting.values.front();
    if (setting.values.size() != 1 || (value != "true" && value != "false"))
        throw Error(ErrorCode::BadArgument,
                    Message("line {}: {} is {}, expected true or false", setting.line, setting.name, value));
    if (value == "true")
        words.push_back("--" + setting.name);
}

} // namespace

/// A command's options, declared to be looked at.
class CommandArguments::Declaration {
public:
    explicit Declaration(const std::string& command)
    {
        const auto all = commands();
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const Command& each) { return each.name == command; });
        if (found == all.end() || command == "project")
            throw Error(ErrorCode::BadArgument, Message("{} is no question", command),
                        "see quantloupe-cli --help for the commands");
        m_runner = found->declare(m_app);
        declareCommonOptions(m_app, m_common);
    }

    /// Null if there is none called @p name.
    CLI::Option* find(const std::string& name)
    {
        if (auto* option = m_app.get_option_no_throw("--" + name))
            return option;
        std::string placeholder = name; // what stands for itself is declared in capitals: MODEL
        std::transform(placeholder.begin(), placeholder.end(), placeholder.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        return m_app.get_option_no_throw(placeholder);
    }

private:
    CLI::App m_app;
    CommonOptions m_common;
    Runner m_runner; ///< owns what the options write into
};

CommandArguments::CommandArguments(const project::ProjectStep& step, const std::vector<ProjectSetting>& shared)
try : m_command(step.command), m_declaration(std::make_shared<Declaration>(step.command)) {
    for (const auto& setting : shared)
        if (m_declaration->find(setting.name) && !isReplaced(setting.name, step))
            set(setting);
    for (const auto& setting : step.settings)
        if (!set(setting))
            throw Error(ErrorCode::BadArgument, Message("{} has no option {}", m_command, setting.name),
                        Message("see quantloupe-cli {} --help", m_command));
} catch (Error& error) {
    error.addContext(Message("line {}", step.line));
    throw;
}

/// Whether the question's own settings don't go with @p name.
bool CommandArguments::isReplaced(const std::string& name, const project::ProjectStep& step)
{
    const auto* shared = m_declaration->find(name);
    const bool isSo = std::ranges::any_of(step.settings, [&](const ProjectSetting& own) {
        const auto* option = m_declaration->find(own.name);
        const auto excluded = option ? option->get_excludes() : std::set<CLI::Option*>();
        return std::ranges::any_of(excluded, [shared](const CLI::Option* each) { return each == shared; });
    });
    if (isSo)
        m_known.insert(name);
    return isSo;
}

bool CommandArguments::set(ProjectSetting setting)
{
    if (!m_declaration->find(setting.name))
        return false;
    m_known.insert(setting.name);
    std::erase_if(m_settings, [&setting](const ProjectSetting& each) { return each.name == setting.name; });
    m_settings.push_back(std::move(setting));
    return true;
}

/// Empty where the caller has set it, who has no line.
std::vector<std::string> CommandArguments::ownValues(const std::string& name) const
{
    const auto found = std::ranges::find(m_settings, name, &ProjectSetting::name);
    return found == m_settings.end() || found->line == 0 ? std::vector<std::string>() : found->values;
}

std::vector<std::string> CommandArguments::libraries() const
{
    return ownValues("op-library");
}

std::vector<std::string> CommandArguments::programs() const
{
    return ownValues("judge-command");
}

std::vector<std::string> CommandArguments::writtenPlaces() const
{
    std::vector<std::string> places;
    for (const auto& setting : m_settings) {
        const bool isApplied = setting.name == "config" && ownValues("apply") == std::vector<std::string>{"true"};
        const auto use = pathUseOf(*m_declaration->find(setting.name));
        if (isApplied || (use && isWriting(*use))) // a config that is applied changes in place
            for (auto& value : ownValues(setting.name))
                places.push_back(std::move(value));
    }
    return places;
}

std::vector<std::string> CommandArguments::words() const
{
    std::vector<std::string> words{m_command};
    std::vector<std::string> positional;
    for (const auto& setting : m_settings) {
        const auto* option = m_declaration->find(setting.name);
        if (option->nonpositional() && option->get_expected_max() == 0)
            addSwitch(setting, words);
        else if (option->nonpositional())
            for (const auto& value : setting.values)
                words.push_back(fmt::format("--{}={}", setting.name, value));
        else
            positional.insert(positional.end(), setting.values.begin(), setting.values.end());
    }
    if (!positional.empty())
        words.emplace_back("--"); // what follows are no options, whatever it begins with
    words.insert(words.end(), positional.begin(), positional.end());
    return words;
}

} // namespace ql::cli
