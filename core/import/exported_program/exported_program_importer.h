// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/import/imported_model.h"

#include <filesystem>
#include <stop_token>

namespace ql::importers {

/// Reads a .pt2 file of torch.export.save: programs for training and inference, decomposed or not, float and quantized
/// by PT2E, whose quantize and dequantize become QuantizeLinear and DequantizeLinear. Nodes, scopes and names are those
/// of importTorchScript(), which lowers the program; inputs have the types and shapes that the export saw, sizes that
/// may vary by their symbols. A run is one call of the program as it is in the file: what it sets is forgotten. No code
/// of the file runs, and it may only call listed operators (core/ops/torch/allowed_operators.h). The file is read in a
/// child process (core/import/worker/run_sandboxed.h).
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat, UnsupportedOperator) naming file, operation and module;
/// Cancelled when @p stop is requested
ImportedModel importExportedProgram(const std::filesystem::path& path, const std::stop_token& stop = {});

namespace exported_program {

/// The model in @p bytes, without path. @throws Error as importExportedProgram()
ImportedModel readModel(const FileBytes& bytes);

} // namespace exported_program

} // namespace ql::importers
