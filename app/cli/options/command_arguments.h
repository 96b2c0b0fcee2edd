// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ql::cli {

/// What is set for one question: its own settings, and those of the project that its command knows.
class CommandArguments {
public:
    /// @throws Error (BadArgument) with the line if no such command exists or a setting of its own isn't one of its
    /// options
    CommandArguments(const project::ProjectStep& step, const std::vector<project::ProjectSetting>& shared);

    /// Sets @p setting if the command knows it; it wins over what is set so far. Returns whether it does.
    bool set(project::ProjectSetting setting);
    /// The names of the shared settings that it took or that its own replace.
    const std::set<std::string>& known() const { return m_known; }
    /// Shared libraries that the file itself, and not its caller, lets the command load.
    std::vector<std::string> libraries() const;
    /// Commands that the file itself lets the command run.
    std::vector<std::string> programs() const;
    /// Files and folders that the file itself lets the command write.
    std::vector<std::string> writtenPlaces() const;
    /// The command line: the command and its options.
    std::vector<std::string> words() const;

private:
    class Declaration;

    bool isReplaced(const std::string& name, const project::ProjectStep& step);
    std::vector<std::string> ownValues(const std::string& name) const;

    std::string m_command;
    std::shared_ptr<Declaration> m_declaration; ///< the command's options
    std::vector<project::ProjectSetting> m_settings;
    std::set<std::string> m_known;
};

} // namespace ql::cli
