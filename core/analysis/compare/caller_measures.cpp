// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare_outputs.h"

#include "core/analysis/measure/caller_arrays.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/tensor_comparison.h"

namespace ql::analysis {

namespace {

results::OutputComparison compared(const std::string& name, const ops::Tensor& baseline, const ops::Tensor& analysis)
{
    results::OutputComparison output{.name = name, .metrics = {}, .shape = baseline.shape(), .strings = {}};
    if (analysis.shape() == output.shape) {
        const at::Tensor x = toFloats(baseline);
        const at::Tensor y = toFloats(analysis);
        output.metrics = compareTensors(x.data_ptr<float>(), y.data_ptr<float>(), std::size_t(x.numel())).metrics;
    }
    return output;
}

} // namespace

bool areAboutOutputs(const caller::Functions* functions)
{
    return functions && (functions->postProcess || functions->metric || functions->judge);
}

void askFunctions(results::CompareResult& result, const std::vector<ops::Tensor>& baseline,
                  const std::vector<ops::Tensor>& analysis, const caller::Functions& functions)
{
    std::vector<std::string> names;
    std::vector<ops::Tensor> chosenBaseline, chosenAnalysis;
    for (std::size_t i = 0; i < result.outputs.size(); ++i) {
        const auto holdsNumbers = [](const ops::Tensor& value) { return value.isDefined() && !value.holdsStrings(); };
        if (!holdsNumbers(baseline[i]) || !holdsNumbers(analysis[i]))
            continue;
        names.push_back(result.outputs[i].name);
        chosenBaseline.push_back(baseline[i]);
        chosenAnalysis.push_back(analysis[i]);
    }
    auto x = arraysOf(names, chosenBaseline);
    auto y = arraysOf(names, chosenAnalysis);
    if (functions.postProcess) {
        x = functions.postProcess(x);
        y = functions.postProcess(y);
        const auto processed = namesOf(x);
        const auto left = tensorsOf(x, processed), right = tensorsOf(y, processed);
        result.outputs.clear();
        for (std::size_t i = 0; i < processed.size(); ++i)
            result.outputs.push_back(compared(processed[i], left[i], right[i]));
    }
    if (functions.metric)
        result.said.metric = functions.metric(x, y);
    if (functions.judge) {
        result.said.judgedBaseline = functions.judge({{0, {}, &x, &x}});
        result.said.judgedAnalysis = functions.judge({{0, {}, &x, &y}});
    }
}

} // namespace ql::analysis
