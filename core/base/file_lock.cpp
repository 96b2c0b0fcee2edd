// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_lock.h"

#include "core/base/error.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ql {

namespace {

constexpr auto kLongestWait = std::chrono::seconds(5);
constexpr auto kPause = std::chrono::milliseconds(10);

} // namespace

FileLock FileLock::lockFolderOf(const std::filesystem::path& path)
{
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const int descriptor = uninterrupted([&] { return open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (descriptor < 0)
        throw Error(ErrorCode::FileWrite, Message("{}: cannot be read", folder.string()), "does the folder exist?");
    FileLock lock(descriptor);
    // Asked again and again: flock itself could wait for ever. File systems without locks do without.
    const auto end = std::chrono::steady_clock::now() + kLongestWait;
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
        if (std::chrono::steady_clock::now() > end)
            throw Error(ErrorCode::FileWrite, Message("{}: another program keeps it locked", folder.string()),
                        "nothing was written; try again when it is done");
        std::this_thread::sleep_for(kPause);
    }
    return lock;
}

std::optional<FileLock> FileLock::tryLock(const std::filesystem::path& file)
{
    const int descriptor =
        uninterrupted([&] { return open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); });
    if (descriptor < 0)
        return std::nullopt;
    FileLock lock(descriptor);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return std::nullopt;
    return lock;
}

FileLock FileLock::sharedWith(int descriptor)
{
    return FileLock(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
}

void FileLock::keepLocked(int descriptor)
{
    flock(descriptor, LOCK_EX | LOCK_NB);
}

FileLock::~FileLock()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

FileLock::FileLock(FileLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

} // namespace ql
