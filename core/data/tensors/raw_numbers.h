// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace ql::data {

/// "1x3x224", or "scalar"; nothing for other words.
std::optional<graph::Shape> parsedShape(std::string_view text);

/// Little-endian elements in C order and nothing else. @throws Error (FileNotFound; FileCorrupt when the file's size
/// isn't that of the shape), with the path
graph::TensorData readRawNumbers(const std::filesystem::path& path, graph::DataType type, const graph::Shape& shape);

} // namespace ql::data
