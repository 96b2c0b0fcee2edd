// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tflite/graph_maker.h"

#include "core/base/error.h"

#include <algorithm>
#include <utility>

namespace ql::importers::tflite {

namespace {

using graph::DataType;
using graph::TensorData;
using graph::ValueId;

constexpr int kDeepestBody = 16;

/// Strings as the format packs them: their number, where each begins and where the last ends, then the letters.
/// Several may show the same letters.
TensorData stringsOf(const TensorTable& tensor, ExpansionBudget& budget)
{
    const FlatBuffer buffer(tensor.data);
    const auto numberAt = [&buffer](std::size_t position) {
        return flatbuffers::ReadScalar<std::uint32_t>(buffer.part(position, sizeof(std::uint32_t)).data());
    };
    const auto count = numberAt(0);
    if (count != graph::elementCount(tensor.shape))
        throwDamaged(Message("tensor {} holds {} strings, which doesn't fit shape {}", tensor.name, count,
                             graph::toString(tensor.shape)));
    std::vector<std::string> strings;
    for (std::size_t i = 0; i < count; ++i) {
        const auto begin = numberAt(4 + 4 * i);
        const auto end = numberAt(8 + 4 * i);
        const auto letters = buffer.part(begin, end < begin ? 0 : end - begin);
        budget.make(letters.size() + sizeof(std::string));
        strings.emplace_back(reinterpret_cast<const char*>(letters.data()), letters.size());
    }
    return TensorData::ofStrings(tensor.shape, std::move(strings));
}

const SubgraphTable& subgraphAt(const ModelTables& model, std::size_t number)
{
    if (number >= model.subgraphs.size())
        throwDamaged(Message("an operation runs graph {} of {}", number, model.subgraphs.size()));
    return model.subgraphs[number];
}

/// That of a complex number's two parts.
DataType partType(const TensorTable& tensor)
{
    if (!tensor.isComplex())
        return tensor.type;
    return tensor.type == DataType::Complex64 ? DataType::Float : DataType::Double;
}

graph::Shape shapeOfParts(const TensorTable& tensor)
{
    auto shape = tensor.shape;
    if (tensor.isComplex())
        shape.push_back(2);
    return shape;
}

graph::DeclaredShape declaredShape(const TensorTable& tensor)
{
    graph::DeclaredShape shape;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        const bool isOpen = !tensor.signature.empty() && tensor.signature[i] < 0;
        shape.push_back({isOpen ? -1 : tensor.shape[i], {}});
    }
    if (tensor.isComplex())
        shape.push_back({2, {}});
    return shape;
}

/// As many bytes of what stands for 0: of 8-bit integers their zero point.
std::vector<std::byte> zerosOf(const TensorTable& tensor, std::size_t bytes)
{
    const bool hasZeroPoint = graph::bitsPerElement(tensor.type) == 8 && tensor.quantization.zeroPoints.size() == 1;
    const auto zero = hasZeroPoint ? tensor.quantization.zeroPoints.front() : 0;
    return std::vector<std::byte>(bytes, static_cast<std::byte>(zero));
}

} // namespace

GraphMaker::GraphMaker(Making& making, std::size_t number, graph::Graph& graph, int depth)
    : m_making(making)
    , m_tables(subgraphAt(making.model, number))
    , m_graph(graph)
    , m_depth(depth)
    , m_values(m_tables.tensors.size())
    , m_scales(m_tables.tensors.size())
    , m_zeroPoints(m_tables.tensors.size())
{
    if (depth > kDeepestBody)
        throw Error(ErrorCode::UnsupportedFormat, Message("more than {} graphs stand within each other", kDeepestBody));
}

void GraphMaker::addInputs()
{
    for (const auto index : m_tables.inputs) {
        auto& value = m_values[std::size_t(index)];
        const auto& input = tensor(index);
        if (!value.isValid())
            value = m_graph.addInput(freeName(input.name), partType(input), declaredShape(input));
    }
}

void GraphMaker::setInput(std::size_t input, ValueId value)
{
    if (input >= m_tables.inputs.size())
        throwDamaged(Message("graph {} has {} inputs and is given more", m_tables.name, m_tables.inputs.size()));
    m_values[std::size_t(m_tables.inputs[input])] = value;
}

std::vector<ValueId> GraphMaker::results()
{
    std::vector<ValueId> results;
    for (const auto index : m_tables.outputs)
        results.push_back(read(index));
    return results;
}

std::string GraphMaker::freeName(const std::string& wanted) const
{
    auto name = wanted;
    for (int i = 1; m_graph.findValue(name); ++i)
        name = wanted + ":" + std::to_string(i);
    return name;
}

