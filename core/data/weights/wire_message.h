// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ql::data {

/// A message of Protocol Buffers (https://protobuf.dev/programming-guides/encoding) without its schema: fields go by
/// their numbers. Nothing is trusted; the bytes must outlive it and what it gives.
class WireMessage {
public:
    WireMessage() = default;
    /// @throws Error (FileCorrupt) where the fields don't fill @p bytes
    explicit WireMessage(std::span<const std::byte> bytes);

    bool has(int field) const;
    /// The last number of that field, as proto3 has it; 0 without one.
    std::uint64_t number(int field) const;
    /// The last message, text or bytes of that field; empty without one.
    std::span<const std::byte> bytes(int field) const;
    std::string text(int field) const;
    WireMessage message(int field) const { return WireMessage(bytes(field)); }
    /// Each of a repeated field.
    std::vector<std::span<const std::byte>> each(int field) const;
    /// Whole numbers of a repeated field, packed or one by one.
    std::vector<std::uint64_t> numbers(int field) const;

private:
    struct Field {
        std::uint64_t tag = 0;
        std::uint64_t number = 0;         ///< of a varint
        std::span<const std::byte> bytes; ///< of everything else
    };

    const Field* last(int field) const;

    std::vector<Field> m_fields;
};

} // namespace ql::data
