// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/masked_values.h"

#include "core/analysis/measure/line_sums.h"

#include <algorithm>
#include <cstddef>

namespace ql::analysis {

namespace {

constexpr float kNothingLeft = 104.0F; ///< the least float32 that isn't 0 is e^-103.3

/// How a tensor is divided into what shares one: `outer` times `inner` groups of `count` elements, `inner` apart.
struct Groups {
    std::size_t outer = 1;
    std::size_t count = 1;
    std::size_t inner = 1;
};

Groups groupsOf(const graph::Shape& shape, const SharedOut& softmax)
{
    const auto rank = std::int64_t(shape.size());
    const auto axis = softmax.axis < 0 ? softmax.axis + rank : softmax.axis;
    Groups groups;
    for (std::int64_t i = 0; i < rank; ++i) {
        const bool isShared = i == axis || (softmax.reachesToTheEnd && i > axis);
        (i < axis ? groups.outer : isShared ? groups.count : groups.inner) *= std::size_t(shape[std::size_t(i)]);
    }
    return groups;
}

} // namespace

std::vector<float> withMasksMarked(const float* x, const float* y, const graph::Shape& shape, const SharedOut& softmax)
{
    const auto groups = groupsOf(shape, softmax);
    std::vector<float> marked;
    for (std::size_t group = 0; group < groups.outer * groups.inner; ++group) {
        const auto first = group / groups.inner * groups.count * groups.inner + group % groups.inner;
        float mostX = x[first], mostY = y[first];
        for (std::size_t i = 1; i < groups.count; ++i) {
            mostX = std::max(mostX, x[first + i * groups.inner]);
            mostY = std::max(mostY, y[first + i * groups.inner]);
        }
        for (std::size_t i = 0; i < groups.count; ++i) {
            const auto at = first + i * groups.inner;
            if (!(x[at] < mostX - kNothingLeft) || !(y[at] < mostY - kNothingLeft))
                continue;
            if (marked.empty())
                marked.assign(x, x + groups.outer * groups.count * groups.inner);
            marked[at] = kMaskedFrom;
        }
    }
    return marked;
}

} // namespace ql::analysis
