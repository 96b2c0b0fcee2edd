// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/frame.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/graph/ir/bodies.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/fusion/fused_chain.h"
#include "core/ops/support/kernel_errors.h"
#include "core/runs/device/device_scope.h"
#include "core/runs/program/constant_values.h"
#include "core/runs/program/unsupported_nodes.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace ql::runs {

namespace {

/// Bit i: input i of @p node depends on constants only.
std::uint64_t constantInputs(const graph::Node& node, const ConstantValues& constants)
{
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(node.inputs.size(), 64); ++i)
        if (constants.isConstant(node.inputs[i]))
            bits |= std::uint64_t{1} << i;
    return bits;
}

bool changesShapeOnly(const graph::Node& node)
{
    return graph::traitsOf(node).changesShapeOnly && node.outputs.size() == 1 && node.outputs[0].isValid()
           && !node.inputs.empty();
}

} // namespace

BoundNode Program::Private::bound(const graph::Node& node, const ops::Registry& registry,
                                  const ConstantValues& constants)
{
    return inContextOf(node, [&] {
        const auto& graph = constants.graph();
        BoundNode bound;
        bound.id = node.id;
        bound.constants = constantInputs(node, constants);
        if (std::ranges::any_of(node.outputs, [&](graph::ValueId output) { return constants.isConstant(output); }))
            bound.cached = std::make_unique<ConstantResults>();
        const auto& definition = *registry.find(node);
        bound.kernel = ops::translated([&] { return definition.bind(node); }, ops::refusedAttributes);
        bound.device = ops::deviceInputsOf(definition);
        bound.work = workOf(graph, node);
        bound.changesShapeOnly = changesShapeOnly(node);
        bound.dequantized = ops::dequantizedFactorsOf(graph, node);
        if (graph::hasOpenBodies(graph, node.id))
            return bound;
        graph::forEachBody(node, [&](const std::string& name, const graph::Graph& body) {
            bound.bodies.emplace_back(name, Program(body, registry, &constants));
        });
        return bound;
    });
}

Program::Private::Private(const graph::Graph& source, const ops::Registry& registry, const ConstantValues* enclosing)
    : graph(&source)
    , registry(&registry)
{
    requireSupported(source, registry);
    flatOrder = graph::topologicalOrder(source);
    const ConstantValues known(source, enclosing);
    auto dying = graph::lastUses(source, flatOrder);
    flatPositions.resize(source.nodeCount());
    bodies.resize(source.openBodies().size());
    nodes.reserve(flatOrder.size());
    for (std::size_t i = 0; i < flatOrder.size(); ++i) {
        const auto& node = source.node(flatOrder[i]);
        flatPositions[node.id.position()] = i;
        nodes.push_back(bound(node, registry, known));
        nodes.back().dying = std::move(dying[i]);
        (node.body.isValid() ? bodies[node.body.position()] : steps).push_back(i);
    }
    findPositions();
    for (auto& each : nodes) {
        each.chain = ops::fusedChainFrom(source, source.node(each.id), flatPositions, registry);
        if (!each.chain)
            each.chain = ops::elementChainFrom(source, source.node(each.id), flatPositions, registry);
        each.switched = ops::switchedChainFrom(source, source.node(each.id), each.chain ? &*each.chain : nullptr,
                                               flatPositions, registry);
    }
    constants.resize(source.valueCount());
    for (std::size_t i = 0; i < source.valueCount(); ++i)
        if (const auto& constant = source.values()[i].initializer)
            constants[i] = withContext(Message("initializer {}", source.values()[i].name),
                                       [&] { return ops::toTensor(*constant); });
    placeOnDevice(enclosing != nullptr);
}

void Program::Private::placeOnDevice(bool isBody)
{
    const auto& wanted = DeviceScope::current();
    if (!wanted)
        return;
    std::vector<bool> isConstant(graph->valueCount());
    for (std::size_t i = 0; i < isConstant.size(); ++i)
        isConstant[i] = constants[i].isDefined();
    std::set<std::string> onHost;
    std::size_t count = 0;
    for (const auto& each : nodes) {
        const auto& node = graph->node(each.id);
        for (const auto output : node.outputs)
            if (output.isValid() && each.cached)
                isConstant[output.position()] = true;
        if (each.device || each.cached)
            continue;
        onHost.insert(node.opType);
        ++count;
    }
    device = std::make_unique<DeviceConstants>(wanted, std::move(isConstant));
    if (!isBody && count > 0)
        logInfo(Message("{}: {} of {} nodes compute on the processor, which has the only kernel: {}", wanted->name(),
                        count, nodes.size(), Message::names({onHost.begin(), onHost.end()}, ", ")));
}

void Program::Private::findPositions()
{
    positions.resize(flatOrder.size());
    for (const auto step : steps) {
        positions[flatOrder[step].position()] = order.size();
        order.push_back(flatOrder[step]);
    }
    for (const auto id : flatOrder)
        if (graph->node(id).body.isValid())
            positions[id.position()] = positions[graph::ownerWithin(*graph, id, {}).position()];
    for (std::size_t i = 0; i < graph->openBodies().size(); ++i)
        nodes[flatPositions[graph->openBodies()[i].owner.position()]].openBodies.push_back(
            graph::BodyId{std::int32_t(i)});
}

bool Program::Private::isFor(const DeviceConstants* has, const ops::Device* wanted)
{
    return has && wanted ? has->device().name() == wanted->name() : !has && !wanted;
}

/// What an earlier program of the same graph made, or a new one.
std::shared_ptr<const Program::Private> Program::Private::of(const graph::Graph& graph, const ops::Registry& registry)
{
    if (&registry != &ops::Registry::current())
        return std::make_shared<const Private>(graph, registry, nullptr);
    auto known = std::static_pointer_cast<const Private>(graph.attachment().get());
    if (!known || known->registry != &registry || !isFor(known->device.get(), DeviceScope::current().get())) {
        known = std::make_shared<const Private>(graph, registry, nullptr);
        graph.attachment().set(known);
    }
    return known;
}

Program::Program(const graph::Graph& graph, const ops::Registry& registry)
    : m_d(Private::of(graph, registry))
{
}

Program::Program(const graph::Graph& graph, const ops::Registry& registry, const ConstantValues* enclosing)
    : m_d(std::make_shared<const Private>(graph, registry, enclosing))
{
}

Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

const graph::Graph& Program::graph() const
{
    return *m_d->graph;
}

const std::vector<graph::NodeId>& Program::order() const
{
    return m_d->order;
}

bool Program::doesMultiply(graph::NodeId node) const
{
    return m_d->nodes[m_d->flatPositions[node.position()]].work.multiplies;
}

bool Program::dependsOnConstants(graph::NodeId node) const
{
    return m_d->nodes[m_d->flatPositions[node.position()]].cached != nullptr;
}

const std::vector<graph::NodeId>& Program::flatOrder() const
{
    return m_d->flatOrder;
}

const std::vector<std::size_t>& Program::flatPositions() const
{
    return m_d->flatPositions;
}

const std::vector<std::size_t>& Program::positions() const
{
    return m_d->positions;
}

const Tensor& Program::constant(graph::ValueId value) const
{
    return m_d->constants.at(value.position());
}

} // namespace ql::runs
