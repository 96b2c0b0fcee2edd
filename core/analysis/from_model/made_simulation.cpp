// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/from_model/made_simulation.h"

#include "core/analysis/from_model/config_from_model.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/simulation/decisions.h"
#include "core/analysis/simulation/output_judge.h"
#include "core/analysis/simulation/quantization_settings.h"
#include "core/analysis/simulation/simulation.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/config/config_file.h"
#include "core/data/inputs.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/runs/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace ql::analysis {

namespace {

using graph::Graph;
using results::ConfigFromModel;
using SampleOutputs = std::vector<std::vector<runs::Tensor>>;

constexpr double kMostOffDb = 1.0;
constexpr double kAsGoodAsEqualDb = 60.0; ///< what order of sums does to it says nothing
constexpr std::uint64_t kSamples = 2;

/// The network that a simulation with the made config and record runs. @throws Error where they can't be read back
Graph simulationOf(const ConfigFromModel& made, const Graph& model)
{
    const auto file = config::usableOfText("", made.text, made.dialect);
    const auto settings = settingsFromConfig(file.config(), model);
    auto baseline = model;
    if (auto folded = quant::foldWeights(baseline))
        baseline = std::move(*folded);
    if (settings.foldsBatchNorm)
        baseline = quant::foldBatchNorm(baseline, settings.unfolded);
    auto plan = quant::planFor(baseline, settings);
    quant::applyRecord(baseline, plan, quant::parseRecord(made.record), settings);
    return quant::qdqGraph(baseline, plan);
}

/// What @p form, made from @p baseline, gives on inputs of the baseline: its outputs in the order of the baseline's,
/// undefined ones for those that it lacks.
SampleOutputs outputsOf(const Graph& form, const Graph& baseline, const std::vector<runs::NamedTensors>& samples,
                        JobContext& ctx)
{
    const runs::Program program(form);
    const auto partners = pairOutputs(baseline, form);
    SampleOutputs outputs;
    for (const auto& sample : samples) {
        const auto found = runs::outputsOf(program, inputsForAnalysis(baseline, form, sample), ctx);
        auto& own = outputs.emplace_back(partners.size());
        for (std::size_t k = 0; k < partners.size(); ++k)
            if (partners[k])
                own[k] = found[*partners[k]];
    }
    return outputs;
}

/// Whether what makes @p output chooses elements (TopK, ArgMax): the least rounding may turn a choice, so that two
/// models that do the same differ by more than what they lose.
bool isDecided(const Graph& graph, graph::ValueId output)
{
    std::vector<graph::ValueId> open{output};
    std::set<graph::NodeId> seen;
    while (!open.empty()) {
        const auto maker = graph.value(open.back()).producer;
        open.pop_back();
        if (!maker.isValid() || !seen.insert(maker).second)
            continue;
        if (decisionOutput(graph.node(maker)))
            return true;
        std::ranges::copy_if(graph.node(maker).inputs, std::back_inserter(open),
                             [](graph::ValueId input) { return input.isValid(); });
    }
    return false;
}

/// Where something is worst, and how bad.
struct Worst {
    double db = kInfinity;
    std::string where;
};

class Proof {
public:
    Proof(const Graph& analysis, const std::string& path, JobContext& ctx)
        : m_ctx(ctx)
        , m_model(modelIn(path, ctx))
    {
        const std::vector<std::string> random{"random"};
        std::vector<runs::NamedTensors> samples;
        for (std::uint64_t seed = 0; seed < kSamples; ++seed)
            samples.push_back(data::readInputs(m_model, random, seed));
        m_judge.emplace(m_model, std::move(samples), ctx);
        const auto twin = outputsOf(analysis, m_model, m_judge->inputs(), ctx);
        for (std::size_t k = 0; k < m_model.outputs().size(); ++k)
            if (isComparable(twin, k))
                m_judged.push_back(k);
        for (std::size_t i = 0; i < m_judge->parts().size(); ++i)
            if (std::ranges::find(m_judged, m_judge->parts()[i].output) != m_judged.end())
                m_judged.push_back(m_model.outputs().size() + i);
        m_twin = worstOf(twin);
    }

