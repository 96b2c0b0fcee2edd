// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

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

} // namespace ql::data
