// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ops/registry.h"

#include <initializer_list>
#include <string_view>

namespace ql::ops {

/// @throws Error (ShapeMismatch) "input 1 (weight) has rank 3, expected 4"
void expectRank(const Tensor& tensor, const Message& what, std::int64_t rank);
/// @throws Error (TypeMismatch) "input 0 (x) has type float16, expected float32 or float64"
void expectType(const Tensor& tensor, const Message& what, std::initializer_list<graph::DataType> allowed);
/// @throws Error (TypeMismatch) "input 1 (b) has type int64, expected float32 as input 0"
void expectSameType(const Tensor& tensor, const Message& what, const Tensor& first);
/// @throws Error (ShapeMismatch) "input shapes 2x3 and 4 can't be broadcast to one shape"
void expectBroadcastable(const Tensor& a, const Tensor& b);
/// @throws Error (TypeMismatch) unless float16, bfloat16, float32 or float64.
void expectFloat(const Tensor& tensor, const Message& what);
/// Refuses a tensor that is about to be made and that no memory of this machine holds, or whose size is negative.
/// @throws Error (ShapeMismatch) "a float32 tensor of shape 1000000x1000000 doesn't fit in memory"
void expectAffordable(const graph::Shape& shape, graph::DataType type);
/// Maps a possibly negative axis into 0 … rank-1. @throws Error (InvalidNode)
std::int64_t normalizedAxis(std::int64_t axis, std::int64_t rank);
/// The integers of a 1-D (or scalar) int32 or int64 tensor. @throws Error (TypeMismatch)
std::vector<std::int64_t> toInts(const Tensor& tensor, const Message& what);

/// The type of computable elements that the integer @p attribute names; Undefined for 0, @p fallback where it is
/// missing.
/// @throws Error (InvalidNode) for a number that is no element type; (TypeMismatch) for one that isn't computed with
graph::DataType elementTypeOf(const graph::Node& node, std::string_view attribute,
                              graph::DataType fallback = graph::DataType::Undefined);

/// The axes input of opset ≥ 13 style operators, or the attribute of older ones, or nothing.
std::optional<std::vector<std::int64_t>> axesOf(const KernelCall& call, std::size_t input,
                                                const std::vector<std::int64_t>& attribute, bool hasAttribute);

} // namespace ql::ops
