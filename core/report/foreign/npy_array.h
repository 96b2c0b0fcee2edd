// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// Numbers of a small array inside another document.
struct NpyArray {
    std::string dtype; ///< "float32" …
    std::vector<std::int64_t> shape;
    std::vector<double> values; ///< the first axis slowest
};

/// @throws Error (FileCorrupt) for what base64 doesn't write
std::string base64Decoded(std::string_view text);

/// Numbers, little-endian and in C's order, of versions 1 to 3. @throws Error (FileCorrupt, UnsupportedFormat)
NpyArray npyArrayOf(std::string_view bytes);

} // namespace ql::report
