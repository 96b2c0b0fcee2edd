// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::eye_like {

namespace {

/// A matrix of input 0's shape with ones on one diagonal.
Kernel bind(const graph::Node& node)
{
    const auto type = elementTypeOf(node, "dtype");
    return [type, diagonal = node.attributes.intOr("k", 0)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectRank(x, "input 0", 2);
        const auto result = type == graph::DataType::Undefined ? x.type : type;
        auto y = at::zeros(x.data.sizes(), storageType(result));
        if (diagonal > -x.data.size(0) && diagonal < x.data.size(1))
            y.diagonal(diagonal).fill_(1);
        return {{std::move(y), result}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "EyeLike", 9, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::eye_like
