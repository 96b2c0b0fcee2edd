// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ext/stdio_filebuf.h>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string_view>

namespace ql {

/// Writes a file beside its target and renames it into place on commit(), so that a reader, a crash, a full disk or a
/// cancelled job never sees half a file. Without commit() the target keeps its old content.
/// A link is followed: the file that it leads to is replaced, and the link stays. The temporary file has a name that
/// nobody can guess and is nobody else's; it has the target's rights from the start. What a process that was killed
/// left behind is removed by the next one that writes to the folder.
class AtomicFile {
public:
    /// Whether the target may be a file that the running command reads.
    enum class Replacing { Others, WhatIsEdited };
    /// Creates missing parent folders. @throws Error (FileWrite) if the target is read-only, no regular file, cannot be
    /// created, lies outside a WriteScope that stands, or is kept by an OverwriteGuard.
    explicit AtomicFile(std::filesystem::path target, Replacing replacing = Replacing::Others);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    std::ostream& stream() { return m_stream; }
    /// Whether the bytes must be on the disk when commit() returns, or a loss of power may take what can be made again.
    enum class Durability { OnDisk, Later };
    /// Renames. @throws Error (FileWrite), target untouched, also where it is a file of another kind.
    void commit(Durability durability = Durability::OnDisk);

private:
    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    std::unique_ptr<__gnu_cxx::stdio_filebuf<char>> m_buffer; ///< owns the file descriptor
    std::ostream m_stream{nullptr};
};

/// Replaces the content of @p target by @p content. @throws Error (FileWrite)
void writeFileAtomically(const std::filesystem::path& target, std::string_view content);

/// The same if @p target still holds @p expected; false and nothing written if it doesn't. Of several programs that do
/// this at once with the same expectation one succeeds. @throws Error (FileWrite), also when another program keeps the
/// folder locked for seconds; Error (FileNotFound) if the target can't be read.
bool replaceFile(const std::filesystem::path& target, std::string_view expected, std::string_view content);

} // namespace ql
