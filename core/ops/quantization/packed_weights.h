// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ql::ops {

/// How a product keeps its weight, blocks of a few bits that share a scale: com.microsoft's MatMulNBits and MatMulBnb4.
struct WeightPacking {
    std::int64_t depth = 0;     ///< K, the length of what it is multiplied with
    std::int64_t columns = 0;   ///< N
    std::int64_t blockSize = 0; ///< elements that share a scale
    std::int64_t bits = 4;
    bool isTable = false;           ///< each element is the number of an entry of a table, not an integer
    bool isNormalFloat = false;     ///< of a table: NF4, not FP4
    bool hasZeroPoints = false;     ///< else 0 lies in the middle, as with signed integers
    bool roundsActivations = false; ///< what it is multiplied with is rounded, too: see roundedInBlocks()

    /// Of one element: "int4", "uint4" where it has zero points, "nf4", "fp4".
    std::string typeName() const;
};

/// The integers in @p bytes, the lowest bits first, in int32: the last axis grows by 8 / @p bits.
at::Tensor unpackedIntegers(const at::Tensor& bytes, std::int64_t bits);

/// Whether @p node keeps its weight so, its input 1.
bool packsWeight(const graph::Node& node);

/// Whether @p node keeps several weights packed, or one in a form of its own: QMoE, MatMulFpQ4, MatMulNBitsMlp and
/// MatMulNBitsQkv of com.microsoft. Such a weight has no input of a float layer that it stands for.
bool packsWholeLayer(const graph::Node& node);

/// Nothing for other operators. @throws Error (InvalidNode) for attributes that no such weight has
std::optional<WeightPacking> weightPackingOf(const graph::Node& node);

/// Blocks of integers whose number of columns is the attribute @p columns of @p node. @throws Error (InvalidNode)
WeightPacking integerPacking(const graph::Node& node, std::string_view columns);

/// The weight in float32, [depth, columns] as MatMul takes it, out of the inputs of a node of that packing.
/// @throws Error (InvalidNode, ShapeMismatch, TypeMismatch)
at::Tensor unpackedWeight(const WeightPacking& packing, std::span<const Tensor> inputs);

/// Float32 @p x after each block of @p blockSize along its last axis went to int8 and back: largest magnitude / 127 is
/// a step, ties to even. What MatMulNBits does at accuracy_level 4 in ONNX Runtime's kernels for processors
/// (MlasQNBitGemm, SQNBIT_CompInt8). A block of zeros stays as it is, and so does one that isn't finite.
at::Tensor roundedInBlocks(const at::Tensor& x, std::int64_t blockSize);

} // namespace ql::ops
