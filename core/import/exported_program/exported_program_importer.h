// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/import/imported_model.h"

namespace ql::importers::exported_program {

/// The model, without path, in the bytes of a .pt2 file of torch.export.save: programs for training and inference,
/// decomposed or not, float and quantized by PT2E, whose quantize and dequantize become QuantizeLinear and
/// DequantizeLinear. Nodes, scopes and names are those of torchscript::readModule(), which lowers the program; inputs
/// have the types and shapes that the export saw, sizes that may vary by their symbols. A run is one call of the
/// program as it is in the file: what it sets is forgotten. No code of the file runs, and it may only call listed
/// operators (core/ops/torch/allowed_operators.h). A child process calls it (core/import/worker/run_sandboxed.h).
/// @throws Error (FileCorrupt, UnsupportedFormat, UnsupportedOperator) naming operation and module
ImportedModel readModel(const FileBytes& bytes);

} // namespace ql::importers::exported_program
