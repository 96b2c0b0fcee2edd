// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::one_hot {

namespace {

std::int64_t readDepth(const Tensor& depth)
{
    if (depth.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (depth) has {} elements, expected one", depth.data.numel()));
    const auto count = depth.data.to(at::kLong).item<std::int64_t>();
    if (count < 0)
        throw Error(ErrorCode::InvalidNode, Message("input 1 (depth) is {}, expected 0 or more", count));
    return count;
}

/// Indices outside -depth … depth-1 switch nothing on.
std::vector<Tensor> evaluate(const KernelCall& call, std::int64_t axis)
{
    const auto depth = readDepth(call.required(1));
    const auto& values = call.required(2);
    expectRank(values, "input 2 (values)", 1);
    if (values.data.size(0) != 2)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 2 (values) has {} elements, expected off and on", values.data.size(0)));
    const auto given = call.required(0).data.to(at::kLong);
    const auto rank = given.dim() + 1;
    const auto along = normalizedAxis(axis, rank);
    auto shape = given.sizes().vec();
    shape.insert(shape.begin() + along, depth);
    expectAffordable(shape, values.type);
    const auto indices = at::where(given.lt(0), given.add(depth), given).unsqueeze(along);
    graph::Shape alongAxis(static_cast<std::size_t>(rank), 1);
    alongAxis[static_cast<std::size_t>(along)] = depth;
    const auto isOn = indices.eq(at::arange(depth, at::kLong).view(alongAxis));
    return {{at::where(isOn, values.data[1], values.data[0]), values.type}};
}

Kernel bind(const graph::Node& node)
{
    return [axis = node.attributes.intOr("axis", -1)](const KernelCall& call) { return evaluate(call, axis); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "OneHot", 9, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::one_hot
