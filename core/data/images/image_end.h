// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ql::data {

/// Decoders fill what a file that was cut off lacks with grey. @throws Error (FileCorrupt) where a PNG, JPEG, BMP,
/// WebP, TIFF or PNM file ends before its last pixel can have come: before its format's end marker, or with fewer bytes
/// than its header says; (FileNotFound). Without the path
void requireWhole(const std::filesystem::path& path);

} // namespace ql::data
