// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::importers {

/// What a child process results, in the making. Numbers take eight bytes, texts and lists their length and what is in
/// them. The bytes of tensors stay where they are until the whole is written; those that several share are written
/// once. ResultReader reads the same things in the same order.
class ResultWriter {
public:
    template <std::integral T>
    void number(T value)
    {
        raw(std::int64_t(value));
    }
    void real(double value);
    void text(std::string_view value);
    void tensor(const graph::TensorData& data);

    /// The length, then @p write for each.
    template <typename Items, typename Write>
    void list(const Items& items, Write&& write)
    {
        number(items.size());
        for (const auto& item : items)
            write(item);
    }

    using Sink = std::function<void(std::span<const std::byte> bytes)>;
    /// Gives the whole to @p sink, piece by piece: three numbers (kResultMark, the bytes of each part), what was
    /// written, and behind it the bytes of tensors, each beginning at a multiple of kResultAlignment.
    void writeTo(const Sink& sink) const;

private:
    void raw(std::int64_t value);
    /// Where the bytes of @p data will stand among those of all tensors.
    std::uint64_t placeOf(const graph::TensorData& data);

    std::string m_written;
    std::vector<graph::TensorData> m_tensors; ///< as they will stand
    std::uint64_t m_tensorBytes = 0;
    std::map<std::pair<const std::byte*, std::size_t>, std::uint64_t> m_places;
};

/// What every result begins with.
constexpr std::int64_t kResultMark = 0x3152'4557'534e'4151; // "QANSWER1"
/// As LibTorch aligns its memory: some results depend on it.
constexpr std::uint64_t kResultAlignment = 64;

/// Up to the next multiple of kResultAlignment. @pre far from overflow
constexpr std::uint64_t alignedResult(std::uint64_t position)
{
    return (position + kResultAlignment - 1) / kResultAlignment * kResultAlignment;
}

/// How a tensor is told: nothing at all, texts, or bytes among those of all tensors.
enum class TensorForm { Nothing, Texts, Bytes };

} // namespace ql::importers
