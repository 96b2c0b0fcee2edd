// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

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

struct IntegerSignature {
    std::vector<IntegerOperand> operands;
    std::optional<IntegerBias> bias;
};

/// QLinear*, QGemm, *Integer, DynamicQuantize* (ONNX and com.microsoft operator pages); nothing for other operators.
std::optional<IntegerSignature> integerSignature(const graph::Node& node);

/// The axis of per-channel weight scales: 0 for convolutions and transposed QGemm weights, else the last.
std::int64_t channelAxis(const graph::Node& node, std::int64_t rank);

} // namespace ql::quant
