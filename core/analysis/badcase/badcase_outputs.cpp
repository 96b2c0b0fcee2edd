// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase_outputs.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <span>

namespace ql::analysis {

namespace {

std::span<const float> elementsOf(const at::Tensor& floats)
{
    return {floats.data_ptr<float>(), static_cast<std::size_t>(floats.numel())};
}

} // namespace

std::vector<OutputPair> chosenOutputs(const graph::Graph& baseline, const graph::Graph& analysis,
                                      const std::vector<std::string>& wanted)
{
    const auto partners = pairOutputs(baseline, analysis);
    std::vector<OutputPair> pairs;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < partners.size(); ++i) {
        names.push_back(baseline.value(baseline.outputs()[i]).name);
        const bool isWanted = wanted.empty() || std::find(wanted.begin(), wanted.end(), names.back()) != wanted.end();
        if (!wanted.empty() && isWanted)
            requireMeasurable(baseline.value(baseline.outputs()[i]));
        if (isWanted && partners[i] && isMeasurable(baseline.value(baseline.outputs()[i])))
            pairs.push_back(
                {names.back(), i, *partners[i],
                 outputDequantizer(baseline, baseline.outputs()[i], analysis, analysis.outputs()[*partners[i]])});
    }
    if (pairs.empty() && std::ranges::none_of(baseline.outputs(), [&baseline](graph::ValueId output) {
            return isMeasurable(baseline.value(output));
        }))
        throw Error(ErrorCode::BadArgument, "the outputs hold strings: there is nothing to measure");
    if (pairs.empty() || (!wanted.empty() && pairs.size() != wanted.size()))
        throw Error(ErrorCode::BadArgument,
                    Message("the models have no common output {}", fmt::join(wanted.empty() ? names : wanted, ", ")),
                    Message("the baseline's outputs are {}", fmt::join(names, ", ")));
    return pairs;
}

std::vector<double> measureOutputs(const BadCaseMetrics& metrics, const std::vector<OutputPair>& outputs,
                                   const std::vector<ops::Tensor>& baseline, const std::vector<ops::Tensor>& analysis,
                                   std::size_t& mismatches)
{
    std::vector<double> values;
    for (const auto& output : outputs) {
        const auto x = measurable(baseline[output.baseline]);
        const auto y = measurable(analysis[output.analysis]);
        if (x.isDefined() && y.isDefined() && x.shape() == y.shape()) {
            const auto floatsX = floatValues(x);
            const auto floatsY = output.dequantizer ? toFloats(y, &*output.dequantizer) : floatValues(y);
            metrics.measure(elementsOf(floatsX), elementsOf(floatsY), values);
        } else {
            ++mismatches;
            values.insert(values.end(), metrics.columns().size(), std::numeric_limits<double>::quiet_NaN());
        }
    }
    return values;
}

} // namespace ql::analysis
