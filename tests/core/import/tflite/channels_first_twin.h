// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <ATen/ATen.h>
#undef CHECK
#undef LOG
#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace ql::tests {

/// Makes of a .tflite network on integers (convolutions, average pooling, reshape, softmax) the one on floats that
/// PyTorch would export: channels on axis 1, a Clip behind each convolution, every node called "/" and the name of its
/// partner, and what comes before it "/…/Conv".
class ChannelsFirstTwin {
public:
    explicit ChannelsFirstTwin(const graph::Graph& integers)
        : m_from(integers)
    {
        m_to.setOpset("", 17);
    }

    graph::Graph make()
    {
        m_values[m_from.inputs().at(0)] =
            m_to.addInput("image", graph::DataType::Float, shapeOf(m_from.inputs().at(0)));
        for (const auto& node : m_from.nodes()) {
            if (node.opType == "NhwcQLinearConv")
                addConvolution(node);
            else if (node.opType == "QLinearAveragePool")
                add("AveragePool", node, {m_values.at(node.inputs[0])},
                    geometryOf(node, {"auto_pad", "strides", "kernel_shape"}));
            else if (node.opType == "QLinearSoftmax")
                add("Softmax", node, {m_values.at(node.inputs[0])}, {});
            else if (node.opType == "Reshape")
                add("Reshape", node,
                    {m_values.at(node.inputs[0]), m_to.addInitializer("shape_" + std::to_string(m_to.valueCount()),
                                                                      *m_from.constantOf(node.inputs[1]))},
                    {});
        }
        m_to.addOutput(m_values.at(m_from.outputs().at(0)));
        return std::move(m_to);
    }

private:
    using ValueId = graph::ValueId;

    graph::DeclaredShape shapeOf(ValueId value) const
    {
        auto shape = *m_from.value(value).shape;
        if (shape.size() == 4)
            std::rotate(shape.begin() + 1, shape.end() - 1, shape.end());
        return shape;
    }

    static graph::Attributes geometryOf(const graph::Node& node, std::initializer_list<const char*> names)
    {
        graph::Attributes attributes;
        for (const auto& [name, value] : node.attributes.entries())
            if (std::find(names.begin(), names.end(), name) != names.end())
                attributes.set(name, value);
        return attributes;
    }

    void addNode(const char* type, const std::string& name, std::vector<ValueId> inputs, ValueId output,
                 graph::Attributes attributes)
    {
        graph::NodeSpec spec;
        spec.opType = type;
        spec.opset = 17;
        spec.name = name;
        spec.inputs = std::move(inputs);
        spec.outputs = {output};
        spec.attributes = std::move(attributes);
        m_to.addNode(std::move(spec));
    }

    void add(const char* type, const graph::Node& node, std::vector<ValueId> inputs, graph::Attributes attributes)
    {
        const auto name = "/" + m_from.value(node.outputs[0]).name;
        const auto output = m_to.addValue(name + "_out", graph::DataType::Float, shapeOf(node.outputs[0]));
        addNode(type, name, std::move(inputs), output, std::move(attributes));
        m_values[node.outputs[0]] = output;
    }

    void addConvolution(const graph::Node& node)
    {
        constexpr std::int64_t kRelu6 = 3;
        const auto name = "/" + m_from.value(node.outputs[0]).name;
        const auto weightScales = numbersOf(node.inputs[4]);
        const auto weights = weightsOf(node.inputs[3]);
        const auto channels = weights.size(0);
        const auto scales = weightScales.expand({channels});
        const auto real = weights.sub(numbersOf(node.inputs[5]).expand({channels}).view({-1, 1, 1, 1}))
                              .mul(scales.view({-1, 1, 1, 1}))
                              .permute({0, 3, 1, 2});
        std::vector<ValueId> inputs{m_values.at(node.inputs[0]), constant(name + "_weight", real)};
        if (node.inputs.size() > 8 && node.inputs[8].isValid())
            inputs.push_back(
                constant(name + "_bias", numbersOf(node.inputs[8]).mul(scales).mul(numbersOf(node.inputs[1]))));
        auto attributes = geometryOf(node, {"auto_pad", "strides", "dilations", "group"});
        if (node.attributes.intOr("activation", 0) != kRelu6)
            return add("Conv", node, std::move(inputs), std::move(attributes));
        const auto sums = m_to.addValue(name + "/Conv_out", graph::DataType::Float, shapeOf(node.outputs[0]));
        addNode("Conv", name + "/Conv", std::move(inputs), sums, std::move(attributes));
        add("Clip", node,
            {sums, constant(name + "_low", at::scalar_tensor(0.0)), constant(name + "_high", at::scalar_tensor(6.0))},
            {});
    }

    at::Tensor numbersOf(ValueId value) const
    {
        const auto* data = m_from.constantOf(value);
        const auto numbers = data->toDoubles();
        return at::tensor(numbers, at::kDouble).view(at::IntArrayRef(data->shape()));
    }

    /// Depthwise ones are turned in the file's network.
    at::Tensor weightsOf(ValueId value) const
    {
        if (m_from.constantOf(value))
            return numbersOf(value);
        const auto& turned = m_from.node(m_from.value(value).producer);
        return numbersOf(turned.inputs[0]).permute(turned.attributes.intsOr("perm", {}));
    }

    ValueId constant(const std::string& name, const at::Tensor& numbers)
    {
        const auto data = numbers.to(at::kFloat).contiguous();
        const auto* first = data.data_ptr<float>();
        return m_to.addInitializer(name, graph::TensorData::of<float>(graph::DataType::Float, data.sizes().vec(),
                                                                      {first, first + data.numel()}));
    }

    const graph::Graph& m_from;
    graph::Graph m_to{"twin"};
    std::map<ValueId, ValueId> m_values;
};

inline graph::Graph channelsFirstTwin(const graph::Graph& integers)
{
    return ChannelsFirstTwin(integers).make();
}

} // namespace ql::tests
