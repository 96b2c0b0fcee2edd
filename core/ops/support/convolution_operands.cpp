// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/convolution_operands.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops {

void expectConvolution(const KernelCall& call, std::int64_t outputChannels)
{
    const auto& x = call.required(0);
    const auto& weight = call.required(1);
    expectFloat(x, "input 0 (x)");
    expectSameType(weight, "input 1 (weight)", x);
    if (x.data.dim() < 3 || x.data.dim() > 5)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 (x) has rank {}, expected 3, 4 or 5", x.data.dim()));
    expectRank(weight, "input 1 (weight)", x.data.dim());
    if (!call.has(2))
        return;
    expectSameType(call.input(2), "input 2 (bias)", x);
    expectRank(call.input(2), "input 2 (bias)", 1);
    if (call.input(2).data.size(0) != outputChannels)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 2 (bias) has {} elements, expected {}", call.input(2).data.size(0), outputChannels));
}

void expectChannels(const Tensor& x, std::int64_t expected)
{
    if (x.data.size(1) != expected)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 (x) has {} channels, expected {}", x.data.size(1), expected));
}

at::Tensor convolutionBias(const KernelCall& call)
{
    return call.has(2) ? computable(call.input(2)) : at::Tensor{};
}

} // namespace ql::ops
