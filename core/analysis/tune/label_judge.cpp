// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/label_judge.h"

#include "core/analysis/measure/layer_values.h"
#include "core/base/log.h"
#include "core/base/order.h"
#include "core/data/datasets/sample_labels.h"
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
    std::size_t right = 0, undecided = 0;
    for (const auto& sample : samples) {
        const auto decision = decisionFor(sample);
        right += isRight(decision, m_labels.at(sample.index)) ? 1 : 0;
        undecided += decision == kNoDecision ? 1 : 0;
    }
    if (undecided > 0)
        logWarning(Message("{} of {} samples have no decision, as there is NaN in output {}: they count as wrong",
                           undecided, samples.size(), m_output));
    return samples.empty() ? 0.0 : double(right) / double(samples.size());
}

std::int64_t LabelJudge::decisionFor(const caller::JudgedSample& sample) const
{
    const auto output = std::ranges::find(*sample.outputs, m_output, &caller::NamedArrays::value_type::first);
    data::requireClass(m_file, sample.index, m_labels.at(sample.index), graph::elementCount(output->second.shape()));
    return strongestOf(ops::toTensor(output->second));
}

} // namespace ql::analysis
