// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/writing/overwrite_guard.h"

#include "core/base/error.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <sys/stat.h>

namespace ql {

namespace {

namespace fs = std::filesystem;

struct KnownFile {
    dev_t device = 0;
    ino_t inode = 0;
    std::string role;
};

/// What one guard keeps. Known by its address.
struct Kept {
    const OverwriteGuard* guard = nullptr;
    std::vector<KnownFile> files;
    OverwriteGuard::OtherKinds others = OverwriteGuard::OtherKinds::Kept;
};

/// The guards that stand now.
struct StandingGuards {
    std::mutex mutex;
    std::list<Kept> guards;
};

StandingGuards& standingGuards()
{
    static StandingGuards guards;
    return guards;
}

std::vector<KnownFile> known(const std::vector<ReadFile>& files)
{
    std::vector<KnownFile> all;
    struct stat status {};
    for (const auto& file : files)
        if (stat(file.path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
            all.push_back({status.st_dev, status.st_ino, file.role});
    return all;
}

} // namespace

OverwriteGuard::OverwriteGuard(const std::vector<ReadFile>& reads, OtherKinds others)
{
    Kept kept{this, known(reads), others};
    const std::scoped_lock lock(standingGuards().mutex);
    standingGuards().guards.push_back(std::move(kept));
}

OverwriteGuard::~OverwriteGuard()
{
    const std::scoped_lock lock(standingGuards().mutex);
    standingGuards().guards.remove_if([this](const Kept& kept) { return kept.guard == this; });
}

void OverwriteGuard::requireNotRead(const fs::path& target)
{
    struct stat status {};
    if (stat(target.c_str(), &status) != 0)
        return;
    const auto isTarget = [&status](const KnownFile& file) {
        return file.device == status.st_dev && file.inode == status.st_ino;
    };
    const std::scoped_lock lock(standingGuards().mutex);
    for (const auto& guard : standingGuards().guards)
        if (const auto found = std::ranges::find_if(guard.files, isTarget); found != guard.files.end())
            throw Error(
                ErrorCode::FileWrite,
                Message("{}: is what this command reads as {}; it is not replaced", target.string(), found->role),
                "write to another file or folder");
}

bool OverwriteGuard::areOtherKindsReplaced()
{
    const std::scoped_lock lock(standingGuards().mutex);
    return std::ranges::any_of(standingGuards().guards,
                               [](const Kept& guard) { return guard.others == OtherKinds::Replaced; });
}

void requireOfKind(const fs::path& target, FileKind kind)
{
    const auto old = fileKindAt(target);
    const auto made = kind == FileKind::Empty ? FileKind::Text : kind; // a table without rows
    if (old == FileKind::Empty || old == made || OverwriteGuard::areOtherKindsReplaced())
        return;
    throw Error(ErrorCode::FileWrite,
                Message("{}: is {}, which {} would replace", target.string(), nameOf(old), nameOf(made)),
                "name another file, or remove this one first; on the command line --force replaces it");
}

} // namespace ql
