// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"
#include "core/results/request_parts.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::project {

/// Where a project names a judge: for all its questions, or for some.
struct JudgePlaces {
    bool isShared = false;
    std::vector<std::string> commands; ///< of the questions with one of their own
};

JudgePlaces judgePlacesIn(const ProjectFile& project);

/// The judge that @p project names, in its own words: of the first question with one of its own, else the shared one.
/// No command = none. Nobody has said yet that it may run: see Permissions::programs.
results::JudgeOptions judgeOf(const ProjectFile& project);

/// The settings that say @p judge; those without values are defaults.
std::vector<ProjectSetting> judgeSettings(const results::JudgeOptions& judge);

/// @p command of a project in @p folder as it runs from anywhere: words that name files there become absolute.
/// @throws Error (BadArgument) as wordsOfCommand()
std::string absoluteCommand(const std::string& command, const std::filesystem::path& folder);
/// The way back, for a command whose words are meant from the current folder: files below @p folder are named from
/// there, others by their whole path.
std::string relativeCommand(const std::string& command, const std::filesystem::path& folder);

/// Remembers that @p command, which was typed or trusted before and was written to a project in @p folder, is trusted
/// there, so that nobody is asked about a command of one's own. Does nothing where it would run another file from
/// there, or where nothing can be remembered: then the question comes.
void trustTypedJudge(const std::string& command, const std::filesystem::path& folder);

} // namespace ql::project
