// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

namespace ql::importers::tflite {

/// The model, without path, in the bytes of a TensorFlow Lite file: float, full integer (8 and 16 bits), dynamic range
/// and float16 weights. Values are called as the file's tensors and keep their layouts (channels last); a node is
/// called as the tensor that it gives. Operators on floats have the standard's or com.microsoft's names; those on
/// integers are of domain "tflite", with the inputs of ONNX's QLinear…, and follow the published reference arithmetic.
/// What an operator keeps between runs is zero. Other operators stand under their own names in "tflite": they are shown
/// and don't run. Only the first graph is read. A child process calls it (core/import/worker/run_sandboxed.h). @throws
/// Error (FileCorrupt, UnsupportedFormat) naming tensor and operator
ImportedModel readModel(std::span<const std::byte> bytes);

} // namespace ql::importers::tflite
