// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/aten.h"

namespace ql::analysis {

/// Whether images in @p graph have their channels on the last axis, as TensorFlow Lite keeps them: its convolutions
/// have filters of that layout.
bool keepsChannelsLast(const graph::Graph& graph);

/// How the images of an analysis model lie against those of its baseline.
enum class LayoutChange { None, ToLast, ToFirst };
LayoutChange layoutChange(const graph::Graph& baseline, const graph::Graph& analysis);

/// @p sizes of an image as the other model declares them; others stay as they are.
graph::DeclaredShape turnedShape(graph::DeclaredShape sizes, LayoutChange change);

/// Whether two shapes are the same but for axes of one element, as recurrent layers have one for their directions in
/// one format and none in the other.
bool differInOnesOnly(const graph::DeclaredShape& left, const graph::DeclaredShape& right);

/// @p tensor of the analysis model in the baseline's layout where that gives @p shape, the baseline's, perhaps with
/// other axes of one element; else as it is.
at::Tensor turnedBack(const at::Tensor& tensor, const graph::Shape& shape, LayoutChange change);

} // namespace ql::analysis
