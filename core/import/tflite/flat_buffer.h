// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace ql::importers::tflite {

/// @throws Error (FileCorrupt) always
[[noreturn]] void throwDamaged(const Message& what);

/// A FlatBuffers file (https://flatbuffers.dev/internals) of which nothing is trusted: every offset is checked when it
/// is followed. What is read in all is limited by the file's size, as many tables may share one list.
class FlatBuffer {
public:
    /// @p bytes must outlive it and its tables.
    explicit FlatBuffer(std::span<const std::byte> bytes)
        : m_bytes(bytes)
        , m_budget(bytes.size() * kReadsPerByte)
    {
    }

    /// The plain number at @p position. @throws Error (FileCorrupt) when that isn't in the file
    template <typename T>
    T at(std::size_t position) const
    {
        T number{};
        std::memcpy(&number, part(position, sizeof(T)).data(), sizeof(T));
        return number;
    }
    /// @throws Error (FileCorrupt) as at()
    std::span<const std::byte> part(std::size_t position, std::size_t size) const;
    /// Where the offset at @p position leads. @throws Error (FileCorrupt) as at()
    std::size_t follow(std::size_t position) const;
    /// @throws Error (FileCorrupt) when the file repeats itself too often
    void spend(std::size_t elements) const;

private:
    static constexpr std::size_t kReadsPerByte = 8;

    std::span<const std::byte> m_bytes;
    mutable std::size_t m_budget;
};

/// A table of such a file; a missing one has only missing fields. Fields go by their numbers in the published schema. A
/// small value; the buffer must outlive it. All functions throw Error (FileCorrupt) where the file breaks off.
class FlatTable {
public:
    FlatTable() = default;
    FlatTable(const FlatBuffer& buffer, std::size_t position)
        : m_buffer(&buffer)
        , m_position(position)
    {
    }
    /// The file's outermost table.
    static FlatTable root(const FlatBuffer& buffer) { return {buffer, buffer.follow(0)}; }

    bool isPresent() const { return m_buffer != nullptr; }

    template <typename T>
    T number(int field, T fallback = {}) const
    {
        const auto position = find(field);
        return position == 0 ? fallback : m_buffer->at<T>(position);
    }
    bool truth(int field, bool fallback = false) const { return number<std::uint8_t>(field, fallback ? 1 : 0) != 0; }
    std::string text(int field) const;
    FlatTable table(int field) const;
    std::vector<FlatTable> tables(int field) const;
    std::span<const std::byte> bytes(int field) const;

    template <typename T>
    std::vector<T> numbers(int field) const
    {
        static_assert(std::is_arithmetic_v<T>);
        const auto elements = list(field, sizeof(T));
        std::vector<T> all(elements.size() / sizeof(T));
        if (!all.empty())
            std::memcpy(all.data(), elements.data(), elements.size());
        return all;
    }

private:
    std::size_t find(int field) const; ///< 0 where it is missing
    std::span<const std::byte> list(int field, std::size_t elementBytes) const;

    const FlatBuffer* m_buffer = nullptr;
    std::size_t m_position = 0;
};

/// The numbers and truth values of a FlexBuffers map (https://flatbuffers.dev/flexbuffers), in which custom operators
/// keep their options; other members are left out. @throws Error (FileCorrupt) where it is no such map
std::map<std::string, double> flexMap(std::span<const std::byte> bytes);

} // namespace ql::importers::tflite
