// SPDX-License-Identifier: GPL-3.0-or-later
// DeformConv: a convolution whose every weight reads at its own place. Read through bilinear sampling, then multiplied.
#include "core/base/error.h"
#include "core/ops/passes/window.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::deform_conv {

namespace {

enum Input : std::size_t { kX, kWeight, kOffset, kBias, kMask };

struct DeformAttributes {
    WindowAttributes window;
    std::int64_t groups = 1;
    std::int64_t offsetGroups = 1;
};

/// Where every weight would read without offsets, as [kernel elements, rows, columns].
at::Tensor regularPositions(const Window& window, std::size_t axis, const graph::Shape& output)
{
    const auto place = at::arange(window.kernel[axis], at::kFloat).mul(window.dilations[axis]);
    const auto places = axis == 0 ? place.repeat_interleave(window.kernel[1]) : place.repeat({window.kernel[0]});
    const auto step = at::arange(output[axis], at::kFloat).mul(window.strides[axis]).sub(window.padsBegin[axis]);
    const auto steps = axis == 0 ? step.view({1, -1, 1}) : step.view({1, 1, -1});
    return places.view({-1, 1, 1}).add(steps).expand({places.numel(), output[0], output[1]});
}

/// @p positions in elements as grid_sampler counts them: the edges of the first and last element are -1 and 1.
at::Tensor sampled(const at::Tensor& x, const at::Tensor& rows, const at::Tensor& columns)
{
    const auto normalized = [](const at::Tensor& positions, std::int64_t size) {
        return positions.mul(2).add(1).div(size).sub(1);
    };
    const auto grid = at::stack({normalized(columns, x.size(3)), normalized(rows, x.size(2))}, -1);
    const auto values = at::grid_sampler(x, grid.flatten(1, 2), 0, 0, false);
    return values.unflatten(2, {rows.size(1), rows.size(2)});
}

/// What every weight reads: [samples, channels, kernel elements, rows, columns].
at::Tensor columnsOf(const KernelCall& call, const at::Tensor& x, const Window& window, const graph::Shape& output,
                     std::int64_t groups)
{
    const auto places = window.kernel[0] * window.kernel[1];
    const auto samples = x.size(0);
    expectShape(call.required(kOffset), "input 2 (offset)", {samples, groups * places * 2, output[0], output[1]});
    const auto offsets =
        call.input(kOffset).data.to(at::kFloat).view({samples, groups, places, 2, output[0], output[1]});
    const auto rows = regularPositions(window, 0, output);
    const auto columns = regularPositions(window, 1, output);
    std::vector<at::Tensor> parts;
    for (std::int64_t group = 0; group < groups; ++group) {
        const auto own = offsets.select(1, group);
        const auto channels = x.chunk(groups, 1)[static_cast<std::size_t>(group)];
        auto part = sampled(channels, own.select(2, 0).add(rows), own.select(2, 1).add(columns));
        if (call.has(kMask)) {
            expectShape(call.input(kMask), "input 4 (mask)", {samples, groups * places, output[0], output[1]});
            const auto mask =
                call.input(kMask).data.to(at::kFloat).view({samples, groups, places, output[0], output[1]});
            part = part.mul(mask.select(1, group).unsqueeze(1));
        }
        parts.push_back(part);
    }
    return at::cat(parts, 1);
}

std::vector<Tensor> evaluate(const KernelCall& call, const DeformAttributes& attributes)
{
    const auto& input = call.required(kX);
    const auto& weight = call.required(kWeight);
    expectFloat(input, "input 0 (X)");
    expectRank(input, "input 0 (X)", 4);
    expectRank(weight, "input 1 (W)", 4);
    const auto filters = weight.data.size(0);
    const auto channels = input.data.size(1);
    if (weight.data.size(1) * attributes.groups != channels || filters % attributes.groups != 0
        || channels % attributes.offsetGroups != 0)
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (W) has shape {}, which doesn't fit {} channels",
                                                      graph::toString(weight.shape()), channels));
    const auto window = resolved(attributes.window, input.data.sizes().slice(2), weight.data.sizes().slice(2));
    const graph::Shape output{window.outputSize(0, input.data.size(2), false),
                              window.outputSize(1, input.data.size(3), false)};
    expectAffordable({input.data.size(0), channels, window.kernel[0] * window.kernel[1], output[0], output[1]},
                     graph::DataType::Float);
    const auto x = input.data.to(at::kFloat);
    const auto columns = columnsOf(call, x, window, output, attributes.offsetGroups);
    const auto groups = attributes.groups;
    const auto perGroup = columns.reshape({x.size(0), groups, -1, output[0] * output[1]});
    const auto factors = weight.data.to(at::kFloat).reshape({groups, filters / groups, -1});
    auto y = at::matmul(factors, perGroup).reshape({x.size(0), filters, output[0], output[1]});
    if (call.has(kBias)) {
        expectShape(call.input(kBias), "input 3 (B)", {filters});
        y = y.add(call.input(kBias).data.to(at::kFloat).view({-1, 1, 1}));
    }
    return {storedAs(y, input.type)};
}

Kernel bind(const graph::Node& node)
{
    const DeformAttributes attributes{windowAttributes(node), node.attributes.intOr("group", 1),
                                      node.attributes.intOr("offset_group", 1)};
    if (attributes.groups < 1 || attributes.offsetGroups < 1)
        throw Error(ErrorCode::InvalidNode, Message("attributes group and offset_group are {} and {}, expected ≥ 1",
                                                    attributes.groups, attributes.offsetGroups));
    return [attributes](const KernelCall& call) { return evaluate(call, attributes); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "DeformConv", 19, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::deform_conv
