// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/constant_values.h"

#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/registry.h"
#include "core/ops/support/kernel_errors.h"
#include "core/runs/program/frame.h"

#include <algorithm>
#include <iterator>

namespace ql::runs {

namespace {

bool hasBodies(const graph::Node& node)
{
    return std::ranges::any_of(node.attributes.entries(), [](const auto& entry) {
        return std::holds_alternative<graph::GraphPointer>(entry.second)
               || std::holds_alternative<std::vector<graph::GraphPointer>>(entry.second);
    });
}

void compute(const graph::Node& node, const std::vector<ops::Tensor>& inputs, ConstantValues::Known& known)
{
    inContextOf(node, [&] {
        const ops::BodyRunner noBodies;
        const auto kernel = ops::Registry::builtIn().find(node)->bind(node);
        const auto outputs = ops::translated(
            [&] {
                return kernel({inputs, noBodies});
            },
            [&] { return ops::refusedInputs(inputs); });
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            if (node.outputs[i].isValid())
                known.emplace(node.outputs[i], i < outputs.size() ? outputs[i] : ops::Tensor());
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
    const auto captured = [this](graph::ValueId each) {
        const auto found = std::ranges::find(m_graph.captures(), each, &graph::Capture::inner);
        return found == m_graph.captures().end() ? graph::ValueId{} : found->outer;
    };
    const auto given = [&](graph::ValueId each) {
        if (!each.isValid())
            return ops::Tensor();
        if (const auto* data = m_graph.constantOf(each))
            return ops::toTensor(*data);
        const auto found = known.find(each);
        return found == known.end() ? m_enclosing->evaluate(captured(each)) : found->second;
    };
    // What is still to be computed, each before what reads it: a chain may be longer than the stack.
    std::vector<graph::ValueId> open;
    const auto want = [&](graph::ValueId each) {
        if (each.isValid() && !m_graph.constantOf(each) && !known.contains(each) && !captured(each).isValid())
            open.push_back(each);
    };
    for (want(value); !open.empty();) {
        const auto next = open.back();
        const auto& node = m_graph.node(m_graph.value(next).producer);
        std::ranges::for_each(node.inputs, want);
        if (open.back() != next)
            continue;
        open.pop_back();
        if (!known.contains(next)) {
            std::vector<ops::Tensor> inputs;
            std::ranges::transform(node.inputs, std::back_inserter(inputs), given);
            compute(node, inputs, known);
        }
    }
    return given(value);
}

ConstantValues::Home ConstantValues::homeOf(graph::ValueId value) const
{
    for (const auto& capture : m_graph.captures())
        if (m_enclosing && capture.inner == value)
            return m_enclosing->homeOf(capture.outer);
    return {&m_graph, value};
}

} // namespace ql::runs
