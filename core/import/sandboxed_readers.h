// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/import/imported_model.h"

#include <cstddef>
#include <span>

// Readers of the formats that only a child process reads (core/import/worker/run_sandboxed.h).

namespace ql::importers::torchscript {

/// The model, without path and format, in the bytes of a TorchScript file: scripted and traced modules, frozen or not,
/// float, fake-quantized and quantized. The network is `forward` in evaluation mode, everything it calls put in its
/// place; a node's scope is its module's path ("layer1.0.conv1"), parameters are called as in PyTorch
/// ("layer1.0.conv1.weight"). Nodes have the standard's names and inputs where the standard has such an operator, and
/// LibTorch's own names elsewhere; LibTorch computes them all, so that results equal `forward`'s bit for bit on as many
/// threads. A run is one `forward` of the module as it is in
/// the file: what it sets is forgotten. Programs of which nobody can know before they run whose memory they write into
/// are refused. Weights of quantized operators are packed by LibTorch's engine "onednn" or, where that refuses them,
/// "qnnpack"; the environment variable QUANTLOUPE_QUANTIZED_ENGINE names another.
/// The file's code may only call listed operators (core/ops/torch/allowed_operators.h). It is LibTorch that checks,
/// loads and lowers the file: to be called in a child process (core/import/worker/run_sandboxed.h), except for a file
/// that is known. Changes settings of LibTorch while it works, so one thread at a time.
/// @throws Error (FileCorrupt, UnsupportedFormat, UnsupportedOperator) naming module and instruction, and what LibTorch
/// throws
ImportedModel readModule(const FileBytes& bytes);

} // namespace ql::importers::torchscript

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
