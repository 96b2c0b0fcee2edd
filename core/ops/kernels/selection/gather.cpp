// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/indices.h"

namespace ql::ops::kernels::gather {

namespace {

/// The slice at @p index of @p axis, without that axis: a view.
at::Tensor selected(const at::Tensor& x, std::int64_t axis, std::int64_t index)
{
    auto sizes = x.sizes().vec(), strides = x.strides().vec();
    sizes.erase(sizes.begin() + axis);
    strides.erase(strides.begin() + axis);
    return viewOf(x, sizes, strides, index * x.stride(axis));
}

Kernel bindGather(const graph::Node& node)
{
    return [axis = node.attributes.intOr("axis", 0)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto along = normalizedAxis(axis, x.data.dim());
        const auto indices = positiveIndices(call.required(1), x.data.size(along));
        if (indices.dim() == 0)
            return {{selected(x.data, along, *indices.data_ptr<std::int64_t>()), x.type}};
        auto shape = x.shape();
        const auto place = shape.erase(shape.begin() + along);
        shape.insert(place, indices.sizes().begin(), indices.sizes().end());
        return {{x.data.index_select(along, indices.reshape(-1)).reshape(shape), x.type}};
    };
}

Kernel bindGatherElements(const graph::Node& node)
{
    return [axis = node.attributes.intOr("axis", 0)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto along = normalizedAxis(axis, x.data.dim());
        expectRank(call.required(1), "input 1 (indices)", x.data.dim());
        return {{at::gather(x.data, along, positiveIndices(call.input(1), x.data.size(along))), x.type}};
    };
}

Kernel bindGatherND(const graph::Node& node)
{
    return [batchAxes = node.attributes.intOr("batch_dims", 0)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto& indices = call.required(1);
        const auto rows = rowsOfTuples(indices, x.shape(), batchAxes);
        auto shape = indices.shape();
        shape.pop_back();
        shape.insert(shape.end(), x.data.sizes().begin() + batchAxes + indices.data.size(-1), x.data.sizes().end());
        const auto flat = x.data.flatten(0, batchAxes + indices.data.size(-1) - 1);
        return {{flat.index_select(0, rows).reshape(shape), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Gather", 1, kLatestOpset, bindGather},
                          {"", "GatherElements", 11, kLatestOpset, bindGatherElements},
                          {"", "GatherND", 11, kLatestOpset, bindGatherND}});
}

} // namespace ql::ops::kernels::gather
