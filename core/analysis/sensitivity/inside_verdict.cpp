// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/inside_verdict.h"

#include "core/runtime/partial_execution.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::analysis {

namespace {

constexpr double kMostForeignShare = 0.5;

std::vector<std::optional<std::size_t>> partnersOf(const graph::Graph& baseline, const graph::Graph& bypassed)
{
    std::vector<std::optional<std::size_t>> partners;
    for (const auto output : baseline.outputs()) {
        auto& partner = partners.emplace_back();
        for (std::size_t i = 0; i < bypassed.outputs().size(); ++i)
            if (bypassed.value(bypassed.outputs()[i]).name == baseline.value(output).name)
                partner = i;
    }
    return partners;
}

} // namespace

InsideVerdict::InsideVerdict(const graph::Graph& baseline, const graph::Graph& bypassed)
    : m_baseline(baseline)
    , m_program(baseline)
    , m_partners(partnersOf(baseline, bypassed))
    , m_whole(baseline)
    , m_bypassed(baseline)
{
}

void InsideVerdict::addSample(const runtime::NamedTensors& inputs, const std::vector<runtime::Tensor>& bypassed,
                              const std::vector<runtime::Tensor>& analysis, JobContext& ctx)
{
    const auto expected = runtime::PartialExecution(m_program, inputs, {}, ctx).outputs();
    const auto inOrder = [this](const std::vector<runtime::Tensor>& outputs) {
        std::vector<runtime::Tensor> ordered;
        for (const auto& partner : m_partners)
            ordered.push_back(partner ? outputs.at(*partner) : runtime::Tensor());
        return ordered;
    };
    m_whole.addSample(expected, inOrder(analysis));
    m_bypassed.addSample(expected, inOrder(bypassed));
}

results::Verdict InsideVerdict::verdict(const results::Verdict& ranking) const
{
    results::Verdict verdict{.samples = ranking.samples, .outputs = {}, .whyNoBudget = ranking.whyNoBudget};
    for (std::size_t i = 0; i < m_partners.size(); ++i) {
        const auto& name = m_baseline.value(m_baseline.outputs()[i]).name;
        const auto found = std::ranges::find(ranking.outputs, name, &results::OutputVerdict::name);
        if (found == ranking.outputs.end())
            continue;
        auto& output = verdict.outputs.emplace_back(m_whole.verdict(i));
        const double foreign = m_bypassed.noisePower(i) / m_whole.noisePower(i);
        if (!found->budget)
            continue;
        if (foreign <= kMostForeignShare)
            output.budget = found->budget;
        else if (verdict.whyNoBudget.empty())
            verdict.whyNoBudget =
                Message("the models differ by more than their quantizers: with all of them bypassed, output {} of the "
                        "analysis model has {} dB against the baseline, with them {} dB",
                        name, Number{fmt::format("{:.1f}", m_bypassed.verdict(i).sqnrDb)},
                        Number{fmt::format("{:.1f}", m_whole.verdict(i).sqnrDb)});
    }
    if (verdict.hasBudget())
        verdict.whyNoBudget = {};
    return verdict;
}

} // namespace ql::analysis
