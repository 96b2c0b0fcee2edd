// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft GatherBlockQuantized: rows of a table that is quantized in blocks (docs/ContribOperators.md of
// github.com/microsoft/onnxruntime, read in November 2026): (data - zero point) · scale of what is looked up. Integers
// of uint8 hold 8 / bits elements along the last axis, the lowest bits first, and without zero points their 0 lies in
// the middle. An index beyond the table gives zeros.
#include "core/base/error.h"
#include "core/ops/quantization/narrow_float.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::gather_block_quantized {

namespace {

using graph::DataType;

struct Lookup {
    std::int64_t bits = 4;
    std::int64_t blockSize = 128; ///< 0: all of the axis
    std::int64_t gatherAxis = 0;
    std::int64_t quantizeAxis = 1;
};

Lookup lookupOf(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const Lookup lookup{attributes.intOr("bits", 4), attributes.intOr("block_size", 128),
                        attributes.intOr("gather_axis", 0), attributes.intOr("quantize_axis", 1)};
    if (lookup.bits != 2 && lookup.bits != 4 && lookup.bits != 8)
        throw Error(ErrorCode::InvalidNode, Message("attribute bits is {}, expected 2, 4 or 8", lookup.bits));
    if (lookup.blockSize < 0)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute block_size is {}, expected 0 or more", lookup.blockSize));
    return lookup;
}

/// The elements in float32, of uint8 those that are packed in it.
at::Tensor elementsOf(const Tensor& data, std::int64_t bits)
{
    if (graph::isNarrowFloat(data.type))
        return narrowFloatValues(data);
    if (data.type != DataType::UInt8 || bits == 8)
        return data.data.to(at::kFloat);
    const auto shifts = at::arange(0, 8, bits, at::kInt);
    return at::bitwise_right_shift(data.data.to(at::kInt).unsqueeze(-1), shifts)
        .bitwise_and((1 << bits) - 1)
        .flatten(-2)
        .to(at::kFloat);
}

/// @p blocks with one element for each of @p size along @p axis.
at::Tensor spreadBlocks(const at::Tensor& blocks, std::int64_t axis, std::int64_t size, std::int64_t blockSize,
                        const Message& what)
{
    const auto perBlock = blockSize == 0 ? size : blockSize;
    const auto needed = perBlock == 0 ? 0 : (size + perBlock - 1) / perBlock;
    if (blocks.size(axis) < needed)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has {} blocks along axis {}, expected {} of {} elements",
                                                      what, blocks.size(axis), axis, needed, perBlock));
    return blocks.index_select(axis, at::arange(size, at::kLong).div_(std::max<std::int64_t>(1, perBlock), "floor"));
}

/// Which rows of the table are looked up, one after the other; those beyond it are row 0 and not inside.
struct Rows {
    at::Tensor places;
    at::Tensor isInside;
};

Rows rowsOf(const Tensor& indices, std::int64_t size)
{
    expectType(indices, "input 1 (indices)", {DataType::Int32, DataType::Int64});
    const auto flat = indices.data.to(at::kLong).reshape(-1);
    const auto wrapped = at::where(flat.lt(0), flat.add(size), flat);
    const auto isInside = wrapped.ge(0).logical_and(wrapped.lt(size));
    if (size == 0 && flat.numel() > 0)
        throw Error(ErrorCode::ShapeMismatch, "input 0 (data) has no rows");
    return {wrapped.mul(isInside), isInside};
}

/// Those rows of what has @p size of them; of one for all that one.
Tensor picked(const Tensor& tensor, std::int64_t axis, const Rows& rows, std::int64_t size)
{
    if (!tensor.isDefined() || tensor.data.size(axis) != size)
        return tensor;
    return {tensor.data.index_select(axis, rows.places), tensor.type};
}

at::Tensor dequantized(const Tensor& data, const Tensor& scales, const Tensor& zeroPoints, const Lookup& lookup)
{
    auto elements = elementsOf(data, lookup.bits);
    const auto axis = normalizedAxis(lookup.quantizeAxis, elements.dim());
    const auto size = elements.size(axis);
    if (zeroPoints.isDefined())
        elements = elements.sub(
            spreadBlocks(elementsOf(zeroPoints, lookup.bits), axis, size, lookup.blockSize, "input 3 (zero_points)"));
    else if (data.type == DataType::UInt8)
        elements = elements.sub(double(1 << (lookup.bits - 1)));
    return elements.mul(spreadBlocks(scales.data.to(at::kFloat), axis, size, lookup.blockSize, "input 2 (scales)"));
}

/// The slices in the places of the indices, zeros where those are beyond the table.
at::Tensor inPlace(const at::Tensor& slices, std::int64_t axis, const Rows& rows, const graph::Shape& indices)
{
    std::vector<std::int64_t> along(std::size_t(slices.dim()), 1);
    along[std::size_t(axis)] = rows.isInside.numel();
    auto shape = slices.sizes().vec();
    const auto place = shape.erase(shape.begin() + axis);
    shape.insert(place, indices.begin(), indices.end());
    return at::where(rows.isInside.reshape(along), slices, at::zeros({}, at::kFloat)).reshape(shape);
}

void expectInputs(const KernelCall& call)
{
    const auto& data = call.required(0);
    expectType(data, "input 0 (data)",
               {DataType::Int4, DataType::UInt4, DataType::UInt8, DataType::Float8E4M3FN, DataType::Float8E4M3FNUZ,
                DataType::Float8E5M2, DataType::Float8E5M2FNUZ, DataType::Float4E2M1});
    expectFloat(call.required(2), "input 2 (scales)");
    expectRank(call.input(2), "input 2 (scales)", data.data.dim());
    if (!call.has(3))
        return;
    if (graph::isNarrowFloat(data.type))
        throw Error(ErrorCode::InvalidNode, "input 3 (zero_points) is given, which floats don't have");
    expectSameType(call.input(3), "input 3 (zero_points)", data);
    expectRank(call.input(3), "input 3 (zero_points)", data.data.dim());
}

Kernel bind(const graph::Node& node)
{
    return [lookup = lookupOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        expectInputs(call);
        const auto& data = call.required(0);
        const auto& scales = call.required(2);
        const auto points = call.has(3) ? call.input(3) : Tensor();
        const auto& indices = call.required(1);
        const auto axis = normalizedAxis(lookup.gatherAxis, data.data.dim());
        const auto size = data.data.size(axis);
        const auto rows = rowsOf(indices, size);
        at::Tensor slices;
        if (axis != normalizedAxis(lookup.quantizeAxis, data.data.dim())) // a vocabulary is never spread out as a whole
            slices = dequantized(picked(data, axis, rows, size), picked(scales, axis, rows, size),
                                 picked(points, axis, rows, size), lookup);
        else
            slices = dequantized(data, scales, points, lookup).index_select(axis, rows.places);
        return {storedAs(inPlace(slices, axis, rows, indices.shape()), scales.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "GatherBlockQuantized", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::gather_block_quantized
