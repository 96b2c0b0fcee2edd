// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tflite/operation.h"

#include "core/base/error.h"
#include "core/import/tflite/operator_names.h"

#include <utility>

namespace ql::importers::tflite {

using graph::DataType;
using graph::TensorData;
using graph::ValueId;

graph::Attributes attributesOf(std::initializer_list<graph::Attributes::Entry> entries)
{
    graph::Attributes attributes;
    for (const auto& [name, value] : entries)
        attributes.set(name, value);
    return attributes;
}

bool Operation::isInteger(std::size_t count) const
{
    for (std::size_t i = 0; i < count; ++i)
        if (!has(i) || !input(i).isQuantized())
            return false;
    return outputCount() > 0 && output().isQuantized();
}

bool Operation::isFloat() const
{
    return has(0) && outputCount() > 0 && input(0).type == DataType::Float && output().type == DataType::Float;
}

const TensorTable& Operation::tensor(std::int32_t index) const
{
    const auto seeming = m_floats.find(index);
    return seeming == m_floats.end() ? m_maker.tensor(index) : seeming->second;
}

bool Operation::computeInFloats()
{
    for (const auto* tensors : {&m_table.inputs, &m_table.outputs})
        for (const auto index : *tensors) {
            if (index < 0 || !m_maker.tensor(index).isQuantized())
                continue;
            auto floats = m_maker.tensor(index);
            floats.type = DataType::Float;
            floats.quantization = {};
            floats.data = {};
            floats.isConstant = false;
            m_floats.emplace(index, std::move(floats));
        }
    return !m_floats.empty();
}

void Operation::quantizeOutputs()
{
    for (const auto& [index, value] : m_unquantized) {
        auto made = node("QuantizeLinear", {value, m_maker.scaleOf(index), m_maker.zeroPointOf(index)},
                         attributesOf({{"axis", m_maker.tensor(index).quantization.axis}}), kTflite);
        made.outputs = {m_maker.give(index)};
        m_maker.addNode(std::move(made));
    }
}

ValueId Operation::in(std::size_t input)
{
    if (!has(input))
        return {};
    const auto index = m_table.inputs[input];
    return m_floats.contains(index) ? dequantized(input, index) : m_maker.read(index);
}

ValueId Operation::out(std::size_t output)
{
    const auto index = m_table.outputs[output];
    if (!m_floats.contains(index))
        return m_maker.give(index);
    return m_unquantized[index] = m_maker.addBetween(m_maker.tensor(index).name + "/in_floats", DataType::Float);
}

ValueId Operation::dequantized(std::size_t input, std::int32_t index)
{
    auto& known = m_dequantized[index];
    if (!known.isValid())
        known = between("input_" + std::to_string(input), "DequantizeLinear",
                        {m_maker.read(index), m_maker.scaleOf(index), m_maker.zeroPointOf(index)},
                        attributesOf({{"axis", m_maker.tensor(index).quantization.axis}}));
    return known;
}

ValueId Operation::asFloats(std::size_t input)
{
    if (!has(input))
        return {};
    const auto& tensor = this->input(input);
    if (tensor.type == DataType::Float16)
        return between("input_" + std::to_string(input), "Cast", {in(input)},
                       attributesOf({{"to", std::int64_t(DataType::Float)}}));
    return tensor.isQuantized() ? dequantized(input, m_table.inputs[input]) : in(input);
}

void Operation::addQuantized(Inputs& inputs, std::size_t input)
{
    const auto index = m_table.inputs[input];
    inputs.insert(inputs.end(), {in(input), m_maker.scaleOf(index), m_maker.zeroPointOf(index)});
}

void Operation::addIntermediate(Inputs& inputs, std::size_t intermediate)
{
    const auto& all = m_table.intermediates;
    if (intermediate >= all.size() || all[intermediate] < 0)
        throwDamaged(Message("it has no intermediate tensor {}, whose scale it needs", intermediate));
    const auto index = all[intermediate];
    const auto& tensor = m_maker.tensor(index);
    if (const auto count = tensor.quantization.scales.size(); count != 1)
        throwDamaged(
            Message("its intermediate tensor {} ({}) has {} scales, expected one", intermediate, tensor.name, count));
    inputs.insert(inputs.end(), {m_maker.scaleOf(index), m_maker.zeroPointOf(index)});
}

std::vector<ValueId> Operation::outs()
{
    std::vector<ValueId> all;
    for (std::size_t i = 0; i < outputCount(); ++i)
        all.push_back(out(i));
    return all;
}

std::optional<std::vector<std::int64_t>> Operation::known(std::size_t input) const
{
    if (!has(input) || !this->input(input).isConstant)
        return std::nullopt;
    const auto& tensor = this->input(input);
    if (tensor.type != DataType::Int32 && tensor.type != DataType::Int64)
        return std::nullopt;
    return TensorData::copyOf(tensor.type, tensor.shape, tensor.data).toInts();
}

std::string Operation::named(std::string_view what) const
{
    return (outputCount() == 0 ? operatorName(m_table) : output().name) + "/" + std::string(what);
}

ValueId Operation::constant(std::string_view what, TensorData data) const
{
    return m_maker.addConstant(named(what), std::move(data));
}

ValueId Operation::constantInts(std::string_view what, const std::vector<std::int64_t>& numbers) const
{
    return constant(what, TensorData::of<std::int64_t>(DataType::Int64, {std::int64_t(numbers.size())}, numbers));
}

ValueId Operation::constantFloat(std::string_view what, float number) const
{
    return constant(what, TensorData::of<float>(DataType::Float, {}, {number}));
}

graph::NodeSpec Operation::node(std::string_view type, Inputs inputs, graph::Attributes attributes,
                                std::string_view domain) const
{
    graph::NodeSpec node;
    node.domain = domain;
    node.opType = type;
    node.opset = domain.empty() ? kStandardOpset : 1;
    node.inputs = std::move(inputs);
    node.attributes = std::move(attributes);
    return node;
}

void Operation::give(std::string_view type, Inputs inputs, graph::Attributes attributes, std::string_view domain)
{
    auto made = node(type, std::move(inputs), std::move(attributes), domain);
    made.outputs = outs();
    m_maker.addNode(std::move(made));
}

void Operation::giveOutput(std::size_t output, std::string_view type, Inputs inputs, graph::Attributes attributes)
{
    auto made = node(type, std::move(inputs), std::move(attributes), {});
    made.outputs = {out(output)};
    m_maker.addNode(std::move(made));
}

ValueId Operation::between(std::string_view what, std::string_view type, Inputs inputs, graph::Attributes attributes,
                           std::string_view domain)
{
    auto made = node(type, std::move(inputs), std::move(attributes), domain);
    made.outputs = {m_maker.addBetween(named(what), DataType::Undefined)};
    made.hasMadeUpName = true;
    const auto value = made.outputs.front();
    m_maker.addNode(std::move(made));
    return value;
}

std::vector<ValueId> Operation::severalBetween(std::string_view what, std::string_view type, Inputs inputs,
                                               std::size_t count, graph::Attributes attributes, std::string_view domain)
{
    auto made = node(type, std::move(inputs), std::move(attributes), domain);
    for (std::size_t i = 0; i < count; ++i)
        made.outputs.push_back(m_maker.addBetween(named(what) + "_" + std::to_string(i), DataType::Undefined));
    made.hasMadeUpName = true;
    const auto values = made.outputs;
    m_maker.addNode(std::move(made));
    return values;
}

void Operation::giveControl(std::string_view type, Inputs inputs, graph::Attributes attributes, Inputs captures)
{
    auto made = node(type, std::move(inputs), std::move(attributes), {});
    made.captures = std::move(captures);
    made.outputs = outs();
    m_maker.addNode(std::move(made));
}

void Operation::giveActivated(Activation activation, std::string_view type, Inputs inputs, graph::Attributes attributes,
                              std::string_view domain)
{
    if (activation == Activation::None)
        return give(type, std::move(inputs), std::move(attributes), domain);
    activate(activation, between("before_activation", type, std::move(inputs), std::move(attributes), domain));
}

void Operation::activate(Activation activation, ValueId value)
{
    switch (activation) {
    case Activation::None:
    case Activation::Relu: return give("Relu", {value});
    case Activation::ReluN1To1: return give("Clip", {value, constantFloat("lowest", -1), constantFloat("highest", 1)});
    case Activation::Relu6: return give("Clip", {value, constantFloat("lowest", 0), constantFloat("highest", 6)});
    case Activation::Tanh: return give("Tanh", {value});
    case Activation::SignBit: break;
    }
    throw Error(ErrorCode::UnsupportedFormat,
                Message("{} has fused activation function {}", operatorName(m_table), int(activation)),
                "convert the model without it");
}

} // namespace ql::importers::tflite
