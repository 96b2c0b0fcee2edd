// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/import/onnx/mapped_file.h"

#include <map>
#include <set>
#include <string>

namespace ql::data {

/// Reads the tensors of a safetensors file (https://github.com/huggingface/safetensors), or of all the files that an
/// index (`model.safetensors.index.json`) beside them names. Tensors share the mapped files: nothing is copied but what
/// isn't aligned. Bytes that belong to no tensor are warned of. @throws Error (FileNotFound, FileCorrupt,
/// UnsupportedFormat) with the path as context, also for a name that stands twice, bytes of two tensors, and an index
/// that doesn't fit its files
importers::ImportedModel readSafetensors(const std::filesystem::path& path);

/// The tensors of one file that is open. @throws Error (FileCorrupt, UnsupportedFormat)
std::vector<importers::StoredTensor> safetensorsIn(const std::shared_ptr<const importers::MappedFile>& file);

/// Names of files, and the tensors that an index says lie in each.
using Shards = std::map<std::string, std::set<std::string>>;

/// Of the index @p text. @throws Error (FileCorrupt)
Shards shardsIn(const std::string& text);

} // namespace ql::data
