// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_trust.h"

#include "core/base/error.h"
#include "core/base/external_program.h"
#include "core/base/file_lock.h"
#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

namespace ql::project {

namespace {

namespace fs = std::filesystem;

std::string namesOf(const std::vector<fs::path>& paths)
{
    std::vector<std::string> names;
    for (const auto& path : paths)
        names.push_back(path.string());
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string realName(const fs::path& path)
{
    return fs::weakly_canonical(fs::absolute(path)).string();
}

std::string libraryKey(const fs::path& library)
{
    return sha256OfFile(library);
}

/// No path holds a null character, so that no two pairs of names make the same key.
std::string placeKey(const fs::path& place, const fs::path& folder)
{
    return sha256Of(realName(folder) + '\0' + realName(place));
}

/// Of the command's words and of the files among them, which say what it does.
std::string programKey(const std::string& command, const fs::path& folder)
{
    auto content = realName(folder) + '\0' + "program" + '\0' + command;
    for (const auto& word : wordsOfCommand(command)) {
        std::error_code ignored;
        if (const auto file = folder / word; fs::is_regular_file(file, ignored))
            content += '\0' + sha256OfFile(file);
    }
    return sha256Of(content);
}

std::set<std::string> keysIn(const fs::path& file)
{
    std::istringstream lines(readTextFile(file).value_or(""));
    std::set<std::string> keys;
    for (std::string line; std::getline(lines, line);)
        keys.insert(line);
    return keys;
}

} // namespace

Message Permissions::text() const
{
    if (!programs.empty()) {
        const auto words = fmt::format("{}", fmt::join(programs, ", "));
        const Permissions others{folder, libraries, writes};
        return others.isEmpty() ? Message("runs programs ({})", words)
                                : Message("{}, and runs programs ({})", others.text(), words);
    }
    if (writes.empty())
        return Message("loads native code ({})", namesOf(libraries));
    if (libraries.empty())
        return Message("writes outside its folder ({})", namesOf(writes));
    return Message("loads native code ({}) and writes outside its folder ({})", namesOf(libraries), namesOf(writes));
}

Permissions libraryWishes(const ProjectFile& project, const fs::path& folder)
{
    Permissions wishes{folder, {}, {}};
    const auto add = [&](const std::vector<ProjectSetting>& settings) {
        for (const auto& setting : settings)
            for (const auto& library : setting.name == "op-library" ? setting.values : std::vector<std::string>{}) {
                const auto path = (folder / library).lexically_normal();
                if (std::ranges::find(wishes.libraries, path) == wishes.libraries.end())
                    wishes.libraries.push_back(path);
            }
    };
    add(project.shared);
    for (const auto& step : project.steps)
        add(step.settings);
    return wishes;
}

TrustStore::TrustStore(fs::path file)
    : m_file(std::move(file))
{
}

Permissions TrustStore::untrusted(const Permissions& wishes) const
{
    const auto keys = keysIn(m_file);
    auto left = wishes;
    std::erase_if(left.libraries, [&keys](const fs::path& each) { return keys.contains(libraryKey(each)); });
    std::erase_if(left.writes, [&](const fs::path& each) { return keys.contains(placeKey(each, wishes.folder)); });
    std::erase_if(left.programs, [&](const auto& each) { return keys.contains(programKey(each, wishes.folder)); });
    return left;
}

void TrustStore::trust(const Permissions& wishes)
{
    if (m_file.empty())
        throw Error(ErrorCode::FileWrite, "there is no home folder to remember in what is trusted",
                    "set HOME or XDG_STATE_HOME");
    std::error_code ignored;
    fs::create_directories(m_file.parent_path(), ignored);
    const auto lock = FileLock::lockFolderOf(m_file);
    auto keys = keysIn(m_file);
    for (const auto& library : wishes.libraries)
        keys.insert(libraryKey(library));
    for (const auto& place : wishes.writes)
        keys.insert(placeKey(place, wishes.folder));
    for (const auto& command : wishes.programs)
        keys.insert(programKey(command, wishes.folder));
    writeFileAtomically(m_file, fmt::format("{}\n", fmt::join(keys, "\n")));
}

fs::path TrustStore::defaultFile()
{
    const auto place = [](const char* variable) {
        const char* value = std::getenv(variable);
        return fs::path(value ? value : "");
    };
    const auto state = place("XDG_STATE_HOME");
    if (state.is_absolute())
        return state / "quantloupe" / "trusted";
    const auto home = place("HOME");
    return home.is_absolute() ? home / ".local" / "state" / "quantloupe" / "trusted" : fs::path();
}

} // namespace ql::project
