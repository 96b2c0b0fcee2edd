// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/one_pass.h"

#include "core/ops/passes/epilogue.h"
#include "core/ops/passes/float_map.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>

namespace ql::ops {

namespace {

bool liesAs(const Tensor& x, const Tensor& other)
{
    return other.type == graph::DataType::Float && other.data.sizes() == x.data.sizes()
           && other.data.strides() == x.data.strides() && isMappable(other.data);
}

} // namespace

std::optional<Tensor> finishedInOnePass(const Tensor& x, const Epilogue& epilogue)
{
    const auto* const addend = epilogue.addend;
    if (x.type != graph::DataType::Float || !isMappable(x.data) || (addend && !liesAs(x, *addend)))
        return {};
    const FloatEpilogue all{addend ? addend->data.data_ptr<float>() : nullptr, epilogue.lowest, epilogue.highest,
                            epilogue.trip};
    auto y = newLike(x.data);
    const float* from = x.data.data_ptr<float>();
    float* to = y.data_ptr<float>();
    forEachPart(x.data.numel(), x.data.numel() * kProductsPerElement, [&](std::int64_t begin, std::int64_t end) {
        auto part = all;
        if (part.addend)
            part.addend += begin;
        finishElements(from + begin, to + begin, static_cast<std::size_t>(end - begin), part);
    });
    return Tensor(std::move(y));
}

std::optional<Tensor> finishedInOnePass(const KernelCall& call, const Tensor& x, const Epilogue& own)
{
    if (!call.epilogue)
        return {};
    auto all = *call.epilogue;
    all.addend = own.addend ? own.addend : all.addend;
    all.lowest = std::max(own.lowest, all.lowest);
    all.highest = std::min(own.highest, all.highest);
    auto y = finishedInOnePass(x, all);
    call.epilogue->isApplied = y.has_value();
    return y;
}

} // namespace ql::ops
