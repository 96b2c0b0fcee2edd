// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/pairs/lockstep.h"

#include "core/base/error.h"
#include "core/graph/operators/op_kind.h"
#include "core/runs/program/pass.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ql::runs {

namespace {

std::vector<graph::ValueId> withFirst(std::vector<graph::ValueId> values, graph::ValueId first)
{
    if (!values.empty())
        values.front() = first;
    return values;
}

} // namespace

template <typename Run>
RunningSide<Run>::RunningSide(const graph::Graph& graph, std::string label, JobContext& ctx, const MakeRun& makeRun)
    : m_graph(graph)
    , m_label(std::move(label))
    , m_ctx(ctx)
    , m_program(withContext(Message::text(m_label), [&graph] { return Program(graph); }))
    , m_readyAfter(graph.valueCount(), 0)
    , m_macs(graph.nodeCount(), 0)
    , m_kept(graph)
    , m_run(withContext(Message::text(m_label), [&] { return makeRun(m_program, tapsOfBodies()); }))
{
    for (const auto& node : graph.nodes())
        for (const auto output : node.outputs)
            if (output.isValid())
                m_readyAfter[output.position()] = m_program.positions()[node.id.position()] + 1;
    for (const auto& body : graph.openBodies())
        for (const auto input : body.inputs)
            m_readyAfter[input.position()] = m_program.positions()[body.owner.position()] + 1;
}

template <typename Run>
void RunningSide<Run>::keep(graph::ValueId value)
{
    m_run->keep(value);
    m_kept.keep(value);
}

template <typename Run>
void RunningSide<Run>::release(graph::ValueId value)
{
    m_run->release(value);
    m_kept.release(value);
}

template <typename Run>
std::vector<Tap> RunningSide<Run>::tapsOfBodies()
{
    if (m_graph.openBodies().empty())
        return {};
    return {[this](const ValueEvent& event) { look(event); }};
}

template <typename Run>
void RunningSide<Run>::look(const ValueEvent& event)
{
    if (&event.graph != &m_graph || !event.node.body.isValid())
        return;
    if (isFirstResult(event) && graph::multiplies(event.node)) {
        std::vector<graph::Shape> inputs, outputs(event.node.outputs.size());
        for (const auto& input : event.inputs)
            inputs.push_back(input.isDefined() ? input.shape() : graph::Shape{});
        outputs[event.output] = event.tensor.shape();
        m_macs[event.node.id.position()] += graph::multiplyAccumulates(event.node, inputs, outputs);
    }
    m_kept.look(event);
}

template <typename Run>
void RunningSide<Run>::advanceTo(std::size_t count)
{
    if (m_done >= count)
        return;
    using Clock = std::chrono::steady_clock; // looked at once for several nodes: they may be shorter than a look
    const auto began = Clock::now();
    while (m_done < count)
        step();
    m_seconds += std::chrono::duration<double>(Clock::now() - began).count();
}

template <typename Run>
void RunningSide<Run>::step()
{
    const auto id = m_run->next();
    const auto& node = m_graph.node(id);
    const bool doesMultiply = m_program.doesMultiply(id);
    const auto inputShapes = doesMultiply ? shapesOf(*m_run, node.inputs) : std::vector<graph::Shape>{};
    graph::ValueId shaped;
    try {
        shaped = m_run->fusedStep();
    } catch (Error& error) { // not withContext(): the label would be copied for every node
        error.addContext(Message::text(m_label));
        throw;
    }
    if (doesMultiply)
        m_macs[id.position()] =
            graph::multiplyAccumulates(node, inputShapes, shapesOf(*m_run, withFirst(node.outputs, shaped)));
    ++m_done;
    m_ctx.step(1, node.name);
}

template class RunningSide<Pass>;
template class RunningSide<CachedPass>;

LockstepSide::LockstepSide(const graph::Graph& graph, std::string label, NamedTensors inputs, JobContext& ctx,
                           std::vector<Interceptor> interceptors)
    : RunningSide(graph, std::move(label), ctx, [&](const Program& program, std::vector<Tap> taps) {
        return std::make_unique<Pass>(program, std::move(inputs),
                                      Hooks{std::move(taps), std::move(interceptors), ctx.stopToken()});
    })
{
}

CachedSide::CachedSide(const graph::Graph& graph, std::string label, NamedTensors inputs, NodeResultCache& cache,
                       JobContext& ctx)
    : RunningSide(graph, std::move(label), ctx, [&](const Program& program, std::vector<Tap> taps) {
        return std::make_unique<CachedPass>(program, std::move(inputs), cache,
                                            Hooks{std::move(taps), {}, ctx.stopToken()});
    })
{
}

TensorPair tensorsOf(ValueSource& baseline, graph::ValueId baselineValue, ValueSource& analysis,
                     graph::ValueId analysisValue)
{
    TensorPair pair{baseline.tensor(baselineValue), {}};
    pair.analysis = analysis.tensorLike(analysisValue, pair.baseline);
    const bool differs = pair.analysis.isDefined() && pair.baseline.shape() != pair.analysis.shape();
    if (differs || !pair.baseline.isDefined())
        pair.baseline = baseline.tensorLike(baselineValue, pair.analysis);
    return pair;
}

UnmatchedVisits::UnmatchedVisits(ValueSource& source, std::vector<UnmatchedValue> values, LoneVisitor visit)
    : m_source(source)
    , m_values(std::move(values))
    , m_visit(std::move(visit))
{
    std::ranges::stable_sort(m_values, {},
                             [&source](const UnmatchedValue& each) { return source.readyAfter(each.value); });
    for (const auto& each : m_values)
        source.keep(each.value);
}

void UnmatchedVisits::visitUpTo(std::size_t count)
{
    for (; m_next < m_values.size() && m_source.readyAfter(m_values[m_next].value) <= count; ++m_next) {
        m_visit(m_values[m_next], m_source.tensor(m_values[m_next].value));
        m_source.release(m_values[m_next].value);
    }
}

void runInLockstep(ValueSource& baseline, ValueSource& analysis, std::vector<LockstepPair> pairs,
                   const LockstepVisitor& visit, UnmatchedVisits baselineAlone, UnmatchedVisits analysisAlone)
{
    const auto advance = [](ValueSource& side, std::size_t count, UnmatchedVisits& alone) {
        side.advanceTo(count);
        alone.visitUpTo(count);
    };
    const auto readyAfter = [&baseline](const LockstepPair& pair) { return baseline.readyAfter(pair.baseline); };
    std::stable_sort(pairs.begin(), pairs.end(), [&readyAfter](const LockstepPair& left, const LockstepPair& right) {
        return readyAfter(left) < readyAfter(right);
    });
    for (const LockstepPair& pair : pairs) {
        baseline.keep(pair.baseline);
        analysis.keep(pair.analysis);
    }
    std::vector<std::size_t> counts;
    for (const LockstepPair& pair : pairs)
        counts.push_back(analysis.readyAfter(pair.analysis));
    counts.push_back(analysis.nodeCount());
    analysis.expect(std::move(counts));
    for (const LockstepPair& pair : pairs) {
        advance(baseline, baseline.readyAfter(pair.baseline), baselineAlone);
        advance(analysis, analysis.readyAfter(pair.analysis), analysisAlone);
        const auto [x, y] = tensorsOf(baseline, pair.baseline, analysis, pair.analysis);
        visit(pair, x, y);
        baseline.release(pair.baseline);
        analysis.release(pair.analysis);
    }
    advance(baseline, baseline.nodeCount(), baselineAlone);
    advance(analysis, analysis.nodeCount(), analysisAlone);
}

} // namespace ql::runs
