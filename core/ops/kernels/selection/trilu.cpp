// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::trilu {

namespace {

Kernel bind(const graph::Node& node)
{
    return [isUpper = node.attributes.intOr("upper", 1) != 0](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        if (x.data.dim() < 2)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 2 or more", x.data.dim()));
        const auto given = call.has(1) ? toInts(call.input(1), "input 1 (k)") : graph::Shape{0};
        if (given.size() != 1)
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (k) has {} elements, expected 1", given.size()));
        // Farther diagonals than the matrix has are all alike.
        const auto edge = x.data.size(-1) + x.data.size(-2);
        const auto diagonal = std::clamp(given.front(), -edge, edge);
        return {{isUpper ? at::triu(x.data, diagonal) : at::tril(x.data, diagonal), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Trilu", 14, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::trilu
