// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions and running sums.
#include "core/graph/operators/row.h"

namespace ql::graph::families::reduction {

namespace {

constexpr std::array kRows{
    op("CumSum", Quantizing::EveryInput, shapes::likeFirst),
    op("ReduceL1", shapes::reduce),
    op("ReduceL2", shapes::reduce),
    op("ReduceLogSum", shapes::reduce),
    op("ReduceLogSumExp", shapes::reduce),
    op("ReduceMax", &T::keepsScale, shapes::reduce),
    op("ReduceMean", shapes::reduce, Torch{"torch.mean"}),
    op("ReduceMin", &T::keepsScale, shapes::reduce),
    op("ReduceProd", shapes::reduce),
    op("ReduceSum", shapes::reduce, Torch{"torch.sum"}),
    op("ReduceSumSquare", shapes::reduce),
    microsoft("ReduceSumInteger", Family{"ReduceSum"}, Integers::Dynamic),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::families::reduction
