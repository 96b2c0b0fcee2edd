// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace ql::ops::kernels::concat {

namespace {

void expectSameRest(const Tensor& tensor, std::size_t index, const Tensor& first, std::int64_t axis)
{
    if (tensor.type != first.type)
        expectSameType(tensor, Message("input {}", index), first);
    if (tensor.data.dim() != first.data.dim())
        expectRank(tensor, Message("input {}", index), first.data.dim());
    for (std::int64_t i = 0; i < first.data.dim(); ++i)
        if (i != axis && tensor.data.size(i) != first.data.size(i))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input {} has shape {}, which differs from input 0's {} off axis {}", index,
                                graph::toString(tensor.shape()), graph::toString(first.shape()), axis));
}

/// @p count blocks, one behind the other in @p from, to places @p step bytes apart.
template <typename Size>
void copyBlocks(const std::byte* from, std::byte* to, std::int64_t count, Size bytes, std::size_t step)
{
    for (std::int64_t i = 0; i < count; ++i, from += bytes, to += step)
        std::memcpy(to, from, bytes);
}

/// Coordinates are blocks of one or two numbers: copied without a call each.
void copyBlocks(const at::Tensor& part, std::byte* to, std::int64_t count, std::size_t bytes, std::size_t step)
{
    const auto* const from = static_cast<const std::byte*>(part.data_ptr());
    switch (bytes) {
    case 0: return;
    case 4: return copyBlocks(from, to, count, std::integral_constant<std::size_t, 4>(), step);
    case 8: return copyBlocks(from, to, count, std::integral_constant<std::size_t, 8>(), step);
    case 16: return copyBlocks(from, to, count, std::integral_constant<std::size_t, 16>(), step);
    default: return copyBlocks<std::size_t>(from, to, count, bytes, step);
    }
}

/// Contiguous tensors one behind the other along @p axis.
at::Tensor joined(const std::vector<at::Tensor>& parts, std::int64_t axis)
{
    if (!std::ranges::all_of(parts,
                             [](const at::Tensor& part) { return part.is_contiguous() && !isLeftToTorch(part); }))
        return at::cat(parts, axis);
    auto sizes = parts.front().sizes().vec();
    auto& along = sizes[static_cast<std::size_t>(axis)] = 0;
    for (const auto& part : parts)
        along += part.size(axis);
    auto target = newTensor(sizes, parts.front().scalar_type());
    const auto outer = c10::multiply_integers(sizes.begin(), sizes.begin() + axis);
    auto* to = static_cast<std::byte*>(target.data_ptr());
    if (outer == 0)
        return target;
    for (const auto& part : parts) {
        const auto bytes = part.nbytes() / static_cast<std::size_t>(outer);
        copyBlocks(part, to, outer, bytes, target.nbytes() / static_cast<std::size_t>(outer));
        to += bytes;
    }
    return target;
}

Kernel bind(const graph::Node& node)
{
    const auto axis = node.opset < 4 ? node.attributes.intOr("axis", 1) : node.attributes.requiredInt("axis");
    return [axis](const KernelCall& call) -> std::vector<Tensor> {
        const auto& first = call.required(0);
        const auto positive = normalizedAxis(axis, first.data.dim());
        std::vector<at::Tensor> parts;
        for (std::size_t i = 0; i < call.inputs.size(); ++i) {
            expectSameRest(call.required(i), i, first, positive);
            parts.push_back(call.input(i).data);
        }
        return {{joined(parts, positive), first.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Concat", 1, kLatestOpset, bind}});
}

} // namespace ql::ops::kernels::concat
