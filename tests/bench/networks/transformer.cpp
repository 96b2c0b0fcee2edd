// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/networks/transformer.h"

#include <cmath>
#include <fmt/format.h>
#include <random>
#include <vector>

namespace ql::bench {

namespace {

using graph::DataType;
using graph::ValueId;

constexpr std::int64_t kWider = 4;
constexpr std::int64_t kFactorsEach = 4 + 2 * kWider; ///< squares of the width

class Encoder {
public:
    explicit Encoder(const TransformerSize& size)
        : m_size(size)
    {
        m_graph.setOpset("", 17);
    }

    graph::Graph make()
    {
        auto value = m_graph.addInput("x", DataType::Float, graph::declared({1, m_size.tokens, m_size.width}));
        for (std::size_t layer = 0; layer < m_size.layers; ++layer) {
            m_scope = fmt::format("layer{}", layer);
            value = add("Add", "added", {value, attention(normalized(value, "first"))});
            value = add("Add", "result", {value, forward(normalized(value, "second"))});
        }
        m_graph.addOutput(value);
        return std::move(m_graph);
    }

private:
    ValueId add(const char* opType, const std::string& name, std::vector<ValueId> inputs,
                graph::Attributes attributes = {})
    {
        const auto path = m_scope + "/" + name;
        const auto output = m_graph.addValue(path + "_output", DataType::Float);
        m_graph.addNode({.name = path,
                         .opType = opType,
                         .opset = 17,
                         .scope = m_scope,
                         .inputs = std::move(inputs),
                         .outputs = {output},
                         .attributes = std::move(attributes)});
        return output;
    }

    ValueId constant(const std::string& name, graph::Shape shape, const std::vector<float>& values)
    {
        return m_graph.addInitializer(m_scope + "." + name,
                                      graph::TensorData::of<float>(DataType::Float, std::move(shape), values));
    }

    ValueId multiplied(ValueId value, const std::string& name, std::int64_t rows, std::int64_t columns)
    {
        std::vector<float> weights(static_cast<std::size_t>(rows * columns));
        const auto range = 1.5f / std::sqrt(static_cast<float>(rows));
        std::uniform_real_distribution<float> uniform(-range, range);
        for (auto& weight : weights)
            weight = uniform(m_random);
        return add("MatMul", name, {value, constant(name + ".weight", {rows, columns}, weights)});
    }

    ValueId normalized(ValueId value, const std::string& name)
    {
        graph::Attributes lastAxis;
        lastAxis.set("axis", std::int64_t(-1));
        const std::vector<float> ones(static_cast<std::size_t>(m_size.width), 1.0f);
        return add("LayerNormalization", name + "_normalization",
                   {value, constant(name + ".scale", {m_size.width}, ones)}, std::move(lastAxis));
    }

    ValueId attention(ValueId value)
    {
        const auto width = m_size.width;
        const auto query = multiplied(value, "query", width, width);
        graph::Attributes swapped;
        swapped.set("perm", std::vector<std::int64_t>{0, 2, 1});
        const auto key = add("Transpose", "keys", {multiplied(value, "key", width, width)}, std::move(swapped));
        const auto scale = constant("scale", {}, {1.0f / std::sqrt(static_cast<float>(width))});
        const auto scores = add("Mul", "scaled", {add("MatMul", "scores", {query, key}), scale});
        const auto weights = add("Softmax", "attention", {scores});
        return multiplied(add("MatMul", "mixed", {weights, multiplied(value, "value", width, width)}), "output", width,
                          width);
    }

    ValueId forward(ValueId value)
    {
        const auto wide = multiplied(value, "widened", m_size.width, kWider * m_size.width);
        const auto active = add("Mul", "active", {wide, add("Sigmoid", "gate", {wide})});
        return multiplied(active, "narrowed", kWider * m_size.width, m_size.width);
    }

    TransformerSize m_size;
    graph::Graph m_graph;
    std::string m_scope;
    std::mt19937 m_random{1}; // NOLINT: the same network at every run
};

} // namespace

double TransformerSize::mebibytes() const
{
    return static_cast<double>(layers) * static_cast<double>(kFactorsEach * width * width) * sizeof(float)
           / double(1 << 20);
}

graph::Graph transformer(const TransformerSize& size)
{
    return Encoder(size).make();
}

} // namespace ql::bench
