// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/tflite/graph_maker.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::import::tflite {

constexpr std::string_view kTflite = "tflite"; ///< the domain of operators on integers, and of what no other has
constexpr std::string_view kMicrosoft = "com.microsoft";
constexpr int kStandardOpset = 21;

/// What a fused activation is, by ActivationFunctionType's numbers.
enum class Activation : std::int8_t { None, Relu, ReluN1To1, Relu6, Tanh, SignBit };

/// An operation of the file while nodes are made of it.
class Operation {
public:
    using ValueId = graph::ValueId;
    using Inputs = std::vector<ValueId>;

    Operation(GraphMaker& maker, const OperatorTable& table)
        : m_maker(maker)
        , m_table(table)
    {
    }

    const OperatorTable& table() const { return m_table; }
    const FlatTable& options() const { return m_table.options; }
    std::size_t inputCount() const { return m_table.inputs.size(); }
    std::size_t outputCount() const { return m_table.outputs.size(); }
    bool has(std::size_t input) const { return input < inputCount() && m_table.inputs[input] >= 0; }
    /// @pre has(input)
    const TensorTable& input(std::size_t input) const { return m_maker.tensor(m_table.inputs[input]); }
    const TensorTable& output(std::size_t output = 0) const { return m_maker.tensor(m_table.outputs[output]); }
    /// Whether inputs 0 … @p count - 1 and output 0 are quantized.
    bool isInteger(std::size_t count = 1) const;
    /// Whether input 0 and output 0 are floats.
    bool isFloat() const;

    /// Input @p input as it is, invalid where it is left out.
    ValueId in(std::size_t input) const { return has(input) ? m_maker.read(m_table.inputs[input]) : ValueId{}; }
    /// The same as floats, dequantized where it holds integers.
    ValueId asFloats(std::size_t input);
    /// Adds input @p input with its scale and zero point to @p inputs.
    void addQuantized(Inputs& inputs, std::size_t input) const;
    ValueId outScale() const { return m_maker.scaleOf(m_table.outputs[0]); }
    ValueId outZeroPoint() const { return m_maker.zeroPointOf(m_table.outputs[0]); }
    ValueId out(std::size_t output = 0) const { return m_maker.give(m_table.outputs[output]); }
    std::vector<ValueId> outs() const;
    /// A constant input of integers, or nothing.
    std::optional<std::vector<std::int64_t>> known(std::size_t input) const;

    ValueId constant(std::string_view what, graph::TensorData data) const;
    ValueId constantInts(std::string_view what, const std::vector<std::int64_t>& numbers) const;
    ValueId constantFloat(std::string_view what, float number) const;

    /// A node that gives the operation's outputs.
    void give(std::string_view type, Inputs inputs, graph::Attributes attributes = {}, std::string_view domain = {});
    /// A node before that one; its value is called after @p what.
    ValueId between(std::string_view what, std::string_view type, Inputs inputs, graph::Attributes attributes = {},
                    std::string_view domain = {});
    /// give() of a node on floats and of the activation behind it.
    void giveActivated(Activation activation, std::string_view type, Inputs inputs, graph::Attributes attributes = {},
                       std::string_view domain = {});
    /// Makes the operation's output of @p value by an activation. @pre activation isn't None
    void activate(Activation activation, ValueId value);

private:
    graph::NodeSpec node(std::string_view type, Inputs inputs, graph::Attributes attributes,
                         std::string_view domain) const;
    std::string named(std::string_view what) const;

    GraphMaker& m_maker;
    const OperatorTable& m_table;
};

/// Attributes by their names.
graph::Attributes attributesOf(std::initializer_list<graph::Attributes::Entry> entries);

} // namespace ql::import::tflite
