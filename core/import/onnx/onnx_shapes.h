// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/import/onnx/onnx_proto.h"

#include <optional>

namespace ql::importers {

/// What a file declares about a value. Undefined and nothing for sequences, maps and unknown element types.
struct DeclaredType {
    graph::ValueKind kind = graph::ValueKind::Tensor;
    graph::DataType type = graph::DataType::Undefined;
    std::optional<graph::DeclaredShape> shape;
};
DeclaredType declaredType(const onnx::TypeProto& type);

/// Adds the types and shapes that libonnx can infer to @p model's value_info. It knows the operators up to opset 17 and
/// leaves out what it doesn't know; that it fails is no error. For its version converter, whose adapters ask for them:
/// libonnx 1.12 crashes on some damaged models, so what is merely read gets its shapes from core/graph.
void inferShapes(onnx::ModelProto& model);

} // namespace ql::importers
