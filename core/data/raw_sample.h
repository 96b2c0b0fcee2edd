// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/input_source.h"

#include <filesystem>

namespace ql::data {

/// Whether the file holds numbers and nothing else, as numpy's tofile() writes them: .bin, .raw.
bool isRawFile(const std::filesystem::path& path);

/// The little-endian numbers of @p path, in the type that @p input declares and in its shape, of which the file's size
/// may tell one dimension. @throws Error (FileNotFound; BadArgument for a size that doesn't fit, an input that says too
/// little, or numbers that are of no usual size as declared and of one as another type that fits), with the path
SourceArray readRawSample(const std::filesystem::path& path, const graph::Value& input);

} // namespace ql::data
