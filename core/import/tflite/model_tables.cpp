// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers as in the published schema of version 3: https://www.tensorflow.org/lite, schema.fbs.
#include "core/import/tflite/model_tables.h"

#include "core/base/error.h"
#include "core/import/tflite/operator_names.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ql::importers::tflite {

namespace {

namespace field {
enum Model { kVersion, kOperatorCodes, kSubgraphs, kDescription, kBuffers };
enum Code { kOldBuiltinCode, kCustomCode, kOperatorVersion, kBuiltinCode };
enum Subgraph { kTensors, kInputs, kOutputs, kOperators, kName };
enum Tensor { kShape, kType, kBuffer, kTensorName, kQuantization, kIsVariable, kSparsity, kSignature };
enum Quantization { kMin, kMax, kScale, kZeroPoint, kDetailsType, kDetails, kAxis };
enum Operator {
    kCodeIndex,
    kOperatorInputs,
    kOperatorOutputs,
    kOptionsType,
    kOptions,
    kCustomOptions,
    kCustomOptionsFormat,
    kMutatedInputs,
    kIntermediates
};
enum Buffer { kData, kOffset, kSize };
} // namespace field

constexpr std::uint32_t kSchemaVersion = 3;
constexpr std::size_t kMostRank = 64;

using graph::DataType;

/// By TensorType's numbers.
constexpr std::array kTypes{DataType::Float,     DataType::Float16,   DataType::Int32,     DataType::UInt8,
                            DataType::Int64,     DataType::String,    DataType::Bool,      DataType::Int16,
                            DataType::Complex64, DataType::Int8,      DataType::Double,    DataType::Complex128,
                            DataType::UInt64,    DataType::Undefined, DataType::Undefined, DataType::UInt32,
                            DataType::UInt16,    DataType::Int4};

/// Reads one model; knows what lies in its buffers.
class Reader {
public:
    Reader(const FlatBuffer& buffer, FlatTable model)
        : m_buffer(buffer)
        , m_model(model)
    {
    }

    ModelTables read();

private:
    std::span<const std::byte> bufferOf(std::uint32_t index);
    TensorTable tensor(const FlatTable& table, std::size_t index);
    OperatorTable operation(const FlatTable& table, const std::vector<FlatTable>& codes, std::size_t tensorCount);
    SubgraphTable subgraph(const FlatTable& table);

