// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/caller_outputs.h"

#include "core/analysis/measure/measurable_value.h"
#include "core/base/error.h"

#include <fmt/ranges.h>

namespace ql::analysis {

CallerOutputs::CallerOutputs(std::vector<OutputPair> pairs, std::shared_ptr<const caller::Functions> functions)
    : m_pairs(std::move(pairs))
    , m_functions(std::move(functions))
{
}

caller::NamedArrays CallerOutputs::ofBaseline(const std::vector<ops::Tensor>& outputs) const
{
    return processed(outputs, &OutputPair::baseline);
}

caller::NamedArrays CallerOutputs::ofAnalysis(const std::vector<ops::Tensor>& outputs) const
{
    return processed(outputs, &OutputPair::analysis);
}

caller::NamedArrays CallerOutputs::processed(const std::vector<ops::Tensor>& outputs,
                                             std::size_t OutputPair::*place) const
{
    caller::NamedArrays arrays;
    for (const auto& pair : m_pairs) {
        const auto value = measurable(outputs[pair.*place]);
        if (!value.isDefined())
            throw Error(ErrorCode::TypeMismatch, Message("output {} holds no numbers", pair.name));
        arrays.emplace_back(pair.name, ops::toTensorData(value));
    }
    return arePostProcessed() ? m_functions->postProcess(arrays) : arrays;
}

MeasuredOutputs CallerOutputs::measure(const BadCaseMetrics& metrics, const std::vector<OutputPair>& measured,
                                       const std::vector<ops::Tensor>& baseline,
                                       const std::vector<ops::Tensor>& analysis) const
{
    MeasuredOutputs found{.baseline = baseline, .analysis = analysis};
    caller::NamedArrays x, y;
    if (arePostProcessed() || haveMetric()) {
        x = ofBaseline(baseline);
        y = ofAnalysis(analysis);
    }
    if (arePostProcessed()) {
        found.baseline = tensorsOf(x, measured);
        found.analysis = tensorsOf(y, measured);
    }
    found.values = measureOutputs(metrics, measured, found.baseline, found.analysis, found.mismatches);
    if (haveMetric()) {
        const double value = m_functions->metric(x, y);
        const auto columns = metrics.columns().size();
        for (auto last = columns; last <= found.values.size(); last += columns)
            found.values[last - 1] = value;
    }
    return found;
}

std::vector<OutputPair> pairsOf(const caller::NamedArrays& arrays)
{
    std::vector<OutputPair> pairs;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        pairs.push_back({arrays[i].first, i, i});
    if (pairs.empty())
        throw Error(ErrorCode::BadArgument, "the post-processing returns no output");
    return pairs;
}

std::vector<ops::Tensor> tensorsOf(const caller::NamedArrays& arrays, const std::vector<OutputPair>& pairs)
{
    std::vector<std::string> found, expected;
    std::vector<ops::Tensor> tensors;
    for (const auto& [name, array] : arrays) {
        found.push_back(name);
        tensors.push_back(ops::toTensor(array));
    }
    for (const auto& pair : pairs)
        expected.push_back(pair.name);
    if (found != expected)
        throw Error(ErrorCode::BadArgument,
                    Message("the post-processing returns {}, and returned {} before", fmt::join(found, ", "),
                            fmt::join(expected, ", ")),
                    "it must return the same outputs for every sample and both models");
    return tensors;
}

} // namespace ql::analysis
