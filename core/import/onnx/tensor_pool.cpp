// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/tensor_pool.h"

#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/import/onnx/onnx_tensor.h"

namespace ql::importers {

namespace {

Message describe(const onnx::NodeProto& node, const onnx::AttributeProto& attribute)
{
    if (node.name().empty())
        return Message("a {} node: attribute {}", node.op_type(), attribute.name());
    return Message("node {} ({}): attribute {}", node.name(), node.op_type(), attribute.name());
}

} // namespace

TensorPool::TensorPool(onnx::GraphProto& graph, ExternalData& external, std::stop_token stop)
    : m_external(external)
    , m_stop(std::move(stop))
{
    takeGraph(graph);
}

void TensorPool::takeGraph(onnx::GraphProto& graph)
{
    for (auto& initializer : *graph.mutable_initializer())
        withContext(Message("initializer {}", initializer.name()), [&] {
            throwIfStopped(m_stop);
            m_tensors.emplace(&initializer, readTensor(initializer, m_external));
        });
    for (auto& initializer : *graph.mutable_sparse_initializer())
        withContext(Message("initializer {}", initializer.values().name()), [&] { takeSparse(initializer); });
    for (auto& node : *graph.mutable_node()) {
        throwIfStopped(m_stop);
        for (auto& attribute : *node.mutable_attribute())
            try {
                takeAttribute(attribute);
            } catch (Error& error) {
                error.addContext(describe(node, attribute));
                throw;
            }
    }
}

void TensorPool::takeSparse(onnx::SparseTensorProto& sparse)
{
    throwIfStopped(m_stop);
    m_tensors.emplace(&sparse, readSparseTensor(sparse, m_external));
}

void TensorPool::takeAttribute(onnx::AttributeProto& attribute)
{
    if (attribute.has_t())
        m_tensors.emplace(&attribute.t(), readTensor(*attribute.mutable_t(), m_external));
    if (attribute.has_sparse_tensor())
        takeSparse(*attribute.mutable_sparse_tensor());
    if (attribute.has_g())
        takeGraph(*attribute.mutable_g());
    for (auto& body : *attribute.mutable_graphs())
        takeGraph(body);
}

} // namespace ql::importers
