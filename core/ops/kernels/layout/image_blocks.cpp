// SPDX-License-Identifier: GPL-3.0-or-later
// Col2Im and CenterCropPad.
#include "core/base/error.h"
#include "core/ops/passes/window.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>
#include <numeric>

namespace ql::ops::kernels::image_blocks {

namespace {

/// What the blocks [batch, channels, block elements, places …] add up to, [batch, channels, image with its padding …].
at::Tensor sumOfBlocks(const at::Tensor& blocks, const Window& window, const graph::Shape& whole)
{
    auto image = at::zeros(whole, blocks.options());
    for (std::int64_t element = 0; element < blocks.size(2); ++element) {
        auto target = image;
        auto rest = element;
        for (auto axis = window.rank(); axis-- > 0;) {
            const auto begin = rest % window.kernel[axis] * window.dilations[axis];
            rest /= window.kernel[axis];
            const auto places = blocks.size(3 + std::int64_t(axis));
            target = target.slice(2 + std::int64_t(axis), begin, begin + (places - 1) * window.strides[axis] + 1,
                                  window.strides[axis]);
        }
        target.add_(blocks.select(2, element));
    }
    return image;
}

/// The blocks of @p x [batch, channels · block elements, places] along the axes of the image.
at::Tensor blocksOf(const Tensor& x, const Window& window, const graph::Shape& image)
{
    std::int64_t elements = 1;
    std::int64_t count = 1;
    graph::Shape places;
    for (std::size_t axis = 0; axis < window.rank(); ++axis) {
        elements *= window.kernel[axis];
        places.push_back(window.outputSize(axis, image[axis], false));
        count *= places.back();
    }
    if (x.data.size(1) % elements != 0 || x.data.size(2) != count)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 has shape {}, expected blocks of {} elements at {} places",
                            graph::toString(x.shape()), elements, count));
    graph::Shape shape{x.data.size(0), x.data.size(1) / elements, elements};
    shape.insert(shape.end(), places.begin(), places.end());
    return computable(x).reshape(shape);
}

/// Adds blocks up to an image of any number of axes, padding included, and cuts the padding off.
std::vector<Tensor> imageOfBlocks(const KernelCall& call, const WindowAttributes& attributes)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0");
    expectRank(x, "input 0", 3);
    const auto image = toInts(call.required(1), "input 1 (image_shape)");
    const auto block = toInts(call.required(2), "input 2 (block_shape)");
    const bool isPositive = std::ranges::all_of(block, [](std::int64_t size) { return size > 0; });
    if (image.empty() || image.size() != block.size() || !isPositive)
        throw Error(ErrorCode::ShapeMismatch, Message("image_shape {} and block_shape {} don't belong together",
                                                      graph::toString(image), graph::toString(block)));
    const auto window = resolved(attributes, image, block);
    graph::Shape whole{x.data.size(0), 1};
    for (std::size_t axis = 0; axis < window.rank(); ++axis)
        whole.push_back(image[axis] + window.padsBegin[axis] + window.padsEnd[axis]);
    expectAffordable(whole, x.type);
    const auto blocks = blocksOf(x, window, image);
    whole[1] = blocks.size(1);
    expectAffordable(whole, x.type);
    auto y = sumOfBlocks(blocks, window, whole);
    for (std::size_t axis = 0; axis < window.rank(); ++axis)
        y = y.narrow(2 + std::int64_t(axis), window.padsBegin[axis], image[axis]);
    return {storedAs(y.contiguous(), x.type)};
}

/// What must be added before and after to bring @p found to @p wanted; the odd element is at the end.
std::pair<std::int64_t, std::int64_t> centredPads(std::int64_t found, std::int64_t wanted)
{
    if (wanted >= found)
        return {(wanted - found) / 2, wanted - found - (wanted - found) / 2};
    const auto begin = (found - wanted) / 2;
    return {-begin, wanted - found + begin};
}

Kernel bindCenterCropPad(const graph::Node& node)
{
    return [given = node.attributes.intsOr("axes", {})](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto shape = toInts(call.required(1), "input 1 (shape)");
        auto axes = given;
        if (axes.empty()) {
            axes.resize(static_cast<std::size_t>(x.data.dim()));
            std::iota(axes.begin(), axes.end(), 0);
        }
        if (axes.size() != shape.size())
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 1 (shape) has {} entries, expected {}", shape.size(), axes.size()));
        graph::Shape begin(static_cast<std::size_t>(x.data.dim()), 0);
        auto end = begin;
        auto target = x.shape();
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const auto axis = static_cast<std::size_t>(normalizedAxis(axes[i], x.data.dim()));
            std::tie(begin[axis], end[axis]) = centredPads(target[axis], shape[i]);
            target[axis] = shape[i];
        }
        expectAffordable(target, x.type);
        return {{padded(x.data, begin, end, 0), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "CenterCropPad", 18, kLatestOpset, bindCenterCropPad},
            {"", "Col2Im", 18, kLatestOpset, boundTo<windowAttributes, imageOfBlocks>}};
}

} // namespace ql::ops::kernels::image_blocks
