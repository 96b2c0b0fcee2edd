// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/distillation_loss.h"

#include "core/base/error.h"
#include "core/runs/program/node_work.h"
#include "core/runs/recorded_pass.h"
#include "core/runs/run.h"

#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/autograd.h>

namespace ql::quant {

namespace {

constexpr std::size_t kMostBytes = std::size_t(512) << 20; ///< of what the float network made: ownRuns() is reported

/// The mean of those that are defined; undefined without any.
at::Tensor meanOf(const std::vector<at::Tensor>& errors)
{
    at::Tensor sum;
    int count = 0;
    for (const auto& error : errors)
        if (error.defined()) {
            sum = sum.defined() ? sum + error : error;
            ++count;
        }
    return count == 0 ? sum : sum.div(count);
}

std::vector<at::Tensor> errorsOf(const std::vector<Exact>& exact, const std::vector<runs::Tensor>& found)
{
    std::vector<at::Tensor> errors;
    for (std::size_t i = 0; i < exact.size(); ++i)
        errors.push_back(relativeError(exact[i], found[i].data));
    return errors;
}

/// @p sum and @p weight times @p term, either of which may be undefined.
at::Tensor added(const at::Tensor& sum, const at::Tensor& term, double weight)
{
    if (!term.defined())
        return sum;
    const auto weighted = weight == 1.0 ? term : term.mul(weight);
    return sum.defined() ? sum + weighted : weighted;
}

[[noreturn]] void refuseUntrainable()
{
    throw Error(ErrorCode::BadArgument,
                "no output or layer of the quantized network depends on anything that can be trained",
                "give other data, or a config that quantizes more");
}

} // namespace

at::Tensor crossEntropy(const at::Tensor& scores, std::int64_t label)
{
    if (label < 0 || label >= scores.numel())
        throw Error(ErrorCode::BadArgument,
                    Message("the label is {}, and the output has {} classes", label, scores.numel()),
                    "name the output of the classes with --label-output");
    return at::log_softmax(scores.reshape({-1}).to(at::kFloat), 0)[label].neg();
}

DistillationLoss::DistillationLoss(const graph::Graph& exact, const TrainableNetwork& network, double layerWeight,
                                   LabelTask task)
    : m_network(network)
    , m_layerWeight(layerWeight)
    , m_task(std::move(task))
    , m_exact(exact)
    , m_trained(network.graph())
    , m_share(MemoryShare::Limit::Fixed, kMostBytes)
{
}

DistillationLoss::DistillationTarget DistillationLoss::taught(const runs::NamedTensors& inputs, JobContext& ctx) const
{
    const c10::InferenceMode off(false);
    const c10::AutoGradMode notRecorded(false);
    DistillationTarget target;
    target.layers.resize(m_network.layers().size());
    std::map<graph::ValueId, std::size_t> places;
    for (std::size_t i = 0; i < target.layers.size(); ++i)
        places.emplace(m_network.layers()[i].first, i);
    const auto look = [&](const runs::ValueEvent& event) {
        if (const auto place = places.find(event.value); place != places.end() && event.path.empty())
            target.layers[place->second] = exactly(event.tensor.data);
    };
    for (const auto& output : runs::outputsOf(m_exact, inputs, ctx, {.taps = {look}}))
        target.outputs.push_back(exactly(output.data));
    return target;
}

DistillationLoss::DistillationTarget DistillationLoss::target(std::size_t index, const runs::NamedTensors& inputs,
                                                              JobContext& ctx)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto known = m_targets.find(index); known != m_targets.end())
            return known->second;
    }
    auto target = taught(inputs, ctx);
    std::size_t bytes = 0;
    for (const auto* values : {&target.outputs, &target.layers})
        for (const auto& value : *values)
            bytes += value.y.defined() ? value.y.nbytes() : 0;
    const std::scoped_lock lock(m_mutex);
    ++m_ownRuns;
    if (!m_targets.contains(index) && m_share.take(bytes))
        m_targets.emplace(index, target);
    return target;
}

DistillationTerms DistillationLoss::loss(std::size_t index, const runs::NamedTensors& inputs,
                                         const std::vector<at::Tensor>& parameters, JobContext& ctx)
{
    const runs::NodeThreads one(false);
    const auto known = target(index, inputs, ctx);
    const c10::InferenceMode off(false);
    const c10::AutoGradMode recording(true);
    std::vector<at::Tensor> leaves;
    for (const auto& parameter : parameters)
        leaves.push_back(parameter.detach().requires_grad_(true));
    std::vector<graph::ValueId> wanted;
    for (const auto& [exact, trained] : m_network.layers())
        wanted.push_back(trained);
    const runs::RecordedPass forward(m_trained, inputs, wanted, ctx, m_network.quantized(leaves));
    const auto outputs = meanOf(errorsOf(known.outputs, forward.outputs()));
    const auto layers = meanOf(errorsOf(known.layers, forward.values()));
    at::Tensor labels;
    if (!m_task.labels.empty())
        labels = crossEntropy(forward.outputs().at(m_task.output).data, m_task.labels.at(index));
    if (!outputs.defined() && !layers.defined())
        refuseUntrainable();
    DistillationTerms loss{
        outputs.defined() ? outputs.item<double>() : 0.0, layers.defined() ? layers.item<double>() : 0.0, {}};
    loss.label = labels.defined() ? labels.item<double>() : 0.0;
    if (labels.defined() && !labels.requires_grad())
        labels.reset();
    const auto whole = added(added(outputs, layers, m_layerWeight), labels, m_task.weight);
    loss.gradients = torch::autograd::grad({whole}, leaves, {}, false, false, true);
    for (auto& gradient : loss.gradients)
        if (gradient.defined())
            gradient = at::nan_to_num(gradient, 0.0, 0.0, 0.0); // beside a pole of the network nothing is learned
    return loss;
}

std::size_t DistillationLoss::outputSize(std::size_t index, const runs::NamedTensors& inputs, JobContext& ctx)
{
    const runs::NodeThreads one(false); // what is kept here, loss() goes by
    std::size_t size = 0;
    for (const auto& output : target(index, inputs, ctx).outputs)
        size += output.y.defined() ? std::size_t(output.y.numel()) : 0;
    return size;
}

double DistillationLoss::outputError(std::size_t index, const runs::NamedTensors& inputs,
                                     const std::vector<at::Tensor>& parameters, JobContext& ctx)
{
    const runs::NodeThreads one(false);
    const auto known = target(index, inputs, ctx);
    const c10::InferenceMode off(false);
    const c10::AutoGradMode notRecorded(false);
    const auto error = meanOf(errorsOf(
        known.outputs, runs::outputsOf(m_trained, inputs, ctx, {.interceptors = m_network.quantized(parameters)})));
    if (!error.defined())
        refuseUntrainable();
    return error.item<double>();
}

} // namespace ql::quant
