// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace ql::ops::kernels::transpose {

namespace {

void expectPermutation(const graph::Shape& order, std::int64_t rank)
{
    auto sorted = order;
    std::sort(sorted.begin(), sorted.end());
    graph::Shape identity(static_cast<std::size_t>(rank));
    std::iota(identity.begin(), identity.end(), 0);
    if (sorted != identity)
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
        return {{x.data.permute(order), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Transpose", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::transpose
