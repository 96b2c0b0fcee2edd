// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/operators/integer_signature.h"
#include "core/graph/operators/op_kind.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ql::graph {

/// Multiply-accumulate operations of one node from its concrete shapes; 0 where they are missing.
using MacFormula = std::uint64_t(const Node&, std::span<const Shape> inputs, std::span<const Shape> outputs);

/// What the rows of the operators' tables name as their formula.
namespace macs {

MacFormula attention, attentionOfOperands, convolution, matrixProduct, quantizedConvolution, recurrent,
    transposedConvolution;

} // namespace macs

class ShapeContext;
using ShapeRule = void (*)(ShapeContext&);

/// What multiplies by weights, as a quantized model's rules see it.
enum class Product { None, Convolution, TransposedConvolution, Matrix };

/// What an operator on integers does about the scale of what it gives.
enum class Integers {
    None,         ///< computes on floats
    Requantizing, ///< is told the scale of its result: QLinear*, QGemm
    Dynamic,      ///< of what it reads while it runs: DynamicQuantize*, and the *Integer that run behind it
    Other
};

enum class Arithmetic { None, Add, Subtract, Multiply, Divide, Power };

/// An activation that a quantizer's range may do by itself.
enum class Clamp { None, AtZero, AtBounds };

/// What a quantization plan does around an operator.
enum class Quantizing {
    None,       ///< nothing, unless the settings name the operator; then EveryInput
    EveryInput, ///< quantizes all inputs and outputs
    FirstInput, ///< quantizes the first input and the outputs; the others stay float parameters
    Weighted,   ///< a product: input 1 is a weight, input 2 a bias in int32
    Clamping,   ///< its output is quantized in place of its input
    Passing,    ///< hands on what it gets, when that is quantized
    Moving,     ///< quantizes what it gets and hands that on
    Choosing    ///< as EveryInput without the condition, once both sides are quantized
};

/// How an operator is written in a QOperator model.
enum class IntegerForm { None, Convolution, Gemm, MatMul, ElementWise, Choice, Joined, Unary, WholeLevels, Moved };

/// Whether the inputs after the first steer the operator rather than being computed on.
enum class Settings {
    None,
    AfterFirst,
    AfterFirstListed ///< they do, yet a comparison of weights lists them when they are constants
};

/// The hue of a node in the window's graph.
enum class Drawing { Other, Product, Activation, Join };

/// All that is known of one operator beside its kernel: a row of the tables in this folder. An operator without a row
/// is a Compute, of a family of its own, and nothing else.
struct OperatorTraits {
    std::string_view name;
    std::string_view domain = {}; ///< "" is ai.onnx
    OpKind kind = OpKind::Compute;
    std::string_view family = {}; ///< the operator whose work it does; empty: its own
    Drawing drawing = Drawing::Other;
    Product product = Product::None; ///< of Conv, ConvTranspose, Gemm and MatMul; ask a family's row for their kin
    Integers integers = Integers::None;
    const IntegerSignature* signature = nullptr; ///< where one on integers keeps operands, scales and zero points
    Arithmetic arithmetic = Arithmetic::None;
    Clamp clamp = Clamp::None;
    Quantizing quantizing = Quantizing::None;
    IntegerForm integerForm = IntegerForm::None;
    std::string_view attributeOfFloats = {}; ///< an attribute that its integer form lacks
    Settings settings = Settings::None;
    int gates = 0;                           ///< of a recurrent operator: how many its weights stack
    int biasSlot = -1;                       ///< the input that is added to the result; -1 where there is none
    bool continuesRun = false;               ///< may go on a run that a product begins: normalization, bias, activation
    bool isComposite = false;                ///< many models write it out in simpler operators
    bool keepsScale = false;                 ///< computes, yet integers come out in the scale in which they went in
    bool changesShapeOnly = false;           ///< the elements stay where they lie
    bool joins = false;                      ///< all inputs are data; others that move data have one such input
    bool addsUp = false;                     ///< its operands want one scale
    bool isPooling = false;                  ///< maximum or average, of windows or of everything
    bool isRecurrent = false;                ///< its weights are directions × rows × columns
    bool isPiecewiseConstant = false;        ///< gives floats that change by jumps alone: every derivative is 0
    bool isRandom = false;                   ///< gives other numbers each time
    bool putsChannelsLast = false;           ///< what it gives has its channels on the last axis
    bool hasFiltersChannelsLast = false;     ///< its weight is output × height × width × input channels
    bool foldsIntoConvolution = false;       ///< a factor and an offset per channel
    bool isFakeQuantizer = false;            ///< quantizes and dequantizes in one: floats in, floats out
    bool readsTable = false;                 ///< input 0 may be a weight, though the operator only moves data
    bool givesProbabilities = false;         ///< from 0 to 1
    bool hasTransB = false;                  ///< attribute transB says how its weight is stored
    bool runsOnMatrixUnit = false;           ///< which computes in integers only
    bool lacksChannels = false;              ///< a config may not ask for a scale per channel
    bool multipliesActivations = false;      ///< input 1 need not be a weight
    bool isCostUnknownWithoutShapes = false; ///< 0 MACs mean that shapes are missing; elsewhere a config prints the 0
    MacFormula* macs = nullptr;
    ShapeRule shapes = nullptr;       ///< what its outputs are, from what is known of its inputs
    std::string_view torchNames = {}; ///< torch's spellings, separated by spaces; the usual one first
};

/// The row of exactly this operator, or one that says nothing.
const OperatorTraits& traitsOf(std::string_view domain, std::string_view name);
inline const OperatorTraits& traitsOf(const Node& node)
{
    return traitsOf(node.domain, node.opType);
}

/// The row of an operator of that name in whatever domain, the standard's first: what an operator computes doesn't hang
/// on who defined it. Rows of one name agree but for kind, formula and shape rule. A domain before @p name is ignored.
const OperatorTraits& traitsNamed(std::string_view name);

/// What an operator computes, whatever computes it: Conv for Conv, QLinearConv, ConvInteger and FusedConv; MatMul for
/// Gemm, QGemm and MatMulInteger too; Reshape for Flatten, Squeeze and Unsqueeze. @p opType may carry its domain.
std::string familyOf(std::string_view opType);

/// The row of the operator that its family is called after.
inline const OperatorTraits& familyTraits(std::string_view opType)
{
    return traitsNamed(familyOf(opType));
}

/// The first of the standard's operators for which @p isMeant holds, or "": who adds a node needs a name for it.
std::string standardOperator(const std::function<bool(const OperatorTraits&)>& isMeant);

/// All rows, family by family.
std::span<const OperatorTraits* const> allOperators();

/// Along which the output channels of @p node's weight, its input 1, lie: 0 for a convolution, 1 for a transposed one,
/// the last for a product with a constant matrix, 0 where that isn't known.
std::int64_t weightChannelAxis(const Graph& graph, const Node& node);

} // namespace ql::graph
