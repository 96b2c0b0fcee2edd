// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/base/memory/expansion_budget.h"
#include "core/base/message.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ql::pickle {

/// One file in a zip archive.
struct ZipEntry {
    std::string name;
    std::uint64_t index = 0;
    std::uint64_t bytes = 0; ///< unpacked
};

/// An open zip archive, read entry by entry into memory; nothing is ever unpacked to a path. What an entry claims is
/// checked before it is believed: its size, its packing, that no two entries share bytes.
class ZipArchive {
public:
    /// @p what calls the format in messages: "a readable .npz archive". @throws Error (FileNotFound, FileCorrupt)
    ZipArchive(const std::filesystem::path& path, const Message& what);
    /// The same of an archive in memory. @throws Error (FileCorrupt)
    ZipArchive(const FileBytes& bytes, const Message& what);
    ~ZipArchive();
    ZipArchive(const ZipArchive&) = delete;
    ZipArchive& operator=(const ZipArchive&) = delete;

    /// In archive order.
    const std::vector<ZipEntry>& entries() const { return m_entries; }
    /// @throws Error (FileCorrupt, UnsupportedFormat) when @p entry claims what can't be. The caller names the entry.
    void check(const ZipEntry& entry);
    /// What all that is read of the archive may count on; an archive in memory counts on that of its file.
    ExpansionBudget budget() const { return ExpansionBudget(m_fileSize); }
    /// All bytes of a checked entry; their checksum is verified. @throws Error (FileCorrupt), (UnsupportedFormat) for
    /// more than is left of @p budget. The caller names the entry.
    FileBytes read(const ZipEntry& entry, ExpansionBudget& budget) const;
    /// The same of an entry that nothing else is kept beside.
    FileBytes read(const ZipEntry& entry) const
    {
        auto own = budget();
        return read(entry, own);
    }

private:
    struct Handle;
    void listEntries();

    std::unique_ptr<Handle> m_handle;
    std::vector<ZipEntry> m_entries;
    std::uint64_t m_fileSize = 0;
    std::uint64_t m_packedSize = 0; ///< of the entries checked so far
};

} // namespace ql::pickle
