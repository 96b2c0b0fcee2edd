// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// Elements of one axis, as of an array: negative places count from the end, and what lies beyond is left out.
struct SliceRange {
    std::int64_t begin = 0;
    std::int64_t end = std::numeric_limits<std::int64_t>::max();

    bool isWhole() const { return begin == 0 && end == std::numeric_limits<std::int64_t>::max(); }
    /// Of an axis of @p size; none below 1.
    std::int64_t count(std::int64_t size) const;
};

/// What "[:, 4:84]" or "[0, -3:]" says, one for each axis from the first on; nothing for a text that is no slice, or
/// has steps.
std::optional<std::vector<SliceRange>> sliceRanges(std::string_view brackets);

/// Contiguous; axes behind those of @p ranges are whole. Nothing where it has fewer axes, or one has no such element.
std::optional<at::Tensor> sliceOf(const at::Tensor& tensor, const std::vector<SliceRange>& ranges);
std::optional<at::Tensor> sliceOf(const at::Tensor& tensor, std::string_view brackets);

} // namespace ql::analysis
