// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::string_concat {

namespace {

/// Where the elements of a tensor of @p shape stand in it.
Tensor placesOf(const graph::Shape& shape)
{
    return Tensor{at::arange(static_cast<std::int64_t>(graph::elementCount(shape)), at::kLong).reshape(shape)};
}

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& a = call.strings(0);
    const auto& b = call.strings(1);
    const auto placesOfA = placesOf(a.shape());
    const auto placesOfB = placesOf(b.shape());
    expectBroadcastable(placesOfA, placesOfB);
    const auto both = at::broadcast_tensors({placesOfA.data, placesOfB.data});
    expectAffordable(both[0].sizes().vec(), graph::DataType::String);
    const auto left = both[0].contiguous();
    const auto right = both[1].contiguous();
    std::vector<std::string> strings;
    for (std::int64_t i = 0; i < left.numel(); ++i)
        strings.push_back(a.strings()[static_cast<std::size_t>(left.data_ptr<std::int64_t>()[i])]
                          + b.strings()[static_cast<std::size_t>(right.data_ptr<std::int64_t>()[i])]);
    return {stringTensor(left.sizes().vec(), std::move(strings))};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "StringConcat", 20, kLatestOpset, stateless<evaluate>}};
}

} // namespace ql::ops::kernels::string_concat
