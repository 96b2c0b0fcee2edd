// SPDX-License-Identifier: GPL-3.0-or-later
// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss: what a model that was exported with its loss ends in.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <optional>

namespace ql::ops::kernels::losses {

namespace {

struct LossAttributes {
    std::string reduction;
    std::optional<std::int64_t> ignored; ///< a target that counts nothing
};

LossAttributes lossAttributes(const graph::Node& node)
{
    LossAttributes attributes{node.attributes.stringOr("reduction", "mean"), {}};
    if (attributes.reduction != "none" && attributes.reduction != "sum" && attributes.reduction != "mean")
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute reduction is \"{}\", expected none, sum or mean", attributes.reduction));
    if (node.attributes.has("ignore_index"))
        attributes.ignored = node.attributes.requiredInt("ignore_index");
    return attributes;
}

void expectTargets(const at::Tensor& targets, const at::Tensor& isCounted, std::int64_t classes)
{
    const auto isWrong = isCounted.logical_and(targets.lt(0).logical_or(targets.ge(classes)));
    if (isWrong.any().item<bool>())
        throw Error(ErrorCode::InvalidNode, Message("input 1 (target) has a class outside 0 … {}", classes - 1));
}

/// The loss of @p logs, logarithms of probabilities with the classes on axis 1.
at::Tensor lossOf(const KernelCall& call, const at::Tensor& logs, const LossAttributes& attributes)
{
    const auto targets = call.required(1).data.to(at::kLong);
    auto expected = logs.sizes().vec();
    expected.erase(expected.begin() + 1);
    if (targets.sizes().vec() != expected)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (target) has shape {}, expected {}", graph::toString(targets.sizes().vec()),
                            graph::toString(expected)));
    const auto isCounted = attributes.ignored ? targets.ne(*attributes.ignored) : at::ones_like(targets, at::kBool);
    expectTargets(targets, isCounted, logs.size(1));
    const auto safe = at::where(isCounted, targets, at::zeros_like(targets));
    auto weights = isCounted.to(logs.scalar_type());
    if (call.has(2)) {
        expectRank(call.input(2), "input 2 (weights)", 1);
        if (call.input(2).data.size(0) != logs.size(1))
            throw Error(ErrorCode::ShapeMismatch, Message("input 2 (weights) has {} elements, expected {}",
                                                          call.input(2).data.size(0), logs.size(1)));
        weights = weights.mul(computable(call.input(2)).index_select(0, safe.reshape(-1)).view(safe.sizes()));
    }
    const auto losses = logs.gather(1, safe.unsqueeze(1)).squeeze(1).neg().mul(weights);
    if (attributes.reduction == "none")
        return losses;
    return attributes.reduction == "sum" ? losses.sum() : losses.sum().div(weights.sum());
}

void expectScores(const Tensor& scores)
{
    expectFloat(scores, "input 0");
    if (scores.data.dim() < 2)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 2 or more", scores.data.dim()));
}

Kernel bindLikelihood(const graph::Node& node)
{
    return [attributes = lossAttributes(node)](const KernelCall& call) -> std::vector<Tensor> {
        expectScores(call.required(0));
        return {storedAs(lossOf(call, computable(call.input(0)), attributes), call.input(0).type)};
    };
}

Kernel bindCrossEntropy(const graph::Node& node)
{
    return [attributes = lossAttributes(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& scores = call.required(0);
        expectScores(scores);
        const auto logs = at::log_softmax(computable(scores), 1);
        return {storedAs(lossOf(call, logs, attributes), scores.type), storedAs(logs, scores.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "NegativeLogLikelihoodLoss", 12, kLatestOpset, bindLikelihood},
            {"", "SoftmaxCrossEntropyLoss", 12, kLatestOpset, bindCrossEntropy}};
}

} // namespace ql::ops::kernels::losses
