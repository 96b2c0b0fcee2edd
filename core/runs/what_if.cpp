// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/what_if.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/graph/ir/open_bodies.h"
#include "core/runs/memory/activation_bytes.h"
#include "core/runs/program/brief_frame.h"
#include "core/runs/program/frame.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/waiting_nodes.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace ql::runs {

namespace {

/// Bit for bit; leaves at the first difference, which is nearly always among the first elements.
bool isSame(const Tensor& a, const Tensor& b)
{
    if (a.items || b.items)
        return a.items == b.items;
    if (a.strings || b.strings)
        return a.strings == b.strings
               || (a.strings && b.strings && a.shape() == b.shape() && a.strings->strings() == b.strings->strings());
    if (!a.isDefined() && !b.isDefined())
        return ops::holdSame(a, b);
    if (a.data.is_same(b.data))
        return true;
    if (a.type != b.type || !a.isDefined() || !b.isDefined() || a.data.sizes() != b.data.sizes())
        return false;
    if (!a.data.is_contiguous() || !b.data.is_contiguous())
        return false;
    return a.data.numel() == 0 || std::memcmp(a.data.data_ptr(), b.data.data_ptr(), a.data.nbytes()) == 0;
}

/// The result of a node that changes nothing but its input's shape, had without running it; nothing when anything but
/// the numbers of its input is new.
std::optional<Tensor> seenAnew(const graph::Node& node, const Frame& now, const WhatIf& before)
{
    const auto& input = now.tensor(node.inputs[0]);
    const auto& inputBefore = before.tensor(node.inputs[0]);
    const auto& output = before.tensor(node.outputs[0]);
    const bool isAlike = input.isDefined() && inputBefore.isDefined() && output.isDefined()
                         && input.type == inputBefore.type && input.data.sizes() == inputBefore.data.sizes()
                         && input.data.is_contiguous() && input.data.numel() == output.data.numel();
    if (!isAlike)
        return std::nullopt;
    for (std::size_t slot = 1; slot < node.inputs.size(); ++slot)
        if (node.inputs[slot].isValid() && !isSame(now.tensor(node.inputs[slot]), before.tensor(node.inputs[slot])))
            return std::nullopt;
    return Tensor(input.data.view(output.data.sizes()), output.type);
}

std::vector<graph::ValueId> valuesOfBodies(const graph::Graph& graph)
{
    std::vector<graph::ValueId> values;
    for (std::size_t i = 0; i < graph.valueCount() && !graph.openBodies().empty(); ++i)
        if (graph.values()[i].body.isValid())
            values.push_back(graph::ValueId{std::int32_t(i)});
    return values;
}

} // namespace

WhatIf::WhatIf(const Program& program, NamedTensors inputs, const std::vector<Interceptor>& interceptors,
               JobContext& ctx, LoopMemory memory, std::size_t mostConstantBytes)
    : m_program(program)
    , m_tensors(program.graph().valueCount())
    , m_isEvictable(program.graph().valueCount(), false)
    , m_interceptors(interceptors)
    , m_iterations(std::make_shared<IterationStore>(program.graph()))
{
    findEvictable();
    MemoryShare constants(MemoryShare::Limit::Fixed, mostConstantBytes);
    std::vector<Tap> taps{storeConstants(constants)};
    if (memory == LoopMemory::AllIterations)
        taps.push_back([kept = m_iterations.get()](const ValueEvent& event) { kept->look(event); });
    Pass execution(program, inputs, {std::move(taps), interceptors, ctx.stopToken()});
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        if (!m_isEvictable[i])
            execution.keep(graph::ValueId{std::int32_t(i)});
        m_iterations->keep(graph::ValueId{std::int32_t(i)});
    }
    // Loops' iterations are wanted one by one, which no pass through the whole gives.
    const bool mayEvict = memory == LoopMemory::LastIteration || program.graph().openBodies().empty();
    ActivationBytes cached;
    while (!execution.isDone()) {
        ctx.throwIfCancelled();
        const auto& node = program.graph().node(execution.next());
        execution.step();
        if (program.dependsOnConstants(node.id) || cached.fitWith(execution, node) || m_passes || !mayEvict)
            continue;
        releaseAll(execution);
        m_passes = std::make_shared<const WholePasses>(program, inputs);
    }
    m_bytes = cached.bytes();
    takeTensors(execution);
}

/// All but outputs.
void WhatIf::releaseAll(Pass& execution)
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        if (!m_isEvictable[i] && !isOutput(graph::ValueId{std::int32_t(i)}))
            execution.release(graph::ValueId{std::int32_t(i)});
    m_isEvictable.assign(m_isEvictable.size(), false);
    logInfo(
        Message("the values of all layers need more memory than they may: each run goes through the whole network"));
}

void WhatIf::takeTensors(const Pass& execution)
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        if (const graph::ValueId value{std::int32_t(i)}; m_passes ? isOutput(value) : !m_isEvictable[i])
            m_tensors[i] = execution.tensor(value);
        else if (m_passes)
            m_tensors[i] = {};
}

