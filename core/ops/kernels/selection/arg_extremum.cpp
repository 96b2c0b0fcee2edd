// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/extremum_index.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/thread_parts.h"

#include <limits>

namespace ql::ops::kernels::arg_extremum {

namespace {

struct ExtremumSearch {
    std::int64_t axis = 0;
    bool keepsAxis = true;
    bool prefersLast = false; ///< among equals
    bool isHighest = true;
};

/// Columns along @p axis that lie side by side.
std::int64_t columnsOf(const at::Tensor& x, std::int64_t axis)
{
    return c10::multiply_integers(x.sizes().slice(std::size_t(axis) + 1));
}

/// Of float32, without LibTorch: the classes of each pixel lie side by side, or those of one follow each other.
at::Tensor foundDirectly(const at::Tensor& x, const ExtremumSearch& search, std::int64_t axis)
{
    const auto count = x.size(axis), inner = columnsOf(x, axis), outer = x.numel() / (count * inner);
    auto shape = x.sizes().vec();
    shape[std::size_t(axis)] = 1;
    if (!search.keepsAxis)
        shape.erase(shape.begin() + axis);
    auto index = newTensor(shape, at::kLong);
    const float* from = x.data_ptr<float>();
    auto* to = index.data_ptr<std::int64_t>();
    const auto extremum = search.isHighest ? Extremum::Highest : Extremum::Lowest;
    const auto work = count * kProductsPerElement;
    if (inner == 1)
        forEachPart(outer, outer * work, [&](std::int64_t begin, std::int64_t end) {
            findRowExtremum(extremum, from + begin * count, to + begin, end - begin, count);
        });
    else
        for (std::int64_t i = 0; i < outer; ++i, from += count * inner, to += inner)
            forEachPart(inner, inner * work, [&](std::int64_t begin, std::int64_t end) {
                findExtremum(extremum, from + begin, to + begin, end - begin, count, inner);
            });
    return index;
}

/// Whether there are rows, or columns that fill vectors.
bool isDirect(const at::Tensor& x, std::int64_t axis)
{
    constexpr std::int64_t kVector = 16;
    return areContiguousFloats(x) && x.numel() > 0 && (columnsOf(x, axis) == 1 || columnsOf(x, axis) >= kVector)
           && x.size(axis) <= std::numeric_limits<std::int32_t>::max();
}

at::Tensor found(const at::Tensor& x, const ExtremumSearch& search, std::int64_t axis)
{
    if (!search.prefersLast && isDirect(x, axis))
        return foundDirectly(x, search, axis);
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
