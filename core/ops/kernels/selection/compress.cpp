// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::compress {

namespace {

/// Without an axis the input counts as a list.
Kernel bind(const graph::Node& node)
{
    const bool hasAxis = node.attributes.has("axis");
    return [hasAxis, axis = node.attributes.intOr("axis", 0)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto& condition = call.required(1);
        expectType(condition, "input 1 (condition)", {graph::DataType::Bool});
        expectRank(condition, "input 1 (condition)", 1);
        const auto elements = hasAxis ? x.data : x.data.reshape(-1);
        const auto along = hasAxis ? normalizedAxis(axis, elements.dim()) : 0;
        if (condition.data.size(0) > elements.size(along))
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (condition) has {} elements, expected at most {}",
                                                          condition.data.size(0), elements.size(along)));
        return {{elements.index_select(along, condition.data.nonzero().view(-1)), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Compress", 9, kLatestOpset, bind}});
}

} // namespace ql::ops::kernels::compress
