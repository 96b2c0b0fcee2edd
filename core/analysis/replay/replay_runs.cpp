// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replay_runs.h"

#include "core/analysis/advice/evidence.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/replay/attribute_differences.h"
#include "core/analysis/replay/layer_constants.h"
#include "core/analysis/replay/quantized_value.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace ql::analysis {

namespace {

using results::LayerRow;
using results::ReplayKind;
using runs::Tensor;
using Clock = std::chrono::steady_clock;

constexpr double kLikeRoundingDb = 40.0; ///< from it on a difference is that of rounding
constexpr double kNewErrorDb = 6.0;      ///< so much worse than what it reads, most of the error is new
constexpr double kSameErrorDb = 3.0;     ///< so near another, it is the same error
constexpr std::uint64_t kFewNodes = 32;  ///< that may run even where the budget of a small model is spent
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double dbOf(const LayerRow& row)
{
    const auto& metrics = row.iterations.empty() ? row.metrics : row.iterations.back().metrics;
    return metrics && !std::isnan(metrics->sqnrDb) ? metrics->sqnrDb : -kInfinity;
}

bool holdsFloats(const Tensor& tensor)
{
    return tensor.isDefined() && tensor.data.defined() && graph::isFloatingPoint(tensor.type)
           && tensor.data.numel() > 0;
}

bool isFinite(const at::Tensor& values)
{
    return at::isfinite(values).all().item<bool>();
}

/// Controlled runs told where the error of @p row comes from.
bool isExplained(const LayerRow& row)
{
    if (!row.causes)
        return false;
    const double db = dbOf(row);
    return !(row.causes->localDb > db + kSameErrorDb)
           || (row.causes->propagated && !(row.causes->propagated->sqnrDb > db + kSameErrorDb));
}

/// What the row's own quantizers do, where they explain how @p pair, which agrees to @p db, differs.
std::optional<ReplayKind> quantizersDoing(const LayerRow& row, const ReplayedPair& pair, double db)
{
    const bool isOwn =
        row.causes && (std::isnan(db) ? std::isnan(row.causes->localDb) : !(row.causes->localDb > db + kSameErrorDb));
    if (!row.quantizer)
        return isOwn ? std::optional(ReplayKind::Rounds) : std::nullopt;
    const auto quantized = quantizedValue(pair.expected, *row.quantizer);
    const double otherwise = agreementOf(quantized, pair.found);
    if (!isOwn && !(otherwise >= std::min(db + kExplainedDb, kLikeRoundingDb)))
        return std::nullopt;
    const auto clamped = pair.expected.clamp(quantized.min().item<float>(), quantized.max().item<float>());
    return agreementOf(pair.expected, clamped) < db + kSameErrorDb ? ReplayKind::Clamps : ReplayKind::Rounds;
}

bool endsValues(const Layer& layer, const graph::Graph& graph)
{
    return std::ranges::any_of(layer.run, [&graph](graph::NodeId node) {
        return graph::familyTraits(graph.node(node).opType).clamp != graph::Clamp::None;
    });
}

} // namespace

ReplayRuns::ReplayRuns(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                       std::vector<LayerRowSource>& rows, results::CauseRuns runs, RunBudget* budget, JobContext& ctx)
    : m_models(models)
    , m_rows(rows)
    , m_ctx(ctx)
    , m_runs(runs)
    , m_isBaselineRun(baseline.program || !analysis.program)
    , m_isAnyRun(baseline.program || analysis.program)
    , m_plans(rows.size())
    , m_rowOf(layers().size(), kNoLayer)
    , m_walk(layers())
{
    const auto& runner = m_isBaselineRun ? baseline : analysis;
    if (runs == results::CauseRuns::None || !runner.hasStructure)
        return;
    const auto began = Clock::now();
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (const auto layer = layerOf(rows[i]); layer != kNoLayer)
            m_rowOf[layer] = i;
    try {
        plan(baseline, analysis, budget);
    } catch (const Error&) { // ControlledRuns says why nothing runs again
        m_plans.assign(rows.size(), std::nullopt);
    }
    for (const auto& row : m_plans)
        if (row)
            row->keep();
    m_seconds = std::chrono::duration<double>(Clock::now() - began).count();
}

void ReplayRuns::plan(const ComparedSide& baseline, const ComparedSide& analysis, RunBudget* budget)
{
    const auto make = [](std::optional<LayerRunner>& made, const ComparedSide& side, const std::vector<Layer>& layers,
                         const std::vector<LayerMatch>& matches) {
        if (side.program)
            made.emplace(side.graph, layers, matches, side.values, *side.program, side.inputs);
        else
            made.emplace(side.graph, layers, matches, side.values);
    };
    make(m_baseline, baseline, m_models.baseline, m_models.matching.baseline);
    make(m_analysis, analysis, m_models.analysis, m_models.matching.analysis);
    m_budget = budget;
    const auto& runner = m_isBaselineRun ? baseline : analysis;
    if (!m_budget && runner.program)
        m_budget = &m_ownBudget.emplace(m_runs, runner.values, (m_isBaselineRun ? analysis : baseline).values,
                                        *runner.program);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto& source = m_rows[i];
        if (source.baseline == kNoLayer || source.analysis == kNoLayer || source.row.state != LayerRow::State::Compared)
            continue;
        m_plans[i] = m_isBaselineRun ? LayerReplay::of(*m_baseline, source.baseline, *m_analysis)
                                     : LayerReplay::of(*m_analysis, source.analysis, *m_baseline);
    }
}

