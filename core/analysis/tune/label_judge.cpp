// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/label_judge.h"

#include "core/analysis/measure/layer_values.h"
#include "core/ops/tensor.h"

#include <algorithm>

namespace ql::analysis {

LabelJudge::LabelJudge(std::vector<std::int64_t> labels, std::string output)
    : m_labels(std::move(labels))
    , m_output(std::move(output))
{
}

double LabelJudge::operator()(const std::vector<caller::JudgedSample>& samples) const
{
    const auto right = std::ranges::count_if(samples, [this](const auto& sample) { return isRight(sample); });
    return samples.empty() ? 0.0 : double(right) / double(samples.size());
}

bool LabelJudge::isRight(const caller::JudgedSample& sample) const
{
    const auto output = std::ranges::find(*sample.outputs, m_output, &caller::NamedArrays::value_type::first);
    return strongestOf(ops::toTensor(output->second)) == m_labels.at(sample.index);
}

} // namespace ql::analysis
