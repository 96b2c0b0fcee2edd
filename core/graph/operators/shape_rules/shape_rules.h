// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/shape_rules/shape_context.h"

/// What the rows of the operators' tables name as their shape rule.
namespace ql::graph::shapes {

// control_flow.cpp
void choice(ShapeContext& context);
void loop(ShapeContext& context);
void scan(ShapeContext& context);

// element_wise.cpp
void arithmetic(ShapeContext& context);
void cast(ShapeContext& context);
void castLike(ShapeContext& context);
void comparison(ShapeContext& context);
void dequantize(ShapeContext& context);
void dynamicQuantize(ShapeContext& context);
void floats(ShapeContext& context);
void likeFirst(ShapeContext& context);
void normalization(ShapeContext& context);
void quantize(ShapeContext& context);
void quantizedArithmetic(ShapeContext& context);
void quantizedWhere(ShapeContext& context);
void truths(ShapeContext& context);
void where(ShapeContext& context);

// layout.cpp
void concat(ShapeContext& context);
void depthToSpace(ShapeContext& context);
void flatten(ShapeContext& context);
void quantizedConcat(ShapeContext& context);
void reshape(ShapeContext& context);
void spaceToDepth(ShapeContext& context);
void split(ShapeContext& context);
void squeeze(ShapeContext& context);
void transpose(ShapeContext& context);
void unsqueeze(ShapeContext& context);

// product.cpp
void attention(ShapeContext& context);
void embedding(ShapeContext& context);
void floatOfIntegerProduct(ShapeContext& context);
void fusedMatMul(ShapeContext& context);
void gemm(ShapeContext& context);
void groupQueryAttention(ShapeContext& context);
void integerProduct(ShapeContext& context);
void matMul(ShapeContext& context);
void matMulNBits(ShapeContext& context);
void multiHeadAttention(ShapeContext& context);
void quantizedGemm(ShapeContext& context);
void quantizedMatMul(ShapeContext& context);
void recurrent(ShapeContext& context);
void standardAttention(ShapeContext& context);

// reduction.cpp
void extreme(ShapeContext& context);
void poolGlobally(ShapeContext& context);
void reduce(ShapeContext& context);

// selection.cpp
void constantOfShape(ShapeContext& context);
void expand(ShapeContext& context);
void gather(ShapeContext& context);
void likeIndices(ShapeContext& context);
void nonZero(ShapeContext& context);
void oneHot(ShapeContext& context);
void pad(ShapeContext& context);
void range(ShapeContext& context);
void resize(ShapeContext& context);
void shapeOf(ShapeContext& context);
void sizeOf(ShapeContext& context);
void slice(ShapeContext& context);
void tile(ShapeContext& context);
void topK(ShapeContext& context);

// window.cpp
void convolution(ShapeContext& context);
void integerConvolution(ShapeContext& context);
void pool(ShapeContext& context);
void quantizedConvolution(ShapeContext& context);
void transposedConvolution(ShapeContext& context);

} // namespace ql::graph::shapes