    bool isPossible() const { return !m_judged.empty(); }
    const Worst& twin() const { return m_twin; }
    /// @throws Error where the config can't be read back
    Worst simulated(const ConfigFromModel& made) const
    {
        return worstOf(outputsOf(simulationOf(made, m_model), m_model, m_judge->inputs(), m_ctx));
    }
    bool isFaithful(const Worst& simulated) const
    {
        return m_twin.db == simulated.db || std::min(m_twin.db, simulated.db) > kAsGoodAsEqualDb
               || std::abs(m_twin.db - simulated.db) <= kMostOffDb;
    }

private:
    static Graph modelIn(const std::string& path, const JobContext& ctx)
    {
        std::vector<std::string> ignored;
        return readQuantizable(path, ignored, ctx.stopToken()).graph;
    }

    /// Whether output @p index can be measured, and the quantized model has it in floats and of the same shape.
    bool isComparable(const SampleOutputs& twin, std::size_t index) const
    {
        const auto output = m_model.outputs()[index];
        if (!isMeasurable(m_model.value(output)) || m_judge->brokenSamples(index) > 0 || !m_judge->hasSignal(index)
            || isDecided(m_model, output))
            return false;
        for (std::size_t i = 0; i < twin.size(); ++i) {
            const auto& found = twin[i][index];
            if (!found.isDefined() || !graph::isFloatingPoint(found.type)
                || found.shape() != m_judge->exact()[i][index].shape())
                return false;
        }
        return true;
    }

    Worst worstOf(const SampleOutputs& outputs) const
    {
        const auto count = m_model.outputs().size();
        const auto nameOf = [&](std::size_t output) { return m_model.value(m_model.outputs()[output]).name; };
        const auto agreements = m_judge->agreementsOf(outputs, m_judged);
        Worst worst;
        for (const auto k : m_judged) {
            const double db = valueOf(agreements[k], results::MetricId::Sqnr);
            if (db < worst.db) {
                const auto* part = k < count ? nullptr : &m_judge->parts()[k - count];
                worst = {db, part ? nameOf(part->output) + part->part.text : nameOf(k)};
            }
        }
        return worst;
    }

    JobContext& m_ctx;
    Graph m_model;
    std::optional<OutputJudge> m_judge;
    std::vector<std::size_t> m_judged; ///< outputs, and behind them their parts
    Worst m_twin;
};

/// Of all dialects the first whose config does what the model does; empty for none.
std::string faithfulDialect(const Graph& analysis, const results::ConfigFromModelRequest& request, const Proof& proof,
                            JobContext& ctx)
{
    for (const auto& dialect : config::dialects()) {
        if (!dialect.read || !dialect.write || dialect.id == request.dialect)
            continue;
        try {
            auto other = request;
            other.dialect = dialect.id;
            if (proof.isFaithful(proof.simulated(*configFromModel(analysis, other, ctx))))
                return std::string(dialect.id);
        } catch (const Error&) {
            continue; // it can't be read back
        }
    }
    return {};
}

Message remedyFor(const ConfigFromModel& made, const std::string& dialect)
{
    if (!dialect.empty())
        return Message("{} says it: give --dialect {}", dialect, dialect);
    if (made.losses.empty())
        return Message("no dialect says what this model does");
    return Message("no dialect says what this model does: {}: {}", made.losses.front().first,
                   made.losses.front().second);
}

} // namespace

std::shared_ptr<const ConfigFromModel>
provedConfigFromModel(const Graph& analysis, const results::ConfigFromModelRequest& request, JobContext& ctx)
{
    auto made = std::make_shared<ConfigFromModel>(*configFromModel(analysis, request, ctx));
    if (!config::dialectNamed(request.dialect).read)
        return made;
    ctx.beginStage("simulating what was made", 1);
    std::optional<Proof> proof;
    try {
        proof.emplace(analysis, request.baseline, ctx);
    } catch (const Error& error) {
        made->losses.emplace_back("network",
                                  "it was not simulated, for random inputs can't be run: " + error.message().english());
        return made;
    }
    if (!proof->isPossible()) {
        made->losses.emplace_back("network",
                                  "it was not simulated: no output of the model can be held against the baseline's");
        return made;
    }
    Worst simulated;
    Message why;
    try {
        simulated = proof->simulated(*made);
        if (proof->isFaithful(simulated))
            return made;
        why = Message("the config would not do what the model does: on random inputs its simulation gives {:.1f} dB "
                      "at {}, the model {:.1f} dB at {}",
                      simulated.db, simulated.where, proof->twin().db, proof->twin().where);
    } catch (const Error& error) {
        why = Message("the config and its record can't be read back: {}", error.message());
    }
    throw Error(ErrorCode::InvalidGraph, why, remedyFor(*made, faithfulDialect(analysis, request, *proof, ctx)));
}

} // namespace ql::analysis
