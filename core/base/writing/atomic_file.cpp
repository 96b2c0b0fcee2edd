// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/writing/atomic_file.h"

#include "core/base/error.h"
#include "core/base/file_lock.h"
#include "core/base/files.h"
#include "core/base/log.h"
#include "core/base/writing/overwrite_guard.h"
#include "core/base/writing/write_scope.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <iterator>
#include <mutex>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace ql {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryBegin = ".quantloupe-";
constexpr std::string_view kTemporaryEnd = ".part";
constexpr auto kLeastStaleAge = std::chrono::minutes(1);
constexpr mode_t kPermissionBits = 07777;

[[noreturn]] void fail(const fs::path& target, const Message& what, Message hint = {})
{
    throw Error(ErrorCode::FileWrite, Message("{}: {}", target.string(), what), std::move(hint));
}

std::string lastProblem()
{
    return std::generic_category().message(errno);
}

/// The file that @p target leads to, which may not be there yet.
fs::path behindLinks(const fs::path& target)
{
    std::error_code error;
    if (!fs::is_symlink(target, error))
        return target;
    auto real = fs::weakly_canonical(target, error);
    if (error || fs::is_symlink(real, error))
        fail(target, "its link leads nowhere that can be written");
    return real;
}

/// Refuses what must not be replaced. @return whether there is a file, described by @p status
bool canBeReplaced(const fs::path& target, struct stat& status)
{
    if (stat(target.c_str(), &status) != 0)
        return false;
    if (S_ISDIR(status.st_mode))
        fail(target, "is a folder, expected a file");
    if (!S_ISREG(status.st_mode))
        fail(target, "is no regular file");
    constexpr mode_t kAnyWriter = S_IWUSR | S_IWGRP | S_IWOTH;
    if ((status.st_mode & kAnyWriter) == 0 || access(target.c_str(), W_OK) != 0)
        fail(target, "is read-only", "make it writable or choose another name");
    return true;
}

/// Read once: asking for the mask means setting it for the whole process.
mode_t rightsOfNewFiles()
{
    static const mode_t kRights = [] {
        const mode_t mask = umask(0);
        umask(mask);
        return mode_t(0666 & ~mask);
    }();
    return kRights;
}

/// Gives the file behind @p descriptor the rights and the owner of what it replaces.
void adopt(int descriptor, const struct stat& old, const fs::path& target)
{
    if (old.st_uid != geteuid() || old.st_gid != getegid())
        if (uninterrupted([&] { return fchown(descriptor, old.st_uid, old.st_gid); }) != 0)
            logWarning(Message("{}: belongs to somebody else; what replaces it belongs to you", target.string()));
    if (uninterrupted([&] { return fchmod(descriptor, old.st_mode & kPermissionBits); }) != 0)
        fail(target, Message("its rights can't be kept: {}", lastProblem()));
    if (old.st_nlink > 1)
        logWarning(Message("{}: has {} other names (hard links), which keep the old content", target.string(),
                           old.st_nlink - 1));
}

bool isTemporary(const std::string& name)
{
    return name.starts_with(kTemporaryBegin) && name.ends_with(kTemporaryEnd);
}

/// Removes what processes that were killed left in @p folder: temporary files that nobody keeps locked any more. Young
/// ones stay, they may be about to be locked.
void removeStale(const fs::path& folder)
{
    static std::mutex mutex;
    static fs::path cleanedLast; // a dump writes hundreds of files into one folder
    const std::scoped_lock guard(mutex);
    if (folder == cleanedLast)
        return;
    cleanedLast = folder;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (!isTemporary(entry->path().filename().string()) || !fs::is_regular_file(entry->symlink_status(ignored))
            || fs::file_time_type::clock::now() - entry->last_write_time(ignored) < kLeastStaleAge)
            continue;
        if (const auto lock = FileLock::tryLock(entry->path()))
            fs::remove(entry->path(), ignored);
    }
}

