// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx_shapes.h"

#include "core/import/onnx_tensor.h"

#include <onnx/shape_inference/implementation.h>
#include <spdlog/spdlog.h>

namespace ql::import {

namespace {

graph::DeclaredShape declaredShape(const onnx::TensorShapeProto& proto)
{
    graph::DeclaredShape shape;
    for (const auto& dimension : proto.dim()) {
        if (dimension.has_dim_value() && dimension.dim_value() >= 0)
            shape.push_back({dimension.dim_value(), {}});
        else
            shape.push_back({-1, dimension.dim_param()});
    }
    return shape;
}

} // namespace

DeclaredType declaredType(const onnx::TypeProto& type)
{
    if (!type.has_tensor_type())
        return {};
    const auto& tensor = type.tensor_type();
    DeclaredType declared{elementType(tensor.elem_type()).value_or(graph::DataType::Undefined), {}};
    if (tensor.has_shape())
        declared.shape = declaredShape(tensor.shape());
    return declared;
}

void inferShapes(onnx::ModelProto& model)
{
    try {
        onnx::shape_inference::InferShapes(model);
    } catch (const std::exception& failure) {
        spdlog::debug("shape inference gave up: {}", failure.what());
    }
}

} // namespace ql::import