bool WhatIf::isOutput(graph::ValueId value) const
{
    return std::ranges::find(m_program.graph().outputs(), value) != m_program.graph().outputs().end();
}

void WhatIf::findEvictable()
{
    const auto& graph = m_program.graph();
    for (const auto& node : graph.nodes())
        if (m_program.dependsOnConstants(node.id) && !node.body.isValid())
            for (const auto output : node.outputs)
                if (output.isValid() && !isOutput(output))
                    m_isEvictable[output.position()] = true;
}

/// Stores results of constants as far as @p share allows, first come first served. Views of a constant (the result of a
/// Reshape) count as free.
Tap WhatIf::storeConstants(MemoryShare& share)
{
    return [this, &share](const ValueEvent& event) {
        if (&event.graph != &m_program.graph() || !m_isEvictable[event.value.position()])
            return;
        const bool isView = std::ranges::any_of(event.inputs, [&event](const Tensor& input) {
            return input.isDefined() && event.tensor.isDefined() && input.data.is_alias_of(event.tensor.data);
        });
        const auto bytes = isView || !event.tensor.isDefined() ? 0 : std::size_t(event.tensor.data.nbytes());
        if (share.take(bytes))
            m_tensors[event.value.position()] = event.tensor;
    };
}

bool WhatIf::isEvicted(graph::ValueId value) const
{
    return value.isValid() && m_isEvictable[value.position()] && !m_tensors[value.position()].isPresent();
}

Tensor WhatIf::tensor(graph::ValueId value) const
{
    const auto& cached = m_tensors.at(value.position());
    if (m_passes && !cached.isPresent())
        return m_passes->tensors({&value, 1}, m_interceptors).front();
    return isEvicted(value) ? recomputed(value) : cached;
}

Tensor WhatIf::recomputed(graph::ValueId value) const
{
    const auto& node = m_program.graph().node(m_program.graph().value(value).producer);
    Frame frame(m_program, {{}, m_interceptors, {}}, std::string());
    for (const auto input : node.inputs)
        if (input.isValid())
            frame.set(input, tensor(input));
    frame.keep(value);
    frame.execute(node.id);
    return frame.tensor(value);
}

/// What the next step, @p node, reads and is evicted, is recomputed for it and evicted again. Gives the chain that ran
/// along, or null.
const ops::FusedChain* WhatIf::stepWithEvicted(Frame& frame, const graph::Node& node) const
{
    std::vector<graph::ValueId> made;
    const auto makeKnown = [&](graph::ValueId value) {
        if (!isEvicted(value) || frame.tensor(value).isPresent())
            return;
        frame.set(value, recomputed(value));
        made.push_back(value);
    };
    std::ranges::for_each(node.inputs, makeKnown);
    std::ranges::for_each(node.captures, makeKnown);
    if (graph::hasOpenBodies(m_program.graph(), node.id))
        std::ranges::for_each(graph::outerReads(m_program.graph(), node.id), makeKnown);
    makeKnown(frame.nextAddend());
    const auto* const chain = frame.stepAlong();
    for (const auto value : made)
        frame.set(value, {});
    return chain;
}

const ValueIterations& WhatIf::iterations(graph::ValueId value) const
{
    return m_iterations->of(value);
}

Tensor WhatIf::tensorIn(graph::ValueId value, std::span<const std::int64_t> numbers) const
{
    return numbers.empty() || m_iterations->depthOf(value) == 0 ? tensor(value) : m_iterations->at(value, numbers);
}

std::vector<Tensor> WhatIf::outputs() const
{
    std::vector<Tensor> results;
    for (const auto output : m_program.graph().outputs())
        results.push_back(tensor(output));
    return results;
}

WhatIf::Result WhatIf::rerun(std::span<const graph::NodeId> nodes, std::vector<Interceptor> interceptors,
                             std::stop_token stop) const
{
    return run(nodes, std::move(interceptors), std::move(stop), nullptr);
}

WhatIf::Result WhatIf::advance(std::span<const graph::NodeId> nodes, std::vector<Interceptor> interceptors,
                               std::stop_token stop, const std::vector<bool>* leading)
{
    Changes changes;
    auto result = run(nodes, interceptors, std::move(stop), &changes, leading);
    m_interceptors = std::move(interceptors);
    for (auto& [value, tensor] : changes) {
        if (isEvicted(value))
            continue;
        if (!tensor.isPresent()) // it was between nodes that ran along
            m_isEvictable[value.position()] = true;
        m_tensors[value.position()] = std::move(tensor);
    }
    return result;
}

/// The switched nodes are all that differ, so that a run of everything gives the same.
WhatIf::Result WhatIf::runWhole(const std::vector<Interceptor>& interceptors, const std::stop_token& stop,
                                Changes* changes) const
{
    Result result{m_passes->outputs(interceptors, stop), m_program.order()};
    const auto& outputs = m_program.graph().outputs();
    for (std::size_t i = 0; changes && i < outputs.size(); ++i)
        changes->emplace_back(outputs[i], result.outputs[i]);
    return result;
}

