// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/external_data.h"
#include "core/import/onnx/onnx_proto.h"

#include <stop_token>
#include <unordered_map>

namespace ql::importers {

/// Every constant of a model, read once and keyed by the message it came from. Reading them all first checks them all
/// before anything else looks at the model, and leaves the messages light enough for shape inference.
class TensorPool {
public:
    /// @throws Error (FileCorrupt, FileNotFound, UnsupportedFormat) naming initializer or node and attribute; Cancelled
    TensorPool(onnx::GraphProto& graph, ExternalData& external, std::stop_token stop);

    const graph::TensorData& at(const onnx::TensorProto& proto) const { return m_tensors.at(&proto); }
    const graph::TensorData& at(const onnx::SparseTensorProto& proto) const { return m_tensors.at(&proto); }

private:
    void takeGraph(onnx::GraphProto& graph);
    void takeSparse(onnx::SparseTensorProto& sparse);
    void takeAttribute(onnx::AttributeProto& attribute);

    ExternalData& m_external;
    std::stop_token m_stop;
    std::unordered_map<const void*, graph::TensorData> m_tensors;
};

} // namespace ql::importers
