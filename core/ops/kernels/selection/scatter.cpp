// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/differentiated.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/indices.h"

#include <cstddef>
#include <cstring>

namespace ql::ops::kernels::scatter {

namespace {

/// The reduction in LibTorch's words; empty means that the last update wins.
std::string reductionOf(const graph::Node& node)
{
    const auto reduction = node.attributes.stringOr("reduction", "none");
    if (reduction == "none")
        return {};
    if (reduction == "add")
        return "sum";
    if (reduction == "mul")
        return "prod";
    if (reduction == "max" || reduction == "min")
        return "a" + reduction;
    throw Error(ErrorCode::InvalidNode,
                Message("attribute reduction is \"{}\", expected none, add, mul, max or min", reduction));
}

at::Tensor scattered(const at::Tensor& x, std::int64_t axis, const at::Tensor& indices, const at::Tensor& updates,
                     const std::string& reduction)
{
    if (reduction.empty())
        return at::scatter(x, axis, indices, updates);
    return at::scatter_reduce(x, axis, indices, updates, reduction, true);
}

Kernel bindElements(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", 0);
    return [axis, reduction = reductionOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto along = normalizedAxis(axis, x.data.dim());
        expectRank(call.required(1), "input 1 (indices)", x.data.dim());
        expectSameType(call.required(2), "input 2 (updates)", x);
        const auto indices = positiveIndices(call.input(1), x.data.size(along));
        return {storedAs(scattered(computable(x), along, indices, computable(call.input(2)), reduction), x.type)};
    };
}

/// @p x with its slices @p rows replaced; among equal ones the last wins.
at::Tensor withSlices(const at::Tensor& x, const at::Tensor& rows, const at::Tensor& updates)
{
    auto y = x.clone(at::MemoryFormat::Contiguous);
    if (updates.numel() == 0)
        return y;
    const auto from = updates.contiguous(), places = rows.contiguous();
    const auto bytes = static_cast<std::size_t>(from.numel() / from.size(0)) * from.element_size();
    const auto* source = static_cast<const std::byte*>(from.data_ptr());
    auto* const target = static_cast<std::byte*>(y.data_ptr());
    for (std::int64_t i = 0; i < from.size(0); ++i, source += bytes)
        std::memcpy(target + static_cast<std::size_t>(places.data_ptr<std::int64_t>()[i]) * bytes, source, bytes);
    return y;
}

Kernel bindND(const graph::Node& node)
{
    return [reduction = reductionOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectSameType(call.required(2), "input 2 (updates)", x);
        const auto rows = rowsOfTuples(call.required(1), x.shape(), 0);
        const auto length = call.input(1).data.size(-1);
        const auto flat = computable(x).flatten(0, length - 1);
        auto shape = flat.sizes().vec();
        shape[0] = rows.size(0);
        const auto updates = computable(call.input(2)).reshape(shape);
        if (reduction.empty() && !isOneDifferentiated(call.inputs) && flat.is_cpu())
            return {storedAs(withSlices(flat, rows, updates).reshape(x.shape()), x.type)};
        auto perElement = graph::Shape(shape.size(), 1);
        perElement[0] = rows.size(0);
        const auto indices = rows.view(perElement).expand(shape);
        return {storedAs(scattered(flat, 0, indices, updates, reduction).reshape(x.shape()), x.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Scatter", 9, 10, bindElements},
            {"", "ScatterElements", 11, kLatestOpset, bindElements},
            {"", "ScatterND", 11, kLatestOpset, bindND}};
}

} // namespace ql::ops::kernels::scatter
