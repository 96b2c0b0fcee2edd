// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/writing/overwrite_guard.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace ql::cli {

/// What a command does with the paths that an option takes. Every option that takes one says so where it is declared:
/// inputs are kept from being replaced, and a project is trusted before it writes elsewhere than in its folder.
enum class PathUse {
    Reads,
    Continues,    ///< reads the file if it is there, and replaces it
    WritesFolder, ///< files with names of their own
    WritesConfig,
    WritesRecord,
    WritesJunit,
    WritesSarif,
    WritesPicture,
    Appends ///< to a log
};

/// Declares what @p option's paths are for. Returns the option.
CLI::Option* takesPath(CLI::Option* option, PathUse use);
/// Nothing for an option that takes no path.
std::optional<PathUse> pathUseOf(CLI::Option& option);
constexpr bool isWriting(PathUse use)
{
    return use != PathUse::Reads;
}

/// The files that the options given to @p command make it read: also those in a folder of samples, behind a list of
/// paths, and the weights that lie beside a model.
std::vector<ReadFile> filesReadBy(CLI::App& command);

/// @throws Error (FileWrite) if @p file, which is to be written for @p use, is one that a standing OverwriteGuard
/// keeps, or one of another kind
void requireReplaceable(PathUse use, const std::filesystem::path& file);

/// Before anything runs: @throws Error (FileWrite) if an option names a file to write that is one of those a standing
/// OverwriteGuard keeps, or one of another kind
void requireOutputsApart(CLI::App& command);

/// Whether --force was given, to @p command or to the part of it that was called.
bool isForced(const CLI::App& command);

/// The files that are there of those that @p word, given to an option, makes a command read: a path, or an input as
/// `name=file.bin:float32:1x3`, `DATASET[13]`. Of a folder those that hold tensors, of a list of paths what it lists,
/// too, and of a model its weights beside it. @throws Error (FileNotFound) for a list that can't be read
std::vector<std::filesystem::path> filesNamedBy(const std::string& word);

} // namespace ql::cli
