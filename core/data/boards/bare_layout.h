// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ql::data {

/// A tensor's axes as an image's: samples, channels, rows, columns. Those that it lacks have size 1; further ones are
/// rows.
struct ImageAxes {
    std::array<std::int64_t, 4> sizes{1, 1, 1, 1};
    std::array<std::int64_t, 4> strides{0, 0, 0, 0}; ///< in elements of the tensor in C order
    std::size_t rank = 0;
    bool isChannelsLast = false; ///< of the tensor itself

    ImageAxes(const graph::Shape& shape, bool isChannelsLast);
    std::int64_t elements() const { return sizes[0] * sizes[1] * sizes[2] * sizes[3]; }
};

/// Where a file without description keeps the elements of a tensor. Channels lie in blocks: channel c is lane
/// c mod block of block c div block.
struct BareLayout {
    std::string name; ///< "NCHW", "NHWC", "NC4HW4", "NC1HWC0 (C0 = 16)", "NCHW, rows of 16"
    bool isPadded = false;
    std::int64_t block = 1;
    std::int64_t sample = 0; ///< strides in elements
    std::int64_t blocks = 0;
    std::int64_t lane = 0;
    std::int64_t row = 0;
    std::int64_t column = 0;

    std::int64_t offsetOf(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) const
    {
        return n * sample + c / block * blocks + c % block * lane + h * row + w * column;
    }
};

/// All layouts in which a tensor of @p axes takes @p elements elements, those without padding first; of those that put
/// every element at the same place only the first.
std::vector<BareLayout> layoutsFor(const ImageAxes& axes, std::int64_t elements);

/// The sizes of an array that keeps a tensor so, for the layouts that have some: those without padded rows. Axes of
/// size 1 are left out.
std::vector<std::int64_t> arraySizes(const ImageAxes& axes, const BareLayout& layout);

} // namespace ql::data
