// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::logical {

namespace {

OperatorDefinition logical(std::string name, BinaryFunction formula)
{
    return {"", std::move(name), 7, kLatestOpset, [formula](const graph::Node&) -> Kernel {
                return [kernel = binaryKernel(formula)](const KernelCall& call) {
                    expectType(call.required(0), "input 0", {graph::DataType::Bool});
                    return kernel(call);
                };
            }};
}

OperatorDefinition bitwise(std::string name, BinaryFunction formula)
{
    return {"", std::move(name), 18, kLatestOpset, [formula](const graph::Node&) { return binaryKernel(formula); }};
}

std::vector<Tensor> evaluateNot(const KernelCall& call)
{
    expectType(call.required(0), "input 0", {graph::DataType::Bool});
    return {Tensor{at::logical_not(call.input(0).data)}};
}

at::Tensor shiftedRight(const at::Tensor& a, const at::Tensor& count)
{
    if (a.scalar_type() != at::kLong)
        return at::bitwise_right_shift(a, count);
    // uint64 lies in signed storage: clear what the arithmetic shift copies from the sign.
    const auto copied = at::bitwise_left_shift(at::full({}, -1, at::kLong), at::rsub(count, 64));
    return at::where(count.eq(0), a, at::bitwise_right_shift(a, count).bitwise_and(copied.bitwise_not()));
}

Kernel bindBitShift(const graph::Node& node)
{
    const auto direction = node.attributes.stringOr("direction", "");
    if (direction != "LEFT" && direction != "RIGHT")
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute direction is \"{}\", expected LEFT or RIGHT", direction));
    if (direction == "RIGHT")
        return binaryKernel(shiftedRight);
    return binaryKernel([](const at::Tensor& a, const at::Tensor& count) { return at::bitwise_left_shift(a, count); });
}

} // namespace

OperatorDefinitions definitions()
{
    const auto both = [](const at::Tensor& a, const at::Tensor& b) { return at::bitwise_and(a, b); };
    const auto either = [](const at::Tensor& a, const at::Tensor& b) { return at::bitwise_or(a, b); };
    const auto one = [](const at::Tensor& a, const at::Tensor& b) { return at::bitwise_xor(a, b); };
    const auto inverse = [](const at::Tensor& x) { return at::bitwise_not(x); };
    return withOldBroadcast(
        {logical("And", both),
         {"", "BitShift", 11, kLatestOpset, bindBitShift},
         bitwise("BitwiseAnd", both),
         {"", "BitwiseNot", 18, kLatestOpset, [inverse](const graph::Node&) { return unaryKernel(inverse); }},
         bitwise("BitwiseOr", either),
         bitwise("BitwiseXor", one),
         {"", "Not", 1, kLatestOpset, stateless<evaluateNot>},
         logical("Or", either),
         logical("Xor", one)});
}

} // namespace ql::ops::kernels::logical
