// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/import/onnx/mapped_file.h"

namespace ql::data {

/// Reads the tensors of a GGUF file (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md), version 2 or 3. They
/// share the mapped file; blocks are spread out when a tensor is looked at.
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
importers::ImportedModel readGguf(const std::filesystem::path& path);

/// The tensors of a file that is open. @throws Error (FileCorrupt, UnsupportedFormat)
std::vector<importers::StoredTensor> ggufTensors(const std::shared_ptr<const importers::MappedFile>& file);

} // namespace ql::data
