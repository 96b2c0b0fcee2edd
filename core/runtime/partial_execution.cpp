// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/partial_execution.h"

#include "core/base/error.h"
#include "core/runtime/frame.h"

#include <algorithm>

namespace ql::runtime {

namespace {

bool isSame(const Tensor& a, const Tensor& b)
{
    if (a.data.is_same(b.data))
        return true;
    return a.type == b.type && a.isDefined() && b.isDefined() && a.data.sizes() == b.data.sizes() && a.data.equal(b.data);
}

} // namespace

PartialExecution::PartialExecution(const Program& program, NamedTensors inputs, std::vector<Interceptor> interceptors,
                                   JobContext& ctx)
    : m_program(program)
    , m_interceptors(std::move(interceptors))
    , m_tensors(program.graph().valueCount())
{
    Execution execution(program, std::move(inputs), {{}, m_interceptors, ctx.stopToken()});
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        execution.keep(graph::ValueId{std::int32_t(i)});
    while (!execution.isDone()) {
        ctx.throwIfCancelled();
        execution.step();
    }
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        m_tensors[i] = execution.tensor(graph::ValueId{std::int32_t(i)});
}

const Tensor& PartialExecution::tensor(graph::ValueId value) const
{
    return m_tensors.at(value.position());
}

std::vector<Tensor> PartialExecution::outputs() const
{
    std::vector<Tensor> results;
    for (const auto output : m_program.graph().outputs())
        results.push_back(tensor(output));
    return results;
}

std::vector<std::size_t> PartialExecution::dependents(std::span<const graph::ValueId> values) const
{
    const auto& graph = m_program.graph();
    std::vector<std::uint8_t> isDependent(graph.nodeCount(), 0);
    std::vector<graph::ValueId> pending(values.begin(), values.end());
    std::vector<std::size_t> positions;
    while (!pending.empty()) {
        const auto value = pending.back();
        pending.pop_back();
        for (const auto consumer : graph.value(value).consumers) {
            if (std::exchange(isDependent[consumer.position()], 1))
                continue;
            positions.push_back(m_program.positions()[consumer.position()]);
            for (const auto output : graph.node(consumer).outputs)
                if (output.isValid())
                    pending.push_back(output);
        }
    }
    std::ranges::sort(positions);
    return positions;
}

PartialExecution::Result PartialExecution::run(std::span<const Override> overrides, std::stop_token stop) const
{
    std::vector<graph::ValueId> changed;
    Frame frame(m_program, {{}, m_interceptors, stop}, std::string());
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        frame.set(graph::ValueId{std::int32_t(i)}, m_tensors[i]);
    for (const auto& [value, tensor] : overrides) {
        if (!isSame(tensor, this->tensor(value)))
            changed.push_back(value);
        frame.set(value, tensor);
    }
    const auto isPinned = [&](graph::ValueId value) {
        return !value.isValid() || std::ranges::find(overrides, value, &Override::first) != overrides.end();
    };
    Result result;
    for (const auto position : dependents(changed)) {
        if (stop.stop_requested())
            throw Cancelled();
        const auto& node = m_program.graph().node(m_program.order()[position]);
        if (std::ranges::all_of(node.outputs, isPinned))
            continue;
        frame.seek(position);
        frame.step();
        result.executed.push_back(node.id);
        for (const auto& [value, tensor] : overrides)
            if (std::ranges::find(node.outputs, value) != node.outputs.end())
                frame.set(value, tensor);
    }
    result.outputs = frame.outputs();
    return result;
}

} // namespace ql::runtime
