// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ql::quant {

/// Where an operator that computes on integers keeps one quantized operand, its scale and its zero point, and which
/// input of the float operator it stands for. Slots that an operator lacks are -1.
struct IntegerOperand {
    int slot = -1;
    int scaleSlot = -1;
    int zeroPointSlot = -1;
    int floatSlot = -1;
    bool isDynamic = false; ///< a float input that the operator quantizes by the data's own range
};

/// A bias in int32 whose scale is the product of the scales of operands 0 and 1.
struct IntegerBias {
    int slot = -1;
    int floatSlot = -1;
};

/// An input that stays in float.
struct FloatOperand {
    int slot = -1;
    int floatSlot = -1;
};

struct IntegerSignature {
    std::vector<IntegerOperand> operands;
    std::optional<IntegerBias> bias;
    int resultScaleSlot = -1; ///< the zero point follows it; -1 where the result isn't quantized
    std::vector<FloatOperand> floats;
    bool isComposite = false; ///< quantizes inside as well: no quantizers on a float operator's edges stand for it
};

/// QLinear*, QGemm, QAttention, *Integer, DynamicQuantize* (ONNX and com.microsoft operator pages); nothing for other
/// operators.
std::optional<IntegerSignature> integerSignature(const graph::Node& node);

/// Whether input @p slot holds data; the others are scales, zero points and settings.
bool isDataSlot(const IntegerSignature& signature, std::size_t slot);

/// Where the scale of @p operand comes from: its own input, or for ConvInteger and MatMulInteger the factor in the
/// product behind the Cast that follows. Invalid when it can't be told.
graph::ValueId scaleOf(const graph::Graph& graph, const graph::Node& node, const IntegerOperand& operand);

/// The axis of per-channel weight scales: 0 for convolutions and transposed QGemm weights, else the last.
std::int64_t channelAxis(const graph::Node& node, std::int64_t rank);

} // namespace ql::quant
