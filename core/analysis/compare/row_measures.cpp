// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/row_measures.h"

#include "core/analysis/measure/iteration_pairs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/measure/slice_sums.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/graph/ir/open_bodies.h"
#include "core/runs/threads/thread_guard.h"

#include <omp.h>
#include <utility>

namespace ql::analysis {

namespace {

using results::LayerRow;

constexpr std::int64_t kLeastElements = 1 << 14; ///< that another thread is woken for
constexpr std::size_t kMostWaiting = 2;          ///< tasks
constexpr std::size_t kMostPending = 4;          ///< rows, whose tensors live that much longer

std::size_t countOf(const at::Tensor& floats)
{
    return static_cast<std::size_t>(floats.numel());
}

std::optional<double> onlyScaleOf(const std::optional<results::QuantizerInfo>& quantizer)
{
    if (!quantizer || quantizer->scales.size() != 1)
        return std::nullopt;
    return quantizer->scales.front();
}

results::TensorStatistics statisticsOfTensor(const at::Tensor& floats)
{
    return statisticsOf(floats.data_ptr<float>(), countOf(floats));
}

/// A value without a tensor, in a body, wasn't computed.
LayerRow::State stateOfOneRun(bool isInBaseline, bool isInAnalysis)
{
    using enum LayerRow::State;
    return isInBaseline ? RunInBaseline : isInAnalysis ? RunInAnalysis : NotRun;
}

void measureStrings(LayerRow& row, const runs::Tensor& baseline, const runs::Tensor& analysis)
{
    row.baseline.dtype = row.analysis.dtype = graph::name(graph::DataType::String);
    row.baselineShape = baseline.shape();
    row.shape = analysis.shape();
    row.strings = comparedStrings(baseline, analysis);
    row.state = row.strings ? LayerRow::State::Strings : LayerRow::State::ShapeMismatch;
}

/// Whether any slice may have an error: NaN and infinite elements are told apart by slices only.
bool differ(const TensorComparison& comparison)
{
    const auto others = [](const results::TensorStatistics& side) { return side.nanCount + side.infCount; };
    return comparison.metrics.atol != 0.0 || others(comparison.baseline) + others(comparison.analysis) > 0;
}

/// How the analysis' tensor of a pair is read, and what is measured.
struct PairReading {
    bool isInteger = false;
    LayoutChange layout;
    Histograms histograms = Histograms::Left;
};

/// Fills in what the two tensors of a row say, in slices along @p axes if there are any.
void measure(LayerRow& row, const runs::Tensor& baseline, const runs::Tensor& analysis, const PairReading& reading,
             const SliceAxes* axes = nullptr)
{
    if (baseline.holdsStrings() && analysis.holdsStrings())
        return measureStrings(row, baseline, analysis);
    if (!baseline.isDefined() || !analysis.isDefined()) {
        if (!row.body.empty() && !(baseline.isPresent() && analysis.isPresent()))
            row.state = stateOfOneRun(baseline.isPresent(), analysis.isPresent());
        return;
    }
    row.baseline.dtype = graph::name(baseline.type);
    row.analysis.dtype = graph::name(analysis.type);
    row.baselineShape = baseline.shape();
    const at::Tensor x = toFloats(baseline);
    const at::Tensor y = turnedBack(toFloats(analysis, reading.isInteger ? &*row.quantizer : nullptr),
                                    row.baselineShape, reading.layout);
    row.shape = y.sizes().vec();
    if (row.baselineShape != row.shape) {
        row.state = LayerRow::State::ShapeMismatch;
        row.baseline.statistics = statisticsOfTensor(x);
        row.analysis.statistics = statisticsOfTensor(y);
    } else {
        const bool hasSlices = axes && !axes->empty();
        LinesApart lines{hasSlices ? SliceSums::lineLength(row.shape, *axes) : 0, {}};
        auto comparison = compareTensors(x.data_ptr<float>(), y.data_ptr<float>(), countOf(x),
                                         onlyScaleOf(row.quantizer), 0, reading.histograms, &lines);
        row.metrics = comparison.metrics;
        row.baseline.statistics = comparison.baseline;
        row.analysis.statistics = comparison.analysis;
        if (reading.histograms == Histograms::Counted)
            row.histogram = std::move(comparison.histogram);
        if (hasSlices && differ(comparison))
            row.worstSlice = SliceSums(x.data_ptr<float>(), y.data_ptr<float>(), row.shape, *axes, lines.sums).worst();
    }
    row.nanCount = row.baseline.statistics.nanCount + row.analysis.statistics.nanCount;
    row.infCount = row.baseline.statistics.infCount + row.analysis.statistics.infCount;
    if (row.quantizer)
        row.clampedCount = countClamped(x, row.baseline.statistics, *row.quantizer);
}

/// The row over all iterations as of one tensor, and each for itself. Those whose shapes differ between the models have
/// no part in the whole.
void measureIterations(LayerRow& row, const runs::ValueIterations& baseline, const runs::ValueIterations& analysis,
                       const PairReading& reading)
{
    const auto [pairs, unpaired, leftOut] = pairedIterations(baseline, analysis);
    row.missing = {unpaired, leftOut};
    if (pairs.empty()) {
        row.state = LayerRow::State::UnpairedIterations;
        return;
    }
    std::vector<at::Tensor> x, y;
    for (const auto& [left, right] : pairs) {
        LayerRow one;
        one.quantizer = row.quantizer;
        measure(one, left->tensor, right->tensor, reading);
        row.iterations.push_back({left->numbers, one.metrics});
        if (one.metrics) {
            x.push_back(left->tensor.data);
            y.push_back(right->tensor.data);
        }
    }
    const auto& [left, right] = pairs.back();
    const bool isStacked = areAlike(x);
    const bool isPerChannel = row.quantizer && row.quantizer->isPerChannel();
    if (x.empty() || (isPerChannel && !isStacked))
        return measure(row, left->tensor, right->tensor, reading);
    if (isPerChannel && *row.quantizer->channelAxis >= 0)
        ++*row.quantizer->channelAxis;
    measure(row, {joined(x), left->tensor.type}, {joined(y), right->tensor.type}, reading);
    if (isPerChannel && *row.quantizer->channelAxis > 0)
        --*row.quantizer->channelAxis;
    row.baselineShape = left->tensor.shape();
    row.shape = right->tensor.shape();
}

} // namespace

std::optional<results::EqualStrings> comparedStrings(const runs::Tensor& baseline, const runs::Tensor& analysis)
{
    if (!baseline.holdsStrings() || !analysis.holdsStrings() || baseline.shape() != analysis.shape())
        return std::nullopt;
    return results::EqualStrings{equalStrings(baseline, analysis), baseline.strings->size()};
}

void measureAlone(LayerRow& row, const runs::Tensor& tensor, const Layer& layer, bool isBaseline)
{
    if (!tensor.isDefined() && !tensor.holdsStrings())
        return;
    auto& side = isBaseline ? row.baseline : row.analysis;
    (isBaseline ? row.baselineShape : row.shape) = tensor.shape();
    side.dtype = graph::name(tensor.type);
    if (tensor.isDefined() && !tensor.holdsStrings())
        side.statistics =
            statisticsOfTensor(toFloats(tensor, layer.isInteger && layer.quantizer ? &*layer.quantizer : nullptr));
}

RowMeasures::RowMeasures(std::vector<LayerRowSource>& rows, const MatchedModels& models,
                         const std::vector<SliceAxes>& axes, runs::ValueSource& baseline, runs::ValueSource& analysis,
                         Histograms histograms, std::function<void(std::size_t row)> measured)
    : m_rows(rows)
    , m_models(models)
    , m_axes(axes)
    , m_baseline(baseline)
    , m_analysis(analysis)
    , m_histograms(histograms)
    , m_measured(std::move(measured))
{
}

runs::Tensor RowMeasures::inRealNumbers(const runs::LockstepPair& pair, const runs::Tensor& baseline,
                                        const runs::Tensor& analysis) const
{
    const auto& source = m_rows[pair.index];
    const auto& layer = m_models.baseline[source.baseline];
    const bool isWhole = !m_models.analysis[source.analysis].isInteger
                         && (!graph::isFloatingPoint(analysis.type) || m_analysis.readingOf(pair.analysis));
    if (!layer.isInteger || !layer.quantizer || !baseline.isDefined() || !baseline.data.defined() || isWhole)
        return baseline;
    return {toFloats(baseline, &*layer.quantizer), graph::DataType::Float};
}

void RowMeasures::add(const runs::LockstepPair& pair, const runs::Tensor& given, const runs::Tensor& analysis)
{
    auto& source = m_rows[pair.index];
    const auto baseline = inRealNumbers(pair, given, analysis);
    const auto& layer = m_models.analysis[source.analysis];
    const PairReading reading{layer.isInteger, layoutChange(m_models.baseline[source.baseline], layer), m_histograms};
    const auto* axes = &m_axes[pair.baseline.position()];
    std::optional<std::size_t> task;
    const auto iterations = m_baseline.iterations(pair.baseline);
    const auto others = m_analysis.iterations(pair.analysis);
    const bool isRunByBoth = baseline.isDefined() && analysis.isDefined();
    if (isRunByBoth && iterations.count + others.count > 0)
        measureIterations(source.row, iterations, others, reading);
    else if (isWorthThread(baseline))
        task = queue().add([&row = source.row, baseline, analysis, reading, axes] {
            measure(row, baseline, analysis, reading, axes);
        });
    else
        measure(source.row, baseline, analysis, reading, axes);
    if (source.row.strings && graph::isInLoop(m_models.baselineGraph, m_models.baselineGraph.value(pair.baseline).body))
        source.row.strings.reset(); // those of the last iteration alone
    // A handle alone doesn't keep a later node from computing in place.
    m_baseline.keep(pair.baseline);
    m_analysis.keep(pair.analysis);
    m_pending.push_back({pair, task});
    takeDownTo(m_queue ? kMostPending : 0);
}

bool RowMeasures::isWorthThread(const runs::Tensor& tensor) const
{
    return tensor.isDefined() && tensor.data.numel() >= kLeastElements && (m_queue || omp_get_max_threads() > 1);
}

jobs::TaskQueue& RowMeasures::queue()
{
    if (!m_queue)
        m_queue.emplace(kMostWaiting, [](const std::function<void()>& life) {
            const runs::WorkerGuard guard(1);
            life();
        });
    return *m_queue;
}

void RowMeasures::takeDownTo(std::size_t count)
{
    while (m_pending.size() > count) {
        const auto [pair, task] = m_pending.front();
        if (task)
            m_queue->wait(*task);
        m_pending.pop_front();
        m_measured(pair.index);
        m_baseline.release(pair.baseline);
        m_analysis.release(pair.analysis);
    }
}

runs::UnmatchedVisits unmatchedVisits(std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                      const ComparedSide& side, bool isBaseline)
{
    const auto& layers = isBaseline ? models.baseline : models.analysis;
    std::vector<runs::UnmatchedValue> values;
    for (std::size_t i = 0; i < rows.size() && side.program; ++i) {
        const auto own = isBaseline ? rows[i].baseline : rows[i].analysis;
        const auto other = isBaseline ? rows[i].analysis : rows[i].baseline;
        if (own != kNoLayer && other == kNoLayer
            && !graph::isInLoop(side.graph, side.graph.value(layers[own].value).body))
            values.push_back({layers[own].value, i});
    }
    return {side.values, std::move(values),
            [&rows, &layers, isBaseline](const runs::UnmatchedValue& each, const auto& tensor) {
                const auto& source = rows[each.index];
                measureAlone(rows[each.index].row, tensor, layers[isBaseline ? source.baseline : source.analysis],
                             isBaseline);
            }};
}

} // namespace ql::analysis
