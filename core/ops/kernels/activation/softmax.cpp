// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/rows.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/thread_parts.h"

namespace ql::ops::kernels::softmax {

namespace {

using Formula = at::Tensor (*)(const at::Tensor& x, std::int64_t axis);

at::Tensor softmaxOf(const at::Tensor& x, std::int64_t axis)
{
    if (axis != x.dim() - 1 || !areContiguousFloats(x) || x.size(-1) == 0)
        return at::softmax(x, axis);
    const auto size = x.size(-1);
    auto y = newTensor(x.sizes(), at::kFloat);
    const float* source = x.data_ptr<float>();
    float* target = y.data_ptr<float>();
    forEachPart(x.numel() / size, x.numel() * kProductsPerCurve, [&](std::int64_t begin, std::int64_t end) {
        softmaxRows(source + begin * size, target + begin * size, std::size_t(end - begin), std::size_t(size));
    });
    return y;
}

at::Tensor logSoftmaxOf(const at::Tensor& x, std::int64_t axis)
{
    return at::log_softmax(x, axis);
}

at::Tensor hardmaxOf(const at::Tensor& x, std::int64_t axis)
{
    if (x.numel() == 0)
        return x;
    return at::zeros_like(x).scatter_(axis, at::argmax(x, axis, true), 1);
}

/// Up to opset 12 the input counts as a matrix: the axes before @p axis are its rows, the rest its columns.
Kernel bindMatrix(const graph::Node& node, Formula formula)
{
    return [axis = node.attributes.intOr("axis", 1), formula](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0");
        const auto rank = x.data.dim();
        const auto split = axis == rank ? rank : normalizedAxis(axis, rank);
        const auto rows = c10::multiply_integers(x.data.sizes().slice(0, std::size_t(split)));
        const auto columns = c10::multiply_integers(x.data.sizes().slice(std::size_t(split)));
        return {storedAs(formula(computable(x).reshape({rows, columns}), 1).reshape(x.shape()), x.type)};
    };
}

Kernel bindAxis(const graph::Node& node, Formula formula)
{
    return [axis = node.attributes.intOr("axis", -1), formula](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0");
        return {storedAs(formula(computable(x), normalizedAxis(axis, x.data.dim())), x.type)};
    };
}

void add(OperatorDefinitions& definitions, const std::string& name, Formula formula)
{
    definitions.push_back({"", name, 1, 12, [formula](const graph::Node& node) { return bindMatrix(node, formula); }});
    definitions.push_back(
        {"", name, 13, kLatestOpset, [formula](const graph::Node& node) { return bindAxis(node, formula); }});
}

} // namespace

OperatorDefinitions definitions()
{
    OperatorDefinitions definitions;
    add(definitions, "Hardmax", hardmaxOf);
    add(definitions, "LogSoftmax", logSoftmaxOf);
    add(definitions, "Softmax", softmaxOf);
    return definitions;
}

} // namespace ql::ops::kernels::softmax
