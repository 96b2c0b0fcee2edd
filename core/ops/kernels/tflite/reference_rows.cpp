// SPDX-License-Identifier: GPL-3.0-or-later
// RowFakeQuantize of domain "tflite": what hybrid operators do to the floats that they multiply with integer weights.
#include "core/base/error.h"
#include "core/ops/quantization/row_quantization.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::reference_rows {

namespace {

struct Attributes {
    RowQuantization how;
    std::int64_t axes; ///< the first ones, which count rows

    explicit Attributes(const graph::Node& node)
        : how(rowQuantization(node.attributes.intOr("rows", std::int64_t(RowQuantization::Symmetric))))
        , axes(node.attributes.intOr("axes", 1))
    {
    }
};

std::vector<Tensor> quantizeRows(const KernelCall& call, const Attributes& attributes)
{
    const auto& x = call.required(0);
    expectType(x, "input 0 (x)", {graph::DataType::Float});
    if (attributes.axes < 1 || attributes.axes > x.data.dim())
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute axes is {}, expected 1 to {}", attributes.axes, x.data.dim()));
    const auto rows = x.data.flatten(0, attributes.axes - 1);
    return {Tensor(quantizedRows(rows, attributes.how).view(x.data.sizes()))};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "RowFakeQuantize", 1, kLatestOpset, boundTo<Attributes, quantizeRows>}};
}

} // namespace ql::ops::kernels::reference_rows
