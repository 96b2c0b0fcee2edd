// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/start/placeholder_libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace ql {

namespace {

namespace fs = std::filesystem;

/// Whose libraries aren't loaded yet: handles by name.
struct Placeholders {
    std::mutex mutex;
    std::map<std::string, void*> loaded;
};

Placeholders& placeholders()
{
    static Placeholders all;
    return all;
}

/// The LibTorch that is loaded, which its own libraries lie beside; empty without one.
fs::path loadedTorch()
{
    fs::path found;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
            const std::string_view path = info->dlpi_name;
            if (path.find("/libtorch_cpu.so") == std::string_view::npos)
                return 0;
            *static_cast<fs::path*>(out) = path;
            return 1;
        },
        &found);
    return found;
}

} // namespace

void loadPlaceholders(const fs::path& folder)
{
    auto& [mutex, loaded] = placeholders();
    const std::scoped_lock lock(mutex);
    if (!loadedTorch().empty())
        return;
    std::error_code missing;
    for (const auto& file : fs::directory_iterator(folder, missing)) {
        const auto name = file.path().filename().string();
        if (dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD))
            continue; // the library itself is in use
        if (void* handle = dlopen(file.path().c_str(), RTLD_LAZY | RTLD_LOCAL))
            loaded.emplace(name, handle);
    }
}

void unloadPlaceholders()
{
    auto& [mutex, loaded] = placeholders();
    const std::scoped_lock lock(mutex);
    for (const auto& [name, handle] : loaded)
        dlclose(handle);
    loaded.clear();
}

void loadReplacedLibraries()
{
    auto& [mutex, loaded] = placeholders();
    const std::scoped_lock lock(mutex);
    const auto folder = loadedTorch().parent_path();
    if (folder.empty())
        return;
    // One that calls another with a placeholder can only be loaded after that.
    for (auto before = loaded.size() + 1; !loaded.empty() && loaded.size() < before;) {
        before = loaded.size();
        std::erase_if(loaded, [&](const auto& each) {
            return dlopen((folder / each.first).c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr;
        });
    }
    loaded.clear();
}

} // namespace ql
