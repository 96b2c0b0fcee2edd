// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shadow/shadow_runs.h"

#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"

#include <algorithm>
#include <array>

namespace ql::analysis {

namespace {

using results::ShadowRow;
using runs::Tensor;

std::size_t readyAfter(LayerRunner& side, const std::vector<graph::ValueId>& values)
{
    std::size_t latest = 0;
    for (const auto value : values)
        latest = std::max(latest, side.execution().readyAfter(value));
    return latest;
}

bool haveOneShape(const Tensor& x, const Tensor& y)
{
    return x.isDefined() && y.isDefined() && x.shape() == y.shape();
}

TensorComparison comparisonOf(const ShadowRow& row, const Tensor& x, const Tensor& y)
{
    const bool hasOneScale = row.quantizer && row.quantizer->scales.size() == 1;
    const at::Tensor xs = toFloats(x);
    const at::Tensor ys = toFloats(y);
    return compareTensors(xs.data_ptr<float>(), ys.data_ptr<float>(), static_cast<std::size_t>(xs.numel()),
                          hasOneScale ? std::optional(row.quantizer->scales[0]) : std::nullopt);
}

void compare(ShadowRow& row, std::optional<results::Metrics>& metrics, const Tensor& x, const Tensor& y)
{
    if (!haveOneShape(x, y)) {
        row.state = ShadowRow::State::ShapeMismatch;
        return;
    }
    const auto compared = comparisonOf(row, x, y);
    metrics = compared.metrics;
    row.baseline.statistics = compared.baseline;
    row.analysis.statistics = compared.analysis;
}

/// Pairs of tensors of one shape, iteration by iteration.
struct FoldedPairs {
    std::vector<at::Tensor> x, y;

    /// Nothing where the shapes differ.
    std::optional<results::Metrics> add(const ShadowRow& row, const Tensor& baseline, const Tensor& analysis)
    {
        if (!haveOneShape(baseline, analysis))
            return std::nullopt;
        x.push_back(toFloats(baseline));
        y.push_back(toFloats(analysis));
        return comparisonOf(row, baseline, analysis).metrics;
    }

