// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/exact_integer.h"

#include "core/base/error.h"
#include "core/ops/quantization/integer_sum_target.h"

#include <ATen/ExpandUtils.h>

#include <utility>

namespace ql::ops {

namespace {

struct Channels {
    std::int64_t axis = 0;
    std::int64_t count = 1;
};

Channels channelsOf(const Tensor& operand, std::int64_t axis, Granularity granularity)
{
    const std::int64_t rank = operand.data.dim();
    if (axis < 0)
        axis += rank;
    if (granularity == Granularity::PerTensor || axis < 0 || axis >= rank)
        return {};
    return {axis, operand.data.size(axis)};
}

/// Zero points of rank 2 and more, such as [batch, rows, 1], broadcast as they stand.
IntegerOperand withBroadcastZeroPoints(const Tensor& operand, const Tensor& zeroPoint, const Message& what)
{
    const std::vector<std::int32_t> zeroPoints = readZeroPoints(zeroPoint, what, operand.type);
    if (zeroPoints.empty() || !at::is_expandable_to(zeroPoint.data.sizes(), operand.data.sizes()))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} has shape {}, which does not fit a tensor of shape {}", what,
                            graph::toString(zeroPoint.shape()), graph::toString(operand.shape())));
    return {operand, zeroPoints, zeroPoint.data};
}

/// Rows and columns of the operands' last axes, and how their batches pair up.
struct ProductShape {
    ProductShape(const at::Tensor& a, const at::Tensor& b)
        : rows(a.dim() == 1 ? 1 : a.size(-2))
        , length(a.size(-1))
        , columns(b.dim() == 1 ? 1 : b.size(-1))
        , batchA(a.sizes().slice(0, static_cast<std::size_t>(std::max<std::int64_t>(0, a.dim() - 2))).vec())
        , batchB(b.sizes().slice(0, static_cast<std::size_t>(std::max<std::int64_t>(0, b.dim() - 2))).vec())
        , result(at::infer_size(batchA, batchB))
    {
        batch = result;
        if (a.dim() > 1)
            result.push_back(rows);
        if (b.dim() > 1)
            result.push_back(columns);
    }

    /// Which matrix of @p own batch takes part in each product.
    std::vector<std::int64_t> matrices(const graph::Shape& own) const
    {
        const auto missing = batch.size() - own.size();
        std::vector<std::int64_t> places{0};
        for (std::size_t axis = 0; axis < batch.size(); ++axis) {
            const auto size = axis < missing ? 1 : own[axis - missing];
            std::vector<std::int64_t> next;
            for (const auto place : places)
                for (std::int64_t i = 0; i < batch[axis]; ++i)
                    next.push_back(place * size + (size == 1 ? 0 : i));
            places = std::move(next);
        }
        return places;
    }

    std::int64_t rows, length, columns;
    graph::Shape batchA, batchB;
    std::vector<std::int64_t> result;
    graph::Shape batch;
};

void checkProduct(const at::Tensor& a, const at::Tensor& b)
{
    if (a.dim() == 0 || b.dim() == 0 || a.size(-1) != b.size(b.dim() == 1 ? 0 : -2))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("matrices of shape {} and {} can't be multiplied", graph::toString(a.sizes().vec()),
                            graph::toString(b.sizes().vec())));
}

std::vector<std::int32_t> repeated(const std::vector<std::int32_t>& zeroPoints, std::int64_t times)
{
    if (zeroPoints.size() <= 1)
        return zeroPoints;
    std::vector<std::int32_t> result;
    for (std::int64_t i = 0; i < times; ++i)
        result.insert(result.end(), zeroPoints.begin(), zeroPoints.end());
    return result;
}

/// Zero points that differ within a sum, or from matrix to matrix: as 64-bit integers.
at::Tensor productOfDifferences(const IntegerOperand& a, const IntegerOperand& b)
{
    const auto differences = [](const IntegerOperand& operand) {
        const at::Tensor values = operand.values.data.to(at::kLong);
        if (operand.broadcastZeroPoints.defined())
            return values.sub(operand.broadcastZeroPoints.to(at::kLong));
        return values;
    };
    const auto centred = [&](const IntegerOperand& operand, bool isLeft) {
        const at::Tensor values = differences(operand);
        if (operand.broadcastZeroPoints.defined())
            return values;
        const at::Tensor zeroPoints = at::tensor(operand.zeroPoints, at::kLong);
        return values.sub(isLeft && zeroPoints.size(0) > 1 ? zeroPoints.unsqueeze(1) : zeroPoints);
    };
    return at::matmul(centred(a, true), centred(b, false)).to(at::kInt);
}

