// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/data_type.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ql::graph {

using Shape = std::vector<std::int64_t>;

/// "2x3x4", "scalar" for rank 0.
std::string toString(const Shape& shape);

/// Number of elements; 1 for a scalar. @throws Error (FileCorrupt) when a dimension is negative or the product
/// overflows.
std::size_t elementCount(const Shape& shape);

/// A yes or no that is found once and copied along. Thread-safe: who finds it twice finds the same.
class KnownAnswer {
public:
    KnownAnswer() = default;
    KnownAnswer(const KnownAnswer& other) noexcept
        : m_state(other.m_state.load(std::memory_order_relaxed))
    {
    }
    KnownAnswer& operator=(const KnownAnswer& other) noexcept
    {
        m_state.store(other.m_state.load(std::memory_order_relaxed), std::memory_order_relaxed);
        return *this;
    }

    template <typename Find>
    bool orFind(const Find& find) const
    {
        auto state = m_state.load(std::memory_order_relaxed);
        if (state == State::Unknown) {
            state = find() ? State::Yes : State::No;
            m_state.store(state, std::memory_order_relaxed);
        }
        return state == State::Yes;
    }

private:
    enum class State : std::uint8_t { Unknown, No, Yes };
    mutable std::atomic<State> m_state = State::Unknown;
};

/// A constant tensor as it stands in a file: little-endian, C order, 2- and 4-bit types packed lowest bits first.
/// Immutable and cheap to copy: the bytes are shared, and may belong to a memory-mapped file.
class TensorData {
public:
    TensorData() = default;
    /// @p bytes must hold packedByteCount(type, elements) bytes. @throws Error (FileCorrupt) otherwise.
    TensorData(DataType type, Shape shape, std::shared_ptr<const std::byte> bytes, std::size_t byteCount);

    /// Copies @p values, e.g. TensorData::of<float>(DataType::Float, {2}, {1.f, 2.f}).
    template <typename T>
    static TensorData of(DataType type, Shape shape, const std::vector<T>& values)
    {
        return copyOf(type, std::move(shape), std::as_bytes(std::span<const T>(values)));
    }
    static TensorData copyOf(DataType type, Shape shape, std::span<const std::byte> bytes);
    static TensorData ofStrings(Shape shape, std::vector<std::string> strings);

    DataType type() const { return m_type; }
    const Shape& shape() const { return m_shape; }
    std::size_t size() const { return m_size; }
    std::span<const std::byte> bytes() const { return {m_bytes.get(), m_byteCount}; }
    /// The shared owner of bytes(), for views that must keep it alive.
    const std::shared_ptr<const std::byte>& storage() const { return m_bytes; }
    const std::vector<std::string>& strings() const;

    /// Every element as double (integers exactly up to 2^53). @throws Error (TypeMismatch) for strings and complex.
    std::vector<double> toDoubles() const;
    /// Every element as int64. @throws Error (TypeMismatch) for other than integers and bool.
    std::vector<std::int64_t> toInts() const;
    /// Whether no element is NaN or infinite. The elements are read once. @throws as toDoubles(). Thread-safe.
    bool isFinite() const;

private:
    bool readsFinite() const;

    DataType m_type = DataType::Undefined;
    Shape m_shape;
    std::size_t m_size = 0;
    std::size_t m_byteCount = 0;
    std::shared_ptr<const std::byte> m_bytes;
    std::shared_ptr<const std::vector<std::string>> m_strings;
    KnownAnswer m_isFinite;
};

} // namespace ql::graph
