// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <filesystem>
#include <string>
#include <utility>

namespace ql::data {

/// A serialized onnx TensorProto (input_0.pb of the standard's test data). name may be empty.
std::pair<std::string, graph::TensorData> readTensorProto(const std::filesystem::path& path);

} // namespace ql::data
