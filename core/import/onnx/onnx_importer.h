// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <filesystem>
#include <stop_token>

namespace ql::importers {

/// Reads an ONNX file: opset 1 to 26 (25 brought 2-bit types, which are not known here, and 26 new operators), all
/// initializer encodings, external data beside the file (memory-mapped, never
/// outside the model's folder), initializers listed as inputs, Constant nodes (become initializers; the node stays
/// out), model-local functions (inlined, scope = function call's name), sub-graphs with captures, missing names.
/// Operators need not be known. Value types and shapes come from the file (value_info), libonnx's shape inference, and
/// ours (core/graph/operators/shape_inference.h) for what that doesn't know.
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat, InvalidGraph) naming file, node and attribute;
/// Cancelled when @p stop is requested, at the next node or constant.
ImportedModel importOnnx(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The same with the standard's operators brought up to opset @p opset where the file has an older one, by libonnx's
/// version converter, which works in a child process. Names stay. @throws Error as importOnnx, and
/// (UnsupportedFormat) for what can't be converted; Cancelled when @p stop is requested
ImportedModel importOnnxAtLeast(const std::filesystem::path& path, int opset, const std::stop_token& stop = {});

} // namespace ql::importers
