// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weights/weights.h"

#include "core/analysis/analyses.h"
#include "core/analysis/layers/row_filter.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/analysis/measure/value_pairs.h"
#include "core/analysis/weights/weight_pairs.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using results::WeightChannel;
using results::WeightRow;

std::size_t sizeOf(const at::Tensor& floats)
{
    return static_cast<std::size_t>(floats.numel());
}

results::WeightSide sideOf(const ModelWeight& weight)
{
    return {weight.name, weight.layer, weight.opType, weight.dtype, weight.shape, {}};
}

/// One row per channel. @p axis must be valid.
at::Tensor channelsFirst(const at::Tensor& floats, std::int64_t axis)
{
    return floats.movedim(axis, 0).contiguous();
}

/// @p hasScales: one for each channel
std::vector<WeightChannel> compareChannels(const at::Tensor& x, const at::Tensor& y, const WeightRow& row,
                                           bool hasScales)
{
    const at::Tensor xs = channelsFirst(x, *row.channelAxis);
    const at::Tensor ys = channelsFirst(y, *row.channelAxis);
    const auto count = xs.size(0);
    const auto each = count == 0 ? std::size_t{0} : sizeOf(xs) / static_cast<std::size_t>(count);
    std::vector<WeightChannel> channels;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto offset = static_cast<std::size_t>(i) * each;
        const auto compared = compareTensors(xs.data_ptr<float>() + offset, ys.data_ptr<float>() + offset, each);
        WeightChannel channel{.channel = i};
        channel.sqnrDb = compared.metrics.sqnrDb;
        channel.cosine = compared.metrics.cosine;
        channel.baselineMin = compared.baseline.min;
        channel.baselineMax = compared.baseline.max;
        channel.analysisMin = compared.analysis.min;
        channel.analysisMax = compared.analysis.max;
        if (hasScales)
            channel.scale = row.quantizer->scales[static_cast<std::size_t>(i)];
        channels.push_back(channel);
    }
    return channels;
}

double rangeOf(const WeightChannel& channel)
{
    return std::max(std::abs(channel.baselineMin), std::abs(channel.baselineMax));
}

/// Sets every channel's range against the median channel's.
void markOutliers(std::vector<WeightChannel>& channels)
{
    std::vector<double> ranges;
    for (const auto& channel : channels)
        ranges.push_back(rangeOf(channel));
    const auto ratios = rangeRatios(ranges);
    const auto used = std::ranges::count_if(ranges, [](double range) { return range > 0.0; });
    const bool isTellable = std::size_t(used) >= results::kLeastChannelsForOutliers;
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        channels[i].rangeRatio = ratios[i];
        channels[i].isOutlier = isTellable && isOutlierRatio(ratios[i]);
    }
}

void measure(WeightRow& row, const WeightNumbers& numbers, bool hasScales)
{
    const auto& [x, y] = numbers;
    const bool hasOneScale = row.quantizer && row.quantizer->scales.size() == 1;
    auto compared = compareTensors(x.data_ptr<float>(), y.data_ptr<float>(), sizeOf(x),
                                   hasOneScale ? std::optional(row.quantizer->scales[0]) : std::nullopt);
    row.metrics = compared.metrics;
    row.baseline.statistics = compared.baseline;
    row.analysis.statistics = compared.analysis;
    if (!compared.histogram.baseline.empty())
        row.histogram = std::move(compared.histogram);
    if (!row.channelAxis)
        return;
    row.channels = compareChannels(x, y, row, hasScales);
    markOutliers(row.channels);
}

/// Of baseline weight @p index and its partner.
WeightRow compare(const WeightPairs& pairs, std::size_t index)
{
    const auto& match = pairs.matches()[index];
    const auto& baseline = pairs.baseline()[index];
    const auto& analysis = pairs.analysis()[match.partner];
    WeightRow row;
    row.baseline = sideOf(baseline);
    row.analysis = sideOf(analysis);
    row.granularity = analysis.granularity;
    row.isFakeQuantized = baseline.isFakeQuantized || analysis.isFakeQuantized;
    row.quantizer = analysis.quantizer;
    row.match = match.info;
    row.channelAxis = channelAxisOf(baseline, analysis);
    try {
        measure(row, pairs.read(index), analysis.hasScalePerChannel());
    } catch (const Error& error) {
        row.state = WeightRow::State::Unreadable;
        row.problem = error.whole();
    }
    return row;
}

WeightRow unmatchedBaseline(const ModelWeight& weight)
{
    WeightRow row;
    row.state = WeightRow::State::UnmatchedBaseline;
    row.baseline = sideOf(weight);
    return row;
}