void ReplayRuns::measure(std::size_t row)
{
    if (!m_plans[row])
        return;
    const auto began = Clock::now();
    auto& source = m_rows[row];
    const auto& plan = *m_plans[row];
    m_mayRunFew = m_ownBudget || source.row.causes; // else its quantizers may explain it
    if (m_budget) {
        const auto& side = m_isBaselineRun ? *m_baseline : *m_analysis;
        m_budget->advanceTo(side.execution().readyAfter(side.layer(plan.layer()).value));
    }
    if (isWanted(plan, source.row)) {
        try {
            m_isAnyRun ? runAgain(plan, source) : compareDumped(plan, source);
        } catch (const Cancelled&) {
            throw;
        } catch (const std::exception& error) { // a layer that can't run so stays without, whatever its kernels throw
            logInfo(Message("{} can't be replayed: {}", source.row.name, error.what()));
        }
    }
    plan.release();
    m_plans[row].reset();
    m_replayed += source.row.replay ? 1 : 0;
    m_seconds += std::chrono::duration<double>(Clock::now() - began).count();
}

void ReplayRuns::addTo(results::CauseCounts& counts) const
{
    if (m_replayed == 0 || !m_budget)
        return;
    if (m_ownBudget) { // nothing else ran again, and why doesn't matter any more
        counts.runs = m_runs;
        counts.problem = {};
    }
    counts.executedNodes = m_budget->executedNodes() + m_freeNodes;
}

double ReplayRuns::inputDbOf(std::size_t layer)
{
    const auto isCompared = [this](std::size_t producer) {
        return m_rowOf[producer] != kNoLayer && m_rows[m_rowOf[producer]].row.metrics.has_value();
    };
    double worst = kInfinity;
    for (const auto producer : m_walk.nearest(layer, isCompared))
        worst = std::min(worst, dbOf(m_rows[m_rowOf[producer]].row));
    return worst;
}

/// What is much worse than its inputs, and, while half of the budget is left, what is bad and nothing else explains.
bool ReplayRuns::isWanted(const LayerReplay& replay, const LayerRow& compared)
{
    if (compared.state != LayerRow::State::Compared || !compared.metrics)
        return false;
    if (m_runs == results::CauseRuns::Full)
        return true;
    const double db = dbOf(compared);
    if (!(db < kHarmlessDb))
        return false;
    if (isSuspect(replay))
        return affords(replay, 1);
    const bool isKnownToQuantize = compared.quantizer && !compared.causes && !m_ownBudget;
    if (isExplained(compared) || isKnownToQuantize) // what is left is for controlled runs
        return false;
    const double inputDb = inputDbOf(replay.layer());
    const bool isNew = db == -kInfinity ? inputDb > db : db <= inputDb - kNewErrorDb;
    return isNew ? affords(replay, 1)
                 : isBad(compared) && !compared.causes && m_budget && m_budget->affords(replay.nodes(), 1, false);
}

/// By structure: an activation that it reads through has no partner, or the two are told to do otherwise.
bool ReplayRuns::isSuspect(const LayerReplay& replay) const
{
    if (!m_isBaselineRun || !m_isAnyRun)
        return false;
    const auto partner = m_baseline->partnerOf(replay.layer());
    const auto node = m_models.baseline[replay.layer()].node;
    const auto other = m_models.analysis[partner].node;
    const auto isActivation = [this](std::size_t layer) {
        return graph::familyTraits(m_models.baseline[layer].opType).drawing == graph::Drawing::Activation;
    };
    return std::ranges::any_of(withoutPartner(replay), isActivation)
           || (node.isValid() && other.isValid()
               && !attributeDifferences(m_models.baselineGraph, m_models.baselineGraph.node(node),
                                        m_models.analysisGraph, m_models.analysisGraph.node(other))
                       .empty());
}

bool ReplayRuns::affords(const LayerReplay& replay, std::size_t times) const
{
    return !m_budget || (m_mayRunFew && m_spentNodes + times * replay.nodes().size() <= kFewNodes)
           || m_budget->affords(replay.nodes(), times, true);
}

void ReplayRuns::spend(const LayerReplay& replay)
{
    const auto nodes = replay.nodes().size();
    const bool isFree = m_mayRunFew && m_spentNodes + nodes <= kFewNodes; // so that controlled runs lose nothing by it
    if (!isFree)
        m_budget->spend(replay.nodes());
    m_freeNodes += isFree ? nodes : 0;
    m_spentNodes += nodes;
}

