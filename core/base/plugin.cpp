// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plugin.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/probe_in_child.h"
#include "core/base/start/placeholder_libraries.h"

#include <dlfcn.h>
#include <mutex>
#include <set>

namespace ql {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatience{20};

/// Everything that runs a library's code before it is used.
std::function<void()> loadAndRead(const fs::path& file, const PluginReader& read)
{
    const Plugin plugin{dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL), file.filename().string()};
    if (!plugin.handle)
        throw Error(ErrorCode::UnsupportedFormat, Message("it can't be loaded: {}", dlerror()));
    return read(plugin);
}

} // namespace

void* Plugin::find(const char* symbol) const
{
    return dlsym(handle, symbol);
}

void loadPlugin(const fs::path& path, const PluginReader& read)
{
    static std::mutex mutex;
    static std::set<fs::path> loaded;
    const std::scoped_lock lock(mutex);
    std::error_code code;
    const auto file = fs::canonical(path, code);
    if (code)
        throw Error(ErrorCode::FileNotFound, Message("cannot be read: {}", code.message()));
    openFile(file); // the loader would wait for a pipe's writer
    if (loaded.contains(file))
        return;
    loadReplacedLibraries();
    const auto ending = probeInChild([&] { loadAndRead(file, read); }, {kPatience}, {});
    if (!ending.death.empty())
        throw Error(ErrorCode::UnsupportedFormat, Message("it is not loaded, because loading it {}", ending.death),
                    "a debugger on a program that only loads it shows where");
    loadAndRead(file, read)();
    loaded.insert(file);
}

} // namespace ql
