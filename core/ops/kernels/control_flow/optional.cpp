// SPDX-License-Identifier: GPL-3.0-or-later
// Optionals hold a tensor, a sequence or nothing; here that is what they are: the value itself, or an undefined one.
#include "core/base/error.h"
#include "core/ops/registry.h"

namespace ql::ops::kernels::optional {

namespace {

bool hasElement(const KernelCall& call)
{
    return call.input(0).isPresent();
}

std::vector<Tensor> optionalOf(const KernelCall& call)
{
    return {call.input(0)};
}

std::vector<Tensor> element(const KernelCall& call)
{
    if (!hasElement(call))
        throw Error(ErrorCode::InvalidNode, "input 0 is an optional without an element");
    return {call.input(0)};
}

std::vector<Tensor> askElement(const KernelCall& call)
{
    return {Tensor{at::scalar_tensor(hasElement(call), at::kBool)}};
}

OperatorDefinition definition(std::string name, std::vector<Tensor> (*evaluate)(const KernelCall&))
{
    return {"", std::move(name), 15, kLatestOpset, [evaluate](const graph::Node&) -> Kernel { return evaluate; }};
}

} // namespace

OperatorDefinitions definitions()
{
    return {definition("Optional", optionalOf), definition("OptionalGetElement", element),
            definition("OptionalHasElement", askElement)};
}

} // namespace ql::ops::kernels::optional
