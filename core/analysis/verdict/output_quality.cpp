// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verdict/output_quality.h"

#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/measure/pair_sums.h"
#include "core/analysis/measure/parallel.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/analysis/verdict/decision_axis.h"
#include "core/analysis/verdict/quality.h"
#include "core/base/numbers.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using ops::Tensor;
using results::OutputRemark;
using results::Quality;

bool isWhole(graph::DataType type)
{
    using enum graph::DataType;
    return type == Int64 || type == Int32 || type == Bool;
}

results::Agreement agreementAlong(const DecisionAxis& decision, const graph::Shape& shape, const float* x,
                                  const float* y)
{
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto axis = decision.axis < 0 ? decision.axis + rank : decision.axis;
    if (axis < 0 || axis >= rank)
        return {};
    std::int64_t outer = 1, choices = 1, inner = 1;
    for (std::int64_t i = 0; i < rank; ++i) {
        auto& extent = i < axis ? outer : i == axis || decision.reachesToTheEnd ? choices : inner;
        extent *= shape[std::size_t(i)];
    }
    results::Agreement agreement{.choices = static_cast<std::uint64_t>(choices)};
    if (choices < 2)
        return {};
    for (std::int64_t i = 0; i < outer; ++i)
        for (std::int64_t j = 0; j < inner; ++j) {
            const auto first = i * choices * inner + j;
            const auto decision = decisionOf(x + first, choices, inner);
            const auto other = decisionOf(y + first, choices, inner);
            const bool isDecided = decision != kNoDecision && other != kNoDecision;
            agreement.equal += isRight(other, decision) ? 1 : 0;
            ++(isDecided ? agreement.decisions : agreement.undecided);
        }
    return agreement;
}

results::Agreement agreementOfElements(const float* x, const float* y, std::uint64_t count)
{
    results::Agreement agreement{.isOfLargest = false, .decisions = count};
    for (std::uint64_t i = 0; i < count; ++i)
        agreement.equal += x[i] == y[i] ? 1 : 0;
    return agreement;
}

/// Elements that are equal or not: nothing else is known of them.
OutputSums sumsOfStrings(const Tensor& baseline, const Tensor& analysis)
{
    OutputSums result;
    result.samples = 1;
    result.holdsStrings = result.isInteger = true;
    result.areShapesEqual = baseline.holdsStrings() && analysis.holdsStrings() && baseline.shape() == analysis.shape();
    result.worstDb = kNaN;
    if (!result.areShapesEqual)
        return result;
    result.elements = baseline.strings->size();
    result.agreement = {.isOfLargest = false, .equal = equalStrings(baseline, analysis), .decisions = result.elements};
    result.noise = result.agreement.equal == result.elements ? 0.0 : 1.0;
    return result;
}

OutputSums sumsOf(const Tensor& baseline, const Tensor& analysis, const std::optional<DecisionAxis>& axis,
                  const SliceAxes& slices)
{
    if (baseline.holdsStrings() || analysis.holdsStrings())
        return sumsOfStrings(baseline, analysis);
    OutputSums result;
    result.samples = 1;
    result.areShapesEqual = baseline.isDefined() && analysis.isDefined() && baseline.shape() == analysis.shape();
    if (!result.areShapesEqual)
        return result;
    const auto x = floatValues(baseline);
    const auto y = floatValues(analysis);
    const auto n = static_cast<std::size_t>(x.numel());
    const auto sums = sumPairs(x.data_ptr<float>(), y.data_ptr<float>(), n, threadsFor(2 * n * sizeof(float)));
    const double pairs = double(std::max<std::uint64_t>(sums.count, 1));
    result.signal = sums.xx / pairs;
    result.noise = sums.squared / pairs;
    result.largest = sums.largest;
    result.lowX = sums.x.min, result.highX = sums.x.max, result.lowY = sums.y.min, result.highY = sums.y.max;
    result.elements = n;
    result.finitePairs = sums.count;
    result.broken = 2 * (n - sums.count) - sums.x.nan - sums.x.infinite - sums.y.nan - sums.y.infinite;
    result.worstDb = result.sqnrDb();
    result.isInteger = isWhole(baseline.type);
    if (result.isInteger)
        result.agreement = agreementOfElements(x.data_ptr<float>(), y.data_ptr<float>(), n);
    else if (axis && result.broken == 0)
        result.agreement = agreementAlong(*axis, baseline.shape(), x.data_ptr<float>(), y.data_ptr<float>());
    if (!result.isInteger)
        result.slices = SliceSums(x.data_ptr<float>(), y.data_ptr<float>(), baseline.shape(), slices, true);
    result.channelsDecide = !axis;
    return result;
}

OutputRemark remarkOn(const OutputSums& sums)
{
    if (!sums.areShapesEqual)
        return OutputRemark::ShapesDiffer;
    if (sums.elements > 0 && sums.holdsStrings)
        return OutputRemark::Strings;
    if (sums.finitePairs == 0)
        return OutputRemark::Empty;
    if (sums.lowX == 0.0 && sums.highX == 0.0)
        return OutputRemark::BaselineIsZero;
    if (sums.elements == 1)
        return OutputRemark::OneNumber;
    if (sums.lowX == sums.highX)
        return OutputRemark::BaselineConstant;
    return sums.lowY == sums.highY ? OutputRemark::AnalysisConstant : OutputRemark::None;
}

