// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>

namespace ql::ops::kernels::shape {

namespace {

Kernel bindShape(const graph::Node& node)
{
    const auto start = node.attributes.intOr("start", 0);
    const auto end = node.attributes.intOr("end", std::numeric_limits<std::int64_t>::max());
    return [start, end](const KernelCall& call) -> std::vector<Tensor> {
        const auto sizes = call.required(0).data.sizes();
        const auto rank = static_cast<std::int64_t>(sizes.size());
        const auto clamped = [rank](std::int64_t axis) {
            return std::clamp<std::int64_t>(axis < 0 ? axis + rank : axis, 0, rank);
        };
        const auto first = clamped(start);
        const auto last = std::max(first, clamped(end));
        const graph::Shape part(sizes.begin() + first, sizes.begin() + last);
        return {{listOf(part), graph::DataType::Int64}};
    };
}

std::vector<Tensor> evaluateSize(const KernelCall& call)
{
    return {{reshaped(listOf({call.required(0).data.numel()}), {}), graph::DataType::Int64}};
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings(
        {{"", "Shape", 1, kLatestOpset, bindShape}, {"", "Size", 1, kLatestOpset, stateless<evaluateSize>}});
}

} // namespace ql::ops::kernels::shape
