// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/indices.h"

#include <cstddef>
#include <cstring>

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

constexpr std::int64_t kMostCopied = 1 << 20; ///< bytes; LibTorch may share more among threads

/// The slices at @p indices of @p axis, one after the other, without LibTorch's dispatcher where they are small.
/// @p shape is that of the result.
at::Tensor slices(const at::Tensor& x, std::int64_t axis, const at::Tensor& indices, const graph::Shape& shape)
{
    const auto elements = std::int64_t(graph::elementCount(shape));
    const auto size = std::int64_t(x.element_size());
    if (!x.is_contiguous() || !indices.is_contiguous() || elements * size > kMostCopied || elements == 0
        || isDifferentiated(x))
        return x.index_select(axis, indices.reshape(-1)).reshape(shape);
    auto result = newTensor(shape, x.scalar_type());
    const auto slice = x.stride(axis) * size;
    const auto* source = static_cast<const std::byte*>(x.data_ptr());
    auto* target = static_cast<std::byte*>(result.data_ptr());
    const auto* const index = indices.data_ptr<std::int64_t>();
    const auto blocks = elements / (indices.numel() * x.stride(axis));
    for (std::int64_t block = 0; block < blocks; ++block, source += slice * x.size(axis))
        for (std::int64_t i = 0; i < indices.numel(); ++i, target += slice)
            std::memcpy(target, source + index[i] * slice, std::size_t(slice));
    return result;
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
        return {{slices(x.data, along, indices, shape), x.type}};
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
