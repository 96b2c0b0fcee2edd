// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"

#include <cstddef>
#include <span>

namespace ql::importers {

/// Memory that a child process fills and that nobody can change any more once it is taken out.
class SharedMemory {
public:
    /// @throws Error (Internal) where the system gives none
    SharedMemory();
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    int descriptor() const { return m_descriptor; }
    /// Makes it empty. @throws Error (Internal)
    void clear();
    /// Behind what is there. @throws std::bad_alloc when there is no more room
    void append(std::span<const std::byte> bytes);
    /// All that was appended, read-only. @throws Error (FileCorrupt) where others could still change it
    FileBytes seal();

private:
    int m_descriptor;
};

} // namespace ql::importers
