// SPDX-License-Identifier: GPL-3.0-or-later
// DequantizeLinear: (x - zero point) · scale, per tensor, per channel or in blocks.
#include "core/ops/checks.h"
#include "core/ops/float8.h"
#include "core/ops/quantized_arithmetic.h"

namespace ql::ops::rooms {

namespace {

using graph::DataType;

Kernel bindDequantize(const graph::Node& node)
{
    const std::int64_t axis = node.attributes.intOr("axis", 1);
    const std::int64_t blockSize = node.attributes.intOr("block_size", 0);
    return [axis, blockSize](const KernelCall& call) -> std::vector<Tensor> {
        const Tensor& x = call.required(0);
        expectType(x, "input 0 (x)",
                   {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int4, DataType::UInt4,
                    DataType::Int32, DataType::Float8E4M3FN, DataType::Float8E4M3FNUZ, DataType::Float8E5M2,
                    DataType::Float8E5M2FNUZ});
        const Tensor& scale = call.required(1);
        const auto how = linearQuantization(x.shape(), scale, call.input(2), "x", x.type, axis, blockSize);
        const at::Tensor y = isFloat8(x.type) ? float8Values(x).mul(spreadScale(scale, x.shape(), axis, blockSize))
                                              : dequantize(x.data, how.layout, how.parameters);
        return {{y.to(storageType(scale.type)), scale.type}};
    };
}

} // namespace

OperatorDefinitions dequantize_linear()
{
    return {{"", "DequantizeLinear", 10, kLatestOpset, bindDequantize},
            {"com.microsoft", "DequantizeLinear", 1, kLatestOpset, bindDequantize}};
}

} // namespace ql::ops::rooms