/// A new file beside @p target with a name of its own, locked while it is open. Returns its descriptor.
int createTemporary(const fs::path& target, fs::path& path)
{
    const auto folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    std::error_code unmade;
    fs::create_directories(folder, unmade);
    const std::string pattern = (folder / fmt::format("{}XXXXXX{}", kTemporaryBegin, kTemporaryEnd)).string();
    std::string name;
    const int descriptor = uninterrupted([&] {
        name = pattern;
        return mkostemps(name.data(), int(kTemporaryEnd.size()), O_CLOEXEC);
    });
    if (descriptor < 0 && errno == ENOENT && unmade) // a file in a folder that isn't there tells nobody why
        fail(target, Message("its folder can't be made: {}", unmade.message()),
             "may you write where it shall lie, and is that a folder?");
    if (descriptor < 0)
        fail(target, Message("cannot be created: {}", lastProblem()), "is the folder writable?");
    path = name;
    FileLock::keepLocked(descriptor);
    return descriptor;
}

void syncFolder(const fs::path& folder)
{
    const int descriptor =
        uninterrupted([&] { return open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (descriptor < 0)
        return; // a folder that may be written to but not read
    uninterrupted([&] { return fsync(descriptor); });
    close(descriptor);
}

std::string contentOf(const fs::path& path)
{
    return withContext(Message::text(path.string()), [&path] { return readText(path); });
}

void write(const fs::path& target, std::string_view content, AtomicFile::Replacing replacing)
{
    AtomicFile file(target, replacing);
    file.stream().write(content.data(), std::streamsize(content.size()));
    file.commit();
}

} // namespace

AtomicFile::AtomicFile(fs::path target, Replacing replacing)
    : m_target(behindLinks(target))
{
    WriteScope::requireWritable(m_target);
    if (replacing == Replacing::Others)
        OverwriteGuard::requireNotRead(m_target);
    struct stat old {};
    const bool isReplaced = canBeReplaced(m_target, old);
    std::error_code error;
    const int descriptor = createTemporary(m_target, m_temporary);
    removeStale(m_target.has_parent_path() ? m_target.parent_path() : fs::path("."));
    try {
        if (isReplaced)
            adopt(descriptor, old, m_target);
        else if (uninterrupted([&] { return fchmod(descriptor, rightsOfNewFiles()); }) != 0)
            fail(m_target, Message("its rights can't be set: {}", lastProblem()));
        m_buffer = std::make_unique<__gnu_cxx::stdio_filebuf<char>>(descriptor, std::ios::out | std::ios::binary);
        m_stream.rdbuf(m_buffer.get());
    } catch (...) {
        close(descriptor);
        fs::remove(m_temporary, error);
        throw;
    }
}

AtomicFile::~AtomicFile()
{
    if (m_temporary.empty())
        return;
    std::error_code ignored;
    fs::remove(m_temporary, ignored);
}

void AtomicFile::commit(Durability durability)
{
    m_stream.flush();
    if (!m_stream)
        fail(m_target, "writing failed", "is the disk full?");
    if (std::error_code none; fs::exists(m_target, none))
        requireOfKind(m_target, fileKindAt(m_temporary));
    const int descriptor = m_buffer->fd();
    if (durability == Durability::OnDisk && uninterrupted([&] { return fsync(descriptor); }) != 0)
        fail(m_target, Message("writing failed: {}", lastProblem()), "is the disk full?");
    const auto lock = FileLock::sharedWith(descriptor); // nobody else clears it up meanwhile
    if (!m_buffer->close() && errno != EINTR)           // some file systems write only now
        fail(m_target, Message("writing failed: {}", lastProblem()), "is the disk full?");
    if (uninterrupted([&] { return rename(m_temporary.c_str(), m_target.c_str()); }) != 0)
        fail(m_target, Message::text(lastProblem()));
    m_temporary.clear();
    if (durability == Durability::OnDisk)
        syncFolder(m_target.parent_path());
}

void writeFileAtomically(const fs::path& target, std::string_view content)
{
    write(target, content, AtomicFile::Replacing::Others);
}

bool replaceFile(const fs::path& target, std::string_view expected, std::string_view content)
{
    const auto real = behindLinks(target);
    const auto lock = FileLock::lockFolderOf(real);
    if (contentOf(real) != expected)
        return false;
    write(real, content, AtomicFile::Replacing::WhatIsEdited);
    return true;
}

} // namespace ql
