// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <tuple>

namespace ql::ops::kernels::unique {

namespace {

struct Uniques {
    at::Tensor values;  ///< distinct slices along an axis, ascending
    at::Tensor inverse; ///< for each slice of the input, which of them it is
    at::Tensor counts;
};

/// Where each distinct slice stands first in the input.
at::Tensor firstPositions(const Uniques& uniques)
{
    const auto slices = uniques.inverse.size(0);
    const auto none = at::full({uniques.counts.size(0)}, slices, at::kLong);
    return none.scatter_reduce(0, uniques.inverse, at::arange(slices, at::kLong), "amin", true);
}

/// In order of first appearance.
Uniques unsorted(const Uniques& sorted, const at::Tensor& first, std::int64_t axis)
{
    const auto order = first.argsort();
    return {sorted.values.index_select(axis, order), order.argsort().index_select(0, sorted.inverse),
            sorted.counts.index_select(0, order)};
}

Uniques uniquesOf(const at::Tensor& x, bool hasAxis, std::int64_t axis)
{
    auto [values, inverse, counts] =
        hasAxis ? at::unique_dim(x, axis, true, true, true) : at::_unique2(x.reshape(-1), true, true, true);
    return {values, inverse.reshape(-1), counts};
}

Kernel bind(const graph::Node& node)
{
    const bool hasAxis = node.attributes.has("axis");
    const bool isSorted = node.attributes.intOr("sorted", 1) != 0;
    const auto axis = node.attributes.intOr("axis", 0);
    return [hasAxis, isSorted, axis](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto along = hasAxis ? normalizedAxis(axis, x.data.dim()) : 0;
        auto uniques = uniquesOf(ordered(computable(x), x.type), hasAxis, along);
        auto first = firstPositions(uniques);
        if (!isSorted) {
            uniques = unsorted(uniques, first, along);
            first = std::get<0>(first.sort());
        }
        auto values = x.type == graph::DataType::String ? Tensor{uniques.values, x.type}
                                                        : storedAs(ordered(uniques.values, x.type), x.type);
        return {std::move(values), Tensor{first}, Tensor{uniques.inverse}, Tensor{uniques.counts}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Unique", 11, kLatestOpset, bind}});
}

} // namespace ql::ops::kernels::unique