Quality qualityOf(const OutputSums& sums, OutputRemark remark)
{
    if (sums.broken > 0)
        return Quality::Broken;
    if (remark == OutputRemark::ShapesDiffer || remark == OutputRemark::Empty)
        return Quality::Unknown;
    if (sums.noise == 0.0)
        return Quality::Equal;
    if (sums.isInteger)
        return qualityOfAgreement(sums.agreement);
    if (remark == OutputRemark::BaselineIsZero)
        return Quality::Unknown;
    // An output that no longer depends on anything is lost, whatever its mean leaves of the SQNR.
    if (remark == OutputRemark::AnalysisConstant)
        return Quality::Bad;
    const auto grade = sums.slices.grade(sums.channelsDecide);
    const auto ofSlices = grade ? qualityOfSqnr(grade->db) : Quality::Unknown;
    return worseOf(worseOf(qualityOfSqnr(sums.sqnrDb()), ofSlices), qualityOfAgreement(sums.agreement));
}

} // namespace

void OutputSums::add(const OutputSums& sample)
{
    if (samples == 0) {
        *this = sample;
        return;
    }
    const double before = double(samples) / double(samples + sample.samples);
    signal = signal * before + sample.signal * (1.0 - before);
    noise = noise * before + sample.noise * (1.0 - before);
    largest = std::max(largest, sample.largest);
    lowX = std::min(lowX, sample.lowX), highX = std::max(highX, sample.highX);
    lowY = std::min(lowY, sample.lowY), highY = std::max(highY, sample.highY);
    elements += sample.elements;
    finitePairs += sample.finitePairs;
    broken += sample.broken;
    slices.add(sample.slices);
    channelsDecide = channelsDecide && sample.channelsDecide;
    areShapesEqual = areShapesEqual && sample.areShapesEqual;
    agreement.isOfLargest = sample.agreement.isOfLargest;
    agreement.choices = std::max(agreement.choices, sample.agreement.choices);
    agreement.equal += sample.agreement.equal;
    agreement.decisions += sample.agreement.decisions;
    agreement.undecided += sample.agreement.undecided;
    if (results::isWorse(results::MetricId::Sqnr, sample.worstDb, worstDb)) {
        worstDb = sample.worstDb;
        worstSample = samples;
    }
    samples += sample.samples;
}

double OutputSums::sqnrDb() const
{
    return finitePairs == 0 && elements > 0 ? kNaN : sqnrDbOf(signal, noise);
}

results::OutputVerdict OutputSums::verdict(std::string name) const
{
    results::OutputVerdict verdict{.name = std::move(name)};
    verdict.remark = remarkOn(*this);
    verdict.quality = qualityOf(*this, verdict.remark);
    const bool isMeasured = areShapesEqual && finitePairs > 0;
    verdict.sqnrDb = isMeasured ? sqnrDb() : kNaN;
    verdict.largestDifference = isMeasured ? largest : kNaN;
    verdict.worstDb = isMeasured ? worstDb : kNaN;
    verdict.worstSample = worstSample;
    if (const auto grade = slices.grade(channelsDecide); grade && isMeasured)
        verdict.worstSlice = grade->worst;
    verdict.elements = elements;
    verdict.brokenElements = broken;
    if (isMeasured && verdict.remark != OutputRemark::None) {
        verdict.baselineValue = lowX;
        verdict.analysisValue = lowY;
    }
    if (agreement.decisions + agreement.undecided > 0)
        verdict.agreement = agreement;
    return verdict;
}

OutputSums sumsOf(const results::LayerRow& row)
{
    const auto& x = row.baseline.statistics;
    const auto& y = row.analysis.statistics;
    OutputSums sums{.lowX = x.min, .highX = x.max, .lowY = y.min, .highY = y.max, .samples = 1};
    sums.areShapesEqual = row.metrics.has_value();
    if (!sums.areShapesEqual)
        return sums;
    sums.noise = row.metrics->mse;
    sums.signal = sums.noise == 0.0 ? 1.0 : sums.noise * std::pow(10.0, row.metrics->sqnrDb / 10.0);
    sums.largest = row.metrics->atol;
    sums.elements = x.count;
    const auto otherX = x.nanCount + x.infCount;
    const auto otherY = y.nanCount + y.infCount;
    sums.finitePairs = x.count - std::min(x.count, std::max(otherX, otherY));
    sums.broken = std::max(otherX, otherY) - std::min(otherX, otherY);
    sums.worstDb = sums.sqnrDb();
    return sums;
}

OutputQualities::OutputQualities(const graph::Graph& baseline)
    : OutputQualities(baseline, sliceAxesOf(baseline))
{
}

OutputQualities::OutputQualities(const graph::Graph& baseline, const std::vector<SliceAxes>& axes)
    : m_baseline(baseline)
    , m_sums(baseline.outputs().size())
{
    for (const auto output : baseline.outputs())
        m_axes.push_back(axes[output.position()]);
}

void OutputQualities::addSample(const std::vector<Tensor>& baseline, const std::vector<Tensor>& analysis)
{
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
        const auto x = measurable(baseline[i]);
        const auto axis = x.isDefined() ? decisionAxis(m_baseline, m_baseline.outputs()[i], x.shape()) : std::nullopt;
        m_sums[i].add(sumsOf(x, i < analysis.size() ? measurable(analysis[i]) : Tensor(), axis, m_axes[i]));
    }
}

results::OutputVerdict OutputQualities::verdict(std::size_t output) const
{
    return m_sums[output].verdict(m_baseline.value(m_baseline.outputs()[output]).name);
}

results::Verdict OutputQualities::verdict() const
{
    results::Verdict verdict{.samples = sampleCount()};
    for (std::size_t i = 0; i < m_sums.size(); ++i)
        verdict.outputs.push_back(this->verdict(i));
    return verdict;
}

} // namespace ql::analysis
