// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <cstdint>

namespace ql::analysis {

/// Whether what @p output declares leaves something to measure: strings don't.
bool isMeasurable(const graph::Value& output);
/// @throws Error (BadArgument) "output label holds strings: there is nothing to measure"
void requireMeasurable(const graph::Value& output);

/// What of @p value two models can be compared by: a tensor, of strings too, itself; the values of a map, or of a
/// sequence of maps with the same keys, stacked along a new first axis; of anything else an undefined tensor.
ops::Tensor measurable(const ops::Tensor& value);

/// The keys that every map of @p value has, a list of strings or int64; undefined where it holds none.
ops::Tensor commonKeys(const ops::Tensor& value);

/// How many strings of one tensor equal those of the other. @pre both hold strings, of one shape
std::uint64_t equalStrings(const ops::Tensor& a, const ops::Tensor& b);

} // namespace ql::analysis
