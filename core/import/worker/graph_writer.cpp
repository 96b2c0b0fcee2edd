// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/worker/graph_form.h"

#include <algorithm>

namespace ql::importers {

namespace {

using graph::Graph;
using graph::ValueId;

/// Every kind of attribute in the order of graph::AttributeValue.
class AttributeForm {
public:
    explicit AttributeForm(ResultWriter& result)
        : m_result(result)
    {
    }

    void operator()(std::int64_t value) const { m_result.number(value); }
    void operator()(double value) const { m_result.real(value); }
    void operator()(const std::string& value) const { m_result.text(value); }
    void operator()(const graph::TensorData& value) const { m_result.tensor(value); }
    void operator()(const graph::GraphPointer& value) const { writeGraph(m_result, *value); }
    template <typename T>
    void operator()(const std::vector<T>& values) const
    {
        m_result.list(values, *this);
    }

private:
    ResultWriter& m_result;
};

void writeIds(ResultWriter& result, const std::vector<ValueId>& ids)
{
    result.list(ids, [&result](ValueId id) { result.number(id.index); });
}

void writeValue(ResultWriter& result, const graph::Value& value, bool isInput)
{
    result.text(value.name);
    result.number(isInput);
    result.number(int(value.kind));
    result.number(int(value.type));
    result.number(value.shape.has_value());
    if (value.shape)
        result.list(*value.shape, [&result](const graph::Dimension& dimension) {
            result.number(dimension.size);
            result.text(dimension.symbol);
        });
    result.number(value.initializer.has_value());
    if (value.initializer)
        result.tensor(*value.initializer);
}

void writeNode(ResultWriter& result, const graph::Node& node)
{
    result.text(node.name);
    result.number(node.hasMadeUpName);
    result.text(node.domain);
    result.text(node.opType);
    result.number(node.opset);
    result.text(node.scope);
    writeIds(result, node.inputs);
    writeIds(result, node.outputs);
    writeIds(result, node.captures);
    result.list(node.attributes.entries(), [&result](const graph::Attributes::Entry& entry) {
        result.text(entry.first);
        result.number(entry.second.index());
        std::visit(AttributeForm(result), entry.second);
    });
}

} // namespace

void writeGraph(ResultWriter& result, const Graph& graph)
{
    result.text(graph.name());
    result.list(graph.opsets(), [&result](const auto& opset) {
        result.text(opset.first);
        result.number(opset.second);
    });
    std::vector<bool> isInput(graph.valueCount(), false);
    for (const auto input : graph.inputs())
        isInput[input.position()] = true;
    result.number(graph.valueCount());
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        writeValue(result, graph.values()[i], isInput[i]);
    result.list(graph.captures(), [&result](const graph::Capture& capture) {
        result.number(capture.outer.index);
        result.number(capture.inner.index);
    });
    result.list(graph.nodes(), [&result](const graph::Node& node) { writeNode(result, node); });
    writeIds(result, graph.outputs());
    result.list(graph.handedThrough(), [&result](const graph::HandedThrough& handed) {
        result.text(handed.node);
        result.text(handed.name);
        result.number(handed.value.index);
    });
}

} // namespace ql::importers
