// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/lockstep.h"

#include "core/base/error.h"
#include "core/graph/cost.h"
#include "core/graph/op_kind.h"

#include <algorithm>
#include <chrono>

namespace ql::analysis {

namespace {

std::vector<graph::Shape> shapesOf(const runtime::Execution& execution, const std::vector<graph::ValueId>& values)
{
    std::vector<graph::Shape> shapes;
    shapes.reserve(values.size());
    for (const auto value : values) {
        const auto& tensor = execution.tensor(value);
        shapes.push_back(tensor.isDefined() ? tensor.shape() : graph::Shape{});
    }
    return shapes;
}

} // namespace

LockstepSide::LockstepSide(const graph::Graph& graph, std::string label, runtime::NamedTensors inputs, JobContext& ctx,
                           std::vector<runtime::Interceptor> interceptors)
    : m_graph(graph)
    , m_label(std::move(label))
    , m_ctx(ctx)
    , m_program(withContext(m_label, [&graph] { return runtime::Program(graph); }))
    , m_execution(withContext(m_label, [&] {
        return runtime::Execution(m_program, std::move(inputs), {{}, std::move(interceptors), m_ctx.stopToken()});
    }))
    , m_readyAfter(graph.valueCount(), 0)
    , m_macs(graph.nodeCount(), 0)
{
    std::size_t count = 0;
    for (const auto id : m_program.order()) {
        ++count;
        for (const auto output : graph.node(id).outputs)
            if (output.isValid())
                m_readyAfter[output.position()] = count;
    }
}

std::size_t LockstepSide::readyAfter(graph::ValueId value) const
{
    return m_readyAfter[value.position()];
}

void LockstepSide::advanceTo(std::size_t count)
{
    while (m_done < count)
        step();
}

void LockstepSide::step()
{
    using Clock = std::chrono::steady_clock;
    const auto id = m_execution.next();
    const auto& node = m_graph.node(id);
    const bool mayMultiply = graph::opKind(node) == graph::OpKind::Compute;
    const auto inputShapes = mayMultiply ? shapesOf(m_execution, node.inputs) : std::vector<graph::Shape>{};
    const auto began = Clock::now();
    withContext(m_label, [this] { m_execution.step(); });
    m_seconds += std::chrono::duration<double>(Clock::now() - began).count();
    if (mayMultiply)
        m_macs[id.position()] = graph::multiplyAccumulates(node, inputShapes, shapesOf(m_execution, node.outputs));
    ++m_done;
    m_ctx.step(1, node.name);
}

void runInLockstep(ValueSource& baseline, ValueSource& analysis, std::vector<LockstepPair> pairs,
                   const LockstepVisitor& visit)
{
    const auto readyAfter = [&baseline](const LockstepPair& pair) { return baseline.readyAfter(pair.baseline); };
    std::stable_sort(pairs.begin(), pairs.end(), [&readyAfter](const LockstepPair& left, const LockstepPair& right) {
        return readyAfter(left) < readyAfter(right);
    });
    for (const LockstepPair& pair : pairs) {
        baseline.keep(pair.baseline);
        analysis.keep(pair.analysis);
    }
    for (const LockstepPair& pair : pairs) {
        baseline.advanceTo(baseline.readyAfter(pair.baseline));
        analysis.advanceTo(analysis.readyAfter(pair.analysis));
        visit(pair, baseline.tensor(pair.baseline), analysis.tensor(pair.analysis));
        baseline.release(pair.baseline);
        analysis.release(pair.analysis);
    }
    baseline.finish();
    analysis.finish();
}

} // namespace ql::analysis
