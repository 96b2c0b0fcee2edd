// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"
#include "core/import/onnx/external_data.h"
#include "core/import/onnx/onnx_proto.h"

namespace ql::importers {

/// Payloads above this many bytes are taken out of the message rather than copied.
inline constexpr std::size_t kTakenBytes = 1024;

/// The constant in @p proto, whichever way it is encoded: raw bytes, typed fields, strings, external data. A big
/// payload is moved out of @p proto, which leaves a message that shape inference can work on without the weights. Every
/// size is checked before memory is taken. @throws Error (FileCorrupt, FileNotFound, UnsupportedFormat)
graph::TensorData readTensor(onnx::TensorProto& proto, ExternalData& external);

/// The dense form of a sparse constant. @throws as readTensor, and when it would take more than is left of the budget
graph::TensorData readSparseTensor(onnx::SparseTensorProto& proto, ExternalData& external);

} // namespace ql::importers
