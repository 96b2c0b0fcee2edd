// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/runtime/executor.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace ql::data {

/// Reads a .npy file (format 1.0 to 3.0; little or big endian, C or Fortran order; bool, ints, float16/32/64).
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat)
graph::TensorData readNpy(const std::filesystem::path& path);
/// Writes format 1.0, C order, beside the target and renamed. bfloat16/float8/4-bit types are written as float32 / int8.
void writeNpy(const std::filesystem::path& path, const graph::TensorData& data);
/// Every array of a .npz archive, by name without ".npy", in archive order. @throws as readNpy
std::vector<std::pair<std::string, graph::TensorData>> readNpz(const std::filesystem::path& path);
/// A serialized onnx TensorProto (input_0.pb of the standard's test data). name may be empty.
std::pair<std::string, graph::TensorData> readTensorProto(const std::filesystem::path& path);

/// Turns `--input` words (DESIGN.md section 5: `name=file.npy`, `file.npy` for a single input, `.npz`, a folder with input_N.pb,
/// `x=file.bin:float32:1x3x224x224`, `random[:seed]`, `name=random[:seed]`) into the tensors that @p graph asks for.
/// A float64 array given for a float32 input and alike is converted when no value changes kind; integers never become floats silently.
/// random draws standard normal floats / small ints; symbolic dimensions are 1. With no words every input is random only if "random" was said.
/// @throws Error (BadArgument) listing the inputs that are missing, with name, type and shape.
runtime::NamedTensors readInputs(const graph::Graph& graph, std::span<const std::string> words, std::uint64_t seed);

} // namespace ql::data
