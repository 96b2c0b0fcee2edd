// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/tensors/npy_header.h"

#include <string>
#include <vector>

namespace ql::data {

/// Bytes of one string of an array: all are as long as the longest. @pre the header is of strings
std::size_t stringByteCount(const NpyHeader& header);

/// The strings in UTF-8, without the zeros that fill them up. A number that is no character becomes U+FFFD.
std::vector<std::string> stringsIn(std::span<const std::byte> bytes, const NpyHeader& header);

/// What numpy stores as "U", little-endian: every string padded with zeros to the longest. Bytes that are no UTF-8
/// become U+FFFD.
struct NumpyStrings {
    std::size_t characters = 1; ///< of the longest string
    std::u32string elements;    ///< one behind the other
};
/// @throws Error (UnsupportedFormat) when one long string would make the array larger than 1 GiB
NumpyStrings numpyStringsOf(const std::vector<std::string>& strings);

} // namespace ql::data
