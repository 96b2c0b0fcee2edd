// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/graph_builder.h"

#include "core/base/error.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace ql::importers::torchscript {

using graph::ValueId;

namespace {

bool isComputed(const PendingNode& node)
{
    graph::Node asked;
    asked.domain = node.domain;
    asked.opType = node.opType;
    return graph::opKind(asked) == graph::OpKind::Compute;
}

} // namespace

ValueId GraphBuilder::add(PendingValue value)
{
    m_values.push_back(std::move(value));
    return ValueId{std::int32_t(m_values.size() - 1)};
}

ValueId GraphBuilder::addInput(std::string name)
{
    PendingValue value;
    value.name = std::move(name);
    value.isInput = true;
    value.isLive = true;
    return add(std::move(value));
}

ValueId GraphBuilder::addConstant(std::string name, graph::TensorData data)
{
    PendingValue value;
    value.name = std::move(name);
    value.constant = std::move(data);
    value.isConstant = true;
    return add(std::move(value));
}

ValueId GraphBuilder::addValue(std::string name)
{
    PendingValue value;
    value.name = std::move(name);
    return add(std::move(value));
}

void GraphBuilder::declare(ValueId value, graph::DataType type, std::optional<graph::DeclaredShape> shape)
{
    m_values[value.position()].type = type;
    m_values[value.position()].shape = std::move(shape);
}

ValueId GraphBuilder::use(const Slot& slot)
{
    if (slot.owner == this)
        return slot.id;
    if (!m_outer)
        throw Error(ErrorCode::Internal, "a value is used outside of the branch or loop that makes it");
    const auto outer = m_outer->use(slot);
    const auto [found, isNew] = m_captured.try_emplace(outer);
    if (isNew) {
        found->second = addValue();
        m_captures.emplace_back(outer, found->second);
    }
    return found->second;
}

void GraphBuilder::addOutput(ValueId value, std::string name)
{
    auto& pending = m_values[value.position()];
    if (pending.name.empty())
        pending.name = std::move(name);
    m_outputs.push_back(value);
}

bool GraphBuilder::isLive(const PendingNode& node) const
{
    return node.hasSideEffects || std::ranges::any_of(node.outputs, [this](ValueId output) {
               return output.isValid() && m_values[output.position()].isLive;
           });
}

void GraphBuilder::markLive()
{
    const auto mark = [this](ValueId value) {
        if (value.isValid())
            m_values[value.position()].isLive = true;
    };
    std::ranges::for_each(m_outputs, mark);
    for (auto node = m_nodes.rbegin(); node != m_nodes.rend(); ++node) {
        if (!isLive(*node))
            continue;
        std::ranges::for_each(node->inputs, mark);
        for (auto& [attribute, body] : node->bodies) {
            body->markLive();
            for (const auto& [outer, inner] : body->m_captures)
                if (body->m_values[inner.position()].isLive)
                    mark(outer);
        }
    }
}

/// A module that is one operator gives it its name; the others are called after their module and what they do.
void GraphBuilder::nameNodes()
{
    std::map<std::string, int> computedIn;
    std::set<std::string> branches; // modules that have modules
    for (const auto& node : m_nodes) {
        if (!isLive(node) || !isComputed(node))
            continue;
        ++computedIn[node.scope];
        for (auto dot = node.scope.find('.'); dot != std::string::npos; dot = node.scope.find('.', dot + 1))
            branches.insert(node.scope.substr(0, dot));
    }
    std::map<std::string, int> counts;
    for (const auto& node : m_nodes) {
        const bool isModule =
            !node.scope.empty() && computedIn[node.scope] == 1 && isComputed(node) && !branches.contains(node.scope);
        auto name = isModule ? node.scope : node.scope.empty() ? node.stem : node.scope + "." + node.stem;
        if (const int count = isLive(node) ? counts[name]++ : 0; count > 0)
            name += fmt::format("_{}", count);
        m_nodeNames.push_back(std::move(name));
    }
}

std::string GraphBuilder::freeValueName(const std::string& wanted)
{
    auto name = wanted.empty() ? std::string("value") : wanted;
    for (int i = 1; !m_takenNames.insert(name).second; ++i)
        name = fmt::format("{}_{}", wanted, i);
    return name;
}

