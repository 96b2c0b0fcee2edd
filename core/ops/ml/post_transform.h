// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <array>
#include <span>

namespace ql::ops {

/// What becomes of a row of scores, one per class or target.
enum class PostTransform {
    None,
    Softmax,
    Logistic,
    SoftmaxZero, ///< softmax in which a score of zero stays zero
    Probit       ///< the normal distribution's quantile
};

/// Attribute post_transform of @p node. @throws Error (InvalidNode) for an unknown word
PostTransform postTransformOf(const graph::Node& node);

/// Changes the scores of one row. Probit by Winitzki's approximation of the inverse error function with a = 0.147
/// (2008), as ONNX Runtime has it: within 0.002 of the quantile, NaN outside 0 … 1.
void transform(PostTransform transform, std::span<float> scores);
/// A single score, which only Probit changes: the others are about several.
float transformed(PostTransform transform, float score);
float logistic(float x);

/// The scores of two classes of which only the second one's was worked out, as ONNX Runtime gives them: {1 - s, s} of
/// what is a probability, else {-s, s}, of which Logistic makes {logistic(-s), logistic(s)}. Probit gives one score.
std::array<float, 2> scoresOfTwo(PostTransform transform, float score, bool isProbability);

} // namespace ql::ops
