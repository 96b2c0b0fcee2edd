// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::einsum {

namespace {

Kernel bind(const graph::Node& node)
{
    const auto equation = node.attributes.stringOr("equation", "");
    if (equation.empty())
        throw Error(ErrorCode::InvalidNode, "attribute equation is missing");
    return [equation](const KernelCall& call) -> std::vector<Tensor> {
        std::vector<at::Tensor> operands;
        for (std::size_t i = 0; i < call.inputs.size(); ++i) {
            expectSameType(call.required(i), "an input", call.input(0));
            operands.push_back(computable(call.input(i)));
        }
        return {storedAs(at::einsum(equation, operands), call.required(0).type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Einsum", 12, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::einsum
