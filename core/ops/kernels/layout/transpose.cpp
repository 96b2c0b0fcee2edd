// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <numeric>

namespace ql::ops::kernels::transpose {

namespace {

void expectPermutation(const graph::Shape& order, std::int64_t rank)
{
    std::uint64_t seen = 0;
    for (const auto axis : order)
        seen |= axis >= 0 && axis < std::min<std::int64_t>(rank, 64) ? std::uint64_t{1} << axis : 0;
    if (static_cast<std::int64_t>(order.size()) != rank || std::popcount(seen) != rank)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute perm is [{}], expected an order of {} axes", fmt::join(order, ", "), rank));
}

Kernel bind(const graph::Node& node)
{
    const bool isReversed = !node.attributes.has("perm");
    return [isReversed, perm = node.attributes.intsOr("perm", {})](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        auto order = perm;
        if (isReversed) {
            order.resize(static_cast<std::size_t>(x.data.dim()));
            std::iota(order.rbegin(), order.rend(), 0);
        }
        expectPermutation(order, x.data.dim());
        graph::Shape sizes, strides;
        for (const auto axis : order) {
            sizes.push_back(x.data.size(axis));
            strides.push_back(x.data.stride(axis));
        }
        return {{viewOf(x.data, sizes, strides), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Transpose", 1, kLatestOpset, bind}});
}

} // namespace ql::ops::kernels::transpose
