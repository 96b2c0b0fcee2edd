// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/quantized_graph/integer_operands.h"
#include "core/results/layer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// One input of an operator that holds data (no scale, shape or index), seen through the quantizer before it.
struct Operand {
    enum class Role { Activation, Weight, Bias };
    Role role = Role::Activation;
    std::size_t slot = 0;
    int floatSlot = 0;                           ///< the input of the float operator that it stands for
    graph::ValueId read;                         ///< what the node reads
    graph::ValueId values;                       ///< whose elements tell its numbers; integers go with the quantizer
    graph::ValueId integers;                     ///< behind the DequantizeLinear, or read itself; invalid for floats
    const graph::TensorData* constant = nullptr; ///< the initializer behind it
    std::optional<results::QuantizerInfo> quantizer; ///< of constant scale
    bool isInteger = false;                          ///< values holds integers
    bool isDynamic = false;                          ///< its scale is made while the model runs
    bool isFake = false;                             ///< read comes from a node that quantizes and dequantizes in one

    bool isQuantized() const { return integers.isValid() || isDynamic || isFake; }
};

/// Tells weights from activations and finds quantizers in one graph, which must outlive it.
class OperandReader {
public:
    OperandReader(const graph::Graph& graph, const std::vector<graph::NodeId>& order);

    /// In the order of the node's inputs. None for quantizers themselves.
    std::vector<Operand> operandsOf(const graph::Node& node) const;
    /// Whether @p value depends on initializers alone.
    bool isFixed(graph::ValueId value) const { return value.isValid() && m_isFixed[value.position()]; }
    /// The quantizer of the integers that @p value holds, if its scale is constant.
    std::optional<results::QuantizerInfo> quantizerOf(graph::ValueId value) const
    {
        return value.isValid() ? m_quantizers[value.position()] : std::nullopt;
    }

private:
    std::vector<Operand> integerOperands(const graph::Node& node, const quant::IntegerSignature& signature) const;
    std::vector<Operand> packedOperands(const graph::Node& node) const;
    std::vector<Operand> storedOperand(const graph::Node& node, std::size_t slot) const;
    Operand integerOperand(const graph::Node& node, const quant::IntegerOperand& slots) const;
    std::optional<Operand> floatOperand(const graph::Node& node, std::size_t slot, bool isBias) const;
    void lookBehindQuantizer(Operand& operand) const;
    bool lookBehindFakeQuantizer(Operand& operand) const;
    void moveAxis(Operand& operand) const;
    const graph::Node* producerOf(graph::ValueId value) const;
    bool isData(graph::ValueId value) const;

    const graph::Graph& m_graph;
    std::vector<std::optional<results::QuantizerInfo>> m_quantizers; ///< by value index
    std::vector<bool> m_isFixed;                                     ///< by value index
    std::vector<graph::ValueId> m_unmoved; ///< by value index: what it was before its elements were moved
};

/// The type of the integers @p value, or what their zero point says when the file doesn't; uint8 without either.
graph::DataType integerTypeOf(const graph::Graph& graph, graph::ValueId value, graph::ValueId zeroPoint);

} // namespace ql::analysis
