// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare_outputs.h"

#include "core/analysis/compare/row_measures.h"
#include "core/analysis/matching/channel_layout.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/analysis/verdict/output_quality.h"
#include "core/graph/operators/channel_order.h"

namespace ql::analysis {

namespace {

/// By output of @p graph.
std::vector<bool> outputsWithChannelsLast(const graph::Graph& graph)
{
    const auto isLast = graph::valuesWithChannelsLast(graph);
    std::vector<bool> outputs;
    for (const auto output : graph.outputs())
        outputs.push_back(isLast[output.position()]);
    return outputs;
}

} // namespace

PairedOutputs compareOutputs(results::CompareResult& result, const MatchedModels& models,
                             const std::vector<SliceAxes>& axes, const runs::ValueSource& baseline,
                             const runs::ValueSource& analysis)
{
    const auto partners = pairOutputs(models.baselineGraph, models.analysisGraph);
    const auto baselineTensors = baseline.outputs();
    const auto analysisTensors = analysis.outputs();
    const auto isBaselineLast = outputsWithChannelsLast(models.baselineGraph);
    const auto isAnalysisLast = outputsWithChannelsLast(models.analysisGraph);
    PairedOutputs found;
    auto& [measured, paired] = found;
    for (std::size_t i = 0; i < baselineTensors.size(); ++i) {
        results::OutputComparison output;
        output.name = models.baselineGraph.value(models.baselineGraph.outputs()[i]).name;
        const auto baselineTensor = measurable(baselineTensors[i]);
        if (baselineTensor.isPresent())
            output.shape = baselineTensor.shape();
        measured.push_back(baselineTensor);
        paired.push_back(partners[i] ? measurable(analysisTensors[*partners[i]]) : runs::Tensor());
        if (paired[i].isDefined())
            if (const auto dequantizer =
                    outputDequantizer(models.baselineGraph, models.baselineGraph.outputs()[i], models.analysisGraph,
                                      models.analysisGraph.outputs()[*partners[i]]))
                paired[i] = runs::Tensor(toFloats(paired[i], &*dequantizer));
        output.strings = comparedStrings(baselineTensor, paired[i]);
        if (paired[i].isDefined())
            paired[i].data =
                turnedBack(paired[i].data, output.shape, layoutChange(isBaselineLast[i], isAnalysisLast[*partners[i]]));
        if (paired[i].isDefined() && baselineTensor.isDefined() && paired[i].shape() == output.shape) {
            const at::Tensor x = toFloats(baselineTensor);
            const at::Tensor y = toFloats(paired[i]);
            output.metrics = compareTensors(x.data_ptr<float>(), y.data_ptr<float>(), std::size_t(x.numel())).metrics;
        }
        result.outputs.push_back(std::move(output));
    }
    OutputQualities qualities(models.baselineGraph, axes);
    qualities.addSample(baselineTensors, paired);
    result.verdict = qualities.verdict();
    for (std::size_t i = 0; i < result.outputs.size(); ++i)
        result.outputs[i].worstSlice = qualities.worstSlice(i);
    return found;
}

void compareOutputsAmong(results::CompareResult& result, const std::vector<LayerRowSource>& rows,
                         const MatchedModels& models)
{
    for (const LayerRowSource& source : rows) {
        if (source.row.state != results::LayerRow::State::Compared
            && source.row.state != results::LayerRow::State::Strings)
            continue;
        const bool isOutput =
            models.baseline[source.baseline].isGraphOutput || models.analysis[source.analysis].isGraphOutput;
        if (!isOutput)
            continue;
        result.outputs.push_back({source.row.baseline.value,
                                  source.row.metrics,
                                  source.row.shape,
                                  source.row.strings,
                                  {},
                                  source.row.worstSlice});
        result.verdict.outputs.push_back(sumsOf(source.row).verdict(source.row.baseline.value));
        result.verdict.samples = 1;
    }
}

} // namespace ql::analysis
