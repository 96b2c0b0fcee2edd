// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/equivalence_check.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/runs/run.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr double kLeastReproductionDb = 20.0;

results::Metrics worstMetrics()
{
    return {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, std::nullopt};
}

/// Of values that hold no numbers: equal strings leave no error, of anything else nothing is known.
results::Metrics metricsWithoutNumbers(const runs::Tensor& x, const runs::Tensor& y)
{
    const bool areEqual =
        x.holdsStrings() && y.holdsStrings() && x.shape() == y.shape() && equalStrings(x, y) == x.strings->size();
    if (areEqual)
        return {.cosine = 1.0, .sqnrDb = std::numeric_limits<double>::infinity()};
    return {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, {}};
}

} // namespace

results::Metrics metricsBetween(const runs::Tensor& baselineValue, const runs::Tensor& otherValue)
{
    const auto x = measurable(baselineValue);
    const auto y = measurable(otherValue);
    if (baselineValue.isPresent() && otherValue.isPresent() && !x.isDefined() && !y.isDefined())
        return metricsWithoutNumbers(x, y);
    if (!x.isDefined() || !y.isDefined() || x.data.numel() != y.data.numel())
        return worstMetrics();
    const auto baseline = floatValues(x);
    const auto other = floatValues(y);
    const auto comparison =
        compareTensors(baseline.data_ptr<float>(), other.data_ptr<float>(), std::size_t(baseline.numel()));
    if (comparison.baseline.nanCount != comparison.analysis.nanCount
        || comparison.baseline.infCount != comparison.analysis.infCount)
        return worstMetrics();
    return comparison.metrics;
}

EquivalenceCheck::EquivalenceCheck(const QuantizerSwitches& switches, const graph::Graph& analysis)
    : m_switches(switches)
    , m_analysis(analysis)
    , m_program(analysis)
{
}

std::vector<EquivalenceCheck::Output> EquivalenceCheck::check(const runs::WhatIf& off, const runs::WhatIf& on,
                                                              const std::vector<runs::Tensor>& expected) const
{
    const auto baseline = off.outputs();
    const auto reproduced = on.outputs();
    std::vector<Output> outputs;
    for (std::size_t i = 0; i < baseline.size(); ++i) {
        const auto& found = expected[i];
        if (!found.isDefined()) {
            outputs.push_back({worstMetrics(), kNaN});
            continue;
        }
        if (found.shape() != reproduced[i].shape())
            throw Error(ErrorCode::ShapeMismatch,
                        Message("output {} has shape {} in the baseline and {} in the analysis model",
                                m_switches.baseline().value(m_switches.baseline().outputs()[i]).name,
                                graph::toString(reproduced[i].shape()), graph::toString(found.shape())));
        const auto reproduction = metricsBetween(found, reproduced[i]);
        if (reproduction.relL2 != 0.0)
            requireReproduced(reproduction.sqnrDb, i);
        outputs.push_back({metricsBetween(baseline[i], found), reproduction.sqnrDb});
    }
    return outputs;
}

std::vector<runs::Tensor> EquivalenceCheck::analysisOutputs(const runs::NamedTensors& inputs, JobContext& ctx) const
{
    const auto& baseline = m_switches.baseline();
    const auto found = runs::outputsOf(m_program, inputsForAnalysis(baseline, m_analysis, inputs), ctx);
    std::vector<runs::Tensor> outputs;
    for (const auto partner : pairOutputs(baseline, m_analysis))
        outputs.push_back(partner ? found[*partner] : runs::Tensor());
    return outputs;
}

void EquivalenceCheck::requireBaseline(const runs::NamedTensors& inputs, const runs::WhatIf& off, JobContext& ctx) const
{
    const auto expected = runs::outputsOf(runs::Program(m_switches.baseline()), inputs, ctx);
    const auto found = off.outputs();
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (const auto metrics = metricsBetween(expected[i], found[i]); metrics.atol > 0.0)
            throw Error(ErrorCode::Internal,
                        Message("output {}: with every quantizer off the baseline is not itself (off by {})",
                                m_switches.baseline().value(m_switches.baseline().outputs()[i]).name, metrics.atol));
}

void EquivalenceCheck::requireReproduced(double db, std::size_t output) const
{
    if (!(db < kLeastReproductionDb))
        return;
    const auto& baseline = m_switches.baseline();
    const auto missing =
        m_switches.unplaced().empty() ? std::string() : "; no place for " + m_switches.unplaced().front();
    throw Error(ErrorCode::InvalidGraph,
                Message("output {}: the analysis model's quantizers, moved onto the baseline, reproduce it at "
                        "{:.1f} dB only, expected at least {:.0f} dB{}",
                        baseline.value(baseline.outputs()[output]).name, db, kLeastReproductionDb, missing),
                "is the analysis model made from this very baseline?");
}

} // namespace ql::analysis
