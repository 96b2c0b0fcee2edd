// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace ql::tests {

inline std::string varint(std::uint64_t number)
{
    std::string bytes;
    for (; number >= 0x80; number >>= 7)
        bytes += char((number & 0x7f) | 0x80);
    return bytes + char(number);
}

/// A field of a message of Protocol Buffers: bytes, a text or a message.
inline std::string wireField(int field, const std::string& bytes)
{
    return varint((std::uint64_t(field) << 3) | 2) + varint(bytes.size()) + bytes;
}
inline std::string wireNumber(int field, std::uint64_t number)
{
    return varint(std::uint64_t(field) << 3) + varint(number);
}

} // namespace ql::tests