bool WhatIf::isAsCached(graph::ValueId value, const Tensor& tensor) const
{
    return isEvicted(value) ? isSame(tensor, recomputed(value)) : isSame(tensor, m_tensors[value.position()]);
}

/// The nodes of @p chain have run, too, and what is between them is nowhere.
void WhatIf::passOver(const ops::FusedChain& chain, WaitingNodes& waiting, Result& result, Changes* changes) const
{
    for (const auto done : chain.nodes) {
        const auto node = m_program.flatOrder()[done];
        waiting.remove(m_program.positions()[node.position()]);
        result.executed.push_back(node);
    }
    for (const auto inner : chain.inner)
        if (changes)
            changes->emplace_back(inner, Tensor());
}

WhatIf::Result WhatIf::run(std::span<const graph::NodeId> nodes, std::vector<Interceptor> interceptors,
                           std::stop_token stop, Changes* changes, const std::vector<bool>* leading) const
{
    const auto& graph = m_program.graph();
    if (m_passes)
        return runWhole(interceptors, stop, changes);
    Frame frame(m_program, {{}, std::move(interceptors), stop}, std::string());
    frame.startFrom(m_tensors);
    const auto inBodies = changes ? valuesOfBodies(graph) : std::vector<graph::ValueId>();
    for (const auto value : inBodies)
        frame.keep(value);
    WaitingNodes waiting(m_program.order().size(), leading);
    for (const auto node : nodes)
        waiting.add(m_program.positions()[node.position()]);
    Result result;
    while (const auto position = waiting.takeFirst()) {
        if (stop.stop_requested())
            throw Cancelled();
        const auto& node = graph.node(m_program.order()[*position]);
        frame.seek(*position);
        const ops::FusedChain* chain = nullptr;
        if (auto seen = frame.nextChangesShapeOnly() ? seenAnew(node, frame, *this) : std::nullopt) {
            frame.stepAs({std::move(*seen)});
        } else {
            chain = stepWithEvicted(frame, node);
            result.executed.push_back(node.id);
        }
        const auto outputs = chain ? std::span(&chain->result, 1) : std::span(node.outputs);
        if (chain)
            passOver(*chain, waiting, result, changes);
        for (const auto output : outputs) {
            if (!output.isValid() || isAsCached(output, frame.tensor(output)))
                continue;
            if (changes)
                changes->emplace_back(output, frame.tensor(output));
            for (const auto consumer : graph.value(output).consumers)
                waiting.add(m_program.positions()[consumer.position()]);
        }
    }
    for (const auto value : inBodies)
        if (!isAsCached(value, frame.tensor(value)))
            changes->emplace_back(value, frame.tensor(value));
    result.outputs = frame.outputs();
    return result;
}

std::vector<Tensor> WhatIf::evaluate(graph::NodeId node, const std::unordered_map<graph::ValueId, Tensor>& given,
                                     std::stop_token stop, std::span<const std::int64_t> numbers) const
{
    const auto& spec = m_program.graph().node(node);
    BriefFrame frame(m_program, stop);
    const auto outer = graph::outerReads(m_program.graph(), node);
    std::vector<graph::ValueId> others;
    for (const auto* values : {&spec.inputs, &spec.captures, &outer}) {
        for (const auto value : *values) {
            if (!value.isValid())
                continue;
            const auto found = given.find(value);
            if (found != given.end())
                frame.set(value, found->second);
            else if (m_passes)
                others.push_back(value);
            else
                frame.set(value, tensorIn(value, numbers));
        }
    }
    const auto made = others.empty() ? std::vector<Tensor>() : m_passes->tensors(others, m_interceptors, stop);
    for (std::size_t i = 0; i < made.size(); ++i)
        frame.set(others[i], made[i]);
    for (const auto output : spec.outputs)
        if (output.isValid())
            frame.keep(output);
    frame.execute(node);
    std::vector<Tensor> results;
    for (const auto output : spec.outputs)
        results.push_back(frame.tensor(output));
    return results;
}

Tensor runSegment(const Program& program, std::span<const graph::NodeId> nodes,
                  const std::vector<std::pair<graph::ValueId, Tensor>>& given, graph::ValueId wanted,
                  std::stop_token stop)
{
    BriefFrame frame(program, stop);
    for (const auto& [value, tensor] : given)
        frame.set(value, tensor);
    frame.keep(wanted);
    std::vector<graph::NodeId> order(nodes.begin(), nodes.end());
    std::ranges::sort(order, {}, [&program](graph::NodeId node) { return program.flatPositions()[node.position()]; });
    for (const auto node : order) {
        if (stop.stop_requested())
            throw Cancelled();
        frame.execute(node);
    }
    return frame.tensor(wanted);
}

} // namespace ql::runs
