// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <string_view>
#include <vector>

namespace ql::ops {

inline constexpr const char* kMl = "ai.onnx.ml"; ///< the domain of the standard's classical models

/// A list of int64, floats or strings from an attribute of @p node; undefined where the node lacks it.
Tensor listOfInts(const graph::Node& node, std::string_view attribute);
Tensor listOfFloats(const graph::Node& node, std::string_view attribute);
Tensor listOfStrings(const graph::Node& node, std::string_view attribute);
/// The one of two attributes that @p node has. @throws Error (InvalidNode) when it has both or neither
Tensor labelsOf(const graph::Node& node, std::string_view integers, std::string_view strings);

/// How many elements a list has.
std::size_t lengthOf(const Tensor& list);
/// The elements of @p list at @p places, as a tensor of @p shape. @pre every place is one of the list
Tensor chosen(const Tensor& list, const std::vector<std::int64_t>& places, const graph::Shape& shape);

} // namespace ql::ops
