// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"
#include "core/import/onnx/onnx_proto.h"

#include <optional>
#include <set>
#include <string>

namespace ql::importers {

/// The names that quantizers of @p graph read their scales and zero points by. Exporters that fold no constants
/// (PyTorch of a model in training) put a Cast before each, and quantizers are known by constants.
std::set<std::string> quantizerParameters(const onnx::GraphProto& graph);

/// What Cast @p node makes of constant @p data; nothing where that isn't a scale's or a zero point's type, or the
/// numbers don't fit it (ONNX operator page Cast).
std::optional<graph::TensorData> castOf(const onnx::NodeProto& node, const graph::TensorData& data);

} // namespace ql::importers
