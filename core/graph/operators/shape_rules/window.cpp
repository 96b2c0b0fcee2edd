// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that slide a window: convolutions and pooling.
#include "core/base/error.h"
#include "core/graph/operators/shape_rules/shape_rules.h"

namespace ql::graph::shapes {

namespace {

struct Sliding {
    std::vector<std::int64_t> kernel;
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> dilations;
    std::vector<std::int64_t> pads;
    std::string autoPad;
};

Sliding slidingOf(const ShapeContext& context, std::vector<std::int64_t> kernel)
{
    const auto& attributes = context.attributes();
    const auto rank = kernel.size();
    Sliding sliding{std::move(kernel), attributes.intsOr("strides", {}), attributes.intsOr("dilations", {}),
                    attributes.intsOr("pads", {}), attributes.stringOr("auto_pad", "NOTSET")};
    sliding.strides.resize(rank, 1);
    sliding.dilations.resize(rank, 1);
    sliding.pads.resize(2 * rank, 0);
    constexpr std::int64_t kLargest = 1 << 30; // beyond it nobody runs anything, and sums could overflow
    for (std::size_t i = 0; i < rank; ++i)
        if (sliding.kernel[i] < 1 || sliding.strides[i] < 1 || sliding.dilations[i] < 1 || sliding.kernel[i] > kLargest
            || sliding.strides[i] > kLargest || sliding.dilations[i] > kLargest
            || std::abs(sliding.pads[i] / 2) > kLargest || std::abs(sliding.pads[rank + i] / 2) > kLargest)
            throw Error(ErrorCode::InvalidNode, "the window is no window");
    return sliding;
}

Dimension slidOver(const Dimension& input, const Sliding& sliding, std::size_t i, bool roundsUp)
{
    if (input.size < 0 || input.size > std::int64_t{1} << 40)
        return {};
    const auto span = (sliding.kernel[i] - 1) * sliding.dilations[i] + 1;
    const auto stride = sliding.strides[i];
    if (sliding.autoPad.starts_with("SAME"))
        return {(input.size + stride - 1) / stride, {}};
    const bool isPadded = sliding.autoPad != "VALID";
    const auto before = isPadded ? sliding.pads[i] : 0;
    const auto after = isPadded ? sliding.pads[sliding.kernel.size() + i] : 0;
    const auto room = input.size + before + after - span;
    if (room < 0)
        throw Error(ErrorCode::InvalidNode, "the window is larger than the input");
    auto size = (room + (roundsUp ? stride - 1 : 0)) / stride + 1;
    if (roundsUp && (size - 1) * stride >= input.size + before)
        --size; // no window begins in the padding at the end
    return {size, {}};
}

/// Batch and channels, then what @p each gives for every spatial axis. With channels last, channels come last.
template <typename Each>
void setSpatial(ShapeContext& context, const Dimension& channels, std::size_t rank, bool isChannelsLast, Each&& each)
{
    const auto& input = *context.shape(0);
    if (input.size() != rank + 2)
        throw Error(ErrorCode::InvalidNode, "the window has another rank than the input");
    DeclaredShape shape{input[0]};
    if (!isChannelsLast)
        shape.push_back(channels);
    for (std::size_t i = 0; i < rank; ++i)
        shape.push_back(each(input[i + (isChannelsLast ? 1 : 2)], i));
    if (isChannelsLast)
        shape.push_back(channels);
    context.setShape(0, shape);
}

/// The kernel's sizes from the weight in input @p weight.
std::optional<std::vector<std::int64_t>> kernelOf(const ShapeContext& context, std::size_t weight)
{
    if (!context.shape(0) || !context.shape(weight) || context.shape(weight)->size() < 3)
        return std::nullopt;
    std::vector<std::int64_t> kernel;
    for (std::size_t i = 2; i < context.shape(weight)->size(); ++i)
        kernel.push_back((*context.shape(weight))[i].size);
    return kernel;
}

void convolve(ShapeContext& context, std::size_t weight)
{
    const auto kernel = kernelOf(context, weight);
    if (!kernel)
        return;
    const auto sliding = slidingOf(context, *kernel);
    const bool isChannelsLast = context.attributes().intOr("channels_last", 0) != 0;
    setSpatial(context, (*context.shape(weight))[0], kernel->size(), isChannelsLast,
               [&](const Dimension& input, std::size_t i) { return slidOver(input, sliding, i, false); });
}

} // namespace

void convolution(ShapeContext& context)
{
    context.setType(0, context.type(0));
    convolve(context, 1);
}

void integerConvolution(ShapeContext& context)
{
    context.setType(0, DataType::Int32);
    convolve(context, 1);
}

void wideConvolution(ShapeContext& context)
{
    context.setType(0, DataType::Int64);
    convolve(context, 1);
}

void quantizedConvolution(ShapeContext& context)
{
    context.setType(0, context.has(7) ? context.type(7) : context.type(0));
    convolve(context, 3);
}

void transposedConvolution(ShapeContext& context)
{
    context.setType(0, context.type(0));
    const auto kernel = kernelOf(context, 1);
    if (!kernel)
        return;
    const auto sliding = slidingOf(context, *kernel);
    const auto& attributes = context.attributes();
    auto extra = attributes.intsOr("output_padding", {});
    extra.resize(kernel->size(), 0);
    const auto wanted = attributes.intsOr("output_shape", {});
    const auto channels = product((*context.shape(1))[1], {attributes.intOr("group", 1), {}});
    setSpatial(context, channels, kernel->size(), false, [&](const Dimension& input, std::size_t i) -> Dimension {
        if (wanted.size() >= kernel->size())
            return {wanted[wanted.size() - kernel->size() + i], {}};
        if (input.size < 0 || input.size > 1 << 30 || extra[i] > 1 << 30)
            return {};
        if (sliding.autoPad.starts_with("SAME"))
            return {input.size * sliding.strides[i], {}};
        const auto span = (sliding.kernel[i] - 1) * sliding.dilations[i] + 1;
        const auto size = (input.size - 1) * sliding.strides[i] + extra[i] + span - sliding.pads[i]
                          - sliding.pads[kernel->size() + i];
        return size < 0 ? Dimension{} : Dimension{size, {}};
    });
}

void pool(ShapeContext& context)
{
    context.setType(0, context.type(0));
    context.setType(1, DataType::Int64);
    const auto kernel = context.attributes().intsOr("kernel_shape", {});
    if (!context.shape(0) || context.shape(0)->size() < 3 || kernel.empty())
        return;
    const auto sliding = slidingOf(context, kernel);
    const bool roundsUp = context.attributes().intOr("ceil_mode", 0) != 0;
    const bool isChannelsLast =
        context.attributes().intOr("channels_last", 0) != 0 || context.node().opType == "NhwcMaxPool";
    const auto& channels = isChannelsLast ? context.shape(0)->back() : (*context.shape(0))[1];
    setSpatial(context, channels, kernel.size(), isChannelsLast,
               [&](const Dimension& input, std::size_t i) { return slidOver(input, sliding, i, roundsUp); });
}

} // namespace ql::graph::shapes
