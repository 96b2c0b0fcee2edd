// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/handover/graph_form.h"

#include <algorithm>

namespace ql::importers {

namespace {

using graph::Graph;
using graph::ValueId;

/// Every kind of attribute in the order of graph::AttributeValue.
class AttributeForm {
public:
    explicit AttributeForm(AnswerWriter& answer)
        : m_answer(answer)
    {
    }

    void operator()(std::int64_t value) const { m_answer.number(value); }
    void operator()(double value) const { m_answer.real(value); }
    void operator()(const std::string& value) const { m_answer.text(value); }
    void operator()(const graph::TensorData& value) const { m_answer.tensor(value); }
    void operator()(const graph::GraphPointer& value) const { writeGraph(m_answer, *value); }
    template <typename T>
    void operator()(const std::vector<T>& values) const
    {
        m_answer.list(values, *this);
    }

private:
    AnswerWriter& m_answer;
};

void writeIds(AnswerWriter& answer, const std::vector<ValueId>& ids)
{
    answer.list(ids, [&answer](ValueId id) { answer.number(id.index); });
}

void writeValue(AnswerWriter& answer, const graph::Value& value, bool isInput)
{
    answer.text(value.name);
    answer.number(isInput);
    answer.number(int(value.kind));
    answer.number(int(value.type));
    answer.number(value.shape.has_value());
    if (value.shape)
        answer.list(*value.shape, [&answer](const graph::Dimension& dimension) {
            answer.number(dimension.size);
            answer.text(dimension.symbol);
        });
    answer.number(value.initializer.has_value());
    if (value.initializer)
        answer.tensor(*value.initializer);
}

void writeNode(AnswerWriter& answer, const graph::Node& node)
{
    answer.text(node.name);
    answer.number(node.hasMadeUpName);
    answer.text(node.domain);
    answer.text(node.opType);
    answer.number(node.opset);
    answer.text(node.scope);
    writeIds(answer, node.inputs);
    writeIds(answer, node.outputs);
    writeIds(answer, node.captures);
    answer.list(node.attributes.entries(), [&answer](const graph::Attributes::Entry& entry) {
        answer.text(entry.first);
        answer.number(entry.second.index());
        std::visit(AttributeForm(answer), entry.second);
    });
}

} // namespace

void writeGraph(AnswerWriter& answer, const Graph& graph)
{
    answer.text(graph.name());
    answer.list(graph.opsets(), [&answer](const auto& opset) {
        answer.text(opset.first);
        answer.number(opset.second);
    });
    std::vector<bool> isInput(graph.valueCount(), false);
    for (const auto input : graph.inputs())
        isInput[input.position()] = true;
    answer.number(graph.valueCount());
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        writeValue(answer, graph.values()[i], isInput[i]);
    answer.list(graph.captures(), [&answer](const graph::Capture& capture) {
        answer.number(capture.outer.index);
        answer.number(capture.inner.index);
    });
    answer.list(graph.nodes(), [&answer](const graph::Node& node) { writeNode(answer, node); });
    writeIds(answer, graph.outputs());
    answer.list(graph.handedThrough(), [&answer](const graph::HandedThrough& handed) {
        answer.text(handed.node);
        answer.text(handed.name);
        answer.number(handed.value.index);
    });
}

} // namespace ql::importers
