// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/onnx_importer.h"

namespace ql::data {

/// Reads the tensors of a safetensors file (https://github.com/huggingface/safetensors), or of all the files that an
/// index (`model.safetensors.index.json`) beside them names. Tensors share the mapped files: nothing is copied but what
/// isn't aligned. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
import::ImportedModel readSafetensors(const std::filesystem::path& path);

/// The tensors of one file that is open. @throws Error (FileCorrupt, UnsupportedFormat)
std::vector<import::StoredTensor> safetensorsIn(const std::shared_ptr<const import::MappedFile>& file);

/// The names of the files in the index @p text, each once. @throws Error (FileCorrupt)
std::vector<std::string> shardsIn(const std::string& text);

} // namespace ql::data
