// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/controlled_runs.h"

#include "core/analysis/advice/evidence.h"
#include "core/analysis/causes/error_parts.h"
#include "core/analysis/matching/node_partners.h"
#include "core/base/error.h"
#include "core/base/order.h"
#include "core/graph/ir/open_bodies.h"
#include "core/quant/point_extraction.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace ql::analysis {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSmallErrorDb = 40.0; ///< above it a layer's error is not looked at in quick runs
constexpr double kNewErrorDb = 6.0;    ///< so much worse than its inputs, most of the error is new
constexpr double kVisibleDropDb = 1.0; ///< so much, a fifth of it
constexpr double kExactDb = 100.0;

double secondsSince(Clock::time_point began)
{
    return std::chrono::duration<double>(Clock::now() - began).count();
}

/// The quantizer alone makes all of the layer's own error.
void addQuantizerAsLocal(ErrorParts& parts)
{
    parts.local = parts.rounding;
    parts.local.error += parts.clamping.error;
    parts.local.largest = std::max(parts.local.largest, parts.clamping.largest);
    parts.local.isBroken = parts.local.isBroken || parts.clamping.isBroken;
}

} // namespace

RunBudget::RunBudget(results::CauseRuns runs, const runs::ValueSource& baseline, const runs::ValueSource& analysis,
                     const runs::Program& program)
    : m_isUnlimited(runs == results::CauseRuns::Full)
    , m_baseline(baseline)
    , m_program(program)
    , m_allowedNodes((baseline.nodeCount() + analysis.nodeCount()) / 2 + program.flatOrder().size()
                     - baseline.nodeCount()) // of those in bodies, as many as the analysis model has
{
}

void RunBudget::advanceTo(std::size_t baselineNodes)
{
    const auto& graph = m_program.graph();
    for (; m_done < baselineNodes; ++m_done) {
        const auto id = m_program.order()[m_done];
        m_doneMacs += m_baseline.macs()[id.position()];
        if (graph::hasOpenBodies(graph, id))
            for (const auto& node : graph.nodes())
                if (node.body.isValid() && m_program.positions()[node.id.position()] == m_done)
                    m_doneMacs += m_baseline.macs()[node.id.position()];
    }
}

bool RunBudget::affords(std::span<const graph::NodeId> nodes, std::size_t times, bool isEssential) const
{
    if (m_isUnlimited)
        return true;
    const std::uint64_t share = isEssential ? 1 : 2;
    return share * (m_spentNodes + times * nodes.size()) <= m_allowedNodes
           && m_spentMacs + times * macsOf(nodes) <= m_doneMacs;
}

void RunBudget::spend(std::span<const graph::NodeId> nodes)
{
    m_spentNodes += nodes.size();
    m_spentMacs += macsOf(nodes);
}

std::uint64_t RunBudget::macsOf(std::span<const graph::NodeId> nodes) const
{
    std::uint64_t sum = 0;
    for (const auto node : nodes)
        sum += m_baseline.macs()[node.position()];
    return sum;
}

ControlledRuns::ControlledRuns(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                               std::vector<LayerRowSource>& rows, results::CauseRuns runs, JobContext& ctx)
    : m_rows(rows)
    , m_ctx(ctx)
    , m_plans(rows.size())
    , m_rowOf(models.baseline.size(), kNoLayer)
    , m_walk(models.baseline)
{
    if (runs == results::CauseRuns::None)
        return;
    const auto began = Clock::now();
    if (!baseline.program || !analysis.program) {
        m_counts.problem = Message("a side is a dump, so that no layer of it can run again");
        return;
    }
    try {
        plan(models, baseline, analysis, runs);
    } catch (const Error& error) {
        m_counts.problem = error.message();
        m_plans.assign(rows.size(), std::nullopt);
    }
    for (const auto& row : m_plans)
        if (row)
            row->keep();
    m_seconds = secondsSince(began);
}

void ControlledRuns::plan(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                          results::CauseRuns runs)
{
    m_points = quant::extractPoints(models.baselineGraph, models.analysisGraph, modelPartners(models)).points;
    if (m_points.empty()) {
        m_counts.problem = Message("no quantizer of the analysis model has a place in the baseline");
        return;
    }
    m_counts.runs = runs;
    m_baseline.emplace(models.baselineGraph, models.baseline, models.matching.baseline, baseline.values,
                       *baseline.program, baseline.inputs);
    m_analysis.emplace(models.analysisGraph, models.analysis, models.matching.analysis, analysis.values,
                       *analysis.program, analysis.inputs);
    m_budget.emplace(runs, baseline.values, analysis.values, *baseline.program);
    const PointsByPlace byPlace(m_points);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].baseline != kNoLayer)
            m_rowOf[m_rows[i].baseline] = i;
        m_plans[i] = RowRuns::of(m_rows[i], {&*m_baseline, &*m_analysis}, models, byPlace);
    }
}

