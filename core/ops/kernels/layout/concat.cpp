// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/joined.h"

namespace ql::ops::kernels::concat {

namespace {

void expectSameRest(const Tensor& tensor, std::size_t index, const Tensor& first, std::int64_t axis)
{
    if (tensor.type != first.type)
        expectSameType(tensor, Message("input {}", index), first);
    if (tensor.data.dim() != first.data.dim())
        expectRank(tensor, Message("input {}", index), first.data.dim());
    for (std::int64_t i = 0; i < first.data.dim(); ++i)
        if (i != axis && tensor.data.size(i) != first.data.size(i))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input {} has shape {}, which differs from input 0's {} off axis {}", index,
                                graph::toString(tensor.shape()), graph::toString(first.shape()), axis));
}

Kernel bind(const graph::Node& node)
{
    const auto axis = node.opset < 4 ? node.attributes.intOr("axis", 1) : node.attributes.requiredInt("axis");
    return [axis](const KernelCall& call) -> std::vector<Tensor> {
        const auto& first = call.required(0);
        const auto positive = normalizedAxis(axis, first.data.dim());
        std::vector<at::Tensor> parts;
        for (std::size_t i = 0; i < call.inputs.size(); ++i) {
            expectSameRest(call.required(i), i, first, positive);
            parts.push_back(call.input(i).data);
        }
        return {{joined(parts, positive), first.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Concat", 1, kLatestOpset, bind}});
}

} // namespace ql::ops::kernels::concat
