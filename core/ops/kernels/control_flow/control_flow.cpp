// SPDX-License-Identifier: GPL-3.0-or-later
// If and Loop: bodies run when and as often as the data say.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/stacked_iterations.h"

namespace ql::ops::kernels::control_flow {

namespace {

bool readCondition(const Tensor& condition, const Message& what)
{
    expectType(condition, what, {graph::DataType::Bool});
    if (condition.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} has shape {}, expected one element", what, graph::toString(condition.shape())));
    return condition.data.item<bool>();
}

Kernel bindIf(const graph::Node& node)
{
    node.attributes.requiredGraph("then_branch");
    node.attributes.requiredGraph("else_branch");
    return [outputs = node.outputs.size()](const KernelCall& call) {
        const auto* branch = readCondition(call.required(0), "input 0 (cond)") ? "then_branch" : "else_branch";
        std::vector<Tensor> results = call.runBody(branch, {}, -1);
        expectOutputs(results, outputs, Message::text(branch));
        return results;
    };
}

/// -1 when there is no limit.
std::int64_t readTripCount(const Tensor& count)
{
    if (!count.isDefined())
        return -1;
    const auto values = toInts(count, "input 0 (M)");
    if (values.size() != 1)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 (M) has {} elements, expected one", values.size()));
    return std::max<std::int64_t>(values[0], 0);
}

struct LoopPlan {
    graph::Shape counterShape;   ///< one element: a scalar, or what else the body declares, as ONNX Runtime takes it
    graph::Shape conditionShape; ///< the same
    std::size_t carried = 0;
    std::vector<Tensor> emptyScans; ///< one per scan output, for no turns at all
};

std::vector<Tensor> runLoop(const LoopPlan& plan, const KernelCall& call)
{
    const std::int64_t most = readTripCount(call.input(0));
    bool goesOn = !call.has(1) || readCondition(call.input(1), "input 1 (cond)");
    std::vector<Tensor> carried;
    for (std::size_t i = 0; i < plan.carried; ++i)
        carried.push_back(call.input(i + 2));
    std::vector<std::vector<Tensor>> scans(plan.emptyScans.size());
    for (std::int64_t turn = 0; goesOn && (most < 0 || turn < most); ++turn) {
        std::vector<Tensor> inputs{Tensor(at::full(plan.counterShape, turn, at::kLong)),
                                   Tensor(at::full(plan.conditionShape, true, at::kBool))};
        inputs.insert(inputs.end(), carried.begin(), carried.end());
        std::vector<Tensor> results = call.runBody("body", std::move(inputs), turn);
        expectOutputs(results, 1 + plan.carried + scans.size(), "body");
        goesOn = readCondition(results[0], "the body's condition");
        for (std::size_t i = 0; i < plan.carried; ++i)
            carried[i] = std::move(results[1 + i]);
        for (std::size_t i = 0; i < scans.size(); ++i)
            scans[i].push_back(std::move(results[1 + plan.carried + i]));
    }
    for (std::size_t i = 0; i < scans.size(); ++i)
        carried.push_back(stackIterations(scans[i], 0, plan.emptyScans[i]));
    return carried;
}

/// As many axes of one element as the body declares for @p input.
graph::Shape oneElement(const graph::Graph& body, std::size_t input)
{
    const auto& shape = body.value(body.inputs()[input]).shape;
    return shape ? graph::Shape(shape->size(), 1) : graph::Shape();
}

Kernel bindLoop(const graph::Node& node)
{
    const graph::Graph& body = node.attributes.requiredGraph("body");
    LoopPlan plan;
    plan.carried = node.inputs.size() > 2 ? node.inputs.size() - 2 : 0;
    if (body.inputs().size() != plan.carried + 2 || body.outputs().size() < plan.carried + 1)
        throw Error(ErrorCode::InvalidNode,
                    Message("body has {} inputs and {} outputs, expected {} and at least {}", body.inputs().size(),
                            body.outputs().size(), plan.carried + 2, plan.carried + 1));
    plan.counterShape = oneElement(body, 0);
    plan.conditionShape = oneElement(body, 1);
    for (std::size_t i = plan.carried + 1; i < body.outputs().size(); ++i)
        plan.emptyScans.push_back(noTurns(body.value(body.outputs()[i])));
    return [plan = std::move(plan)](const KernelCall& call) { return runLoop(plan, call); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "If", 1, kLatestOpset, bindIf}, {"", "Loop", 1, kLatestOpset, bindLoop}};
}

} // namespace ql::ops::kernels::control_flow