    /// All as one tensor.
    void measure(ShadowRow& row, std::optional<results::Metrics>& metrics) const
    {
        if (x.empty())
            row.state = ShadowRow::State::ShapeMismatch;
        else
            compare(row, metrics, Tensor(joined(x)), Tensor(joined(y)));
    }
};

void fail(ShadowRow& row, Message problem)
{
    row.state = ShadowRow::State::Failed;
    row.problem = std::move(problem);
}

} // namespace

ShadowRuns::ShadowRuns(LayerRunner& baseline, LayerRunner& analysis, std::vector<ShadowRow>& rows, JobContext& ctx,
                       std::shared_ptr<const caller::Functions> functions)
    : m_baseline(baseline)
    , m_analysis(analysis)
    , m_rows(rows)
    , m_ctx(ctx)
    , m_functions(std::move(functions))
{
}

bool ShadowRuns::add(std::size_t row, const Pair& pair)
{
    Job job{.row = row, .baseline = pair.baseline, .analysis = pair.analysis};
    job.quantizedTwin.segment = m_analysis.segment(pair.analysis, pair.analysisInside);
    if (!job.quantizedTwin.segment.isQuantized)
        return false;
    job.floatTwin.segment = m_baseline.segment(pair.baseline, pair.baselineInside);
    findSources(m_analysis, job.quantizedTwin, m_baseline, job.floatTwin);
    findSources(m_baseline, job.floatTwin, m_analysis, job.quantizedTwin);
    const auto keep = [](std::vector<graph::ValueId>& values, const Rerun& read, const Rerun& own,
                         const LayerRunner& side, std::size_t layer) {
        for (const auto* needed : {&read.sources, &read.handedOn})
            std::ranges::copy_if(*needed, std::back_inserter(values), &graph::ValueId::isValid);
        std::ranges::transform(own.segment.handedOn, std::back_inserter(values), &LoopCarried::value);
        for (const auto& input : own.segment.inputs)
            values.push_back(side.layer(input.layer).value);
        values.push_back(side.layer(layer).value);
    };
    keep(job.baselineValues, job.quantizedTwin, job.floatTwin, m_baseline, pair.baseline);
    keep(job.analysisValues, job.floatTwin, job.quantizedTwin, m_analysis, pair.analysis);
    m_jobs.push_back(std::move(job));
    return true;
}

/// The tensors of @p giver's run by which its layer sees what @p taker's layer reads.
void ShadowRuns::findSources(const LayerRunner& taker, Rerun& taken, const LayerRunner& giver, const Rerun& given)
{
    for (const auto& input : taken.segment.inputs)
        taken.sources.push_back(giver.seenValue(given.segment, taker.partnerOf(input.layer)));
    for (const auto& value : taken.segment.handedOn)
        taken.handedOn.push_back(taker.counterpartOf(value.value, giver, given.segment));
}

void ShadowRuns::run()
{
    std::ranges::stable_sort(m_jobs, {}, [this](const Job& job) { return readyAfter(m_baseline, job.baselineValues); });
    const auto forAll = [this](const Job& job, auto&& visit) {
        for (const auto value : job.baselineValues)
            visit(m_baseline.execution(), value);
        for (const auto value : job.analysisValues)
            visit(m_analysis.execution(), value);
    };
    for (const auto& job : m_jobs)
        forAll(job, [](runs::ValueSource& side, graph::ValueId value) { side.keep(value); });
    for (const auto& job : m_jobs) {
        m_ctx.step(1, m_rows[job.row].name);
        m_baseline.execution().advanceTo(readyAfter(m_baseline, job.baselineValues));
        m_analysis.execution().advanceTo(readyAfter(m_analysis, job.analysisValues));
        measure(job);
        forAll(job, [](runs::ValueSource& side, graph::ValueId value) { side.release(value); });
    }
}

void ShadowRuns::measure(const Job& job)
{
    const auto x = m_baseline.execution().iterations(m_baseline.layer(job.baseline).value);
    const auto y = m_analysis.execution().iterations(m_analysis.layer(job.analysis).value);
    if (x.count > 0 && y.count > 0)
        measureIterations(job, pairedIterations(x, y));
    else
        measureOnce(job);
}

void ShadowRuns::measureOnce(const Job& job)
{
    auto& row = m_rows[job.row];
    auto values = ownValues(job, {});
    if (!values.x.isDefined() || !values.y.isDefined())
        return sayWhatDidNotRun(row, job);
    describe(row, job, values);
    compare(row, row.accumulated, values.x, values.y);
    try {
        addTwins(job, {}, values);
        tap(row, values);
        compare(row, row.onAnalysisInputs, values.floatTwin, values.y);
        compare(row, row.onBaselineInputs, values.x, values.quantizedTwin); // last: the row keeps its statistics
    } catch (const Error& error) {
        fail(row, error.whole());
    }
}

/// The row over all iterations as of one tensor, and each for itself.
void ShadowRuns::measureIterations(const Job& job, const PairedIterations& paired)
{
    auto& row = m_rows[job.row];
    row.missing = {paired.unpaired, paired.leftOut};
    if (paired.pairs.empty())
        return fail(row, Message("the models ran no iteration of {} in common", row.body));
    FoldedPairs accumulated;
    std::vector<Values> all;
    for (const auto& [x, y] : paired.pairs) {
        all.push_back(ownValues(job, x->numbers));
        describe(row, job, all.back());
        const auto metrics = accumulated.add(row, all.back().x, all.back().y);
        row.iterations.push_back({.numbers = x->numbers, .accumulated = metrics});
    }
    accumulated.measure(row, row.accumulated);
    try {
        runTwins(job, all);
    } catch (const Error& error) {
        fail(row, error.whole());
    }
}

/// In every iteration that the row has; all of them, or none.
void ShadowRuns::runTwins(const Job& job, const std::vector<Values>& all)
{
    auto& row = m_rows[job.row];
    auto iterations = row.iterations;
    FoldedPairs onAnalysis, onBaseline;
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto values = all[i];
        addTwins(job, iterations[i].numbers, values);
        tap(row, values);
        iterations[i].onAnalysisInputs = onAnalysis.add(row, values.floatTwin, values.y);
        iterations[i].onBaselineInputs = onBaseline.add(row, values.x, values.quantizedTwin);
    }
    row.iterations = std::move(iterations);
    onAnalysis.measure(row, row.onAnalysisInputs);
    onBaseline.measure(row, row.onBaselineInputs);
}