void ReplayRuns::runAgain(const LayerReplay& replay, LayerRowSource& source)
{
    spend(replay);
    const auto again = replay.rerun(m_ctx.stopToken());
    const auto other = replay.found();
    if (!holdsFloats(again) || !other.isDefined() || again.shape() != other.shape())
        return;
    const auto first = floatValues(again);
    const auto second = floatValues(other);
    ReplayedPair pair{m_isBaselineRun ? first : second, m_isBaselineRun ? second : first};
    const double inputDb = inputDbOf(replay.layer());
    const double db = agreementOf(pair.expected, pair.found);
    if (m_isBaselineRun && !(db >= kLikeRoundingDb)) {
        if (const auto kind = blameMissing(replay, source.row, pair, inputDb)) {
            source.row.replay = {.kind = *kind, .sqnrDb = db, .inputDb = inputDb, .bound = {}};
            return;
        }
    }
    describe(source, std::move(pair), inputDb);
}

/// Of two dumps: where all that the layer reads agrees, the baseline's value is what it makes of that.
void ReplayRuns::compareDumped(const LayerReplay& replay, LayerRowSource& source)
{
    const double inputDb = inputDbOf(replay.layer());
    const auto& segment = replay.segment();
    const auto isCompared = [this](const SegmentInput& input) {
        return m_rowOf[input.layer] != kNoLayer && m_rows[m_rowOf[input.layer]].row.metrics.has_value();
    };
    if (segment.inputs.empty() || !segment.graphInputs.empty() || !std::ranges::all_of(segment.inputs, isCompared)
        || !(inputDb >= kLikeRoundingDb))
        return;
    const auto own = replay.own();
    const auto other = replay.found();
    if (!holdsFloats(own) || !other.isDefined() || own.shape() != other.shape())
        return;
    describe(source, {floatValues(own), floatValues(other)}, inputDb);
}

std::vector<std::size_t> ReplayRuns::withoutPartner(const LayerReplay& replay) const
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_models.baseline.size(); ++i) {
        const auto& match = m_models.matching.baseline[i];
        const auto& layer = m_models.baseline[i];
        if (match.partner == kNoLayer && match.fusedInto == kNoLayer && m_rowOf[i] != kNoLayer && layer.node.isValid()
            && std::ranges::find(replay.nodes(), layer.node) != replay.nodes().end())
            found.push_back(i);
    }
    return found;
}

std::optional<ReplayKind> ReplayRuns::blameMissing(const LayerReplay& replay, const LayerRow& row,
                                                   const ReplayedPair& pair, double inputDb)
{
    const auto behindQuantizer = [&row](const at::Tensor& values) {
        return row.quantizer ? quantizedValue(values, *row.quantizer) : values;
    };
    const double db = agreementOf(pair.expected, pair.found);
    const double quantizedDb = agreementOf(behindQuantizer(pair.expected), pair.found);
    for (const auto left : withoutPartner(replay)) {
        if (!affords(replay, 2))
            return std::nullopt;
        spend(replay);
        spend(replay);
        const auto without = replay.rerunWithout(left, m_ctx.stopToken());
        if (!holdsFloats(without) || without.shape() != pair.found.sizes().vec())
            continue;
        const double explained = agreementOf(behindQuantizer(floatValues(without)), pair.found);
        if (!(explained >= std::max(kLikeDb, quantizedDb + kExplainedDb)))
            continue;
        const auto& traits = graph::familyTraits(m_models.baseline[left].opType);
        const bool isActivation = traits.drawing == graph::Drawing::Activation;
        const auto kind = isActivation ? ReplayKind::ActivationMissing : ReplayKind::Other;
        m_rows[m_rowOf[left]].row.replay = {.kind = kind, .sqnrDb = db, .inputDb = inputDb, .bound = {}};
        return kind;
    }
    return std::nullopt;
}

void ReplayRuns::describe(LayerRowSource& source, ReplayedPair pair, double inputDb)
{
    if (!isFinite(pair.expected))
        return;
    const double db = agreementOf(pair.expected, pair.found);
    auto& result = source.row.replay.emplace();
    result.sqnrDb = db;
    result.inputDb = inputDb;
    if (db >= kLikeRoundingDb)
        return;
    if (const auto own = quantizersDoing(source.row, pair, db)) {
        result.kind = *own;
        return;
    }
    if (source.row.quantizer)
        pair.expected = quantizedValue(pair.expected, *source.row.quantizer).contiguous();
    const auto& analysis = m_models.analysis[source.analysis];
    pair.endsItself = endsValues(analysis, m_models.analysisGraph);
    pair.haveOtherConstants = haveOtherConstants(m_models.baselineGraph, m_models.baseline[source.baseline].run,
                                                 m_models.analysisGraph, analysis.run);
    const auto difference = differenceOf(pair);
    result.kind = difference.kind;
    result.bound = difference.bound;
}

} // namespace ql::analysis