    const FlatBuffer& m_buffer;
    FlatTable m_model;
    std::vector<FlatTable> m_buffers;
};

bool fitsAxis(const TensorTable& tensor, std::int64_t axis, std::size_t channels)
{
    return axis >= 0 && std::size_t(axis) < tensor.shape.size()
           && std::size_t(tensor.shape[std::size_t(axis)]) == channels;
}

TensorQuantization quantizationOf(const FlatTable& table, const TensorTable& tensor)
{
    TensorQuantization quantization{table.numbers<float>(field::kScale), table.numbers<std::int64_t>(field::kZeroPoint),
                                    table.number<std::int32_t>(field::kAxis)};
    auto& [scales, zeroPoints, axis] = quantization;
    if (scales.empty())
        return {};
    if (zeroPoints.empty())
        zeroPoints.assign(scales.size(), 0);
    if (scales.size() > 1 && !fitsAxis(tensor, axis, scales.size())) { // biases often say their weights' axis
        const auto found = std::ranges::find(tensor.shape, std::int64_t(scales.size()));
        axis = found - tensor.shape.begin();
    }
    const bool fits = scales.size() == 1 || fitsAxis(tensor, axis, scales.size());
    if (!fits || zeroPoints.size() != scales.size())
        throwDamaged(Message("tensor {} has {} scales and {} zero points, which its shape {} has no axis for",
                             tensor.name, scales.size(), zeroPoints.size(), graph::toString(tensor.shape)));
    const bool isInteger = graph::isQuantizedInteger(tensor.type);
    for (const auto zeroPoint : zeroPoints)
        if (isInteger && (zeroPoint < graph::lowestOf(tensor.type) || zeroPoint > graph::highestOf(tensor.type)))
            throwDamaged(Message("tensor {} has zero point {}, which {} can't hold", tensor.name, zeroPoint,
                                 graph::name(tensor.type)));
    return quantization;
}

std::span<const std::byte> Reader::bufferOf(std::uint32_t index)
{
    if (index >= m_buffers.size())
        throwDamaged(Message("a tensor has buffer {} of {}", index, m_buffers.size()));
    const auto& table = m_buffers[index];
    const auto offset = table.number<std::uint64_t>(field::kOffset);
    return offset > 1 ? m_buffer.part(offset, table.number<std::uint64_t>(field::kSize)) : table.bytes(field::kData);
}

TensorTable Reader::tensor(const FlatTable& table, std::size_t index)
{
    TensorTable tensor;
    tensor.name = table.text(field::kTensorName);
    if (tensor.name.empty())
        tensor.name = "tensor_" + std::to_string(index);
    const auto type = table.number<std::int8_t>(field::kType);
    if (type < 0 || std::size_t(type) >= kTypes.size())
        throw Error(ErrorCode::UnsupportedFormat, Message("tensor {} has element type {}", tensor.name, int(type)),
                    "the file may be newer than this program");
    tensor.type = kTypes[std::size_t(type)];
    for (const auto size : table.numbers<std::int32_t>(field::kShape))
        tensor.shape.push_back(size);
    for (const auto size : table.numbers<std::int32_t>(field::kSignature))
        tensor.signature.push_back(size);
    if (tensor.shape.size() > kMostRank || std::ranges::any_of(tensor.shape, [](auto size) { return size < 0; })
        || (!tensor.signature.empty() && tensor.signature.size() != tensor.shape.size()))
        throwDamaged(Message("tensor {} has shape {}", tensor.name, graph::toString(tensor.shape)));
    graph::elementCount(tensor.shape);
    tensor.isVariable = table.truth(field::kIsVariable);
    tensor.quantization = quantizationOf(table.table(field::kQuantization), tensor);
    tensor.data = bufferOf(table.number<std::uint32_t>(field::kBuffer));
    tensor.isConstant = !tensor.data.empty();
    if (tensor.isConstant && table.table(field::kSparsity).isPresent())
        throw Error(ErrorCode::UnsupportedFormat, Message("tensor {} is stored sparse", tensor.name),
                    "convert the model without sparsity");
    return tensor;
}

OperatorTable Reader::operation(const FlatTable& table, const std::vector<FlatTable>& codes, std::size_t tensorCount)
{
    const auto index = table.number<std::uint32_t>(field::kCodeIndex);
    if (index >= codes.size())
        throwDamaged(Message("an operation is number {} of {} operators", index, codes.size()));
    const auto& code = codes[index];
    OperatorTable operation;
    operation.code = std::max<std::int32_t>(code.number<std::int8_t>(field::kOldBuiltinCode),
                                            code.number<std::int32_t>(field::kBuiltinCode));
    operation.customCode = code.text(field::kCustomCode);
    operation.version = code.number<std::int32_t>(field::kOperatorVersion, 1);
    operation.inputs = table.numbers<std::int32_t>(field::kOperatorInputs);
    operation.outputs = table.numbers<std::int32_t>(field::kOperatorOutputs);
    operation.intermediates = table.numbers<std::int32_t>(field::kIntermediates);
    operation.options = table.table(field::kOptions);
    operation.customOptions = table.bytes(field::kCustomOptions);
    for (const auto* tensors : {&operation.inputs, &operation.outputs, &operation.intermediates})
        for (const auto tensor : *tensors)
            if (tensor < (tensors == &operation.outputs ? 0 : -1) || tensor >= std::int64_t(tensorCount))
                throwDamaged(Message("a {} works on tensor {} of {}", operatorName(operation), tensor, tensorCount));
    return operation;
}

SubgraphTable Reader::subgraph(const FlatTable& table)
{
    SubgraphTable graph;
    graph.name = table.text(field::kName);
    const auto tensors = table.tables(field::kTensors);
    for (std::size_t i = 0; i < tensors.size(); ++i)
        graph.tensors.push_back(tensor(tensors[i], i));
    const auto codes = m_model.tables(field::kOperatorCodes);
    for (const auto& operation : table.tables(field::kOperators))
        graph.operators.push_back(this->operation(operation, codes, tensors.size()));
    graph.inputs = table.numbers<std::int32_t>(field::kInputs);
    graph.outputs = table.numbers<std::int32_t>(field::kOutputs);
    for (const auto* ports : {&graph.inputs, &graph.outputs})
        for (const auto port : *ports)
            if (port < 0 || std::size_t(port) >= tensors.size())
                throwDamaged(Message("the model's inputs or outputs include tensor {} of {}", port, tensors.size()));
    return graph;
}

ModelTables Reader::read()
{
    const auto version = m_model.number<std::uint32_t>(field::kVersion);
    if (version != kSchemaVersion)
        throw Error(ErrorCode::UnsupportedFormat, Message("it is of schema version {}, expected {}", version, 3),
                    "convert the model with a current converter");
    m_buffers = m_model.tables(field::kBuffers);
    ModelTables tables;
    tables.description = m_model.text(field::kDescription);
    for (const auto& graph : m_model.tables(field::kSubgraphs))
        tables.subgraphs.push_back(subgraph(graph));
    if (tables.subgraphs.empty())
        throwDamaged("the file holds no graph");
    return tables;
}

} // namespace

ModelTables readModelTables(const FlatBuffer& buffer)
{
    return Reader(buffer, FlatTable::root(buffer)).read();
}

} // namespace ql::importers::tflite
