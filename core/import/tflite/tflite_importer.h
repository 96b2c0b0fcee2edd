// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <filesystem>
#include <stop_token>

namespace ql::importers {

/// Reads a TensorFlow Lite file: float, full integer (8 and 16 bits), dynamic range and float16 weights. Values are
/// called as the file's tensors and keep their layouts (channels last); a node is called as the tensor that it gives.
/// Operators on floats have the standard's or com.microsoft's names; those on integers are of domain "tflite", with the
/// inputs of ONNX's QLinear…, and follow the published reference arithmetic. What an operator keeps between runs is
/// zero. Other operators stand under their own names in "tflite": they are shown and don't run. Only the first graph is
/// read. The file is read in a child process (core/import/worker/run_sandboxed.h).
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) naming file, tensor and operator; Cancelled when
/// @p stop is requested
ImportedModel importTfLite(const std::filesystem::path& path, const std::stop_token& stop = {});

namespace tflite {

/// The model in @p bytes, without path. @throws Error as importTfLite()
ImportedModel readModel(std::span<const std::byte> bytes);

} // namespace tflite

} // namespace ql::importers
