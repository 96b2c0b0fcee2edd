// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/data_folder.h"

#include "core/base/error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace ql::project {

namespace {

/// In the installed tree that this library lies in: the program may be another's, as Python's interpreter is.
std::filesystem::path besideLibrary()
{
    Dl_info library{};
    if (dladdr(reinterpret_cast<void*>(&dataFolder), &library) == 0 || !library.dli_fname)
        return {};
    std::error_code ignored;
    auto folder = std::filesystem::canonical(library.dli_fname, ignored).parent_path();
    while (folder.has_relative_path() && !folder.filename().string().starts_with("lib"))
        folder = folder.parent_path();
    return folder.parent_path() / "share" / "quantloupe";
}

std::vector<std::filesystem::path> candidates()
{
    if (const char* chosen = std::getenv("QUANTLOUPE_DATA"); chosen && *chosen)
        return {chosen};
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return {program.parent_path().parent_path() / "share" / "quantloupe", besideLibrary(), QUANTLOUPE_RESOURCES_DIR};
}

} // namespace

std::optional<std::filesystem::path> dataFolder()
{
    std::error_code ignored;
    for (const auto& folder : candidates())
        if (std::filesystem::is_directory(folder, ignored))
            return folder;
    return std::nullopt;
}

std::filesystem::path dataFile(const std::filesystem::path& relative)
{
    std::string tried;
    std::error_code ignored;
    for (const auto& folder : candidates()) {
        const auto path = folder / relative;
        if (std::filesystem::exists(path, ignored))
            return path;
        tried += (tried.empty() ? "" : ", ") + path.string();
    }
    throw Error(ErrorCode::FileNotFound, Message("{} was not installed; looked for {}", relative.string(), tried),
                "set QUANTLOUPE_DATA to the folder that holds it");
}

} // namespace ql::project
