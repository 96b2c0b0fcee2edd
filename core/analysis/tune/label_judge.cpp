// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/label_judge.h"

#include "core/analysis/measure/layer_values.h"
#include "core/data/datasets/labels.h"
#include "core/ops/tensor.h"

#include <algorithm>

namespace ql::analysis {

LabelJudge::LabelJudge(std::vector<std::int64_t> labels, std::string output, std::string file)
    : m_labels(std::move(labels))
    , m_output(std::move(output))
    , m_file(std::move(file))
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
    const auto label = m_labels.at(sample.index);
    data::requireClass(m_file, sample.index, label, graph::elementCount(output->second.shape()));
    return strongestOf(ops::toTensor(output->second)) == label;
}

} // namespace ql::analysis
