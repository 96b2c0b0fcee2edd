// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model/accuracy.h"

#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/runtime/executor.h"

#include <algorithm>
#include <utility>

namespace ql::analysis {

namespace {

std::string onlyInput(const graph::Graph& graph)
{
    if (graph.inputs().size() == 1)
        return graph.value(graph.inputs().front()).name;
    throw Error(ErrorCode::BadArgument,
                Message("accuracy needs a model with one input, this one has {}", graph.inputs().size()));
}

/// The labels, checked against the samples.
std::vector<std::int64_t> readLabels(const std::string& path, const graph::TensorData& samples)
{
    const auto labels = data::readNpy(path);
    const auto sampleCount = samples.shape().empty() ? std::int64_t(0) : samples.shape().front();
    if (sampleCount == 0 || labels.shape() != graph::Shape{sampleCount})
        throw Error(ErrorCode::ShapeMismatch, Message("{}: expected one label for each of {} samples, found shape {}",
                                                      path, sampleCount, graph::toString(labels.shape())));
    return labels.toInts();
}

std::int64_t strongestClass(const ops::Tensor& output)
{
    const auto scores = ops::toTensorData(output).toDoubles();
    if (scores.empty())
        throw Error(ErrorCode::ShapeMismatch, "the output is empty: no class to choose");
    return std::max_element(scores.begin(), scores.end()) - scores.begin();
}

} // namespace

std::shared_ptr<const results::AccuracyResult> measureAccuracy(const import::ImportedModel& model,
                                                               const results::AccuracyRequest& request, JobContext& ctx)
{
    const auto samples = data::readNpy(request.data);
    auto result = std::make_shared<results::AccuracyResult>();
    result->model = request.model;
    result->labels = readLabels(request.labels, samples);
    const auto inputName = onlyInput(model.graph);
    const runtime::Program program(model.graph);
    const auto all = ops::toTensor(samples);
    const auto sampleCount = result->labels.size();
    ctx.beginStage("measuring accuracy", sampleCount * program.order().size());
    for (std::size_t i = 0; i < sampleCount; ++i) {
        const auto sample = all.data.slice(0, std::int64_t(i), std::int64_t(i) + 1);
        runtime::Execution execution(program, {{inputName, ops::Tensor(sample, all.type)}});
        execution.finish(ctx);
        result->predictions.push_back(strongestClass(execution.outputs().front()));
        result->correctCount += result->predictions.back() == result->labels[i] ? 1 : 0;
    }
    return result;
}

} // namespace ql::analysis
