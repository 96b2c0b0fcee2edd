// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <filesystem>
#include <optional>

namespace ql {

/// Keeps other processes that ask for the same lock out while it lives (flock: advisory, and gone with its process,
/// however that ends). Several locks in one process exclude each other, too.
class FileLock {
public:
    /// Of the folder that @p path lies in. Waits a few seconds for whoever has it. @throws Error (FileWrite) if that
    /// was too short or the folder can't be read.
    static FileLock lockFolderOf(const std::filesystem::path& path);
    /// Of the file itself; nothing if somebody has it or it can't be opened.
    static std::optional<FileLock> tryLock(const std::filesystem::path& file);
    /// The lock of the open file behind @p descriptor, kept when that is closed. Holds nothing if there is none.
    static FileLock sharedWith(int descriptor);
    /// Locks the file behind @p descriptor until that is closed. @pre nobody else can have it yet
    static void keepLocked(int descriptor);

    ~FileLock();
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&&) = delete;

private:
    explicit FileLock(int descriptor)
        : m_descriptor(descriptor)
    {
    }

    int m_descriptor;
};

/// What @p call, a system call that says -1 when it fails, comes to when no signal gets in its way. Not for close():
/// that closes in any case.
template <typename Call>
auto uninterrupted(Call call)
{
    for (;;)
        if (const auto result = call(); result != -1 || errno != EINTR)
            return result;
}

} // namespace ql
