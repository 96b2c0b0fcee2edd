// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/cached_execution.h"

#include "core/runtime/frame.h"

namespace ql::runtime {

RecallingExecution::RecallingExecution(const Program& program, NamedTensors inputs, ValueMemory& memory,
                                       std::stop_token stop)
    : m_program(program)
    , m_memory(memory)
    , m_keys(nodeKeys(program.graph(), inputs))
    , m_frame(std::make_unique<Frame>(program, ExecutionHooks{{}, {}, std::move(stop)}, std::string()))
{
    const Execution checked(program, inputs); // the same inputs are refused
    for (auto& [name, tensor] : inputs)
        m_frame->set(*program.graph().findValue(name), std::move(tensor));
}

RecallingExecution::~RecallingExecution() = default;

bool RecallingExecution::isDone() const
{
    return m_frame->isDone();
}

graph::NodeId RecallingExecution::next() const
{
    return m_frame->next();
}

void RecallingExecution::step()
{
    const auto id = m_frame->next();
    const auto& outputs = m_program.graph().node(id).outputs;
    const auto& key = m_keys[id.position()];
    if (const auto* known = key ? m_memory.find(*key) : nullptr)
        return m_frame->stepAs(*known);
    for (const auto output : outputs)
        if (output.isValid())
            m_frame->keep(output);
    m_frame->step();
    ++m_executed;
    std::vector<Tensor> results;
    for (const auto output : outputs) {
        results.push_back(output.isValid() ? m_frame->tensor(output) : Tensor());
        if (output.isValid())
            m_frame->release(output);
    }
    if (key)
        m_memory.store(*key, results);
}

void RecallingExecution::keep(graph::ValueId value)
{
    m_frame->keep(value);
}

void RecallingExecution::release(graph::ValueId value)
{
    m_frame->release(value);
}

const Tensor& RecallingExecution::tensor(graph::ValueId value) const
{
    return m_frame->tensor(value);
}

std::vector<Tensor> RecallingExecution::outputs() const
{
    return m_frame->outputs();
}

} // namespace ql::runtime
