// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"

#include "core/base/error.h"

#include <atomic>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace ql {

namespace {

std::filesystem::path temporaryBeside(const std::filesystem::path& target)
{
    static std::atomic<unsigned> counter{0};
    return target.parent_path() / fmt::format(".{}.{}.{}.part", target.filename().string(), getpid(), counter++);
}

} // namespace

AtomicFile::AtomicFile(std::filesystem::path target)
    : m_target(std::move(target))
    , m_temporary(temporaryBeside(m_target))
{
    std::error_code error;
    if (m_target.has_parent_path())
        std::filesystem::create_directories(m_target.parent_path(), error);
    m_stream.open(m_temporary, std::ios::binary | std::ios::trunc);
    if (!m_stream)
        throw Error(ErrorCode::FileWrite, Message("{}: cannot be created", m_target.string()),
                    "is the folder writable?");
}

AtomicFile::~AtomicFile()
{
    if (m_isCommitted)
        return;
    m_stream.close();
    std::error_code ignored;
    std::filesystem::remove(m_temporary, ignored);
}

void AtomicFile::commit()
{
    m_stream.close();
    if (m_stream.fail())
        throw Error(ErrorCode::FileWrite, Message("{}: writing failed", m_target.string()), "is the disk full?");
    std::error_code error;
    // A file that is replaced keeps its rights.
    if (const auto old = std::filesystem::status(m_target, error); std::filesystem::exists(old))
        std::filesystem::permissions(m_temporary, old.permissions(), error);
    std::filesystem::rename(m_temporary, m_target, error);
    if (error)
        throw Error(ErrorCode::FileWrite, Message("{}: {}", m_target.string(), error.message()));
    m_isCommitted = true;
}

void writeFileAtomically(const std::filesystem::path& target, std::string_view content)
{
    AtomicFile file(target);
    file.stream().write(content.data(), std::streamsize(content.size()));
    file.commit();
}

} // namespace ql
