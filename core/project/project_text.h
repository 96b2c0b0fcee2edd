// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ql::project {

/// The project file @p text with these settings changed and nothing else: comments, order and whatever is not named
/// stay as they are. A setting without values is taken out; a question that is not asked yet is added when it is named.
/// An empty @p text begins a new project. @p name is for messages. @throws Error as readProject()
std::string withSettings(const std::string& text, const std::vector<ProjectSetting>& shared,
                         const std::vector<ProjectStep>& steps, const std::string& name);

/// The project file @p text, whose relative paths are meant from @p from, for another folder. Only values that name
/// something that exists are changed.
std::string movedTo(const std::string& text, const std::filesystem::path& from, const std::filesystem::path& to,
                    const std::string& name);

/// What a project calls @p word, a path or an `--input` word, whose paths are absolute or meant from where the program
/// stands: paths become relative to @p folder. "random:7" stays.
std::string relativeWord(const std::string& word, const std::filesystem::path& folder);
/// The way back.
std::string absoluteWord(const std::string& word, const std::filesystem::path& folder);

} // namespace ql::project
