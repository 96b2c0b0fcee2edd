// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <filesystem>

namespace ql::data {

/// Whether @p path is a folder with a Core ML package's manifest.
bool isCoreMlPackage(const std::filesystem::path& path);

/// Reads the weights of an ML program in a Core ML package (.mlpackage): constants in its weight file and in the
/// program, and what compression made of them: linear quantization per tensor or per channel keeps its integers and
/// scales; blocks of scales and palettes are spread out into the numbers that they stand for. Names are those of the
/// program, in which a layer's path has `_` for `.`. What else the program computes weights by is warned of and left
/// out. Bytes are copied.
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
importers::ImportedModel readCoreMlPackage(const std::filesystem::path& path);

} // namespace ql::data
