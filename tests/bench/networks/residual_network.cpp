// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/networks/residual_network.h"

#include <cmath>
#include <fmt/format.h>
#include <random>

namespace ql::bench {

namespace {

using graph::Attributes;
using graph::DataType;
using graph::TensorData;
using graph::ValueId;

/// Writes every layer into both forms at once.
class Builder {
public:
    explicit Builder(std::int64_t inputSize)
    {
        m_network.graph.setOpset("", 13);
        m_network.graph.addInput("x", DataType::Float, graph::declared({1, 3, inputSize, inputSize}));
        m_network.torchScript = "def forward(self, x):\n";
    }

    std::string convolution(const std::string& in, std::int64_t from, std::int64_t to, std::int64_t kernel,
                            std::int64_t stride)
    {
        const auto pad = kernel / 2;
        const auto weight = parameter({to, from, kernel, kernel}, std::sqrt(2.0 / double(from * kernel * kernel)));
        const auto bias = parameter({to}, 0.01);
        Attributes attributes;
        attributes.set("kernel_shape", std::vector<std::int64_t>{kernel, kernel});
        attributes.set("strides", std::vector<std::int64_t>{stride, stride});
        attributes.set("pads", std::vector<std::int64_t>{pad, pad, pad, pad});
        return add("Conv", {in, weight, bias}, attributes,
                   fmt::format("torch.conv2d({}, self.{}, self.{}, [{}, {}], [{}, {}])", in, weight, bias, stride,
                               stride, pad, pad));
    }

    std::string relu(const std::string& in) { return add("Relu", {in}, {}, fmt::format("torch.relu({})", in)); }

    std::string sum(const std::string& a, const std::string& b)
    {
        return add("Add", {a, b}, {}, fmt::format("torch.add({}, {})", a, b));
    }

    std::string maxPool(const std::string& in)
    {
        Attributes attributes;
        attributes.set("kernel_shape", std::vector<std::int64_t>{3, 3});
        attributes.set("strides", std::vector<std::int64_t>{2, 2});
        attributes.set("pads", std::vector<std::int64_t>{1, 1, 1, 1});
        return add("MaxPool", {in}, attributes, fmt::format("torch.max_pool2d({}, [3, 3], [2, 2], [1, 1])", in));
    }

    std::string block(const std::string& in, std::int64_t from, std::int64_t to)
    {
        const auto stride = from == to ? 1 : 2;
        const auto shortcut = from == to ? in : convolution(in, from, to, 1, stride);
        const auto first = relu(convolution(in, from, to, 3, stride));
        return relu(sum(convolution(first, to, to, 3, 1), shortcut));
    }

    ResidualNetwork finish(const std::string& last)
    {
        const auto pooled = add("GlobalAveragePool", {last}, {}, fmt::format("torch.mean({}, [2, 3], True)", last));
        const auto flat = add("Flatten", {pooled}, {}, fmt::format("torch.flatten({}, 1)", pooled));
        const auto weight = parameter({1000, 512}, 0.05);
        const auto bias = parameter({1000}, 0.01);
        Attributes attributes;
        attributes.set("transB", std::int64_t{1});
        const auto scores = add("Gemm", {flat, weight, bias}, attributes,
                                fmt::format("torch.addmm(self.{}, {}, self.{}.t())", bias, flat, weight));
        m_network.graph.addOutput(*m_network.graph.findValue(scores));
        m_network.torchScript += fmt::format("    return {}\n", scores);
        return std::move(m_network);
    }

private:
    std::string parameter(graph::Shape shape, double deviation)
    {
        std::normal_distribution<float> normal(0.0f, float(deviation));
        std::vector<float> values(graph::elementCount(shape));
        for (auto& value : values)
            value = normal(m_random);
        auto name = fmt::format("p{}", m_network.parameters.size());
        auto data = TensorData::of<float>(DataType::Float, std::move(shape), values);
        m_network.graph.addInitializer(name, data);
        m_network.parameters.emplace_back(name, std::move(data));
        return name;
    }

    std::string add(const std::string& opType, const std::vector<std::string>& inputs, Attributes attributes,
                    const std::string& script)
    {
        auto& g = m_network.graph;
        auto name = fmt::format("v{}", g.nodeCount());
        graph::NodeSpec spec{
            .name = name + "_" + opType, .opType = opType, .opset = 13, .attributes = std::move(attributes)};
        for (const auto& input : inputs)
            spec.inputs.push_back(*g.findValue(input));
        spec.outputs = {g.addValue(name, DataType::Float)};
        g.addNode(std::move(spec));
        m_network.torchScript += fmt::format("    {} = {}\n", name, script);
        return name;
    }

    ResidualNetwork m_network;
    std::mt19937 m_random{7};
};

} // namespace

ResidualNetwork makeResidualNetwork(std::int64_t inputSize)
{
    Builder builder(inputSize);
    auto value = builder.maxPool(builder.relu(builder.convolution("x", 3, 64, 7, 2)));
    std::int64_t channels = 64;
    for (const std::int64_t next : {64, 128, 256, 512}) {
        value = builder.block(value, channels, next);
        value = builder.block(value, next, next);
        channels = next;
    }
    return builder.finish(value);
}

} // namespace ql::bench
