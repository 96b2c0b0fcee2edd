// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>

namespace ql::ops::kernels::range {

namespace {

constexpr double kMostElements = 1e15;

at::Scalar scalarOf(const KernelCall& call, std::size_t i)
{
    const auto& tensor = call.required(i);
    const Message what("input {}", i);
    expectSameType(tensor, what, call.required(0));
    if (tensor.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} has shape {}, expected a scalar", what, graph::toString(tensor.shape())));
    return tensor.data.item();
}

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto start = scalarOf(call, 0);
    const auto limit = scalarOf(call, 1);
    const auto delta = scalarOf(call, 2);
    const auto count = std::ceil((limit.toDouble() - start.toDouble()) / delta.toDouble());
    if (delta.toDouble() == 0 || !(count < kMostElements))
        throw Error(ErrorCode::InvalidNode, Message("a range from {} to {} by {} doesn't end", start.toDouble(),
                                                    limit.toDouble(), delta.toDouble()));
    const auto type = call.input(0).type;
    expectAffordable({static_cast<std::int64_t>(std::max(count, 0.0))}, graph::DataType::Double);
    const auto compute = at::isFloatingType(call.input(0).data.scalar_type()) ? at::kDouble : at::kLong;
    const auto steps = at::arange(static_cast<std::int64_t>(std::max(count, 0.0)), compute);
    return {storedAs(steps.mul(delta).add(start), type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Range", 11, kLatestOpset, stateless<evaluate>}};
}

} // namespace ql::ops::kernels::range
