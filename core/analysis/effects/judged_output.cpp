// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/judged_output.h"

#include "core/analysis/layers/tensor_slice.h"
#include "core/analysis/matching/channel_layout.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/error_energy.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/base/numbers.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

double worstOf(const results::OutputComparison& output)
{
    const double whole = output.metrics->sqnrDb;
    if (!output.worstSlice)
        return whole;
    return std::min(whole, output.worstSlice->sqnrDb, Rising<NaNs::First>());
}

} // namespace

at::Tensor slicedAs(const at::Tensor& tensor, const std::string& slice)
{
    return sliceOf(tensor, slice).value_or(tensor);
}

double JudgedOutput::analysisDb(const ops::Tensor& baseline, const ops::Tensor& analysis) const
{
    const auto x = measurable(baseline);
    const auto y = measurable(analysis);
    if (!x.isDefined() || !y.isDefined())
        return kNaN;
    const auto numbers = turnedBack(toFloats(y, dequantizer ? &*dequantizer : nullptr), x.shape(), LayoutChange::None);
    return numbers.sizes() == x.data.sizes() ? measure(toFloats(x), numbers) : kNaN;
}

double JudgedOutput::baselineDb(const ops::Tensor& baseline, const ops::Tensor& other) const
{
    const auto x = measurable(baseline);
    const auto y = measurable(other);
    if (!x.isDefined() || !y.isDefined() || x.shape() != y.shape())
        return kNaN;
    return measure(toFloats(x), toFloats(y));
}

std::optional<JudgedOutput> judgedOutputOf(const results::CompareResult& result, const MatchedModels& models)
{
    const auto partners = pairOutputs(models.baselineGraph, models.analysisGraph);
    const results::OutputComparison* worst = nullptr;
    JudgedOutput judged;
    for (std::size_t i = 0; i < std::min(partners.size(), result.outputs.size()); ++i) {
        const auto& output = result.outputs[i];
        if (!partners[i] || !output.metrics)
            continue;
        if (worst && !Rising<NaNs::First>()(worstOf(output), worstOf(*worst)))
            continue;
        worst = &output;
        judged.baseline = i;
        judged.analysis = *partners[i];
    }
    if (!worst)
        return std::nullopt;
    judged.name = worst->name;
    judged.knownDb = worstOf(*worst);
    const bool isSliceWorse =
        worst->worstSlice && Rising<NaNs::First>()(worst->worstSlice->sqnrDb, worst->metrics->sqnrDb);
    judged.slice = isSliceWorse ? worst->worstSlice->slice : std::string();
    judged.dequantizer = outputDequantizer(models.baselineGraph, models.baselineGraph.outputs()[judged.baseline],
                                           models.analysisGraph, models.analysisGraph.outputs()[judged.analysis]);
    judged.measure = [slice = judged.slice](const at::Tensor& baseline, const at::Tensor& other) {
        ErrorEnergy energy;
        energy.add({slicedAs(baseline, slice), graph::DataType::Float},
                   {slicedAs(other, slice), graph::DataType::Float});
        return energy.db();
    };
    return judged;
}

} // namespace ql::analysis
