// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/layer_results.h"

#include "core/analysis/layers/row_filter.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/caller/functions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ql::analysis {

namespace {

using results::LayerRow;

std::uint64_t macsOf(const Layer& layer, const runs::ValueSource& side)
{
    std::uint64_t sum = 0;
    for (const auto node : layer.run)
        sum += side.macs()[node.position()];
    return sum;
}

bool isWanted(const LayerRow& row, const results::CompareRequest& request)
{
    return passes(request.filter, {row.name, row.scope},
                  {row.baseline.opType, row.analysis.opType, row.baselineClass, row.analysisClass});
}

} // namespace

void countMacs(std::vector<LayerRowSource>& rows, const MatchedModels& models, const runs::ValueSource& baseline,
               const runs::ValueSource& analysis)
{
    std::vector<std::uint64_t> byBaseline(models.baseline.size(), 0);
    for (std::size_t b = 0; b < models.baseline.size(); ++b) {
        const std::size_t end = models.matching.baseline[b].fusedInto;
        // The further outputs of a node are layers of their own, but it ran once.
        const bool isFirst = b == 0 || models.baseline[b - 1].node != models.baseline[b].node;
        if (isFirst)
            byBaseline[end == kNoLayer ? b : end] += macsOf(models.baseline[b], baseline);
    }
    for (LayerRowSource& source : rows) {
        if (source.baseline != kNoLayer)
            source.row.macs = byBaseline[source.baseline];
        else if (source.row.state == LayerRow::State::UnmatchedAnalysis)
            source.row.macs = macsOf(models.analysis[source.analysis], analysis);
    }
}

void showToCaller(const LayerRowSource& source, const MatchedModels& models, const results::CompareRequest& request,
                  const runs::Tensor& x, const runs::Tensor& y)
{
    if (!request.options.functions || !request.options.functions->tap || !isWanted(source.row, request)
        || !x.isDefined() || !y.isDefined())
        return;
    const auto dataOf = [](const runs::Tensor& tensor, const results::QuantizerInfo* quantizer) {
        return ops::toTensorData({toFloats(tensor, quantizer), graph::DataType::Float});
    };
    const bool isInteger = models.analysis[source.analysis].isInteger;
    const std::array values{dataOf(x, nullptr), dataOf(y, isInteger ? &*source.row.quantizer : nullptr)};
    request.options.functions->tap(source.row.name, values);
}

void requireWantedRows(const std::vector<LayerRowSource>& rows, const results::CompareRequest& request,
                       const std::set<std::size_t>& blocks)
{
    requirePassing(request.filter,
                   !blocks.empty() || std::ranges::any_of(rows, [&request](const LayerRowSource& source) {
                       return isWanted(source.row, request);
                   }));
}

void moveWantedRows(std::vector<LayerRowSource>& rows, const results::CompareRequest& request,
                    const std::set<std::size_t>& blocks, results::CompareResult& result)
{
    result.layers.reserve(rows.size());
    for (LayerRowSource& source : rows) {
        if (!request.withStack)
            source.row.source.clear();
        if (!isWanted(source.row, request) && !blocks.contains(source.baseline))
            continue;
        if (source.row.state == LayerRow::State::UnmatchedBaseline)
            result.unmatchedBaseline.push_back(source.row.name);
        if (source.row.state == LayerRow::State::UnmatchedAnalysis)
            result.unmatchedAnalysis.push_back(source.row.name);
        result.layers.push_back(std::move(source.row));
    }
}

} // namespace ql::analysis
