// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/shape_rules/shape_context.h"

#include "core/base/error.h"

#include <algorithm>

namespace ql::graph {

namespace {

constexpr std::size_t kLongestList = 1024;

} // namespace

Element elementOf(const Dimension& dimension)
{
    return {dimension.size >= 0 ? std::optional(dimension.size) : std::nullopt, dimension.symbol};
}

Dimension dimensionOf(const Element& element)
{
    if (element.value && *element.value >= 0)
        return {*element.value, {}};
    return {-1, element.symbol};
}

Dimension product(const Dimension& a, const Dimension& b)
{
    if (a.size == 0 || b.size == 1)
        return a;
    if (b.size == 0 || a.size == 1)
        return b;
    std::int64_t size = 0;
    if (a.size < 0 || b.size < 0 || __builtin_mul_overflow(a.size, b.size, &size))
        return {};
    return {size, {}};
}

Dimension product(const DeclaredShape& shape, std::size_t begin, std::size_t end)
{
    Dimension total{1, {}};
    for (auto i = begin; i < end; ++i)
        total = product(total, shape[i]);
    return total;
}

Dimension broadcast(const Dimension& a, const Dimension& b)
{
    if (a.size == 1 || a == b)
        return b;
    if (b.size == 1)
        return a;
    return a.size >= 0 ? a : b.size >= 0 ? b : Dimension{};
}

DeclaredShape broadcast(const DeclaredShape& a, const DeclaredShape& b)
{
    auto result = a.size() >= b.size() ? a : b;
    const auto& shorter = a.size() >= b.size() ? b : a;
    const auto offset = result.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i)
        result[offset + i] = broadcast(result[offset + i], shorter[i]);
    return result;
}

std::size_t axisOf(std::int64_t axis, std::size_t rank)
{
    const auto count = static_cast<std::int64_t>(rank);
    if (axis < -count || axis >= count)
        throw Error(ErrorCode::InvalidNode, Message("axis {} is out of range for rank {}", axis, rank));
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

ShapeContext::ShapeContext(Graph& graph, const Node& node, KnownElements& elements)
    : m_graph(graph)
    , m_node(node)
    , m_elements(elements)
{
}

DataType ShapeContext::type(std::size_t input) const
{
    return has(input) ? m_graph.value(m_node.inputs[input]).type : DataType::Undefined;
}

const DeclaredShape* ShapeContext::shape(std::size_t input) const
{
    if (!has(input))
        return nullptr;
    const auto& shape = m_graph.value(m_node.inputs[input]).shape;
    return shape ? &*shape : nullptr;
}

const TensorData* ShapeContext::constant(std::size_t input) const
{
    return has(input) ? m_graph.constantOf(m_node.inputs[input]) : nullptr;
}

std::optional<Elements> ShapeContext::elements(std::size_t input) const
{
    if (!has(input))
        return std::nullopt;
    if (const auto known = m_elements.find(static_cast<std::uint32_t>(m_node.inputs[input].position()));
        known != m_elements.end())
        return known->second;
    const auto* data = constant(input);
    if (!data || data->shape().size() > 1 || data->size() > kLongestList
        || (data->type() != DataType::Int64 && data->type() != DataType::Int32))
        return std::nullopt;
    Elements elements;
    for (const auto value : data->toInts())
        elements.push_back({value, {}});
    return elements;
}

std::optional<std::vector<std::int64_t>> ShapeContext::ints(std::size_t input) const
{
    const auto found = elements(input);
    if (!found)
        return std::nullopt;
    std::vector<std::int64_t> values;
    for (const auto& element : *found) {
        if (!element.value)
            return std::nullopt;
        values.push_back(*element.value);
    }
    return values;
}

std::optional<std::vector<std::int64_t>> ShapeContext::axes(std::size_t input, std::string_view name) const
{
    if (has(input))
        return ints(input);
    return attributes().intsOr(name, {});
}

void ShapeContext::setType(std::size_t output, DataType type)
{
    if (output >= outputCount() || !m_node.outputs[output].isValid() || type == DataType::Undefined)
        return;
    if (m_graph.value(m_node.outputs[output]).type == DataType::Undefined)
        m_graph.setType(m_node.outputs[output], type);
}

void ShapeContext::setShape(std::size_t output, const DeclaredShape& shape)
{
    if (output >= outputCount() || !m_node.outputs[output].isValid())
        return;
    auto known = m_graph.value(m_node.outputs[output]).shape.value_or(shape);
    if (known.size() != shape.size())
        return; // what the file says stays
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (known[i].size < 0 && (shape[i].size >= 0 || known[i].symbol.empty()))
            known[i] = shape[i];
    m_graph.setShape(m_node.outputs[output], std::move(known));
}

void ShapeContext::setElements(std::size_t output, Elements elements)
{
    if (output < outputCount() && m_node.outputs[output].isValid() && elements.size() <= kLongestList)
        m_elements[static_cast<std::uint32_t>(m_node.outputs[output].position())] = std::move(elements);
}

} // namespace ql::graph