ShadowRuns::Values ShadowRuns::ownValues(const Job& job, Numbers numbers) const
{
    const auto x = m_baseline.realNumbers(m_baseline.layer(job.baseline).value, numbers);
    const auto y = m_analysis.realNumbers(m_analysis.layer(job.analysis).value, numbers);
    return {.x = x, .y = m_baseline.fitted(y, m_analysis, job.baseline, x), .floatTwin = {}, .quantizedTwin = {}};
}

void ShadowRuns::describe(ShadowRow& row, const Job& job, const Values& values) const
{
    row.shape = values.y.shape();
    row.baseline.dtype = graph::name(values.x.type);
    row.analysis.dtype = graph::name(m_analysis.execution().tensor(m_analysis.layer(job.analysis).value).type);
}

void ShadowRuns::addTwins(const Job& job, Numbers numbers, Values& values) const
{
    values.floatTwin = rerun(m_baseline, job.baseline, job.floatTwin, m_analysis, numbers);
    const auto twin = rerun(m_analysis, job.analysis, job.quantizedTwin, m_baseline, numbers);
    values.quantizedTwin = m_baseline.fitted(twin, m_analysis, job.baseline, values.x);
}

Tensor ShadowRuns::rerun(const LayerRunner& taker, std::size_t layer, const Rerun& twin, const LayerRunner& giver,
                         Numbers numbers) const
{
    std::vector<Tensor> given;
    for (std::size_t i = 0; i < twin.sources.size(); ++i) {
        const auto& input = twin.segment.inputs[i];
        given.push_back(taker.fitted(giver.realNumbers(twin.sources[i], numbers), giver, input.layer,
                                     taker.realNumbers(taker.layer(input.layer).value, numbers)));
    }
    LayerRunner::Replaced handedOn;
    for (std::size_t i = 0; i < twin.handedOn.size(); ++i) {
        const auto value = twin.segment.handedOn[i].value;
        const auto own = taker.execution().tensorIn(value, numbers);
        const auto other = twin.handedOn[i].isValid() ? giver.realNumbers(twin.handedOn[i], numbers) : Tensor();
        if (!own.isPresent() || !other.isPresent() || other.type != own.type)
            throw Error(ErrorCode::InvalidGraph,
                        Message("it reads what {} hands from one iteration to the next, which can't be exchanged "
                                "between the models",
                                taker.bodyOf(value)));
        handedOn.emplace_back(value, other);
    }
    return taker.rerun(layer, twin.segment, given, m_ctx.stopToken(), handedOn);
}

void ShadowRuns::tap(const ShadowRow& row, const Values& values) const
{
    if (!m_functions || !m_functions->tap || !values.floatTwin.isDefined() || !values.y.isDefined())
        return;
    const auto dataOf = [](const Tensor& tensor) {
        return ops::toTensorData({toFloats(tensor), graph::DataType::Float});
    };
    m_functions->tap(row.name, std::array{dataOf(values.floatTwin), dataOf(values.y)});
}

/// Only what stands in bodies may have been left out.
void ShadowRuns::sayWhatDidNotRun(ShadowRow& row, const Job& job) const
{
    if (const auto body = m_baseline.bodyOf(m_baseline.layer(job.baseline).own); !body.empty())
        fail(row, Message("it stands in {}, which one of the models did not run, or neither", body));
}

} // namespace ql::analysis