WeightRow unmatchedAnalysis(const ModelWeight& weight)
{
    WeightRow row;
    row.state = WeightRow::State::UnmatchedAnalysis;
    row.analysis = sideOf(weight);
    row.granularity = weight.granularity;
    row.quantizer = weight.quantizer;
    return row;
}

/// Adds rows that the request wants, numbered in order.
class Rows {
public:
    Rows(const results::WeightsRequest& request, results::WeightsResult& result)
        : m_request(request)
        , m_result(result)
    {
    }

    bool wants(const ModelWeight& weight) const
    {
        return passes(m_request.filter, {weight.name, weight.layer}, {weight.opType});
    }

    void add(WeightRow row)
    {
        if (row.state == WeightRow::State::UnmatchedBaseline)
            m_result.unmatchedBaseline.push_back(row.baseline.name);
        if (row.state == WeightRow::State::UnmatchedAnalysis)
            m_result.unmatchedAnalysis.push_back(row.analysis.name);
        row.index = static_cast<int>(m_result.rows.size());
        m_result.rows.push_back(std::move(row));
    }

private:
    const results::WeightsRequest& m_request;
    results::WeightsResult& m_result;
};

} // namespace

std::shared_ptr<const results::WeightsResult> compareWeights(const importers::ImportedModel& baseline,
                                                             const importers::ImportedModel& analysis,
                                                             const results::WeightsRequest& request, JobContext& ctx)
{
    const WeightPairs pairs(baseline, analysis, WeightPairs::Recurrent::Gates);
    const auto& xs = pairs.baseline();
    const auto& ys = pairs.analysis();
    const auto& matches = pairs.matches();
    std::vector<std::string_view> known;
    for (const auto* weights : {&xs, &ys})
        for (const auto& weight : *weights)
            known.insert(known.end(), {weight.name, weight.layer});
    requireKnownModules(request.filter, known);
    const auto isWanted = [&request](const ModelWeight& weight) {
        return passes(request.filter, {weight.name, weight.layer}, {weight.opType});
    };
    requirePassing(request.filter, std::ranges::any_of(xs, isWanted) || std::ranges::any_of(ys, isWanted));
    auto result = std::make_shared<results::WeightsResult>();
    result->baseline = baseline.path.string();
    result->analysis = analysis.path.string();
    Rows rows(request, *result);
    std::vector<bool> isTaken(ys.size(), false);
    ctx.beginStage("comparing weights", xs.size(), 0.05, 1.0);
    for (std::size_t b = 0; b < xs.size(); ++b) {
        ctx.step(1, xs[b].name);
        const bool isMatched = !matches[b].info.rule.empty();
        if (isMatched)
            isTaken[matches[b].partner] = true;
        if (isMatched && (rows.wants(xs[b]) || rows.wants(ys[matches[b].partner])))
            rows.add(compare(pairs, b));
        else if (!isMatched && rows.wants(xs[b]))
            rows.add(unmatchedBaseline(xs[b]));
    }
    for (std::size_t a = 0; a < ys.size(); ++a)
        if (!isTaken[a] && rows.wants(ys[a]))
            rows.add(unmatchedAnalysis(ys[a]));
    return result;
}

namespace {

/// "A:B" is the baseline's and the analysis model's, each of which may be empty; one without a colon is both's.
std::pair<std::string, std::string> stateDictNames(const std::string& said)
{
    const auto colon = said.find(':');
    return colon == std::string::npos ? std::pair(said, said)
                                      : std::pair(said.substr(0, colon), said.substr(colon + 1));
}

} // namespace

std::shared_ptr<const results::WeightsResult> weights(Workspace& workspace, const results::WeightsRequest& request,
                                                      JobContext& ctx, const results::Listener<results::WeightsResult>&)
{
    const ComputeScope scope(request.options);
    if (request.models.analysis.empty()) {
        const auto [baseline, analysis] = workspace.openPair(request.models, request.images, ctx);
        return compareWeights(*baseline, *analysis, request, ctx);
    }
    ctx.beginStage("reading the models", 1, 0.0, 0.05);
    const auto [of, ofAnalysis] = stateDictNames(request.models.quantization.stateDict);
    const auto baseline = workspace.openWeights(request.models.baseline, of, ctx.stopToken());
    ctx.throwIfCancelled();
    return compareWeights(*baseline, *workspace.openWeights(request.models.analysis, ofAnalysis, ctx.stopToken()),
                          request, ctx);
}

} // namespace ql::analysis