/// Where the file says no sizes it may not know them.
ValueId GraphMaker::addTensor(const TensorTable& tensor)
{
    auto shape = tensor.shape.empty() ? std::optional<graph::DeclaredShape>() : declaredShape(tensor);
    return m_graph.addValue(freeName(tensor.name), partType(tensor), std::move(shape));
}

ValueId GraphMaker::addData(const TensorTable& tensor)
{
    if (tensor.type == DataType::Undefined)
        throwDamaged(Message("tensor {} of no plain type has data", tensor.name));
    if (tensor.type == DataType::String)
        return addConstant(tensor.name, stringsOf(tensor, m_making.budget));
    const auto bytes = graph::packedByteCount(tensor.type, graph::elementCount(tensor.shape));
    if (tensor.isConstant && tensor.data.size() != bytes)
        throwDamaged(Message("tensor {} has {} bytes, its shape {} of {} needs {}", tensor.name, tensor.data.size(),
                             graph::toString(tensor.shape), graph::name(tensor.type), bytes));
    withContext(Message("tensor {}", tensor.name), [&] { m_making.budget.make(bytes); });
    if (tensor.isConstant)
        return addConstant(tensor.name, TensorData::copyOf(partType(tensor), shapeOfParts(tensor), tensor.data));
    return addConstant(tensor.name, TensorData::copyOf(partType(tensor), shapeOfParts(tensor), zerosOf(tensor, bytes)));
}

ValueId GraphMaker::read(std::int32_t index)
{
    if (index < 0)
        return {};
    auto& value = m_values[std::size_t(index)];
    if (value.isValid())
        return value;
    const auto& read = tensor(index);
    const bool isEmpty = !read.isConstant && std::ranges::find(read.shape, 0) != read.shape.end();
    if (!read.isConstant && !read.isVariable && !isEmpty)
        throwDamaged(Message("tensor {} is read before anything gives it", read.name));
    return value = addData(read);
}

ValueId GraphMaker::give(std::int32_t index)
{
    auto& value = m_values[std::size_t(index)];
    if (value.isValid())
        throwDamaged(Message("tensor {} is given twice", tensor(index).name));
    return value = addTensor(tensor(index));
}

ValueId GraphMaker::scaleOf(std::int32_t index)
{
    auto& value = m_scales[std::size_t(index)];
    const auto& [scales, zeroPoints, axis] = tensor(index).quantization;
    const graph::Shape shape = scales.size() == 1 ? graph::Shape{} : graph::Shape{std::int64_t(scales.size())};
    if (!value.isValid())
        value = addConstant(tensor(index).name + "_scale", TensorData::of<float>(DataType::Float, shape, scales));
    return value;
}

ValueId GraphMaker::zeroPointOf(std::int32_t index)
{
    auto& value = m_zeroPoints[std::size_t(index)];
    if (value.isValid())
        return value;
    const auto& [scales, zeroPoints, axis] = tensor(index).quantization;
    const graph::Shape shape = scales.size() == 1 ? graph::Shape{} : graph::Shape{std::int64_t(scales.size())};
    const auto type = tensor(index).type;
    const auto name = tensor(index).name + "_zero_point";
    if (type == DataType::Int16)
        value = addConstant(name, TensorData::of<std::int16_t>(type, shape, {zeroPoints.begin(), zeroPoints.end()}));
    else if (type == DataType::UInt8)
        value = addConstant(name, TensorData::of<std::uint8_t>(type, shape, {zeroPoints.begin(), zeroPoints.end()}));
    else if (type == DataType::Int8)
        value = addConstant(name, TensorData::of<std::int8_t>(type, shape, {zeroPoints.begin(), zeroPoints.end()}));
    else // 4 bits are packed; what computes with them takes wider zero points
        value = addConstant(
            name, TensorData::of<std::int32_t>(DataType::Int32, shape, {zeroPoints.begin(), zeroPoints.end()}));
    return value;
}

ValueId GraphMaker::addConstant(const std::string& name, TensorData data)
{
    return m_graph.addInitializer(freeName(name), std::move(data));
}

ValueId GraphMaker::addBetween(const std::string& name, DataType type)
{
    return m_graph.addValue(freeName(name), type);
}

void GraphMaker::addNode(graph::NodeSpec node)
{
    if (node.name.empty() && !node.outputs.empty() && node.outputs.front().isValid())
        node.name = nameOf(node.outputs.front());
    if (const auto opset = m_graph.opsets().find(node.domain); opset == m_graph.opsets().end())
        m_graph.setOpset(node.domain, node.opset);
    m_graph.addNode(std::move(node));
}

} // namespace ql::importers::tflite
