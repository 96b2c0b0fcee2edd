// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ql::project {

inline constexpr const char* kStepsKey = "run"; ///< what a project runs stands under it

/// One setting of a project: an option of the command line without its dashes. A switch has the value "true" or
/// "false".
struct ProjectSetting {
    std::string name;
    std::vector<std::string> values; ///< several for a repeatable option
    int line = 0;                    ///< in the file, from 1
};

/// One question that a project asks: a command and what is set for it alone.
struct ProjectStep {
    std::string command;
    std::vector<ProjectSetting> settings;
    int line = 0;
};

/// Everything that repeats a session, as a YAML file:
///
///     quantloupe: 1
///     baseline: float.onnx
///     analysis: int8.onnx
///     input: [bad_case.npy]
///     out: reports
///     run:
///       - compare
///       - sensitivity: {mode: one-off, metric: cosine}
///
/// Keys beside `quantloupe` (the format's version) and `run` are settings that every question takes which knows them.
/// Relative paths are meant from the file's own folder.
struct ProjectFile {
    std::vector<ProjectSetting> shared;
    std::vector<ProjectStep> steps;
};

/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with path and line
ProjectFile readProject(const std::filesystem::path& path);

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
