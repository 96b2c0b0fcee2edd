// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that came from TorchScript: LibTorch computes what the node's attribute says.
#include "core/graph/ir/torch_call.h"
#include "core/ops/support/kernel_errors.h"
#include "core/ops/torch/call_text.h"
#include "core/ops/torch/torch_evaluator.h"

namespace ql::ops::kernels::torch_call {

namespace {

Kernel bindCall(const graph::Node& node)
{
    const auto expression = parseTorchExpression(node.attributes.stringOr(graph::kTorchCall, {}));
    const auto evaluator =
        std::make_shared<TorchEvaluator>(expression, node.attributes.stringOr(graph::kTorchEngine, {}));
    return [evaluator, expression](const KernelCall& call) {
        const auto refusal = [&] { return Message("{} can't be computed", callText(expression, call.inputs)); };
        return translated([&] { return evaluator->run(call); }, refusal);
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"torch", "call", 1, kLatestOpset, bindCall}};
}

} // namespace ql::ops::kernels::torch_call
