// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/quantization/block_table.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/quant/constant_transforms.h"
#include "core/quant/point_extraction.h"
#include "core/quant/quantized_graph/integer_operands.h"
#include "core/runs/program/constant_values.h"

#include <functional>
#include <optional>
#include <string>

namespace ql::quant {

/// What stands behind one quantized input of a node: a value, the grid that it is put on, and when that is computed.
struct FoundQuantizer {
    QuantizerRole role = QuantizerRole::Activation;
    std::string dtype; ///< of the grid's numbers
    std::string key;   ///< the tensor that holds them
    /// Float in, float out; of a weight, which ignores what it is given, computed once, else at each run.
    Transform apply;
    /// Nothing where the data's own range decides, or scales come in blocks.
    std::optional<results::QuantizerInfo> parameters;
};

/// Reads the quantizers of one graph, which must outlive it, whatever their form: Q/DQ, fake quantizers, integer
/// operators, packed weights, and what is only moved behind one of these. One thread at a time.
class QuantizerReader {
public:
    using Found = FoundQuantizer;

    explicit QuantizerReader(const graph::Graph& graph)
        : m_analysis(graph)
        , m_values(graph)
    {
    }

    /// What makes @p value, if that quantizes; a weight may have been moved since.
    std::optional<Found> behind(graph::ValueId value);
    /// Without anything that moves it.
    std::optional<Found> behindDequantize(graph::ValueId value);
    /// Whether @p value holds a quantized constant, whatever moved it since.
    bool isMovedWeight(graph::ValueId value) const;
    std::optional<Found> integerOperand(const graph::Node& node, const IntegerOperand& operand);
    std::optional<Found> integerBias(const graph::Node& node, const IntegerSignature& signature);
    /// Of DynamicQuantizeLSTM.
    std::optional<Found> recurrentOperand(const graph::Node& node, const IntegerOperand& operand);
    /// What @p node multiplies its packed weight with; nothing where that is floats as they come.
    std::optional<Found> packedInput(const graph::Node& node, const ops::WeightPacking& packing);
    std::optional<Found> packedWeight(const graph::Node& node, const ops::WeightPacking& packing);
    /// The whole table that @p node looks up in.
    std::optional<Found> table(const graph::Node& node, const ops::BlockTable& table);

    const runs::ConstantValues& values() const { return m_values; }

    static graph::ValueId inputOf(const graph::Node& node, int slot);

private:
    /// Whatever makes it of constants alone, such as the scales of blocks that are quantized themselves.
    ops::Tensor constant(graph::ValueId value) const;
    Transform always(const ops::Tensor& kept, std::function<ops::Tensor()> make);
    const graph::Node* producerOf(graph::ValueId value) const;
    std::optional<Found> withParameters(const graph::Node& dequantize, graph::ValueId integers,
                                        const ops::Tensor& scale, const ops::Tensor& zeroPoint);
    static Transform rounding(const graph::Node* quantize, const graph::Node& dequantize, const ops::Tensor& scale,
                              const ops::Tensor& zeroPoint, std::optional<results::QuantizerInfo>& info);
    std::optional<Found> fakeQuantized(const graph::Node& node);
    std::optional<Found> behindMoves(graph::ValueId value);
    void move(Found& found, const graph::Node& node) const;

    const graph::Graph& m_analysis;
    runs::ConstantValues m_values;
    ConstantTransforms m_constants;
};

} // namespace ql::quant
