// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"
#include "core/graph/ir/graph.h"
#include "core/ops/aten.h"

namespace ql::analysis {

/// How the values of an analysis model lie against those of its baseline.
enum class LayoutChange { None, ToLast, ToFirst };
LayoutChange layoutChange(bool isBaselineLast, bool isAnalysisLast);
inline LayoutChange layoutChange(const Layer& baseline, const Layer& analysis)
{
    return layoutChange(baseline.isChannelsLast, analysis.isChannelsLast);
}

/// The baseline's @p sizes as the analysis model declares them; those of less than three axes stay as they are.
graph::DeclaredShape turnedShape(graph::DeclaredShape sizes, LayoutChange change);

/// Whether two shapes are the same but for axes of one element, as recurrent layers have one for their directions in
/// one format and none in the other, or but for axes before the last that one makes a single axis, as a Gemm in place
/// of a MatMul needs. Unknown sizes rule nothing out.
bool holdSameRows(const graph::DeclaredShape& left, const graph::DeclaredShape& right);

/// Whether a value of shape @p analysis may be that of shape @p baseline: by @p change, with the same rows, or, where
/// no layout is known to change, with its channels elsewhere. Unknown sizes rule nothing out.
bool fit(const graph::DeclaredShape& baseline, const graph::DeclaredShape& analysis, LayoutChange change);

/// @p tensor of the analysis model in the baseline's layout where that gives @p shape, the baseline's, perhaps with
/// its rows in other groups; else as it is. Where no layout is known to change, and shapes differ, in the one that
/// fits.
at::Tensor turnedBack(const at::Tensor& tensor, const graph::Shape& shape, LayoutChange change);

} // namespace ql::analysis
