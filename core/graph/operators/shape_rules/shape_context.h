// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>
#include <unordered_map>

namespace ql::graph {

/// One element of an integer list that sizes are computed with: a number, a size by its symbol, or unknown.
struct Element {
    std::optional<std::int64_t> value;
    std::string symbol;
};
using Elements = std::vector<Element>;

Element elementOf(const Dimension& dimension);
Dimension dimensionOf(const Element& element);

/// Unknown when one of them is, or when the product overflows.
Dimension product(const Dimension& a, const Dimension& b);
Dimension product(const DeclaredShape& shape, std::size_t begin, std::size_t end);
/// What two sizes broadcast to.
Dimension broadcast(const Dimension& a, const Dimension& b);
DeclaredShape broadcast(const DeclaredShape& a, const DeclaredShape& b);
/// An axis from 0 on. @throws Error (InvalidNode) when there is none such
std::size_t axisOf(std::int64_t axis, std::size_t rank);

/// What a rule asks about the node in hand, and tells about its outputs.
class ShapeContext {
public:
    /// The lists of integers that are known before running, by value.
    using KnownElements = std::unordered_map<std::uint32_t, Elements>;

    ShapeContext(Graph& graph, const Node& node, KnownElements& elements);

    const Node& node() const { return m_node; }
    const Attributes& attributes() const { return m_node.attributes; }
    std::size_t inputCount() const { return m_node.inputs.size(); }
    std::size_t outputCount() const { return m_node.outputs.size(); }
    bool has(std::size_t input) const { return input < inputCount() && m_node.inputs[input].isValid(); }
    DataType type(std::size_t input) const;
    /// Null while unknown.
    const DeclaredShape* shape(std::size_t input) const;
    const TensorData* constant(std::size_t input) const;
    /// The integers of a scalar or list, as far as they are known.
    std::optional<Elements> elements(std::size_t input) const;
    /// All of them, or nothing.
    std::optional<std::vector<std::int64_t>> ints(std::size_t input) const;
    /// The axes in input @p input or, before it was an input, in attribute @p name; empty where the node has neither.
    std::optional<std::vector<std::int64_t>> axes(std::size_t input, std::string_view name = "axes") const;

    /// Each says what isn't declared already.
    void setType(std::size_t output, DataType type);
    void setShape(std::size_t output, const DeclaredShape& shape);
    void setElements(std::size_t output, Elements elements);

private:
    Graph& m_graph;
    const Node& m_node;
    KnownElements& m_elements;
};

} // namespace ql::graph