Tensor finished(const at::Tensor& sums, const SumsBecome& become)
{
    if (const auto* scaling = std::get_if<ScaledSums>(&become))
        return Tensor(scaled(sums, scaling->multipliers));
    if (const auto* requantization = std::get_if<Requantization>(&become))
        return requantize(sums, sums.dim() - 1, *requantization);
    return Tensor(sums);
}

} // namespace

IntegerColumns packColumns(const at::Tensor& values)
{
    IntegerColumns columns;
    const at::Tensor source = values.contiguous();
    const auto length = static_cast<std::size_t>(source.size(source.dim() == 1 ? 0 : -2));
    const auto count = static_cast<std::size_t>(source.dim() == 1 ? 1 : source.size(-1));
    const auto batch = source.sizes().slice(0, static_cast<std::size_t>(std::max<std::int64_t>(0, source.dim() - 2)));
    EightBitData matrix = eightBitData(source);
    for (std::int64_t i = 0; i < c10::multiply_integers(batch); ++i, matrix.bytes += length * count)
        columns.push_back(packMatrixColumns(matrix, length, count));
    return columns;
}

Tensor exactProduct(const IntegerOperand& a, const IntegerOperand& b, const SumsBecome& become,
                    const ColumnMemory& memory)
{
    const at::Tensor x = a.values.data.contiguous();
    const at::Tensor& y = b.values.data;
    checkProduct(x, y);
    if (a.broadcastZeroPoints.defined() || b.broadcastZeroPoints.defined())
        return finished(productOfDifferences(a, b), become);
    const ProductShape shape(x, y);
    const bool isOneMatrix = c10::multiply_integers(shape.batchB) == 1;
    const std::int64_t stacked = isOneMatrix ? c10::multiply_integers(shape.batch) : 1;
    const auto rows = static_cast<std::size_t>(shape.rows * stacked);
    const IntegerSumTarget target(shape.result, become, IntegerSumTarget::Channels::Columns, rows,
                                  static_cast<std::size_t>(shape.columns));
    if (c10::multiply_integers(shape.result) == 0)
        return target.result(static_cast<std::int64_t>(shape.result.size()) - 1);
    const auto pack = [&] { return packColumns(y); };
    const auto packedColumns = memory ? memory(pack) : std::make_shared<const IntegerColumns>(pack());
    const auto zeroPoints = repeated(a.zeroPoints, stacked);
    const std::vector<std::int64_t> first{0};
    const auto left = isOneMatrix ? first : shape.matrices(shape.batchA);
    const auto right = isOneMatrix ? first : shape.matrices(shape.batchB);
    for (std::size_t i = 0; i < left.size(); ++i) {
        EightBitData matrix = eightBitData(x);
        matrix.bytes += left[i] * shape.rows * shape.length;
        const PackedRows packed = packMatrixRows(matrix, rows, static_cast<std::size_t>(shape.length));
        const PackedColumns& columns = (*packedColumns)[static_cast<std::size_t>(right[i])];
        const ZeroPointTerms terms(packed, zeroPoints, b.zeroPoints, columns.shift, {});
        SumFinish finish = target.finish();
        terms.addTo(finish);
        finish.columnSum = columns.sums.data();
        multiplyIntegers(packed, columns, finish,
                         target.matrix(static_cast<std::int64_t>(i), shape.rows * shape.columns));
    }
    return target.result(static_cast<std::int64_t>(shape.result.size()) - 1);
}

IntegerOperand integerOperand(const Tensor& operand, const Tensor& zeroPoint, const Message& name,
                              std::int64_t channelAxis, Granularity granularity)
{
    expectEightBit(operand, name);
    const Channels channels = channelsOf(operand, channelAxis, granularity);
    const Message what("{}_zero_point", name);
    if (granularity == Granularity::PerChannel && zeroPoint.isDefined() && zeroPoint.data.dim() > 1)
        return withBroadcastZeroPoints(operand, zeroPoint, what);
    const auto zeroPoints = readZeroPoints(zeroPoint, what, operand.type);
    expectParameterCount(zeroPoints.size(), channels.count, what, channels.axis);
    return {operand, zeroPoints};
}

ScaledOperand scaledOperand(const Tensor& operand, const Tensor& scale, const Tensor& zeroPoint, const Message& name,
                            std::int64_t channelAxis, Granularity granularity)
{
    expectEightBit(operand, name);
    const Channels channels = channelsOf(operand, channelAxis, granularity);
    auto parameters = readParameters(scale, zeroPoint, name, operand.type, channels.count, channels.axis);
    return {{operand, parameters.zeroPoints}, std::move(parameters.scales)};
}

} // namespace ql::ops
