// SPDX-License-Identifier: GPL-3.0-or-later
// QuantizeLinear: float → integer of 4 to 16 bits, float8 or float4, per tensor, per channel or in blocks.
#include "core/base/error.h"
#include "core/ops/quantization/narrow_float.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::quantize_linear {

namespace {

using graph::DataType;

struct QuantizeAttributes {
    std::int64_t axis = 1;
    std::int64_t blockSize = 0;
    DataType outputType = DataType::Undefined; ///< undefined: that of the zero point
    bool saturates = true;                     ///< float8 only
};

bool isQuantized(DataType type)
{
    return graph::isQuantizedInteger(type) || (graph::isNarrowFloat(type) && type != DataType::Float8E8M0);
}

QuantizeAttributes readAttributes(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto type = graph::dataTypeFromNumber(attributes.intOr("output_dtype", 0));
    if (!type || (*type != DataType::Undefined && !isQuantized(*type)))
        throw Error(
            ErrorCode::InvalidNode,
            Message("attribute output_dtype is {}, expected an integer of 4 to 16 bits or a float of 4 or 8 bits",
                    attributes.intOr("output_dtype", 0)));
    return {attributes.intOr("axis", 1), attributes.intOr("block_size", 0), *type,
            attributes.intOr("saturate", 1) != 0};
}

DataType outputType(const QuantizeAttributes& attributes, const Tensor& zeroPoint)
{
    if (!zeroPoint.isDefined())
        return attributes.outputType == DataType::Undefined ? DataType::UInt8 : attributes.outputType;
    if (attributes.outputType != DataType::Undefined && attributes.outputType != zeroPoint.type)
        throw Error(ErrorCode::TypeMismatch, Message("y_zero_point has type {}, but attribute output_dtype asks for {}",
                                                     graph::name(zeroPoint.type), graph::name(attributes.outputType)));
    if (!isQuantized(zeroPoint.type))
        throw Error(ErrorCode::TypeMismatch,
                    Message("y_zero_point has type {}, expected an integer of 4 to 16 bits or a float of 4 or 8 bits",
                            graph::name(zeroPoint.type)));
    return zeroPoint.type;
}

Kernel bindQuantize(const graph::Node& node)
{
    return [attributes = readAttributes(node)](const KernelCall& call) -> std::vector<Tensor> {
        const Tensor& x = call.required(0);
        expectType(x, "input 0 (x)", {DataType::Float, DataType::Float16, DataType::BFloat16, DataType::Int32});
        const Tensor& zeroPoint = call.input(2);
        const DataType type = outputType(attributes, zeroPoint);
        const Tensor scale = computableScale(call.required(1));
        const auto how =
            linearQuantization(x.shape(), scale, zeroPoint, "y", type, attributes.axis, attributes.blockSize);
        if (graph::isNarrowFloat(type)) {
            const auto steps = spreadScale(scale, x.shape(), attributes.axis, attributes.blockSize);
            return {asNarrowFloat(x.data.to(at::kFloat).div(steps), type, attributes.saturates)};
        }
        return {quantize(x.data, how.layout, how.parameters, type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "QuantizeLinear", 10, kLatestOpset, bindQuantize},
            {"com.microsoft", "QuantizeLinear", 1, kLatestOpset, bindQuantize}};
}

} // namespace ql::ops::kernels::quantize_linear
