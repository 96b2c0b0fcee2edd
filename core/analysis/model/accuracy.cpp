// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/model/run_model.h"
#include "core/base/error.h"
#include "core/base/order.h"
#include "core/data/datasets/sample_labels.h"
#include "core/data/tensors/npy.h"
#include "core/runs/run.h"
#include "core/runs/threads/side_by_side.h"

#include <cstdint>
#include <string>
#include <vector>

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
    auto labels = data::labelsInNpy(path);
    const auto sampleCount = samples.shape().empty() ? std::int64_t(0) : samples.shape().front();
    if (sampleCount == 0 || std::int64_t(labels.size()) != sampleCount)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{}: found {} labels for {} samples", path, labels.size(), sampleCount),
                    "give one label per sample, in the order of the samples");
    return labels;
}

} // namespace

std::shared_ptr<const results::AccuracyResult> measureAccuracy(const importers::ImportedModel& model,
                                                               const results::AccuracyRequest& request, JobContext& ctx)
{
    const auto samples = data::readNpy(request.data);
    auto result = std::make_shared<results::AccuracyResult>();
    result->model = request.model;
    result->labels = readLabels(request.labels, samples);
    const auto inputName = onlyInput(model.graph);
    const runs::Program program(model.graph);
    const auto all = ops::toTensor(samples);
    const auto sampleCount = result->labels.size();
    ctx.beginStage("measuring accuracy", sampleCount * program.order().size());
    const auto predict = [&](std::size_t i, JobContext& context) {
        const auto sample = all.data.slice(0, std::int64_t(i), std::int64_t(i) + 1);
        const auto output = runs::run(program, {{inputName, ops::Tensor(sample, all.type)}}, context).front();
        data::requireClass(request.labels, i, result->labels[i], std::size_t(output.data.numel()));
        return strongestOf(output);
    };
    runs::runSideBySide<std::int64_t>({.end = sampleCount, .steps = program.order().size()}, "samples",
                                      runs::declaredBytes(model.graph), ctx, predict,
                                      [&](std::size_t i, std::int64_t prediction) {
                                          result->predictions.push_back(prediction);
                                          result->correctCount += isRight(prediction, result->labels[i]) ? 1 : 0;
                                          result->undecidedCount += prediction == kNoDecision ? 1 : 0;
                                      });
    return result;
}

} // namespace ql::analysis
