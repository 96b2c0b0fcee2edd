// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <flatbuffers/flatbuffers.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace ql::importers::tflite {

/// @throws Error (FileCorrupt) always
[[noreturn]] void throwDamaged(const Message& what);
/// @throws Error (FileCorrupt) unless what is about to be read @p isInFile
void requireInFile(bool isInFile);

/// A FlatBuffers file (https://flatbuffers.dev/internals) of which nothing is trusted: the library's verifier checks
/// each part just before it is read. It asks for no alignment, as not every writer aligns. What is read in all is
/// limited by the file's size, as many tables may share one list.
class FlatBuffer {
public:
    /// @p bytes must outlive it and its tables, which stand in the first 2 GB.
    explicit FlatBuffer(std::span<const std::byte> bytes);

    const std::uint8_t* begin() const { return reinterpret_cast<const std::uint8_t*>(m_bytes.data()); }
    /// @throws Error (FileCorrupt) when that isn't in the file
    std::span<const std::byte> part(std::size_t position, std::size_t size) const;
    /// Where the offset at @p place leads. @throws Error (FileCorrupt) as part()
    const std::uint8_t* follow(const std::uint8_t* place) const;
    /// @throws Error (FileCorrupt) when the file repeats itself too often
    void spend(std::size_t elements) const;
    flatbuffers::Verifier& verifier() const { return m_verifier; }

private:
    static constexpr std::size_t kReadsPerByte = 8;

    std::span<const std::byte> m_bytes;
    mutable flatbuffers::Verifier m_verifier;
    mutable std::size_t m_budget;
};

/// A table of such a file; a missing one has only missing fields. Fields go by their numbers in the published schema. A
/// small value; the buffer must outlive it. All functions throw Error (FileCorrupt) where the file breaks off.
class FlatTable {
public:
    FlatTable() = default;
    /// The file's outermost table.
    static FlatTable root(const FlatBuffer& buffer) { return {buffer, buffer.follow(buffer.begin())}; }

    bool isPresent() const { return m_table != nullptr; }

    template <typename T>
    T number(int field, T fallback = {}) const
    {
        const auto* place = find(field);
        if (!place)
            return fallback;
        requireInFile(m_buffer->verifier().VerifyFromPointer(place, sizeof(T)));
        return flatbuffers::ReadScalar<T>(place);
    }
    bool truth(int field, bool fallback = false) const { return number<std::uint8_t>(field, fallback ? 1 : 0) != 0; }
    std::string text(int field) const;
    FlatTable table(int field) const;
    std::vector<FlatTable> tables(int field) const;
    std::span<const std::byte> bytes(int field) const { return elements(field, 1); }

    template <typename T>
    std::vector<T> numbers(int field) const
    {
        static_assert(std::is_arithmetic_v<T>);
        const auto bytes = list(field, sizeof(T));
        std::vector<T> all(bytes.size() / sizeof(T));
        if (!all.empty())
            std::memcpy(all.data(), bytes.data(), bytes.size());
        return all;
    }

private:
    FlatTable(const FlatBuffer& buffer, const std::uint8_t* table)
        : m_buffer(&buffer)
        , m_table(reinterpret_cast<const flatbuffers::Table*>(table))
    {
    }

    const std::uint8_t* find(int field) const;   ///< null where it is missing
    const std::uint8_t* target(int field) const; ///< what it points to
    std::span<const std::byte> elements(int field, std::size_t elementBytes) const;
    std::span<const std::byte> list(int field, std::size_t elementBytes) const; ///< these, spent

    const FlatBuffer* m_buffer = nullptr;
    const flatbuffers::Table* m_table = nullptr;
};

} // namespace ql::importers::tflite
