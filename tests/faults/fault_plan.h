// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <climits>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

// What the preloaded libraries share. The environment tells them what to do:
//   QUANTLOUPE_FAULT_FOLDER  the folder that it is about, as realpath says it
//   QUANTLOUPE_FAULT         what goes wrong
//   QUANTLOUPE_FAULT_AT      at which call, from 1
//   QUANTLOUPE_FAULT_MARK    a file that is made when something went wrong
namespace ql::tests {

/// What a preloaded library's function called @p name stands in front of.
template <typename Signature>
Signature* nextFunction(const char* name)
{
    return reinterpret_cast<Signature*>(dlsym(RTLD_NEXT, name));
}

struct FaultPlan {
    std::string folder = textOf("QUANTLOUPE_FAULT_FOLDER");
    std::string fault = textOf("QUANTLOUPE_FAULT");
    std::string mark = textOf("QUANTLOUPE_FAULT_MARK");
    int at = std::atoi(textOf("QUANTLOUPE_FAULT_AT"));

    /// @p path is absolute.
    bool isInFolder(const std::string& path) const
    {
        return !folder.empty() && path.starts_with(folder)
               && (path.size() == folder.size() || path[folder.size()] == '/');
    }
    bool concerns(const char* path) const
    {
        if (isInFolder(path))
            return true;
        char absolute[PATH_MAX];
        const std::string text = path;
        const auto slash = text.rfind('/');
        const std::string in = slash == std::string::npos ? "." : text.substr(0, slash + 1);
        return realpath(in.c_str(), absolute) && isInFolder(absolute);
    }
    bool concerns(int descriptor) const
    {
        char path[PATH_MAX];
        const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
        const auto length = readlink(link.c_str(), path, sizeof path);
        return length > 0 && isInFolder(std::string(path, std::size_t(length)));
    }

    /// Allocates nothing, and calls nothing that a preloaded library replaces.
    void makeMark() const
    {
        const long made = syscall(SYS_openat, AT_FDCWD, mark.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        if (made >= 0)
            syscall(SYS_close, made);
    }

private:
    static const char* textOf(const char* name)
    {
        const char* text = std::getenv(name);
        return text ? text : "";
    }
};

inline const FaultPlan& plan()
{
    static const FaultPlan thePlan;
    return thePlan;
}

} // namespace ql::tests
