// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace ql {

/// A shared library that somebody else wrote, and its file's name. Loaded until the process ends.
struct Plugin {
    void* handle = nullptr; ///< of dlopen()
    std::string name;

    /// Null if it has no function of that name.
    template <typename Function>
    Function function(const char* symbol) const
    {
        return reinterpret_cast<Function>(find(symbol));
    }

private:
    void* find(const char* symbol) const;
};

/// Looks into a library, changes nothing, and hands back what takes in what was found.
using PluginReader = std::function<std::function<void()>(const Plugin&)>;

/// Loads a library and takes in what @p read finds; one that is loaded already is left alone. A second process loads
/// and reads it first, so that one that crashes or hangs takes nobody along. May be called from any thread.
/// @throws Error (FileNotFound, UnsupportedFormat) without the path, and what @p read throws
void loadPlugin(const std::filesystem::path& path, const PluginReader& read);

} // namespace ql
