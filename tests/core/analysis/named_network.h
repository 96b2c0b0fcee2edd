// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/operator_types.h"
#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"

#include <fmt/format.h>

#include <QString>

#include <string>
#include <utility>
#include <vector>

namespace ql::tests {

/// A network that has every layer, type and tensor that a config speaks of, each with inputs of its own.
class NamedNetwork {
public:
    explicit NamedNetwork(const config::QuantConfig& config)
    {
        m_graph.setOpset("", 13);
        m_isNamedByOutputs = config.naming == config::LayerNaming::Outputs;
        m_usualType = config.onlyTypes.empty() ? "Conv" : config::onnxType(config.onlyTypes.front());
        for (const auto& override : config.overrides)
            add(override.selector);
        for (const auto& skip : config.skips)
            add(skip.selector);
        for (const auto& type : config.onlyTypes)
            addLayer("only " + type, config::onnxType(type));
        for (const auto& name : config.skipFusion)
            addLayer(name, "Conv");
        addLayer("unnamed", "Conv");
    }

    const graph::Graph& graph() const { return m_graph; }

private:
    void add(const config::Selector& selector)
    {
        using Kind = config::Selector::Kind;
        if (selector.kind == Kind::Tensor)
            return addTensor(selector.name);
        if (selector.kind == Kind::Type)
            return addLayer("of type " + selector.name, config::onnxType(selector.name));
        const auto has = [&](const char* part) { return selector.name.find(part) != std::string::npos; };
        addLayer(selector.kind == Kind::Pattern ? nameFitting(selector.name) : selector.name,
                 has("add") || has("Add") ? "Add"
                 : has("MatMul")          ? "MatMul"
                 : has("pool")            ? "AveragePool"
                 : has("Softmax")         ? "Softmax"
                 : has("Resize")          ? "Resize"
                                          : m_usualType);
    }

    /// A name that a glob or an expression of the files matches.
    static std::string nameFitting(const std::string& pattern)
    {
        auto name = QString::fromStdString(pattern);
        for (const auto& [part, instead] :
             {std::pair("{re}", ""), std::pair("re:", ""), std::pair(".*", "x"), std::pair("*", "x"),
              std::pair("\\d", "1"), std::pair("\\", ""), std::pair("^", ""), std::pair("$", "")})
            name.replace(QLatin1String(part), QLatin1String(instead));
        return name.toStdString();
    }

    graph::ValueId input()
    {
        return m_graph.addInput(fmt::format("in{}", m_graph.valueCount()), graph::DataType::Float, {});
    }

    graph::ValueId weight(const std::string& name, const graph::Shape& shape)
    {
        std::vector<float> values(std::size_t(graph::elementCount(shape)));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = float(i) - 3.0f;
        return m_graph.addInitializer(name, graph::TensorData::of<float>(graph::DataType::Float, shape, values));
    }

    void addLayer(const std::string& name, const std::string& type)
    {
        if (m_graph.findNode(name) || (m_isNamedByOutputs && m_graph.findValue(name)))
            return;
        std::vector<graph::ValueId> inputs{input()};
        if (type == "Conv" || type == "ConvTranspose")
            inputs.push_back(weight(name + ".weight", {2, 2, 1, 1}));
        else if (type == "Gemm" || (type == "MatMul" && type == m_usualType))
            inputs.push_back(weight(name + ".weight", {2, 2}));
        else if (type == "Add" || type == "MatMul")
            inputs.push_back(input());
        const auto output = m_graph.addValue(m_isNamedByOutputs ? name : name + ":out", graph::DataType::Float);
        m_graph.addNode({.name = m_isNamedByOutputs ? "maker of " + name : name,
                         .domain = {},
                         .opType = type,
                         .opset = 13,
                         .scope = {},
                         .inputs = inputs,
                         .outputs = {output},
                         .captures = {},
                         .attributes = {}});
        const auto end = m_graph.addValue(name + ":end", graph::DataType::Float);
        m_graph.addNode({.name = "after " + name,
                         .domain = {},
                         .opType = "Sigmoid",
                         .opset = 13,
                         .scope = {},
                         .inputs = {output},
                         .outputs = {end},
                         .captures = {},
                         .attributes = {}});
        m_graph.addOutput(end);
    }

    void addTensor(const std::string& name)
    {
        if (m_graph.findValue(name))
            return;
        const bool isWeight = name.find("weight") != std::string::npos;
        const auto x = isWeight ? input() : m_graph.addInput(name, graph::DataType::Float, {});
        const auto w = weight(isWeight ? name : name + ".w", {2, 2});
        const auto y = m_graph.addValue(name + ":read", graph::DataType::Float);
        m_graph.addNode({.name = "reader of " + name,
                         .domain = {},
                         .opType = "Gemm",
                         .opset = 13,
                         .scope = {},
                         .inputs = {x, w},
                         .outputs = {y},
                         .captures = {},
                         .attributes = {}});
        m_graph.addOutput(y);
    }

    graph::Graph m_graph;
    bool m_isNamedByOutputs = false;
    std::string m_usualType;
};

} // namespace ql::tests
