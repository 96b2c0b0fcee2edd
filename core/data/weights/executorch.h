// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <filesystem>

namespace ql::data {

/// Whether @p path is a file with an ExecuTorch program.
bool isExecuTorchProgram(const std::filesystem::path& path);

/// Reads the weights that an ExecuTorch program (.pte, schema ET12) keeps for its own operators. The format gives
/// constants no names: they are called after the operator that reads them, "convolution_0.weight", those that are
/// trained by their own. Integers that a dequantize operator reads keep their scales. What lies in parts that were
/// compiled for a backend, or in another file (.ptd), is warned of and left out. Bytes are shared where they can be.
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
importers::ImportedModel readExecuTorch(const std::filesystem::path& path);

} // namespace ql::data
