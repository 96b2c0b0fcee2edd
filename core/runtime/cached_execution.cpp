// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/cached_execution.h"

#include "core/runtime/frame.h"

namespace ql::runtime {

CachedExecution::CachedExecution(const Program& program, NamedTensors inputs, ValueCache& cache, std::stop_token stop)
    : m_program(program)
    , m_cache(cache)
    , m_keys(nodeKeys(program.graph(), inputs))
    , m_frame(std::make_unique<Frame>(program, ExecutionHooks{{}, {}, std::move(stop)}, std::string()))
{
    const Execution checked(program, inputs); // the same inputs are refused
    for (auto& [name, tensor] : inputs)
        m_frame->set(*program.graph().findValue(name), std::move(tensor));
}

CachedExecution::~CachedExecution() = default;

bool CachedExecution::isDone() const
{
    return m_frame->isDone();
}

graph::NodeId CachedExecution::next() const
{
    return m_frame->next();
}

void CachedExecution::step()
{
    const auto id = m_frame->next();
    const auto& outputs = m_program.graph().node(id).outputs;
    const auto& key = m_keys[id.position()];
    if (const auto* known = key ? m_cache.find(*key) : nullptr)
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
        m_cache.store(*key, results);
}

void CachedExecution::keep(graph::ValueId value)
{
    m_frame->keep(value);
}

void CachedExecution::release(graph::ValueId value)
{
    m_frame->release(value);
}

const Tensor& CachedExecution::tensor(graph::ValueId value) const
{
    return m_frame->tensor(value);
}

std::vector<Tensor> CachedExecution::outputs() const
{
    return m_frame->outputs();
}

} // namespace ql::runtime
