// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
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

} // namespace ql::project
