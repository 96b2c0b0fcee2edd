// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/float_map.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::variadic_arithmetic {

namespace {

/// Folds any number of inputs of one element type from the left; shapes broadcast.
std::vector<Tensor> folded(const KernelCall& call, const BinaryFunction& combine, bool isMean)
{
    const auto& first = call.required(0);
    auto result = ordered(computable(first), first.type);
    for (std::size_t i = 1; i < call.inputs.size(); ++i) {
        expectSameType(call.required(i), "input", first);
        expectBroadcastable(first, call.input(i));
        result = combine(result, ordered(computable(call.input(i)), first.type));
    }
    result = ordered(result, first.type);
    if (isMean)
        result = at::div(result, static_cast<std::int64_t>(call.inputs.size()));
    return {storedAs(std::move(result), first.type)};
}

OperatorDefinition definition(std::string name, int since, BinaryFunction combine, bool isMean = false)
{
    return {"", std::move(name), since, kLatestOpset, [combine, isMean](const graph::Node&) -> Kernel {
                return [combine, isMean](const KernelCall& call) { return folded(call, combine, isMean); };
            }};
}

at::Tensor sum(const at::Tensor& a, const at::Tensor& b)
{
    return areMappable(a, b) ? mapped(BinaryMap::Add, a, b) : at::add(a, b);
}

at::Tensor largest(const at::Tensor& a, const at::Tensor& b)
{
    return areMappable(a, b) ? mapped(BinaryMap::Largest, a, b) : at::maximum(a, b);
}

at::Tensor smallest(const at::Tensor& a, const at::Tensor& b)
{
    return areMappable(a, b) ? mapped(BinaryMap::Smallest, a, b) : at::minimum(a, b);
}

} // namespace

OperatorDefinitions definitions()
{
    return {definition("Max", 1, largest), definition("Mean", 1, sum, true), definition("Min", 1, smallest),
            definition("Sum", 1, sum)};
}

} // namespace ql::ops::kernels::variadic_arithmetic
