// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft GatherBlockQuantized: rows of a table that is quantized in blocks. An index beyond the table gives
// zeros.
#include "core/base/error.h"
#include "core/ops/quantization/block_table.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::gather_block_quantized {

namespace {

using graph::DataType;

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

Kernel bind(const graph::Node& node)
{
    return [table = *blockTableOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& data = call.required(0);
        const auto& scales = call.required(2);
        const auto points = call.has(3) ? call.input(3) : Tensor();
        expectTable(data, scales, points);
        const auto& indices = call.required(1);
        const auto axis = normalizedAxis(table.gatherAxis, data.data.dim());
        const auto size = data.data.size(axis);
        const auto rows = rowsOf(indices, size);
        at::Tensor slices;
        if (axis != normalizedAxis(table.quantizeAxis, data.data.dim())) // a vocabulary is never spread out as a whole
            slices = tableValues(table, picked(data, axis, rows, size), picked(scales, axis, rows, size),
                                 picked(points, axis, rows, size));
        else
            slices = tableValues(table, data, scales, points).index_select(axis, rows.places);
        return {storedAs(inPlace(slices, axis, rows, indices.shape()), scales.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "GatherBlockQuantized", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::gather_block_quantized
