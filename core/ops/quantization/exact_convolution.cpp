// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_convolution.h"
#include "core/ops/quantization/integer_sum_target.h"

#include "core/base/error.h"

namespace ql::ops {

namespace {

void checkConvolution(const at::Tensor& x, const at::Tensor& w, std::int64_t groups)
{
    if (x.dim() < 3 || w.dim() != x.dim())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("x has rank {} and w has rank {}, expected the same rank of at least 3", x.dim(), w.dim()));
    if (x.dim() > 5)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 (x) has rank {}, expected 3, 4 or 5", x.dim()));
    if (x.size(1) != w.size(1) * groups)
        throw Error(ErrorCode::ShapeMismatch, Message("x has {} channels, expected {} (w has {} in each of {} groups)",
                                                      x.size(1), w.size(1) * groups, w.size(1), groups));
    if (w.size(0) % groups != 0)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("w has {} filters, which {} groups can't share", w.size(0), groups));
}

ConvolutionSizes sizesOf(const at::Tensor& x, const at::Tensor& w, const ConvolutionAttributes& attributes)
{
    checkConvolution(x, w, attributes.groups);
    const Window window = resolved(attributes.window, x.sizes().slice(2), w.sizes().slice(2));
    ConvolutionSizes sizes;
    sizes.samples = x.size(0);
    sizes.groups = attributes.groups;
    sizes.channels = w.size(1);
    sizes.filters = w.size(0) / attributes.groups;
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const std::int64_t input = x.size(static_cast<std::int64_t>(i) + 2);
        sizes.axes[3 - window.rank() + i] = {input,
                                             window.outputSize(i, input, false), // throws unless it fits
                                             window.kernel[i],
                                             window.strides[i],
                                             window.dilations[i],
                                             window.padsBegin[i]};
    }
    return sizes;
}

graph::Shape outputShape(const ConvolutionSizes& sizes, std::int64_t rank)
{
    graph::Shape shape{sizes.samples, sizes.groups * sizes.filters};
    for (std::size_t i = static_cast<std::size_t>(5 - rank); i < sizes.axes.size(); ++i)
        shape.push_back(sizes.axes[i].output);
    return shape;
}

/// Axes without a window join the next one: longer rows.
void joinPointwiseAxes(ConvolutionSizes& sizes)
{
    for (std::size_t i = 0; i + 1 < sizes.axes.size(); ++i) {
        SpatialAxis& axis = sizes.axes[i];
        SpatialAxis& next = sizes.axes[i + 1];
        if (!axis.isPointwise() || !next.isPointwise())
            continue;
        next.input = next.output = axis.output * next.output;
        axis = {};
    }
}

/// OperandCache ones may be packed for an input of another size.
std::shared_ptr<const PackedFilters> filtersFor(const at::Tensor& weight, const ConvolutionSizes& sizes,
                                                const FilterMemory& memory)
{
    const FilterLayout layout = filterLayout(sizes);
    const auto pack = [&] { return packFilters(eightBitData(weight), sizes, layout); };
    auto filters = memory ? memory(pack) : nullptr;
    return filters && filters->layout == layout ? filters : std::make_shared<const PackedFilters>(pack());
}

} // namespace

Tensor exactConvolution(const IntegerOperand& x, const IntegerOperand& w, const ConvolutionAttributes& attributes,
                        const SumsBecome& become, const FilterMemory& memory)
{
    const at::Tensor input = x.values.data.contiguous();
    const at::Tensor weight = w.values.data.contiguous();
    ConvolutionSizes sizes = sizesOf(input, weight, attributes);
    const graph::Shape shape = outputShape(sizes, input.dim());
    joinPointwiseAxes(sizes);
    const IntegerSumTarget target(shape, become, IntegerSumTarget::Channels::Rows, static_cast<std::size_t>(shape[1]),
                                  0);
    const EightBitData data = eightBitData(input);
    const auto filters = filtersFor(weight, sizes, memory);
    const auto* requantization = std::get_if<Requantization>(&become);
    const ZeroPointTerms terms(filters->rows, w.zeroPoints, x.zeroPoints, data.shiftToUnsigned(),
                               requantization ? requantization->bias : std::vector<std::int32_t>());
    SumFinish finish = target.finish();
    terms.addTo(finish);
    if (const auto* scaled = std::get_if<ScaledSums>(&become)) {
        finish.rowBias = scaled->bias.empty() ? nullptr : scaled->bias.data();
        finish.epilogue = &scaled->epilogue;
        finish.result = static_cast<const float*>(target.matrix(0, 0));
    }
    convolveIntegers(data, x.zeroPoints.front(), *filters, sizes, finish, target.matrix(0, 0));
    return target.result(1);
}

} // namespace ql::ops
