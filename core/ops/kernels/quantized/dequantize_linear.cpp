// SPDX-License-Identifier: GPL-3.0-or-later
// DequantizeLinear: (x - zero point) · scale, per tensor, per channel or in blocks.
#include "core/base/error.h"
#include "core/ops/quantization/narrow_float.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::dequantize_linear {

namespace {

using graph::DataType;

/// Since opset 23 the result's type may differ from the scale's.
DataType outputType(const graph::Node& node)
{
    const auto asked = node.attributes.intOr("output_dtype", 0);
    const auto type = graph::dataTypeFromNumber(asked).value_or(DataType::Undefined);
    if (asked != 0 && type != DataType::Float && type != DataType::Float16 && type != DataType::BFloat16)
        throw Error(ErrorCode::InvalidNode, Message("attribute output_dtype is {}, expected a float type", asked));
    return type;
}

Kernel bindDequantize(const graph::Node& node)
{
    const std::int64_t axis = node.attributes.intOr("axis", 1);
    const std::int64_t blockSize = node.attributes.intOr("block_size", 0);
    return [axis, blockSize, asked = outputType(node)](const KernelCall& call) -> std::vector<Tensor> {
        const Tensor& x = call.required(0);
        expectType(x, "input 0 (x)",
                   {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int2, DataType::UInt2,
                    DataType::Int4, DataType::UInt4, DataType::Int32, DataType::Float8E4M3FN, DataType::Float8E4M3FNUZ,
                    DataType::Float8E5M2, DataType::Float8E5M2FNUZ, DataType::Float4E2M1});
        const Tensor scale = computableScale(call.required(1));
        const auto type = asked == DataType::Undefined ? call.input(1).type : asked;
        if (type == DataType::Float8E8M0)
            throw Error(ErrorCode::InvalidNode,
                        "attribute output_dtype is missing: x_scale has type float8e8m0, which is no type of results");
        const auto how = linearQuantization(x.shape(), scale, call.input(2), "x", x.type, axis, blockSize);
        at::Tensor y = graph::isNarrowFloat(x.type)
                           ? narrowFloatValues(x).mul(spreadScale(scale, x.shape(), axis, blockSize))
                           : dequantize(x.data, how.layout, how.parameters);
        return {storedAs(std::move(y), type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "DequantizeLinear", 10, kLatestOpset, bindDequantize},
            {"com.microsoft", "DequantizeLinear", 1, kLatestOpset, bindDequantize}};
}

} // namespace ql::ops::kernels::dequantize_linear
