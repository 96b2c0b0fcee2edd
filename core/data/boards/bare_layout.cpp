// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/boards/bare_layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ql::data {

namespace {

constexpr std::int64_t kMostPadding = 256; ///< elements in a row, a plane or the channels of a pixel

struct LayoutNames {
    std::string_view first; ///< channels before rows and columns
    std::string_view last;
};

LayoutNames namesOf(const ImageAxes& axes)
{
    switch (axes.rank) {
    case 3: return {"NCW", "NWC"};
    case 4: return {"NCHW", "NHWC"};
    case 5: return {"NCDHW", "NDHWC"};
    default: return {"row-major", "channels last"};
    }
}

std::int64_t roundedUp(std::int64_t count, std::int64_t step)
{
    return (count + step - 1) / step * step;
}

/// Finds the layouts one after another.
class LayoutSearch {
public:
    LayoutSearch(const ImageAxes& axes, std::int64_t elements)
        : m_axes(axes)
        , m_elements(elements)
        , m_names(namesOf(axes))
    {
    }

    std::vector<BareLayout> find()
    {
        const bool isLast = m_axes.isChannelsLast;
        isLast ? addLast(C, W * C, false) : addFirst(W, H * W, false);
        isLast ? addFirst(W, H * W, false) : addLast(C, W * C, false);
        for (const std::int64_t block : {4, 8, 16, 32})
            addBlocks(block);
        addPadded();
        return std::move(m_found);
    }

private:
    void add(BareLayout layout)
    {
        const auto used = effective(layout);
        if (std::ranges::find(m_used, used) != m_used.end())
            return;
        m_used.push_back(used);
        m_found.push_back(std::move(layout));
    }

    /// What makes a difference for the tensor at hand.
    std::array<std::int64_t, 6> effective(const BareLayout& layout) const
    {
        auto block = layout.block;
        auto lane = layout.lane;
        auto blocks = layout.blocks;
        if (block == 1 || blocks == block * lane || C <= block) {
            lane = block == 1 ? blocks : lane;
            block = blocks = 0;
        }
        return {block,
                blocks,
                C > 1 ? lane : 0,
                N > 1 ? layout.sample : 0,
                H > 1 ? layout.row : 0,
                W > 1 ? layout.column : 0};
    }

    void addFirst(std::int64_t row, std::int64_t plane, bool isPadded)
    {
        if (N * C * plane != m_elements)
            return;
        std::string name(m_names.first);
        if (isPadded)
            name += row != W ? fmt::format(", rows of {}", row) : fmt::format(", planes of {}", plane);
        add({name, isPadded, 1, C * plane, plane, 0, row, 1});
    }

    void addLast(std::int64_t pixel, std::int64_t row, bool isPadded)
    {
        if (N * H * row != m_elements)
            return;
        std::string name(m_names.last);
        if (isPadded)
            name += pixel != C ? fmt::format(", channels padded to {}", pixel) : fmt::format(", rows of {}", row);
        add({name, isPadded, 1, H * row, 1, 0, row, pixel});
    }

    void addBlocks(std::int64_t block)
    {
        const auto plane = H * W * block;
        const auto sample = roundedUp(C, block) / block * plane;
        if (m_axes.rank < 3 || N * sample != m_elements || C == 1)
            return;
        const auto name = block < 16 ? fmt::format("NC{0}HW{0}", block) : fmt::format("NC1HWC0 (C0 = {})", block);
        add({name, C % block != 0, block, sample, plane, 1, W * block, block});
    }

    /// The quotient where @p parts of the file are @p least elements and a little more.
    std::int64_t padded(std::int64_t parts, std::int64_t least) const
    {
        if (parts <= 0 || m_elements % parts != 0)
            return 0;
        const auto size = m_elements / parts;
        return size > least && size <= std::max(2 * least, least + kMostPadding) ? size : 0;
    }

    void addPadded()
    {
        if (const auto row = padded(N * C * H, W))
            addFirst(row, H * row, true);
        if (const auto plane = padded(N * C, H * W); plane && H > 1)
            addFirst(W, plane, true);
        if (m_axes.rank < 3)
            return;
        if (const auto pixel = padded(N * H * W, C))
            addLast(pixel, W * pixel, true);
        if (const auto row = padded(N * H, W * C))
            addLast(C, row, true);
    }

    const ImageAxes& m_axes;
    std::int64_t m_elements;
    LayoutNames m_names;
    const std::int64_t N = m_axes.sizes[0];
    const std::int64_t C = m_axes.sizes[1];
    const std::int64_t H = m_axes.sizes[2];
    const std::int64_t W = m_axes.sizes[3];
    std::vector<BareLayout> m_found;
    std::vector<std::array<std::int64_t, 6>> m_used;
};

} // namespace

ImageAxes::ImageAxes(const graph::Shape& shape, bool isLast)
    : rank(shape.size())
    , isChannelsLast(isLast && shape.size() > 2)
{
    const auto product = [&shape](std::size_t first, std::size_t end) {
        std::int64_t size = 1;
        for (std::size_t i = first; i < end; ++i)
            size *= shape[i];
        return size;
    };
    if (rank > 0)
        sizes[3] = shape[rank - 1];
    if (rank > 1)
        sizes[0] = shape[0];
    if (rank > 2) {
        sizes[1] = isChannelsLast ? shape[rank - 1] : shape[1];
        sizes[3] = isChannelsLast ? shape[rank - 2] : shape[rank - 1];
        sizes[2] = isChannelsLast ? product(1, rank - 2) : product(2, rank - 1);
    }
    const auto [n, c, h, w] = sizes;
    strides = isChannelsLast ? std::array{c * h * w, std::int64_t(1), w * c, c}
                             : std::array{c * h * w, h * w, w, std::int64_t(1)};
}

std::vector<BareLayout> layoutsFor(const ImageAxes& axes, std::int64_t elements)
{
    return axes.elements() > 0 ? LayoutSearch(axes, elements).find() : std::vector<BareLayout>();
}

std::vector<std::int64_t> arraySizes(const ImageAxes& axes, const BareLayout& layout)
{
    const auto [n, c, h, w] = axes.sizes;
    std::vector<std::int64_t> sizes;
    if (layout.block > 1)
        sizes = {n, roundedUp(c, layout.block) / layout.block, h, w, layout.block};
    else if (layout.column == 1 && c * h > 1 && axes.rank > 2)
        sizes = {n, c, layout.blocks / std::max<std::int64_t>(1, layout.row), layout.row};
    else if (layout.column == 1)
        sizes = {n, layout.row};
    else
        sizes = {n, h, w, layout.column};
    std::erase(sizes, 1);
    return sizes;
}

} // namespace ql::data
