// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/library_operators.h"

#include "core/ops/torch/decomposed_functions.h"

#include <algorithm>
#include <torch/library.h>

namespace ql::importers::torchscript {

namespace {

void callBoxed(const c10::OperatorHandle& called, torch::jit::Stack* stack)
{
    const auto& name = called.operator_name();
    const auto full = name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
    const auto all = ops::decomposedOperators();
    const auto found = std::ranges::find(all, full, &ops::DecomposedOperator::name);
    for (auto& result : found->function(torch::jit::pop(*stack, called.schema().arguments().size())))
        stack->push_back(std::move(result));
}

std::unique_ptr<torch::Library> decomposedLibrary()
{
    if (c10::Dispatcher::singleton().findSchema({"quantized_decomposed::quantize_per_tensor", ""}))
        return nullptr;
    auto made = std::make_unique<torch::Library>(torch::Library::FRAGMENT, "quantized_decomposed", c10::nullopt, "", 0);
    for (const auto& each : ops::decomposedOperators())
        made->def(std::string(each.schema).c_str(), torch::CppFunction::makeFromBoxedFunction<callBoxed>());
    return made;
}

} // namespace

void knowDecomposedOperators()
{
    static const auto kLibrary = decomposedLibrary();
    static_cast<void>(kLibrary);
}

} // namespace ql::importers::torchscript
