// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/brief_frame.h"

#include "core/graph/ir/open_bodies.h"

#include <utility>

namespace ql::runs {

namespace {

std::vector<Tensor>& spareStorage()
{
    static thread_local std::vector<Tensor> storage;
    return storage;
}

} // namespace

BriefFrame::BriefFrame(const Program& program, const std::stop_token& stop)
    : m_program(program)
    , m_frame(program, {{}, {}, stop}, std::string(), {}, std::exchange(spareStorage(), {}))
{
}

BriefFrame::~BriefFrame()
{
    if (!m_hasRunBodies)
        spareStorage() = m_frame.takeStorage(m_touched);
}

void BriefFrame::set(graph::ValueId value, Tensor tensor)
{
    m_touched.push_back(value);
    m_frame.set(value, std::move(tensor));
}

void BriefFrame::execute(graph::NodeId node)
{
    const auto& outputs = m_program.graph().node(node).outputs;
    m_touched.insert(m_touched.end(), outputs.begin(), outputs.end());
    m_hasRunBodies = m_hasRunBodies || graph::hasOpenBodies(m_program.graph(), node);
    m_frame.execute(node);
}

} // namespace ql::runs
