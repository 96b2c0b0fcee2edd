// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/selected_elements.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <optional>

namespace ql::ops::kernels::where {

namespace {

/// One operand of the shape of the result: its elements along the last axis lie side by side, or are one.
struct Source {
    at::Tensor values; ///< keeps them
    std::int64_t step;

    Source(const at::Tensor& x, at::IntArrayRef shape)
        : values(x.expand(shape))
        , step(values.stride(-1))
    {
    }
    bool isRun() const { return step == 0 || step == 1 || values.size(-1) == 1; }
    /// Where row @p row of the result begins in it.
    std::int64_t offset(std::int64_t row) const
    {
        std::int64_t at = 0;
        for (auto axis = values.dim() - 2; axis >= 0; --axis) {
            at += row % values.size(axis) * values.stride(axis);
            row /= values.size(axis);
        }
        return at;
    }
};

/// The operands of a result of float32, taken run by run along its last axis.
struct Operands {
    Source condition, ifTrue, ifFalse;

    bool areRuns() const { return condition.isRun() && ifTrue.isRun() && ifFalse.isRun(); }
    /// Elements @p begin … @p end of row @p row, to @p to.
    void select(std::int64_t row, std::int64_t begin, std::int64_t end, float* to) const
    {
        const auto at = [row, begin](const Source& source) { return source.offset(row) + begin * source.step; };
        const SelectedRun run{condition.values.data_ptr<bool>() + at(condition),
                              ifTrue.values.data_ptr<float>() + at(ifTrue),
                              ifFalse.values.data_ptr<float>() + at(ifFalse),
                              std::size_t(condition.step),
                              std::size_t(ifTrue.step),
                              std::size_t(ifFalse.step)};
        selectElements(run, to, std::size_t(end - begin));
    }
};

/// Whether @p x has a single element, or lies as a contiguous result of @p shape does.
bool liesAs(const at::Tensor& x, at::IntArrayRef shape)
{
    return x.numel() == 1 || (x.is_contiguous() && x.sizes() == shape);
}

/// Nothing where an operand's runs don't lie side by side.
std::optional<at::Tensor> selected(const at::Tensor& condition, const at::Tensor& x, const at::Tensor& y)
{
    const auto shape = at::infer_size(at::infer_size(condition.sizes(), x.sizes()), y.sizes());
    auto to = newTensor(shape, at::kFloat);
    if (to.numel() == 0)
        return {};
    const bool isOneRun = liesAs(condition, shape) && liesAs(x, shape) && liesAs(y, shape);
    const auto rowShape = isOneRun ? std::vector<std::int64_t>{to.numel()} : shape;
    const auto source = [&](const at::Tensor& each) { return Source(isOneRun ? each.reshape(-1) : each, rowShape); };
    const Operands operands{source(condition), source(x), source(y)};
    if (!operands.areRuns())
        return {};
    const auto size = rowShape.back(), rows = to.numel() / size, work = to.numel() * kProductsPerElement;
    auto* const first = to.data_ptr<float>();
    if (rows == 1)
        forEachPart(size, work,
                    [&](std::int64_t begin, std::int64_t end) { operands.select(0, begin, end, first + begin); });
    else
        forEachPart(rows, work, [&](std::int64_t begin, std::int64_t end) {
            for (auto row = begin; row < end; ++row)
                operands.select(row, 0, size, first + row * size);
        });
    return to;
}

bool isSelectable(const KernelCall& call)
{
    const auto isOurs = [](const Tensor& x) { return x.data.is_cpu(); };
    return call.input(1).data.scalar_type() == at::kFloat && std::ranges::all_of(call.inputs, isOurs)
           && !isOneDifferentiated(call.inputs);
}

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& condition = call.required(0);
    const auto& x = call.required(1);
    const auto& y = call.required(2);
    expectType(condition, "input 0 (condition)", {graph::DataType::Bool});
    expectSameType(y, "input 2 (y)", x);
    expectBroadcastable(x, y);
    expectBroadcastable(condition, x);
    expectBroadcastable(condition, y);
    if (isSelectable(call))
        if (auto result = selected(condition.data, x.data, y.data))
            return {{std::move(*result), x.type}};
    return {{at::where(condition.data, x.data, y.data), x.type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Where", 9, kLatestOpset, stateless<evaluate>}});
}

} // namespace ql::ops::kernels::where
