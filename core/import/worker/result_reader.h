// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/base/message.h"
#include "core/graph/ir/tensor_data.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ql::importers {

/// Reads what an ResultWriter wrote, and trusts nothing of it: the writer may have been taken over by the file that it
/// read. The bytes must not change any more. Large tensors keep them alive and use them where they stand.
/// @throws Error (FileCorrupt) from every function, where the bytes can't be what is asked for
class ResultReader {
public:
    explicit ResultReader(FileBytes whole);

    std::int64_t number(std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
                        std::int64_t highest = std::numeric_limits<std::int64_t>::max());
    bool truth() { return number(0, 1) == 1; }
    /// One of an enumeration's values from 0 to @p last.
    template <typename Enum>
    Enum oneOf(Enum last)
    {
        return Enum(number(0, std::int64_t(last)));
    }
    double real();
    std::string text();
    graph::TensorData tensor();

    /// As many items as the list says, each from @p read.
    template <typename Read>
    auto list(Read&& read, std::int64_t most = std::numeric_limits<std::int64_t>::max())
    {
        std::vector<decltype(read())> items;
        for (auto left = count(most); left > 0; --left)
            items.push_back(read());
        return items;
    }
    /// The length of a list. Each of its items takes eight bytes at least.
    std::size_t count(std::int64_t most = std::numeric_limits<std::int64_t>::max());
    std::size_t left() const { return m_left.size(); }

    /// Refuses what is left over.
    void finish() const;

private:
    std::span<const std::byte> take(std::uint64_t size);
    FileBytes bytesAt(std::uint64_t place, std::uint64_t size) const;

    FileBytes m_whole;
    std::span<const std::byte> m_left; ///< without the tensors' bytes
    std::span<const std::byte> m_tensors;
};

/// Ends the reading: an result of a child process isn't what it must be.
[[noreturn]] void throwDamagedResult(const Message& reason);

} // namespace ql::importers
