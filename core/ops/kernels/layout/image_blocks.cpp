// SPDX-License-Identifier: GPL-3.0-or-later
// Col2Im and CenterCropPad.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/window.h"

#include <numeric>

namespace ql::ops::kernels::image_blocks {

namespace {

/// Adds blocks up to an image, padding included, and cuts the padding off.
std::vector<Tensor> imageOfBlocks(const KernelCall& call, const WindowAttributes& attributes)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0");
    expectRank(x, "input 0", 3);
    const auto image = toInts(call.required(1), "input 1 (image_shape)");
    const auto block = toInts(call.required(2), "input 2 (block_shape)");
    if (image.size() != 2 || block.size() != 2)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("image_shape has {} and block_shape {} entries, expected 2", image.size(), block.size()));
    const auto window = resolved(attributes, image, block);
    const graph::Shape whole{image[0] + window.padsBegin[0] + window.padsEnd[0],
                             image[1] + window.padsBegin[1] + window.padsEnd[1]};
    expectAffordable({x.data.size(0), x.data.size(1), whole[0], whole[1]}, x.type);
    const auto y = at::col2im(computable(x), whole, window.kernel, window.dilations, {0, 0}, window.strides);
    return {storedAs(y.narrow(-2, window.padsBegin[0], image[0]).narrow(-1, window.padsBegin[1], image[1]), x.type)};
}

Kernel bindImageOfBlocks(const graph::Node& node)
{
    return [attributes = windowAttributes(node)](const KernelCall& call) { return imageOfBlocks(call, attributes); };
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
            {"", "Col2Im", 18, kLatestOpset, bindImageOfBlocks}};
}

} // namespace ql::ops::kernels::image_blocks
