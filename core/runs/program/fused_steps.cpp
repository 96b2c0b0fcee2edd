// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/kernel_errors.h"
#include "core/runs/program/frame.h"

#include <algorithm>

// The steps of a frame that run nodes along with others.

namespace ql::runs {

graph::ValueId Frame::fusedStep()
{
    const auto& bound = nextNode();
    const auto& outputs = m_program.graph().node(bound.id).outputs;
    auto shaped = outputs.empty() ? graph::ValueId() : outputs.front();
    const bool isDone = !m_isFused.empty() && m_isFused[m_program.m_d->steps[m_position]] != 0;
    const auto ran = isDone ? Ran::Alone : executeFused(bound);
    if (ran == Ran::Nothing) {
        step();
        return shaped;
    }
    if (ran == Ran::Along) {
        m_isFused.resize(m_program.m_d->nodes.size(), 0);
        for (const auto done : bound.chain->nodes)
            m_isFused[done] = 1;
        shaped = bound.chain->result;
    }
    freeDying(bound);
    ++m_position;
    return shaped;
}

const ops::FusedChain* Frame::stepAlong()
{
    const auto& bound = nextNode();
    const auto ran = executeFused(bound);
    if (ran == Ran::Nothing)
        step();
    else
        freeDying(bound);
    if (ran != Ran::Along)
        return nullptr;
    for (const auto done : bound.chain->nodes)
        freeDying(m_program.m_d->nodes[done]);
    return &*bound.chain;
}

/// Whether somebody may look at what is between the node and the end of its chain, or replace it.
bool Frame::isLookedInto(const BoundNode& bound) const
{
    const auto isKept = [this](graph::ValueId value) { return m_keepCounts[value.position()] > 0; };
    const auto isReplaced = [this](std::size_t node) { return mayBeReplaced(m_program.m_d->nodes[node].id); };
    return !m_hooks.taps.empty() || std::ranges::any_of(bound.chain->inner, isKept) || mayBeReplaced(bound.id)
           || std::ranges::any_of(bound.chain->nodes, isReplaced);
}

/// Element-wise nodes as one, without their kernels.
Frame::Ran Frame::executeElements(const BoundNode& bound)
{
    const auto& chain = *bound.chain;
    const auto& source = tensor(m_program.graph().node(bound.id).inputs[chain.source]);
    auto result = ops::ranInTiles(chain.steps, source, chain.addend.isValid() ? &tensor(chain.addend) : nullptr);
    if (!result)
        return Ran::Nothing;
    set(chain.result, std::move(*result));
    return Ran::Along;
}

Frame::Ran Frame::executeFused(const BoundNode& bound)
{
    if (m_device || !bound.chain || bound.cached || isLookedInto(bound))
        return Ran::Nothing;
    if (!bound.chain->steps.empty())
        return executeElements(bound);
    const auto& node = m_program.graph().node(bound.id);
    auto epilogue = bound.chain->epilogue;
    if (bound.chain->addend.isValid())
        epilogue.addend = &tensor(bound.chain->addend);
    inContextOf(node, [&] {
        NodeInputs inputs(mayBorrow(bound));
        readInputs(bound, inputs);
        auto results =
            ops::translated([&] { return run(bound, inputs, &epilogue); }, [&] { return ops::refusedInputs(inputs); });
        if (epilogue.isApplied)
            set(bound.chain->result, std::move(results.at(0)));
        else
            publish(bound, inputs, std::move(results));
    });
    return epilogue.isApplied ? Ran::Along : Ran::Alone;
}

} // namespace ql::runs
