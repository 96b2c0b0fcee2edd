// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/caller_outputs.h"

#include "core/analysis/measure/caller_arrays.h"

namespace ql::analysis {

namespace {

std::vector<std::string> namesOf(const std::vector<OutputPair>& pairs)
{
    std::vector<std::string> names;
    for (const auto& pair : pairs)
        names.push_back(pair.name);
    return names;
}

} // namespace

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
    std::vector<ops::Tensor> chosen;
    for (const auto& pair : m_pairs)
        chosen.push_back(outputs[pair.*place]);
    const auto arrays = arraysOf(namesOf(m_pairs), chosen);
    return arePostProcessed() ? m_functions->postProcess(arrays) : arrays;
}

MeasuredOutputs CallerOutputs::measure(const BadCaseMetrics& metrics, const std::vector<OutputPair>& measured,
                                       const std::vector<ops::Tensor>& baseline,
                                       const std::vector<ops::Tensor>& analysis, caller::JudgedSample sample) const
{
    MeasuredOutputs found{.baseline = baseline, .analysis = analysis};
    caller::NamedArrays x, y;
    if (arePostProcessed() || metrics.customColumn() || areJudged()) {
        x = ofBaseline(baseline);
        y = ofAnalysis(analysis);
    }
    if (arePostProcessed()) {
        found.baseline = tensorsOf(x, namesOf(measured));
        found.analysis = tensorsOf(y, namesOf(measured));
    }
    found.values = measureOutputs(metrics, measured, found.baseline, found.analysis, found.mismatches);
    const auto setAll = [&](std::size_t column, double value) {
        for (auto place = column; place < found.values.size(); place += metrics.columns().size())
            found.values[place] = value;
    };
    if (metrics.customColumn())
        setAll(*metrics.customColumn(),
               metrics.ofAllOutputs() ? (*metrics.ofAllOutputs())(x, y) : m_functions->metric(x, y));
    if (areJudged()) {
        sample.baseline = sample.outputs = &x;
        const double inFloat = m_functions->judge({sample});
        sample.outputs = &y;
        const double quantized = m_functions->judge({sample});
        setAll(metrics.judgeColumn().value(), quantized);
        setAll(metrics.judgeColumn().value() + 1, metrics.dropOf(inFloat, quantized));
    }
    return found;
}

std::vector<OutputPair> pairsOf(const caller::NamedArrays& arrays)
{
    std::vector<OutputPair> pairs;
    for (const auto& name : namesOf(arrays))
        pairs.push_back({name, pairs.size(), pairs.size()});
    return pairs;
}

} // namespace ql::analysis
