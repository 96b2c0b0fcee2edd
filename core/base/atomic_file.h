// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace ql {

/// Writes a file beside its target and renames it into place on commit(), so that a reader, a crash or a
/// cancelled job never sees half a file. Without commit() the target keeps its old content.
class AtomicFile {
public:
    /// Creates missing parent folders. @throws Error (FileWrite)
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    std::ostream& stream() { return m_stream; }
    /// Flushes and renames. @throws Error (FileWrite), target untouched.
    void commit();

private:
    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    std::ofstream m_stream;
    bool m_isCommitted = false;
};

/// Replaces the content of @p target by @p content. @throws Error (FileWrite)
void writeFileAtomically(const std::filesystem::path& target, std::string_view content);

} // namespace ql
