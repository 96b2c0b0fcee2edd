// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions and running sums.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "CumSum", .quantizing = Quantizing::EveryInput, .shapes = shapes::likeFirst},
    {.name = "ReduceL1", .shapes = shapes::reduce},
    {.name = "ReduceL2", .shapes = shapes::reduce},
    {.name = "ReduceLogSum", .shapes = shapes::reduce},
    {.name = "ReduceLogSumExp", .shapes = shapes::reduce},
    {.name = "ReduceMax", .keepsScale = true, .shapes = shapes::reduce},
    {.name = "ReduceMean", .shapes = shapes::reduce, .torchNames = "torch.mean"},
    {.name = "ReduceMin", .keepsScale = true, .shapes = shapes::reduce},
    {.name = "ReduceProd", .shapes = shapes::reduce},
    {.name = "ReduceSum", .shapes = shapes::reduce, .torchNames = "torch.sum"},
    {.name = "ReduceSumSquare", .shapes = shapes::reduce},
    {.name = "ReduceSumInteger", .domain = kMicrosoft, .family = "ReduceSum", .integers = Integers::Dynamic},
};

} // namespace

std::span<const OperatorTraits> reduction()
{
    return kRows;
}

} // namespace ql::graph::rows
