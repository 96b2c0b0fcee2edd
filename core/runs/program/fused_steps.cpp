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
    const auto along = isDone ? Along() : alongWith(bound);
    const auto ran = isDone ? Ran::Alone : executeFused(bound, along);
    if (ran == Ran::Nothing) {
        step();
        return shaped;
    }
    if (ran == Ran::Along) {
        m_isFused.resize(m_program.m_d->nodes.size(), 0);
        for (const auto done : along.chain->nodes)
            m_isFused[done] = 1;
        shaped = along.chain->result;
    }
    freeDying(bound);
    ++m_position;
    return shaped;
}

const ops::FusedChain* Frame::stepAlong()
{
    const auto& bound = nextNode();
    const auto along = alongWith(bound);
    const auto ran = executeFused(bound, along);
    if (ran == Ran::Nothing)
        step();
    else
        freeDying(bound);
    if (ran != Ran::Along)
        return nullptr;
    for (const auto done : along.chain->nodes)
        freeDying(m_program.m_d->nodes[done]);
    return along.chain;
}

/// Whether somebody may look at what is between a node and the end of its chain, or replace it.
bool Frame::isLookedInto(std::span<const graph::ValueId> inner, std::span<const std::size_t> nodes) const
{
    const auto isKept = [this](graph::ValueId value) { return m_keepCounts[value.position()] > 0; };
    const auto isReplaced = [this](std::size_t node) { return mayBeReplaced(m_program.m_d->nodes[node].id); };
    return std::ranges::any_of(inner, isKept) || std::ranges::any_of(nodes, isReplaced);
}

/// All that interceptors do to a float32 result of @p node: one that isn't taken where they do nothing, nothing where
/// nobody knows.
std::optional<ops::RoundTrip> Frame::tripBehind(graph::NodeId node) const
{
    if (!mayBeReplaced(node))
        return ops::RoundTrip();
    ops::RoundTrip trip;
    for (const auto& interceptor : m_hooks.interceptors) {
        if (m_isMain && !interceptor.mayReplace(node))
            continue;
        if (trip.isTaken() || !m_isMain || !interceptor.tripAt(node).isTaken())
            return {};
        trip = interceptor.tripAt(node);
    }
    return trip;
}

Frame::Along Frame::alongWith(const BoundNode& bound) const
{
    if (m_device || bound.cached || !(bound.chain || bound.switched) || !m_hooks.taps.empty()
        || mayBeReplaced(bound.id))
        return {};
    if (const auto& all = bound.switched;
        all && !isLookedInto(all->inner, std::span(all->nodes).first(all->nodes.size() - 1)))
        if (const auto trip = tripBehind(m_program.m_d->nodes[all->nodes.back()].id))
            return {&*all, *trip};
    if (bound.chain && !isLookedInto(bound.chain->inner, bound.chain->nodes))
        return {&*bound.chain, {}};
    return {};
}

/// Element-wise nodes as one, without their kernels.
Frame::Ran Frame::executeElements(const BoundNode& bound, const ops::FusedChain& chain)
{
    const auto& source = tensor(m_program.graph().node(bound.id).inputs[chain.source]);
    auto result = ops::ranInTiles(chain.steps, source, chain.addend.isValid() ? &tensor(chain.addend) : nullptr);
    if (!result)
        return Ran::Nothing;
    set(chain.result, std::move(*result));
    return Ran::Along;
}

Frame::Ran Frame::executeFused(const BoundNode& bound, const Along& along)
{
    if (!along.chain)
        return Ran::Nothing;
    const auto& chain = *along.chain;
    if (!chain.steps.empty())
        return executeElements(bound, chain);
    auto epilogue = chain.epilogue;
    if (chain.addend.isValid())
        epilogue.addend = &tensor(chain.addend);
    if (along.trip.isTaken())
        epilogue.trip = along.trip;
    inContextOf(m_program.graph().node(bound.id), [&] {
        NodeInputs inputs(mayBorrow(bound));
        readInputs(bound, inputs);
        auto results =
            ops::translated([&] { return run(bound, inputs, &epilogue); }, [&] { return ops::refusedInputs(inputs); });
        if (epilogue.isApplied)
            set(chain.result, std::move(results.at(0)));
        else
            publish(bound, inputs, std::move(results));
    });
    return epilogue.isApplied ? Ran::Along : Ran::Alone;
}

} // namespace ql::runs
