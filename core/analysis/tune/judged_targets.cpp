// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/candidate_evaluator.h"

#include "core/analysis/judge/judge_command.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/tune/label_judge.h"
#include "core/base/error.h"
#include "core/data/datasets/dataset.h"
#include "core/data/datasets/sample_labels.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>

// What sets of overrides are held against: targets, and samples that a judge or the float network's outputs see.

namespace ql::analysis {

void CandidateEvaluator::readTargets()
{
    const auto& graph = *m_subject.baseline;
    m_outputNames = outputNamesOf(graph);
    const auto& names = m_outputNames;
    if (isJudged() && (m_request.targets.size() != 1 || !m_request.targets.front().output.empty()))
        throw Error(ErrorCode::BadArgument,
                    "a judge says one number of all outputs: it takes one target, and no output",
                    Message("give it as --target {}=VALUE", keyOf(m_request.metric)));
    for (const auto& target : m_request.targets)
        if (auto slice = target.output.empty() ? std::nullopt : outputSliceIn(target.output, graph))
            m_slices.push_back(std::move(*slice));
        else if (!target.output.empty())
            outputNamed(graph, target.output);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!std::isnan(targetOf(names[i])) && isMeasurable(graph.value(graph.outputs()[i])))
            m_judged.push_back(i);
    if (m_judged.empty() && m_slices.empty() && !m_request.targets.empty())
        throw Error(ErrorCode::BadArgument, "the outputs hold strings: there is nothing to measure");
    if (m_judged.empty() && m_slices.empty())
        throw Error(ErrorCode::BadArgument, "tuning needs a target", "give one with --target sqnr_db=VALUE");
}

void CandidateEvaluator::chooseJudge()
{
    const auto& functions = m_request.options.functions;
    if (m_request.metric == results::MetricId::Accuracy) {
        const auto output = m_request.labelOutput.empty() ? m_outputNames.front() : m_request.labelOutput;
        if (std::ranges::find(m_outputNames, output) == m_outputNames.end())
            throw Error(ErrorCode::BadArgument, Message("the model has no output {}", output),
                        Message("its outputs are {}", fmt::join(m_outputNames, ", ")));
        if (m_request.labels.empty())
            throw Error(ErrorCode::BadArgument, "accuracy needs the right classes", "give them with --labels");
        m_says = LabelJudge(data::readLabels(m_request.labels, *m_subject.data), output, m_request.labels);
    } else if (isJudged()) {
        if (!functions || !functions->judge)
            throw Error(ErrorCode::BadArgument, "there is no judge that a target could be held against");
        m_says = functions->judge;
    }
}

/// NaN where it has none.
double CandidateEvaluator::targetOf(const std::string& output) const
{
    double value = std::nan("");
    for (const auto& target : m_request.targets) {
        if (target.output == output)
            return target.value;
        if (target.output.empty())
            value = target.value;
    }
    return value;
}

/// A judge sees all samples at once.
void CandidateEvaluator::requirePartitionable(std::size_t samples) const
{
    requireOneProcess(m_request.options);
    Packer about;
    about.add(samples).add(m_request.metric).add(m_request.mostOverrides).add(m_subject.settings.layers.size());
    for (const auto& target : m_request.targets)
        about.add(target.output).add(target.value);
    runs::requireAlike(ranks(), about.take());
}

void CandidateEvaluator::readSamples()
{
    const auto count =
        m_request.mostJudged == 0 ? m_subject.sampleCount : std::min(m_request.mostJudged, m_subject.sampleCount);
    requirePartitionable(count);
    std::vector<runs::NamedTensors> inputs;
    for (std::size_t i = 0; i < count; ++i)
        // Spread over the data: neighbours are often alike.
        m_samples.push_back(i * m_subject.sampleCount / count);
    for (const auto i : m_samples)
        inputs.push_back(m_subject.data->inputs(i));
    withContext(Message::text(m_subject.path),
                [&] { m_judge.emplace(*m_subject.baseline, std::move(inputs), m_ctx, ranks()); });
    if (isJudged()) {
        m_exact = asArrays(m_judge->exact());
        m_floatMetric = judged(m_exact);
        return;
    }
    for (const auto k : m_judged)
        requireFinite(k);
    judgeParts();
    judgeSlices();
}

/// Each part of an output has to reach the output's target, as far as that is relative to its own numbers.
void CandidateEvaluator::judgeParts()
{
    using enum results::MetricId;
    if (m_request.metric != Sqnr && m_request.metric != Cosine && m_request.metric != RelL2)
        return;
    const auto outputs = m_outputNames.size();
    for (std::size_t i = 0; i < m_judge->parts().size(); ++i) {
        const auto output = m_judge->parts()[i].output;
        const auto& part = m_judge->parts()[i].part;
        m_outputNames.push_back(m_outputNames[output] + part.text);
        if (std::ranges::find(m_judged, output) != m_judged.end())
            m_judged.push_back(outputs + i);
    }
}

void CandidateEvaluator::judgeSlices()
{
    for (const auto& slice : m_slices) {
        m_judged.push_back(m_judge->addPart(slice));
        m_outputNames.resize(m_judged.back() + 1);
        m_outputNames.back() = slice.text;
    }
}

/// No set of overrides mends what the float model itself gives.
void CandidateEvaluator::requireFinite(std::size_t output) const
{
    const auto broken = m_judge->brokenSamples(output);
    if (broken == 0)
        return;
    const auto& graph = *m_subject.baseline;
    throw Error(ErrorCode::BadArgument,
                Message("output {} of the float model holds NaN or infinity on {} of {} samples: nothing can be judged "
                        "by it",
                        graph.value(graph.outputs()[output]).name, broken, m_judge->sampleCount()),
                "give the target of another output by name, as --target OUTPUT:sqnr_db=30, or leave these samples out");
}

} // namespace ql::analysis