void GraphBuilder::nameValues()
{
    for (const auto& [outer, inner] : m_captures)
        m_values[inner.position()].name = m_outer->m_values[outer.position()].name;
    for (auto& value : m_values)
        if (!value.name.empty() && value.isLive)
            value.name = freeValueName(value.name);
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
        for (std::size_t i = 0; i < m_nodes[n].outputs.size(); ++i) {
            const auto output = m_nodes[n].outputs[i];
            if (!output.isValid() || !m_values[output.position()].isLive || !m_values[output.position()].name.empty())
                continue;
            m_values[output.position()].name =
                freeValueName(i == 0 ? m_nodeNames[n] : fmt::format("{}:{}", m_nodeNames[n], i));
        }
    }
}

/// Of each call, those of calls within it included.
std::vector<int> GraphBuilder::computedInCalls(const graph::ModuleTree& modules) const
{
    std::vector<int> counts(modules.calls.size());
    for (const auto& node : m_nodes)
        if (isLive(node) && isComputed(node))
            for (auto call = node.origin.call; call >= 0; call = modules.calls[std::size_t(call)].caller)
                ++counts[std::size_t(call)];
    return counts;
}

void GraphBuilder::addBodies(PendingNode& node, graph::NodeSpec& spec, const graph::ModuleTree& modules)
{
    for (auto& [attribute, body] : node.bodies) {
        auto finished = std::make_shared<graph::Graph>(body->build(m_built, modules));
        for (const auto& capture : finished->captures())
            if (std::ranges::find(spec.captures, capture.outer) == spec.captures.end())
                spec.captures.push_back(capture.outer);
        spec.attributes.set(attribute, graph::GraphPointer(std::move(finished)));
    }
}

void GraphBuilder::buildValues(graph::Graph& graph, const std::unordered_map<ValueId, ValueId>& outer)
{
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        auto& value = m_values[i];
        if (!value.isLive)
            continue;
        m_built[ValueId{std::int32_t(i)}] = value.isInput      ? graph.addInput(value.name, value.type, value.shape)
                                            : value.isConstant ? graph.addInitializer(value.name, value.constant)
                                                               : graph.addValue(value.name, value.type, value.shape);
    }
    for (const auto& [from, inner] : m_captures)
        if (m_values[inner.position()].isLive)
            graph.addCapture(outer.at(from), m_built.at(inner));
}

/// The graph's own ids; an invalid one for what nobody reads.
std::vector<ValueId> GraphBuilder::built(const std::vector<ValueId>& values) const
{
    std::vector<ValueId> result;
    for (const auto value : values) {
        const auto found = m_built.find(value);
        result.push_back(found == m_built.end() ? ValueId{} : found->second);
    }
    return result;
}

graph::Graph GraphBuilder::build(const std::unordered_map<ValueId, ValueId>& outer, const graph::ModuleTree& modules)
{
    const auto computed = computedInCalls(modules);
    nameNodes();
    nameValues();
    graph::Graph graph;
    buildValues(graph, outer);
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
        auto& node = m_nodes[n];
        if (!isLive(node))
            continue;
        graph::NodeSpec spec;
        spec.name = m_nodeNames[n];
        spec.domain = node.domain;
        spec.opType = node.opType;
        spec.opset = node.domain.empty() ? kStandardOpset : 1;
        spec.scope = node.scope;
        spec.inputs = built(node.inputs);
        spec.outputs = built(node.outputs);
        spec.attributes = std::move(node.attributes);
        if (!node.origin.source.empty())
            spec.attributes.set(std::string(graph::kTorchSource), node.origin.source);
        if (const auto call = node.origin.call; call >= 0) {
            spec.attributes.set(std::string(graph::kTorchModuleCall), std::int64_t(call));
            if (isComputed(node) && computed[std::size_t(call)] == 1)
                spec.attributes.set(std::string(graph::kTorchClass),
                                    modules.modules[std::size_t(modules.calls[std::size_t(call)].module)].className);
        }
        addBodies(node, spec, modules);
        graph.setOpset(spec.domain, spec.opset);
        graph.addNode(std::move(spec));
    }
    for (const auto output : m_outputs)
        graph.addOutput(m_built.at(output));
    return graph;
}

graph::Graph GraphBuilder::finish(const graph::ModuleTree& modules)
{
    markLive();
    return build({}, modules);
}

} // namespace ql::importers::torchscript
