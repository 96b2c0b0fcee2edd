// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/shape_rules/shape_context.h"

namespace ql::graph::shapes {

/// What the rows of the operators' tables name.
using Rule = void(ShapeContext&);

// control_flow.cpp
Rule choice, loop, scan;

// element_wise.cpp
Rule arithmetic, cast, castLike, comparison, dequantize, dynamicQuantize, floats, keptShape, likeFirst, normalization,
    quantize, quantizedArithmetic, quantizedWhere, truths, where;

// layout.cpp
Rule concat, crop, depthToSpace, flatten, quantizedConcat, reshape, spaceToDepth, split, squeeze, transpose, unsqueeze;

// product.cpp
Rule attention, embedding, matMulIntegerToFloat, fusedMatMul, gemm, groupQueryAttention, matMulInteger, wideMatMul,
    matMul, matMulNBits, multiHeadAttention, packedProjections, quantizedGemm, quantizedMatMul, recurrent,
    standardAttention;

// reduction.cpp
Rule extreme, poolGlobally, reduce;

// selection.cpp
Rule constantOfShape, expand, gather, gatherBlocks, likeIndices, nonZero, oneHot, pad, range, resize, shapeOf, sizeOf,
    slice, tile, topK;

// strings.cpp
Rule stringConcat, stringNormalizer, stringSplit;

// window.cpp
Rule convolution, integerConvolution, wideConvolution, pool, quantizedConvolution, transposedConvolution;

} // namespace ql::graph::shapes
