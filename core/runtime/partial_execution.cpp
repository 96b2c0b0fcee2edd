// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/partial_execution.h"

#include "core/base/error.h"
#include "core/runtime/frame.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace ql::runtime {

namespace {

/// Bit for bit; leaves at the first difference, which is nearly always among the first elements.
bool isSame(const Tensor& a, const Tensor& b)
{
    if (a.data.is_same(b.data))
        return true;
    if (a.type != b.type || !a.isDefined() || !b.isDefined() || a.data.sizes() != b.data.sizes())
        return false;
    if (!a.data.is_contiguous() || !b.data.is_contiguous())
        return false;
    return std::memcmp(a.data.data_ptr(), b.data.data_ptr(), a.data.nbytes()) == 0;
}

} // namespace

PartialExecution::PartialExecution(const Program& program, NamedTensors inputs,
                                   const std::vector<Interceptor>& interceptors, JobContext& ctx)
    : m_program(program)
    , m_tensors(program.graph().valueCount())
{
    Execution execution(program, std::move(inputs), {{}, interceptors, ctx.stopToken()});
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

PartialExecution::Result PartialExecution::rerun(std::span<const graph::NodeId> nodes,
                                                 std::vector<Interceptor> interceptors, std::stop_token stop) const
{
    const auto& graph = m_program.graph();
    Frame frame(m_program, {{}, std::move(interceptors), stop}, std::string());
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        frame.set(graph::ValueId{std::int32_t(i)}, m_tensors[i]);
    std::set<std::size_t> waiting; // positions in the program's order
    for (const auto node : nodes)
        waiting.insert(m_program.positions()[node.position()]);
    Result result;
    while (!waiting.empty()) {
        if (stop.stop_requested())
            throw Cancelled();
        const auto position = *waiting.begin();
        waiting.erase(waiting.begin());
        const auto& node = graph.node(m_program.order()[position]);
        frame.seek(position);
        frame.step();
        result.executed.push_back(node.id);
        for (const auto output : node.outputs)
            if (output.isValid() && !isSame(frame.tensor(output), tensor(output)))
                for (const auto consumer : graph.value(output).consumers)
                    waiting.insert(m_program.positions()[consumer.position()]);
    }
    result.outputs = frame.outputs();
    return result;
}

} // namespace ql::runtime
