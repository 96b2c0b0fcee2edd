// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ql::data {

/// "1x3x224", or "scalar"; nothing for other words.
std::optional<graph::Shape> parsedShape(std::string_view text);

/// Little-endian elements in C order and nothing else. @throws Error (FileNotFound; FileCorrupt when the file's size
/// isn't that of the shape), with the path
graph::TensorData readRawNumbers(const std::filesystem::path& path, graph::DataType type, const graph::Shape& shape);

/// A serialized onnx TensorProto (input_0.pb of the standard's test data). name may be empty.
std::pair<std::string, graph::TensorData> readTensorProto(const std::filesystem::path& path);

/// A serialized onnx SequenceProto or OptionalProto, as @p kind says; undefined for an optional without an element.
/// @throws Error (FileCorrupt, UnsupportedFormat) with the path. @pre kind is not Tensor
ops::Tensor readHeldProto(const std::filesystem::path& path, graph::ValueKind kind);

} // namespace ql::data
