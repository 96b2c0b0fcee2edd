// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dumps/dump_model.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/graph/text_form/text_form.h"

#include <map>
#include <string_view>

namespace ql::data {

namespace fs = std::filesystem;

namespace {

using graph::DataType;
using graph::Graph;
using graph::TensorData;
using graph::ValueId;

constexpr int kOpset = 13;

Graph readGraph(const fs::path& file)
{
    return withContext(Message::text(file.string()), [&] {
        const auto bytes = readFileBytes(file);
        return graph::parseGraph({reinterpret_cast<const char*>(bytes.data.get()), bytes.size});
    });
}

/// Makes a graph of layers that know nothing of each other.
class LooseGraph {
public:
    Graph take(const std::vector<DumpedTensor>& tensors)
    {
        std::map<std::string, graph::NodeSpec> specs; // by node, or tensor that has none
        std::vector<std::string> order;
        for (const auto& tensor : tensors) {
            const auto& key = tensor.node.empty() ? tensor.name : tensor.node;
            const auto [entry, isNew] = specs.try_emplace(key, specOf(tensor, key));
            if (isNew)
                order.push_back(key);
            entry->second.outputs.push_back(addValue(tensor));
        }
        for (const auto& key : order)
            m_graph.addNode(std::move(specs.at(key)));
        for (auto& quantizer : m_quantizers)
            m_graph.addNode(std::move(quantizer));
        return std::move(m_graph);
    }

private:
    static graph::NodeSpec specOf(const DumpedTensor& tensor, const std::string& name)
    {
        graph::NodeSpec spec{.name = name, .opType = tensor.opType, .opset = kOpset};
        if (const auto dot = spec.opType.rfind('.'); dot != std::string::npos) {
            spec.domain = spec.opType.substr(0, dot);
            spec.opType.erase(0, dot + 1);
        }
        if (spec.opType.empty() || spec.opType.find("QuantizeLinear") != std::string::npos
            || spec.opType == "DequantizeLinear")
            spec.opType = kDumpedOperator; // with nothing to quantize around it, it is a layer
        return spec;
    }

    /// The value that the layer makes: the tensor, or what its quantizer is given.
    ValueId addValue(const DumpedTensor& tensor)
    {
        const auto shape = tensor.shape ? std::optional(graph::declared(*tensor.shape)) : std::nullopt;
        const auto value = m_graph.addValue(tensor.name, tensor.type.value_or(DataType::Undefined), shape);
        if (!tensor.quantizer)
            return value;
        const auto& quantizer = *tensor.quantizer;
        const auto source = m_graph.addValue(fresh(tensor.name + "@float"), DataType::Float, shape);
        const auto scale = addConstant(tensor.name + "@scale", scalesOf(quantizer));
        const auto zeroPoint = addConstant(tensor.name + "@zero_point", zeroPointsOf(quantizer));
        const bool isDequantized = tensor.type && graph::isFloatingPoint(*tensor.type);
        const auto integers =
            isDequantized ? m_graph.addValue(fresh(tensor.name + "@integers"), quantizer.type) : value;
        addQuantizer("QuantizeLinear", {source, scale, zeroPoint}, integers, quantizer);
        if (isDequantized)
            addQuantizer("DequantizeLinear", {integers, scale, zeroPoint}, value, quantizer);
        return source;
    }

    void addQuantizer(const char* opType, std::vector<ValueId> inputs, ValueId output, const DumpedQuantizer& quantizer)
    {
        graph::NodeSpec spec{.opType = opType, .opset = kOpset};
        spec.inputs = std::move(inputs);
        spec.outputs = {output};
        if (quantizer.channelAxis)
            spec.attributes.set("axis", *quantizer.channelAxis);
        m_quantizers.push_back(std::move(spec));
    }

    static graph::Shape parameterShape(const DumpedQuantizer& quantizer)
    {
        return quantizer.channelAxis ? graph::Shape{std::int64_t(quantizer.scales.size())} : graph::Shape{};
    }

    static TensorData scalesOf(const DumpedQuantizer& quantizer)
    {
        return TensorData::of<double>(DataType::Double, parameterShape(quantizer), quantizer.scales);
    }

    static TensorData zeroPointsOf(const DumpedQuantizer& quantizer)
    {
        return TensorData::of<std::int64_t>(DataType::Int64, parameterShape(quantizer), quantizer.zeroPoints);
    }

    ValueId addConstant(const std::string& name, TensorData data)
    {
        return m_graph.addInitializer(fresh(name), std::move(data));
    }

    std::string fresh(std::string name) const
    {
        while (m_graph.findValue(name))
            name += '_';
        return name;
    }

    Graph m_graph{"dump"};
    std::vector<graph::NodeSpec> m_quantizers;
};

} // namespace

DumpModel::DumpModel(fs::path folder)
    : m_folder(std::move(folder))
{
    auto index = readDumpIndex(m_folder);
    m_tensors = std::move(index.tensors);
    m_notes = std::move(index.notes);
    const auto file = m_folder / "graph.txt";
    m_hasStructure = fs::exists(file);
    m_graph = m_hasStructure
                  ? readGraph(file)
                  : withContext(Message::text(m_folder.string()), [this] { return LooseGraph().take(m_tensors); });
    m_tensorOf.assign(m_graph.valueCount(), kNone);
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        if (const auto value = m_graph.findValue(m_tensors[i].name))
            m_tensorOf[value->position()] = i;
}

const DumpedTensor* DumpModel::tensorOf(ValueId value) const
{
    const auto index = m_tensorOf[value.position()];
    return index == kNone ? nullptr : &m_tensors[index];
}

} // namespace ql::data
