// SPDX-License-Identifier: GPL-3.0-or-later
// prim::If and prim::Loop of TorchScript: conditions and counts are numbers, and anything may be carried along.
#include "core/base/error.h"
#include "core/ops/registry.h"
#include "core/ops/torch/torch_value.h"

#include <limits>

namespace ql::ops::kernels::torch_control_flow {

namespace {

bool isTrue(const Tensor& condition)
{
    const auto value = toValue(condition);
    if (value.isTensor())
        return value.toTensor().is_nonzero();
    if (!value.isBool())
        throw Error(ErrorCode::TypeMismatch, "the condition is no bool");
    return value.toBool();
}

Kernel bindIf(const graph::Node& node)
{
    node.attributes.requiredGraph("then_branch");
    node.attributes.requiredGraph("else_branch");
    return [](const KernelCall& call) {
        return call.runBody(isTrue(call.input(0)) ? "then_branch" : "else_branch", {}, -1);
    };
}

std::vector<Tensor> runLoop(std::int64_t most, const KernelCall& call)
{
    if (call.input(0).isPresent())
        most = toValue(call.input(0)).toInt();
    bool goesOn = !call.input(1).isPresent() || isTrue(call.input(1));
    std::vector<Tensor> carried(call.inputs.begin() + 2, call.inputs.end());
    for (std::int64_t turn = 0; goesOn && turn < most; ++turn) {
        carried.insert(carried.begin(), fromValue(turn));
        auto results = call.runBody("body", std::move(carried), turn);
        if (results.empty())
            throw Error(ErrorCode::InvalidNode, "the body gives no condition");
        goesOn = isTrue(results.front());
        carried.assign(std::make_move_iterator(results.begin() + 1), std::make_move_iterator(results.end()));
    }
    return carried;
}

/// Inputs: the number of turns, the first condition (both may be omitted: attribute trip_count, true), then what is
/// carried. The body takes the turn's number and the carried, and gives the condition and the carried.
Kernel bindLoop(const graph::Node& node)
{
    const auto& body = node.attributes.requiredGraph("body");
    if (node.inputs.size() < 2 || body.inputs().size() != node.inputs.size() - 1
        || body.outputs().size() != body.inputs().size())
        throw Error(ErrorCode::InvalidNode, "the body's inputs and outputs don't fit the loop's");
    const auto most = node.attributes.intOr("trip_count", std::numeric_limits<std::int64_t>::max());
    return [most](const KernelCall& call) { return runLoop(most, call); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"prim", "If", 1, kLatestOpset, bindIf}, {"prim", "Loop", 1, kLatestOpset, bindLoop}};
}

} // namespace ql::ops::kernels::torch_control_flow
