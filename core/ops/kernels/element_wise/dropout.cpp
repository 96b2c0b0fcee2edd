// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::dropout {

namespace {

/// The mask keeps everything; before opset 10 it had the input's type.
std::vector<Tensor> passedThrough(const Tensor& x, std::size_t outputs, bool isMaskBool)
{
    if (outputs < 2)
        return {x};
    const auto maskType = isMaskBool ? graph::DataType::Bool : x.type;
    return {x, {at::ones(x.data.sizes(), storageType(maskType)), maskType}};
}

/// Whether it is meant for training (is_test before opset 7) was never told apart by those who ran models.
Kernel bindOld(const graph::Node& node)
{
    return [outputs = node.outputs.size(), isMaskBool = node.opset >= 10](const KernelCall& call) {
        return passedThrough(call.required(0), outputs, isMaskBool);
    };
}

void expectInference(const KernelCall& call)
{
    if (!call.has(2) || !call.input(2).data.any().item<bool>())
        return;
    const bool dropsNothing = call.has(1) && call.input(1).data.eq(0).all().item<bool>();
    if (!dropsNothing)
        throw Error(ErrorCode::InvalidNode, "input 2 (training_mode) is true, which drops elements at random",
                    "export the model for inference");
}

Kernel bind(const graph::Node& node)
{
    return [outputs = node.outputs.size()](const KernelCall& call) {
        expectInference(call);
        return passedThrough(call.required(0), outputs, true);
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Dropout", 1, 11, bindOld}, {"", "Dropout", 12, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::dropout
