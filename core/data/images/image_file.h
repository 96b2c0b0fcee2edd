// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ql::data {

/// The largest image that is decoded: a file of a megabyte can declare gigabytes.
inline constexpr std::uint64_t kMostPixels = 150'000'000;

struct ImageSize {
    std::uint64_t width = 0; ///< pixels
    std::uint64_t height = 0;
};

/// What the header of a PNG, JPEG, BMP, WebP, TIFF or PNM file declares; nothing where it can't be told.
/// @throws Error (FileNotFound), without the path
std::optional<ImageSize> declaredSize(const std::filesystem::path& path);

/// @throws Error (UnsupportedFormat) for more than kMostPixels, (FileNotFound), without the path
void requireDecodable(const std::filesystem::path& path);

/// Decoders fill what a file that was cut off lacks with grey. @throws Error (FileCorrupt) where a PNG, JPEG, BMP,
/// WebP, TIFF or PNM file ends before its last pixel can have come: before its format's end marker, or with fewer bytes
/// than its header says; (FileNotFound). Without the path
void requireWhole(const std::filesystem::path& path);

} // namespace ql::data
