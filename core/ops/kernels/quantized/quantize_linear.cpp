// SPDX-License-Identifier: GPL-3.0-or-later
// QuantizeLinear: float → integer of 2 to 16 bits, float8 or float4, per tensor, per channel or in blocks.
#include "core/base/error.h"
#include "core/ops/fusion/one_pass.h"
#include "core/ops/quantization/narrow_float.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

#include <algorithm>

namespace ql::ops::kernels::quantize_linear {

namespace {

using graph::DataType;

struct QuantizeAttributes {
    std::int64_t axis = 1;
    std::int64_t blockSize = 0;
    DataType outputType = DataType::Undefined; ///< undefined: that of the zero point
    bool saturates = true;                     ///< float8 only
    DataType precision = DataType::Undefined;  ///< of the division; undefined: that of the scale
    bool dividesAsScale = false;               ///< since opset 23, before it was float32
};

constexpr int kPrecisionOpset = 23;

bool isQuantized(DataType type)
{
    return graph::isQuantizedInteger(type) || (graph::isNarrowFloat(type) && type != DataType::Float8E8M0);
}

DataType readPrecision(const graph::Node& node)
{
    const auto number = node.attributes.intOr("precision", 0);
    const auto type = graph::dataTypeFromNumber(number);
    using enum DataType;
    if (!type || (*type != Undefined && *type != Float && *type != Double && *type != Float16 && *type != BFloat16))
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute precision is {}, expected the number of a float type of 16 to 64 bits", number));
    return *type;
}

QuantizeAttributes readAttributes(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto type = graph::dataTypeFromNumber(attributes.intOr("output_dtype", 0));
    if (!type || (*type != DataType::Undefined && !isQuantized(*type)))
        throw Error(
            ErrorCode::InvalidNode,
            Message("attribute output_dtype is {}, expected an integer of 2 to 16 bits or a float of 4 or 8 bits",
                    attributes.intOr("output_dtype", 0)));
    return {attributes.intOr("axis", 1),
            attributes.intOr("block_size", 0),
            *type,
            attributes.intOr("saturate", 1) != 0,
            readPrecision(node),
            node.domain.empty() && node.opset >= kPrecisionOpset};
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
                    Message("y_zero_point has type {}, expected an integer of 2 to 16 bits or a float of 4 or 8 bits",
                            graph::name(zeroPoint.type)));
    return zeroPoint.type;
}

/// In which type x is divided by its scale, or undefined where that is float32.
DataType divisionType(const QuantizeAttributes& attributes, const Tensor& scale)
{
    using enum DataType;
    auto type = attributes.precision;
    if (type == Undefined && attributes.dividesAsScale && (scale.type == Float16 || scale.type == BFloat16))
        type = scale.type;
    return type == Float ? Undefined : type;
}

QuantizationParameters withoutScales(QuantizationParameters parameters)
{
    std::ranges::fill(parameters.scales, 1.0F);
    return parameters;
}

Kernel bindQuantize(const graph::Node& node)
{
    return [attributes = readAttributes(node)](const KernelCall& call) -> std::vector<Tensor> {
        const Tensor& x = call.required(0);
        expectType(x, "input 0 (x)", {DataType::Float, DataType::Float16, DataType::BFloat16, DataType::Int32});
        if (auto finished = finishedInOnePass(call, x)) // and dequantized
            return {std::move(*finished)};
        const Tensor& zeroPoint = call.input(2);
        const DataType type = outputType(attributes, zeroPoint);
        const Tensor scale = computableScale(call.required(1));
        const auto how =
            linearQuantization(x.shape(), scale, zeroPoint, "y", type, attributes.axis, attributes.blockSize);
        const auto division = divisionType(attributes, scale);
        if (graph::isNarrowFloat(type) || division != DataType::Undefined) {
            const auto precision = division == DataType::Undefined ? at::kFloat : storageType(division);
            const auto steps = spreadScale(scale, x.shape(), attributes.axis, attributes.blockSize);
            const auto quotients = x.data.to(precision).div(steps.to(precision));
            if (graph::isNarrowFloat(type))
                return {asNarrowFloat(quotients.to(at::kFloat), type, attributes.saturates)};
            const auto steady = precision == at::kDouble ? quotients.round() : quotients; // halves must not move
            return {quantize(steady.to(at::kFloat), how.layout, withoutScales(how.parameters), type)};
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
