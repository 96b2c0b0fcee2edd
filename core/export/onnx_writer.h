// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <filesystem>
#include <string>

namespace ql::exporting {

/// @p graph as an ONNX file's bytes: constants that nobody reads stay out, known types and shapes go into value_info,
/// bodies find what they capture under its outer name. The IR version is the oldest that knows the operator set (8,
/// from opset 20 on 9, from 21 on 10). @throws Error (UnsupportedFormat) beyond protobuf's 2 GiB
std::string onnxBytes(const graph::Graph& graph);

/// Writes them beside @p path and renames, with no copy of the constants in memory. @throws Error (FileWrite,
/// UnsupportedFormat)
void writeOnnx(const graph::Graph& graph, const std::filesystem::path& path);

} // namespace ql::exporting
