// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_shapes.h"

#include "core/import/onnx/onnx_tensor.h"

#include <onnx/shape_inference/implementation.h>
#include <spdlog/spdlog.h>
#include <vector>

namespace ql::importers {

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

/// com.microsoft's QuantizeLinear and DequantizeLinear are the standard's with more element types. libonnx knows no
/// domain but its own, and with them it would lose the shapes of a whole quantized model: so they pass for standard
/// nodes.
class StandardQuantizers {
public:
    explicit StandardQuantizers(onnx::GraphProto& graph) { disguise(graph); }
    ~StandardQuantizers()
    {
        for (auto* node : m_nodes)
            node->set_domain(kDomain);
    }
    StandardQuantizers(const StandardQuantizers&) = delete;
    StandardQuantizers& operator=(const StandardQuantizers&) = delete;

private:
    static constexpr const char* kDomain = "com.microsoft";

    void disguise(onnx::GraphProto& graph)
    {
        for (auto& node : *graph.mutable_node()) {
            if (node.domain() == kDomain
                && (node.op_type() == "QuantizeLinear" || node.op_type() == "DequantizeLinear")) {
                node.clear_domain();
                m_nodes.push_back(&node);
            }
            for (auto& attribute : *node.mutable_attribute())
                if (attribute.has_g())
                    disguise(*attribute.mutable_g());
        }
    }

    std::vector<onnx::NodeProto*> m_nodes;
};

graph::ValueKind kindOf(const onnx::TypeProto& type)
{
    using graph::ValueKind;
    if (type.has_sequence_type())
        return ValueKind::Sequence;
    if (!type.has_optional_type())
        return ValueKind::Tensor;
    return type.optional_type().elem_type().has_sequence_type() ? ValueKind::OptionalSequence
                                                                : ValueKind::OptionalTensor;
}

} // namespace

DeclaredType declaredType(const onnx::TypeProto& type)
{
    if (!type.has_tensor_type())
        return {kindOf(type), graph::DataType::Undefined, {}};
    const auto& tensor = type.tensor_type();
    DeclaredType declared;
    declared.type = graph::dataTypeFromNumber(tensor.elem_type()).value_or(graph::DataType::Undefined);
    if (tensor.has_shape())
        declared.shape = declaredShape(tensor.shape());
    return declared;
}

void inferShapes(onnx::ModelProto& model)
{
    const StandardQuantizers disguise(*model.mutable_graph());
    try {
        // Without data propagation, which in libonnx 1.12 crashes on a real model and finds no more shapes in others.
        onnx::shape_inference::InferShapes(model);
    } catch (const std::exception& failure) {
        spdlog::debug("shape inference gave up: {}", failure.what());
    }
}

} // namespace ql::importers
