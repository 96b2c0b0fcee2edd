// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <cstdint>
#include <optional>
#include <span>

namespace ql::data {

/// How numbers look that bytes make as some type. Bytes of another type give away what they are by numbers that nobody
/// writes: halves of float64 read as float32 are of any size, small integers read as floats nearly nothing.
struct RawNumbers {
    std::uint64_t count = 0;
    std::uint64_t odd = 0; ///< NaN, infinite, beyond 1e10 or subnormal; of integers beyond 2^24, of 64 bits 2^31
    double low = 0.0;      ///< of those that are finite
    double high = 0.0;

    /// Of which one in a hundred is odd.
    bool areOdd() const { return odd * 100 >= count && count > 0; }
};

/// Of the first numbers of @p bytes, enough of them to tell. @p type holds numbers of whole bytes
RawNumbers rawNumbers(std::span<const std::byte> bytes, graph::DataType type);

/// As which of @p types @p bytes are numbers of usual size, where they aren't as @p declared: the first of these.
/// Nothing where those of @p declared are usual, where all are odd, or where there are too few bytes to tell.
std::optional<graph::DataType> likelierType(std::span<const std::byte> bytes, graph::DataType declared,
                                            std::span<const graph::DataType> types);

} // namespace ql::data
