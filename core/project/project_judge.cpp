// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_judge.h"

#include "core/base/error.h"
#include "core/base/external_program.h"
#include "core/project/project_trust.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace ql::project {

namespace {

namespace fs = std::filesystem;

constexpr const char* kCommandKey = "judge-command";
constexpr const char* kBetterKey = "judge-better";
constexpr const char* kTimeKey = "judge-time-limit";
constexpr const char* kLower = "lower";

/// Empty where it isn't set.
std::string valueIn(const std::vector<ProjectSetting>& settings, const char* name)
{
    const auto found = std::ranges::find(settings, name, &ProjectSetting::name);
    return found == settings.end() || found->values.empty() ? std::string() : found->values.front();
}

/// As a shell and wordsOfCommand() take it for one word.
std::string quoted(const std::string& word)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,@%+-";
    if (!word.empty() && word.find_first_not_of(kPlain) == word.npos)
        return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// @p command with the words for which @p rename has another one. Others stay as they were written where all do.
template <typename Rename>
std::string reworded(const std::string& command, const Rename& rename)
{
    std::string text;
    bool isChanged = false;
    bool isFirst = true;
    for (const auto& word : wordsOfCommand(command)) {
        // A program that is named without a folder is looked for on the PATH.
        const bool isPath = !isFirst || word.find('/') != word.npos;
        const auto other = isPath ? rename(word, isFirst) : std::nullopt;
        isChanged = isChanged || (other && *other != word);
        text += (isFirst ? "" : " ") + quoted(other.value_or(word));
        isFirst = false;
    }
    return isChanged ? text : command;
}

bool namesFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

} // namespace

JudgePlaces judgePlacesIn(const ProjectFile& project)
{
    JudgePlaces places{!valueIn(project.shared, kCommandKey).empty(), {}};
    for (const auto& step : project.steps)
        if (!valueIn(step.settings, kCommandKey).empty())
            places.commands.push_back(step.command);
    return places;
}

results::JudgeOptions judgeOf(const ProjectFile& project)
{
    const auto own = std::ranges::find_if(
        project.steps, [](const ProjectStep& step) { return !valueIn(step.settings, kCommandKey).empty(); });
    const auto said = [&](const char* name) {
        const auto value = own == project.steps.end() ? std::string() : valueIn(own->settings, name);
        return value.empty() ? valueIn(project.shared, name) : value;
    };
    results::JudgeOptions judge;
    judge.command = said(kCommandKey);
    if (judge.command.empty())
        return {};
    judge.isLowerBetter = said(kBetterKey) == kLower;
    if (const double seconds = std::strtod(said(kTimeKey).c_str(), nullptr); seconds > 0.0)
        judge.mostSeconds = seconds;
    return judge;
}

std::vector<ProjectSetting> judgeSettings(const results::JudgeOptions& judge)
{
    using Values = std::vector<std::string>;
    const bool isUsualTime = judge.mostSeconds == results::JudgeOptions().mostSeconds;
    return {{kCommandKey, judge.command.empty() ? Values() : Values{judge.command}},
            {kBetterKey, judge.isLowerBetter ? Values{kLower} : Values()},
            {kTimeKey, isUsualTime ? Values() : Values{fmt::format("{}", judge.mostSeconds)}}};
}

std::string absoluteCommand(const std::string& command, const fs::path& folder)
{
    return reworded(command, [&folder](const std::string& word, bool) {
        const auto whole = (fs::absolute(folder) / word).lexically_normal();
        return namesFile(whole) ? std::optional(whole.string()) : std::nullopt;
    });
}

std::string relativeCommand(const std::string& command, const fs::path& folder)
{
    const auto root = fs::absolute(folder).lexically_normal();
    return reworded(command, [&root](const std::string& word, bool isProgram) -> std::optional<std::string> {
        const auto whole = fs::absolute(word).lexically_normal();
        if (!namesFile(whole))
            return std::nullopt;
        const auto inside = whole.lexically_relative(root);
        if (inside.empty() || *inside.begin() == "..")
            return whole.string();
        return isProgram && !inside.has_parent_path() ? "./" + inside.string() : inside.string();
    });
}

void trustTypedJudge(const std::string& command, const fs::path& folder)
try {
    if (command.empty())
        return;
    const auto written = relativeCommand(command, folder);
    if (absoluteCommand(written, folder) == absoluteCommand(command, fs::current_path()))
        TrustStore().trust({folder, {}, {}, {written}});
} catch (const Error&) { // NOLINT(bugprone-empty-catch): see above
}

} // namespace ql::project
