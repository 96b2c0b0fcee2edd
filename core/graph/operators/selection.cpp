// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that choose, find or write elements.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "ArgMax", .quantizing = Quantizing::EveryInput, .shapes = shapes::extreme},
    {.name = "ArgMin", .shapes = shapes::extreme},
    {.name = "Compress", .kind = OpKind::DataMovement},
    {.name = "Gather",
     .kind = OpKind::DataMovement,
     .quantizing = Quantizing::Passing,
     .integerForm = IntegerForm::Moved,
     .readsTable = true,
     .shapes = shapes::gather},
    {.name = "GatherElements",
     .kind = OpKind::DataMovement,
     .quantizing = Quantizing::Passing,
     .shapes = shapes::likeIndices},
    {.name = "GatherND", .kind = OpKind::DataMovement},
    {.name = "NonMaxSuppression", .settings = Settings::AfterFirstListed},
    {.name = "NonZero", .shapes = shapes::nonZero},
    {.name = "OneHot", .settings = Settings::AfterFirstListed, .shapes = shapes::oneHot},
    {.name = "Scatter", .kind = OpKind::DataMovement, .shapes = shapes::likeFirst},
    {.name = "ScatterElements", .kind = OpKind::DataMovement, .shapes = shapes::likeFirst},
    {.name = "ScatterND", .kind = OpKind::DataMovement, .shapes = shapes::likeFirst},
    {.name = "TensorScatter", .shapes = shapes::likeFirst},
    {.name = "TopK", .quantizing = Quantizing::Passing, .shapes = shapes::topK},
    {.name = "Trilu", .kind = OpKind::DataMovement, .shapes = shapes::likeFirst},
    {.name = "Unique"},
    {.name = "GatherND", .domain = kMicrosoft, .kind = OpKind::DataMovement},
    {.name = "Trilu", .domain = kMicrosoft, .kind = OpKind::DataMovement},
};

} // namespace

std::span<const OperatorTraits> selection()
{
    return kRows;
}

} // namespace ql::graph::rows
