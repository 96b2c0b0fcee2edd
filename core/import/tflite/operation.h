// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/tflite/graph_maker.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::importers::tflite {

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
    const TensorTable& input(std::size_t input) const { return tensor(m_table.inputs[input]); }
    const TensorTable& output(std::size_t output = 0) const { return tensor(m_table.outputs[output]); }
    /// Whether inputs 0 … @p count - 1 and output 0 are quantized.
    bool isInteger(std::size_t count = 1) const;
    /// Whether input 0 and output 0 are floats.
    bool isFloat() const;

    /// From now on the operation seems to work on the floats that its integers stand for. False where it has none.
    bool computeInFloats();
    /// Makes the outputs' integers of what was given since computeInFloats().
    void quantizeOutputs();

    /// Input @p input as it is, invalid where it is left out.
    ValueId in(std::size_t input);
    /// The same as floats, dequantized where it holds integers.
    ValueId asFloats(std::size_t input);
    /// Adds input @p input with its scale and zero point to @p inputs.
    void addQuantized(Inputs& inputs, std::size_t input);
    /// Adds scale and zero point of what the operation computes inside. @throws Error (FileCorrupt) without one of each
    void addIntermediate(Inputs& inputs, std::size_t intermediate);
    ValueId outScale() const { return m_maker.scaleOf(m_table.outputs[0]); }
    ValueId outZeroPoint() const { return m_maker.zeroPointOf(m_table.outputs[0]); }
    ValueId out(std::size_t output = 0);
    std::vector<ValueId> outs();
    /// A constant input of integers, or nothing.
    std::optional<std::vector<std::int64_t>> known(std::size_t input) const;

    ValueId constant(std::string_view what, graph::TensorData data) const;
    ValueId constantInts(std::string_view what, const std::vector<std::int64_t>& numbers) const;
    ValueId constantFloat(std::string_view what, float number) const;

    /// A node that gives the operation's outputs.
    void give(std::string_view type, Inputs inputs, graph::Attributes attributes = {}, std::string_view domain = {});
    /// A node that gives output @p output alone.
    void giveOutput(std::size_t output, std::string_view type, Inputs inputs, graph::Attributes attributes = {});
    /// A node before that one; its value is called after @p what.
    ValueId between(std::string_view what, std::string_view type, Inputs inputs, graph::Attributes attributes = {},
                    std::string_view domain = {});
    /// between() of a node with @p count outputs, which are named after @p what and their numbers.
    std::vector<ValueId> severalBetween(std::string_view what, std::string_view type, Inputs inputs, std::size_t count,
                                        graph::Attributes attributes = {}, std::string_view domain = {});
    /// give() of a node that runs graphs which read @p captures.
    void giveControl(std::string_view type, Inputs inputs, graph::Attributes attributes, Inputs captures);
    /// give() of a node on floats and of the activation behind it.
    void giveActivated(Activation activation, std::string_view type, Inputs inputs, graph::Attributes attributes = {},
                       std::string_view domain = {});
    /// Makes the operation's output of @p value by an activation. @pre activation isn't None
    void activate(Activation activation, ValueId value);

    GraphMaker& maker() const { return m_maker; }

private:
    const TensorTable& tensor(std::int32_t index) const;
    ValueId dequantized(std::size_t input, std::int32_t index);
    graph::NodeSpec node(std::string_view type, Inputs inputs, graph::Attributes attributes,
                         std::string_view domain) const;
    std::string named(std::string_view what) const;

    GraphMaker& m_maker;
    const OperatorTable& m_table;
    std::map<std::int32_t, TensorTable> m_floats; ///< what tensors seem to be since computeInFloats()
    std::map<std::int32_t, ValueId> m_dequantized;
    std::map<std::int32_t, ValueId> m_unquantized; ///< outputs before their quantizers
};

/// Attributes by their names.
graph::Attributes attributesOf(std::initializer_list<graph::Attributes::Entry> entries);

} // namespace ql::importers::tflite