void ControlledRuns::measure(std::size_t row)
{
    if (!m_plans[row])
        return;
    const auto began = Clock::now();
    const auto plan = *std::exchange(m_plans[row], std::nullopt);
    auto& compared = m_rows[row].row;
    m_budget->advanceTo(m_baseline->execution().readyAfter(m_baseline->layer(plan.baselineLayer()).value));
    if (matters(plan, compared)) {
        try {
            compared.causes = causesOf(plan, compared);
        } catch (const Error& error) {
            if (m_counts.problem.empty())
                m_counts.problem = error.message();
        }
    }
    plan.release();
    m_counts.layers += compared.causes ? 1 : 0;
    m_counts.executedNodes = m_budget->executedNodes();
    m_seconds += secondsSince(began);
}

std::optional<results::LayerCauses> ControlledRuns::causesOf(const RowRuns& row, const results::LayerRow& compared)
{
    const auto x = row.exact();
    if (!x.isDefined() || !graph::isFloatingPoint(x.type) || !m_budget->affords(row.nodes(), row.ownRunCount(), true))
        return std::nullopt;
    const auto stop = m_ctx.stopToken();
    ErrorParts parts;
    auto own = x;
    for (const bool isOfWeights : {true, false}) {
        if (!(isOfWeights ? row.hasWeights() : row.hasDynamicInputs()))
            continue;
        own = spent(row, row.rerun(isOfWeights, !isOfWeights, stop));
        (isOfWeights ? parts.weights : parts.rounding).add(x, own);
    }
    if (row.hasWeights() && row.hasDynamicInputs())
        own = spent(row, row.rerun(true, true, stop));
    if (row.output())
        parts.addQuantizer(x, *row.output(), compared.clampedCount == 0);
    if (row.ownRunCount() == 0)
        addQuantizerAsLocal(parts);
    else if (row.output())
        parts.addLocal(x, own, *row.output());
    else
        parts.local.add(x, own);
    bool isPropagatedKnown = inputDbOf(row) > kExactDb;
    if (!isPropagatedKnown && isPropagatedWanted(compared) && m_budget->affords(row.nodes(), 1, false)) {
        parts.propagated.add(x, spent(row, row.rerunOnAnalysisInputs(stop)));
        isPropagatedKnown = true;
    }
    auto causes = parts.causes(isPropagatedKnown);
    if (compared.quantizer)
        causes.localSteps = parts.local.largest / extentOf(compared.quantizer->scales).high;
    return causes;
}

runs::Tensor ControlledRuns::spent(const RowRuns& row, runs::Tensor result)
{
    m_budget->spend(row.nodes());
    return result;
}

double ControlledRuns::inputDbOf(const RowRuns& row)
{
    const auto isCompared = [this](std::size_t layer) {
        return m_rowOf[layer] != kNoLayer && m_rows[m_rowOf[layer]].row.metrics.has_value();
    };
    double worst = std::numeric_limits<double>::infinity();
    for (const auto layer : m_walk.nearest(row.baselineLayer(), isCompared)) {
        const double db = m_rows[m_rowOf[layer]].row.metrics->sqnrDb;
        worst = std::min(worst, std::isnan(db) ? -std::numeric_limits<double>::infinity() : db);
    }
    return worst;
}

/// A bad error does, and a smaller one that is new: a layer may make as much of it as it reads.
bool ControlledRuns::matters(const RowRuns& row, const results::LayerRow& compared)
{
    if (compared.state != results::LayerRow::State::Compared || !compared.metrics)
        return false;
    if (!compared.iterations.empty())
        return false; // its metrics are of all iterations, and only the last one's tensors are there
    const double db = compared.metrics->sqnrDb;
    if (m_counts.runs == results::CauseRuns::Full || !(db >= kBadDb))
        return true;
    const double drop = db < kHarmlessDb ? kVisibleDropDb : kNewErrorDb;
    return db < kSmallErrorDb && db <= inputDbOf(row) - drop;
}

bool ControlledRuns::isPropagatedWanted(const results::LayerRow& compared) const
{
    return m_counts.runs == results::CauseRuns::Full || !(compared.metrics->sqnrDb >= kHarmlessDb);
}

} // namespace ql::analysis
