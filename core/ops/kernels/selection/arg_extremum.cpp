// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::arg_extremum {

namespace {

struct ExtremumSearch {
    std::int64_t axis = 0;
    bool keepsAxis = true;
    bool prefersLast = false; ///< among equals
    bool isHighest = true;
};

at::Tensor found(const at::Tensor& x, const ExtremumSearch& search, std::int64_t axis)
{
    const auto elements = search.prefersLast ? x.flip({axis}) : x;
    const auto index =
        search.isHighest ? at::argmax(elements, axis, search.keepsAxis) : at::argmin(elements, axis, search.keepsAxis);
    return search.prefersLast ? at::rsub(index, x.size(axis) - 1) : index;
}

OperatorDefinition definition(std::string name, bool isHighest)
{
    return {"", std::move(name), 1, kLatestOpset, [isHighest](const graph::Node& node) -> Kernel {
                const ExtremumSearch search{node.attributes.intOr("axis", 0), node.attributes.intOr("keepdims", 1) != 0,
                                            node.attributes.intOr("select_last_index", 0) != 0, isHighest};
                return [search](const KernelCall& call) -> std::vector<Tensor> {
                    const auto& x = call.required(0);
                    const auto axis = normalizedAxis(search.axis, x.data.dim());
                    if (x.data.size(axis) == 0)
                        throw Error(ErrorCode::ShapeMismatch, "input 0 has no elements to choose from");
                    return {Tensor{found(ordered(computable(x), x.type), search, axis)}};
                };
            }};
}

} // namespace

OperatorDefinitions definitions()
{
    return {definition("ArgMax", true), definition("ArgMin", false)};
}

} // namespace ql::ops::kernels::arg_extremum
