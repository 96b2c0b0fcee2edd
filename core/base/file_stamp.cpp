// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_stamp.h"

#include <sys/stat.h>

namespace ql {

namespace {

FileStamp stampFrom(const struct stat& facts, const std::filesystem::path& path)
{
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    return {path, static_cast<std::uint64_t>(facts.st_size),
            facts.st_mtim.tv_sec * kNsPerSecond + facts.st_mtim.tv_nsec, facts.st_ino, facts.st_dev};
}

} // namespace

FileStamp stampOf(const std::filesystem::path& path)
{
    struct stat facts {};
    return ::stat(path.c_str(), &facts) == 0 ? stampFrom(facts, path) : FileStamp{path};
}

FileStamp stampOf(int descriptor, const std::filesystem::path& path)
{
    struct stat facts {};
    return ::fstat(descriptor, &facts) == 0 ? stampFrom(facts, path) : FileStamp{path};
}

} // namespace ql
