// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/project/project_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::project {

/// What a project asks for that may harm, and that a project from elsewhere gets only when its user says so: native
/// code, programs, and writing outside its own folder. Everything else of a project reads, computes, and writes below
/// its folder.
struct Permissions {
    std::filesystem::path folder;                 ///< the project's own
    std::vector<std::filesystem::path> libraries; ///< shared libraries that would be loaded
    std::vector<std::filesystem::path> writes;    ///< files and folders that would be written outside the folder
    std::vector<std::string> programs = {};       ///< commands that would be run

    bool isEmpty() const { return libraries.empty() && writes.empty() && programs.empty(); }
    /// In words: "loads native code (a.so); writes /tmp/out".
    Message text() const;
};

/// The operator libraries that @p project, a file in @p folder, names for any of its questions.
Permissions libraryWishes(const ProjectFile& project, const std::filesystem::path& folder);

/// What the user trusted so far, by content: a library by its bytes, wherever it lies, a place to write by its name and
/// the project's folder, a command by its words, the folder and the bytes of the files that it names. Kept in
/// $XDG_STATE_HOME/quantloupe/trusted (~/.local/state by default); several processes may read and write it at once.
class TrustStore {
public:
    /// @p file stands in for the one named above.
    explicit TrustStore(std::filesystem::path file = defaultFile());

    /// The part of @p wishes that was not trusted yet. @throws Error (FileNotFound) if a library isn't there
    Permissions untrusted(const Permissions& wishes) const;
    /// From now on. @throws Error (FileNotFound, FileWrite)
    void trust(const Permissions& wishes);

    /// Empty where the user has no home.
    static std::filesystem::path defaultFile();

private:
    std::filesystem::path m_file;
};

} // namespace ql::project
