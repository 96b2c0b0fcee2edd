// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <filesystem>

namespace ql::data {

/// Whether @p path is a file of tensors that ExecuTorch programs read (.ptd).
bool isExecuTorchData(const std::filesystem::path& path);

/// Reads the tensors of such a file by their names. Data without a layout, which a backend packed for itself, are
/// warned of and left out. Bytes are shared where they can be.
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
importers::ImportedModel readExecuTorchData(const std::filesystem::path& path);

} // namespace ql::data
