// SPDX-License-Identifier: GPL-3.0-or-later
// TensorScatter (opset 24): writes new rows into a cache. https://onnx.ai/onnx/operators/onnx__TensorScatter.html
#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::tensor_scatter {

namespace {

struct Attributes {
    std::int64_t axis = -2;
    bool isCircular = false; ///< what reaches beyond the end goes on at the beginning
};

Attributes attributesOf(const graph::Node& node)
{
    const auto mode = node.attributes.stringOr("mode", "linear");
    if (mode != "linear" && mode != "circular")
        throw Error(ErrorCode::InvalidNode, Message("attribute mode is \"{}\", expected linear or circular", mode));
    return {node.attributes.intOr("axis", -2), mode == "circular"};
}

/// Where the first new row of each batch goes.
at::Tensor startsOf(const Tensor& given, std::int64_t batch)
{
    if (!given.isDefined())
        return at::zeros({batch}, at::kLong);
    expectType(given, "input 2 (write_indices)", {graph::DataType::Int64});
    expectShape(given, "input 2 (write_indices)", {batch});
    return given.data;
}

/// Where @p count rows from @p start on go in a cache of @p size. @throws Error (InvalidNode) where there is no place
at::Tensor placesOf(std::int64_t start, std::int64_t count, std::int64_t size, bool isCircular)
{
    if (start < 0 || start >= size || count > size || (!isCircular && count > size - start))
        throw Error(ErrorCode::InvalidNode,
                    Message("{} rows from {} on don't fit into a cache of {}", count, start, size));
    return at::arange(start, start + count, at::kLong).remainder(size);
}

std::vector<Tensor> evaluate(const KernelCall& call, const Attributes& attributes)
{
    const auto& cache = call.required(0);
    const auto& update = call.required(1);
    expectSameType(update, "input 1 (update)", cache);
    const auto axis = normalizedAxis(attributes.axis, cache.data.dim());
    if (axis == 0)
        throw Error(ErrorCode::InvalidNode, "attribute axis names the batch, expected another axis");
    expectRank(update, "input 1 (update)", cache.data.dim());
    auto shape = cache.shape();
    shape[static_cast<std::size_t>(axis)] = update.data.size(axis);
    expectShape(update, "input 1 (update)", shape);
    const auto starts = startsOf(call.input(2), cache.data.size(0));
    auto result = cache.data.clone();
    for (std::int64_t i = 0; i < result.size(0); ++i) {
        const auto places =
            placesOf(starts[i].item<std::int64_t>(), update.data.size(axis), result.size(axis), attributes.isCircular);
        result[i].index_copy_(axis - 1, places, update.data[i]);
    }
    return {{result, cache.type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "TensorScatter", 24, kLatestOpset, boundTo<attributesOf, evaluate>}};
}

} // namespace ql::ops::kernels::tensor_scatter
