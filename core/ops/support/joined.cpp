// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/joined.h"

#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace ql::ops {

namespace {

/// @p count blocks, one behind the other in @p from, to places @p step bytes apart.
template <typename Size>
void copyBlocks(const std::byte* from, std::byte* to, std::int64_t count, Size bytes, std::size_t step)
{
    for (std::int64_t i = 0; i < count; ++i, from += bytes, to += step)
        std::memcpy(to, from, bytes);
}

/// Coordinates and scores are blocks of a few numbers: copied without a call each.
void copyBlocks(const at::Tensor& part, std::byte* to, std::int64_t count, std::size_t bytes, std::size_t step)
{
    const auto* const from = static_cast<const std::byte*>(part.data_ptr());
    switch (bytes) {
    case 0: return;
    case 1: return copyBlocks(from, to, count, std::integral_constant<std::size_t, 1>(), step);
    case 2: return copyBlocks(from, to, count, std::integral_constant<std::size_t, 2>(), step);
    case 4: return copyBlocks(from, to, count, std::integral_constant<std::size_t, 4>(), step);
    case 8: return copyBlocks(from, to, count, std::integral_constant<std::size_t, 8>(), step);
    case 16: return copyBlocks(from, to, count, std::integral_constant<std::size_t, 16>(), step);
    default: return copyBlocks<std::size_t>(from, to, count, bytes, step);
    }
}

} // namespace

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

} // namespace ql::ops
