// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace ql::graph {

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

/// What the rows of the operators' tables name as their signature (ONNX and com.microsoft operator pages).
namespace signatures {

extern const IntegerSignature kAccumulating;
extern const IntegerSignature kAttention;
extern const IntegerSignature kBinary;
extern const IntegerSignature kChoice;
extern const IntegerSignature kConvolution;
extern const IntegerSignature kDynamicLstm;
extern const IntegerSignature kDynamicProduct;
extern const IntegerSignature kGemm;
extern const IntegerSignature kToFloat;
extern const IntegerSignature kUnary;

} // namespace signatures

} // namespace ql::graph
