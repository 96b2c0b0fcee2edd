// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/import/onnx/mapped_file.h"

#include <filesystem>
#include <memory>
#include <stop_token>

namespace ql::importers {

/// Reads an ONNX file, which @p file is as it was opened at @p path: opset 1 to 26 (25 brought 2-bit types, which are
/// not known here, and 26 new operators), all initializer encodings, external data beside the file (memory-mapped,
/// never outside the model's folder), initializers listed as inputs, Constant nodes (become initializers; the node
/// stays out), model-local functions (inlined, scope = function call's name), sub-graphs with captures, missing names.
/// Operators need not be known. Value types and shapes come from the file (value_info), libonnx's shape inference, and
/// ours (core/graph/operators/shape_inference.h) for what that doesn't know.
/// A file of an opset older than @p leastOpset is brought up to that by libonnx's version converter, which works in a
/// child process; names stay.
/// @throws Error (FileCorrupt, UnsupportedFormat, InvalidGraph) naming file, node and attribute; Cancelled when @p stop
/// is requested, at the next node or constant.
ImportedModel importOnnx(const std::filesystem::path& path, const std::shared_ptr<const MappedFile>& file,
                         int leastOpset, const std::stop_token& stop);

} // namespace ql::importers
