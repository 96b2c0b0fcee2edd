// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that choose, find or write elements.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::selection {

namespace {

constexpr std::array kRows{
    op("ArgMax", Quantizing::EveryInput, shapes::extreme),
    op("ArgMin", shapes::extreme),
    op("Compress", OpKind::DataMovement),
    op("Gather", OpKind::DataMovement, Quantizing::Passing, IntegerForm::Moved, &T::readsTable, shapes::gather),
    op("GatherElements", OpKind::DataMovement, Quantizing::Passing, shapes::likeIndices),
    op("GatherND", OpKind::DataMovement),
    op("NonMaxSuppression", Settings::AfterFirstListed),
    op("NonZero", shapes::nonZero),
    op("OneHot", Settings::AfterFirstListed, shapes::oneHot),
    op("Scatter", OpKind::DataMovement, shapes::likeFirst),
    op("ScatterElements", OpKind::DataMovement, shapes::likeFirst),
    op("ScatterND", OpKind::DataMovement, shapes::likeFirst),
    op("TensorScatter", shapes::likeFirst),
    op("TopK", Quantizing::Passing, shapes::topK),
    op("Trilu", OpKind::DataMovement, shapes::likeFirst),
    op("Unique"),
    microsoft("GatherBlockQuantized", Family{"Gather"}, shapes::gatherBlocks),
    microsoft("GatherND", OpKind::DataMovement),
    microsoft("Trilu", OpKind::DataMovement),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::selection
