// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/model_weights.h"
#include "core/import/weights_only.h"
#include "core/ops/quantization/block_table.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/quant/quantized_graph/integer_operands.h"

namespace ql::analysis {

/// How a constant operand lies in the file, and how to get its real numbers.
struct StoredWeight {
    graph::ValueId root; ///< the constant that it is made from by Q/DQ, casts and data movement
    graph::Shape shape;
    std::string dtype;
    std::string granularity;
    std::optional<results::QuantizerInfo> quantizer;
    std::function<at::Tensor()> read;
    std::function<double()> largestStep; ///< as ModelWeight::largestStep
};

/// Input @p slot of @p node as floating-point constant, perhaps behind a DequantizeLinear; nothing for other inputs.
/// @p constants must outlive what read() is used.
std::optional<StoredWeight> floatOperand(const runs::ConstantValues& constants, const graph::Node& node, int slot);

/// A constant integer operand. Its read() throws where no constant scale is found.
std::optional<StoredWeight> integerOperand(const runs::ConstantValues& constants, const graph::Node& node,
                                           const quant::IntegerOperand& operand);

/// The integers that @p node looks up in its input 0, in the one scale of the DequantizeLinear that reads what it
/// gives.
std::optional<StoredWeight> lookedUpOperand(const runs::ConstantValues& constants, const graph::Node& node);

/// The weight that @p node keeps packed; its read() gives it as MatMul takes it. Nothing where it isn't constant.
std::optional<StoredWeight> packedOperand(const runs::ConstantValues& constants, const graph::Node& node,
                                          const ops::WeightPacking& packing);

/// The table in blocks that @p node looks up in. Nothing where it isn't constant.
std::optional<StoredWeight> tableOperand(const runs::ConstantValues& constants, const graph::Node& node,
                                         const ops::BlockTable& table);

/// A constant int32 bias, scaled by the product of the scales of operands 0 and 1.
std::optional<StoredWeight> integerBias(const runs::ConstantValues& constants, const graph::Node& node,
                                        const quant::IntegerSignature& signature);

/// The axis of output channels that the operator has in its input @p floatSlot, else the quantizer's; nothing for
/// vectors.
std::optional<std::int64_t> channelAxisOf(const ModelWeight& weight, const graph::Node& node, int floatSlot);

/// The weights of a file without a network: its floating-point and quantized tensors, without what observers noted and
/// single numbers. A weight's layer is the module that its name begins with; "weight" and "bias" stand for the inputs
/// that they are in a network. @p tensors must outlive what read() is used.
std::vector<ModelWeight> stateWeights(const std::vector<importers::StoredTensor>& tensors);

} // namespace ql::analysis
