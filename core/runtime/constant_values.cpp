// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/constant_values.h"

#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/registry.h"
#include "core/ops/support/kernel_errors.h"
#include "core/runtime/frame.h"

#include <algorithm>

namespace ql::runtime {

namespace {

bool hasBodies(const graph::Node& node)
{
    return std::ranges::any_of(node.attributes.entries(), [](const auto& entry) {
        return std::holds_alternative<graph::GraphPointer>(entry.second)
               || std::holds_alternative<std::vector<graph::GraphPointer>>(entry.second);
    });
}

} // namespace

ConstantValues::ConstantValues(const graph::Graph& graph, const ConstantValues* enclosing)
    : m_graph(graph)
    , m_enclosing(enclosing)
    , m_isConstant(graph.valueCount(), false)
{
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        m_isConstant[i] = graph.values()[i].initializer.has_value();
    if (enclosing)
        for (const auto& capture : graph.captures())
            m_isConstant[capture.inner.position()] = enclosing->isConstant(capture.outer);
    for (const auto id : graph::topologicalOrder(graph)) {
        const auto& node = graph.node(id);
        if (!dependsOnConstants(node))
            continue;
        for (const auto output : node.outputs)
            if (output.isValid())
                m_isConstant[output.position()] = true;
    }
}

bool ConstantValues::dependsOnConstants(const graph::Node& node) const
{
    return !node.inputs.empty() && !graph::traitsNamed(node.opType).isRandom && !hasBodies(node)
           && ops::Registry::builtIn().supports(node) && std::ranges::all_of(node.inputs, [this](graph::ValueId input) {
                  return !input.isValid() || isConstant(input);
              });
}

ops::Tensor ConstantValues::evaluate(graph::ValueId value, Known& known) const
{
    if (const auto* data = m_graph.constantOf(value))
        return ops::toTensor(*data);
    if (const auto found = known.find(value); found != known.end())
        return found->second;
    for (const auto& capture : m_graph.captures())
        if (capture.inner == value)
            return m_enclosing->evaluate(capture.outer);
    const auto& node = m_graph.node(m_graph.value(value).producer);
    return inContextOf(node, [&] {
        std::vector<ops::Tensor> inputs;
        for (const auto input : node.inputs)
            inputs.push_back(input.isValid() ? evaluate(input, known) : ops::Tensor());
        const ops::BodyRunner noBodies;
        const auto kernel = ops::Registry::builtIn().find(node)->bind(node);
        const auto outputs = ops::translated(
            [&] {
                return kernel({inputs, noBodies});
            },
            [&] { return ops::refusedInputs(inputs); });
        for (std::size_t i = 0; i < std::min(node.outputs.size(), outputs.size()); ++i)
            if (node.outputs[i].isValid())
                known.emplace(node.outputs[i], outputs.at(i));
        return known.at(value);
    });
}

ConstantValues::Home ConstantValues::homeOf(graph::ValueId value) const
{
    for (const auto& capture : m_graph.captures())
        if (m_enclosing && capture.inner == value)
            return m_enclosing->homeOf(capture.outer);
    return {&m_graph, value};
}

} // namespace ql::runtime
