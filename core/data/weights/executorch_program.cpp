// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/executorch_program.h"

#include "core/base/error.h"
#include "core/data/weights/mapped_tensor.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace ql::data {

using graph::DataType;
using graph::TensorData;
using importers::tflite::FlatTable;

namespace {

[[noreturn]] void throwDamagedProgram(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the file may be truncated or damaged: export it again");
}

// Fields of the schema's tables.
enum ProgramField { kPlans = 1, kConstantBuffers = 2, kSegments = 4, kConstantSegment = 5, kMutableSegments = 6 };
enum PlanField { kValues = 2, kChains = 5, kOperators = 6, kDelegates = 7 };
enum TensorField { kScalarType = 0, kSizes = 2, kDimOrder = 3, kDataBuffer = 5, kAllocation = 6, kExtra = 9 };
/// Of the union of values.
enum ValueKind : std::uint8_t { kIntValue = 2, kDoubleValue = 4, kTensorValue = 5 };
constexpr std::uint8_t kKernelCall = 1;

struct ScalarType {
    std::int8_t number;
    DataType type;
};
constexpr ScalarType kScalarTypes[]{{0, DataType::UInt8},           {1, DataType::Int8},
                                    {2, DataType::Int16},           {3, DataType::Int32},
                                    {4, DataType::Int64},           {5, DataType::Float16},
                                    {6, DataType::Float},           {7, DataType::Double},
                                    {11, DataType::Bool},           {12, DataType::Int8},
                                    {13, DataType::UInt8},          {14, DataType::Int32},
                                    {15, DataType::BFloat16},       {22, DataType::UInt16},
                                    {23, DataType::Float8E5M2},     {24, DataType::Float8E4M3FN},
                                    {25, DataType::Float8E5M2FNUZ}, {26, DataType::Float8E4M3FNUZ},
                                    {27, DataType::UInt16},         {28, DataType::UInt32},
                                    {29, DataType::UInt64}};

/// Of the header that follows the FlatBuffers' own: where segments begin; 0 without one.
std::uint64_t segmentBaseIn(std::span<const std::byte> bytes)
{
    constexpr std::size_t kMagic = 8, kBase = 24;
    std::uint64_t base = 0;
    if (bytes.size() >= kBase + sizeof base && std::memcmp(bytes.data() + kMagic, "eh00", 4) == 0)
        std::memcpy(&base, bytes.data() + kBase, sizeof base);
    return base;
}

std::string plainName(std::string name)
{
    const auto colons = name.rfind("::");
    return colons == name.npos ? name : name.substr(colons + 2);
}

graph::Shape shapeOf(const std::vector<std::int32_t>& sizes)
{
    for (const auto size : sizes)
        if (size < 0)
            throwDamagedProgram(Message("a dimension has size {}", size));
    return {sizes.begin(), sizes.end()};
}

DataType scalarTypeOf(int number)
{
    const auto* type = std::ranges::find(kScalarTypes, number, [](const ScalarType& each) { return int(each.number); });
    if (type == std::end(kScalarTypes))
        throw Error(ErrorCode::UnsupportedFormat, Message("its elements are of ExecuTorch's type {}", number),
                    "the file may be newer than this program");
    return type->type;
}

/// @p bytes, whose axes lie in memory as @p order says, in the order of the axes.
std::vector<std::byte> inOrder(std::span<const std::byte> bytes, const graph::Shape& shape,
                               const std::vector<std::uint8_t>& order, std::size_t elementBytes)
{
    std::vector<std::size_t> strides(shape.size()); // in memory, by axis
    std::size_t stride = 1;
    for (std::size_t i = order.size(); i-- > 0; stride *= std::size_t(shape[order[i]]))
        strides[order[i]] = stride;
    std::vector<std::byte> result(bytes.size());
    for (std::size_t i = 0; i < bytes.size() / elementBytes; ++i) {
        std::size_t rest = i, place = 0;
        for (std::size_t axis = shape.size(); axis-- > 0; rest /= std::size_t(shape[axis]))
            place += rest % std::size_t(shape[axis]) * strides[axis];
        std::memcpy(&result[i * elementBytes], &bytes[place * elementBytes], elementBytes);
    }
    return result;
}

bool isPermutation(const std::vector<std::uint8_t>& order, std::size_t rank)
{
    std::vector<std::uint8_t> all(rank);
    std::iota(all.begin(), all.end(), std::uint8_t{0});
    return std::is_permutation(order.begin(), order.end(), all.begin(), all.end());
}

void addValues(const FlatTable& plan, ProgramMethod& method)
{
    for (const auto& value : plan.tables(kValues)) {
        const auto type = value.number<std::uint8_t>(0);
        const auto inside = type == 0 ? FlatTable() : value.table(1);
        const auto place = std::int32_t(method.tensors.size());
        method.tensors.push_back(type == kTensorValue ? inside : FlatTable());
        if (type == kIntValue)
            method.numbers[place] = double(inside.number<std::int64_t>(0));
        if (type == kDoubleValue)
            method.numbers[place] = inside.number<double>(0);
    }
}

void addCalls(const FlatTable& plan, ProgramMethod& method)
{
    std::vector<std::string> names;
    for (const auto& called : plan.tables(kOperators))
        names.push_back(plainName(called.text(0)));
    for (const auto& chain : plan.tables(kChains))
        for (const auto& instruction : chain.tables(2)) {
            if (instruction.number<std::uint8_t>(0) != kKernelCall)
                continue;
            const auto call = instruction.table(1);
            const auto index = call.number<std::int32_t>(0);
            if (index < 0 || std::size_t(index) >= names.size())
                throwDamagedProgram(Message("an instruction calls operator {} of {}", index, names.size()));
            method.calls.push_back({names[std::size_t(index)], call.numbers<std::int32_t>(1)});
        }
    for (const auto& delegate : plan.tables(kDelegates))
        method.backends.insert(delegate.text(0));
}

} // namespace

std::string nameOf(const FlatTable& tensor)
{
    return tensor.table(kExtra).text(1);
}

bool isExternal(const FlatTable& tensor)
{
    return tensor.table(kExtra).number<std::int8_t>(2) != 0;
}

ExecuTorchProgram::ExecuTorchProgram(std::shared_ptr<const importers::MappedFile> file)
    : m_file(std::move(file))
    , m_segmentBase(segmentBaseIn(m_file->bytes()))
    , m_buffer(m_file->bytes())
    , m_program(FlatTable::root(m_buffer))
{
}

std::vector<ProgramMethod> ExecuTorchProgram::methods() const
{
    std::vector<ProgramMethod> methods;
    for (const auto& plan : m_program.tables(kPlans)) {
        addValues(plan, methods.emplace_back());
        addCalls(plan, methods.back());
    }
    return methods;
}

std::pair<int, std::uint32_t> ExecuTorchProgram::placeOf(const FlatTable& tensor) const
{
    const bool isMutable = tensor.table(kAllocation).isPresent();
    return {isMutable ? 1 + int(tensor.table(kExtra).number<std::uint64_t>(0)) : 0,
            tensor.number<std::uint32_t>(kDataBuffer)};
}

std::span<const std::byte> ExecuTorchProgram::segment(std::uint32_t index) const
{
    const auto segments = m_program.tables(kSegments);
    if (index >= segments.size())
        throwDamagedProgram(Message("segment {} of {} is asked for", index, segments.size()));
    const auto offset = segments[index].number<std::uint64_t>(0);
    const auto size = segments[index].number<std::uint64_t>(1);
    const auto bytes = m_file->bytes();
    if (m_segmentBase > bytes.size() || offset > bytes.size() - m_segmentBase
        || size > bytes.size() - m_segmentBase - offset)
        throwDamagedProgram(Message("segment {} lies outside the file", index));
    return bytes.subspan(m_segmentBase + offset, size);
}

std::span<const std::byte> ExecuTorchProgram::bytesOf(const FlatTable& tensor, std::size_t size) const
{
    const auto index = tensor.number<std::uint32_t>(kDataBuffer);
    const bool isMutable = tensor.table(kAllocation).isPresent();
    std::span<const std::byte> bytes;
    if (const auto buffers = m_program.tables(kConstantBuffers); !isMutable && !buffers.empty()) {
        if (index >= buffers.size())
            throwDamagedProgram(Message("constant {} of {} is asked for", index, buffers.size()));
        bytes = buffers[index].bytes(0);
    } else {
        auto place = m_program.table(kConstantSegment);
        if (isMutable) {
            const auto all = m_program.tables(kMutableSegments);
            const auto which = tensor.table(kExtra).number<std::uint64_t>(0);
            if (which >= all.size())
                throwDamagedProgram(Message("trained tensors {} of {} are asked for", which, all.size()));
            place = all[which];
        }
        const auto offsets = place.numbers<std::uint64_t>(1);
        const auto whole = segment(place.number<std::uint32_t>(0));
        if (index >= offsets.size() || offsets[index] > whole.size())
            throwDamagedProgram(Message("constant {} of {} lies outside its segment", index, offsets.size()));
        bytes = whole.subspan(offsets[index]);
    }
    if (bytes.size() < size)
        throwDamagedProgram(Message("constant {} has {} bytes, expected {}", index, bytes.size(), size));
    return bytes.first(size);
}

std::optional<TensorData> ExecuTorchProgram::dataOf(const FlatTable& tensor) const
{
    if (!tensor.isPresent() || tensor.number<std::uint32_t>(kDataBuffer) == 0 || isExternal(tensor))
        return std::nullopt;
    const auto type = int(tensor.number<std::int8_t>(kScalarType));
    const auto sizes = tensor.numbers<std::int32_t>(kSizes);
    const auto needed = graph::packedByteCount(scalarTypeOf(type), graph::elementCount(shapeOf(sizes)));
    return executorchTensor(m_file, bytesOf(tensor, needed), type, sizes, tensor.numbers<std::uint8_t>(kDimOrder));
}

TensorData executorchTensor(const std::shared_ptr<const importers::MappedFile>& file, std::span<const std::byte> bytes,
                            int scalarType, const std::vector<std::int32_t>& sizes,
                            const std::vector<std::uint8_t>& order)
{
    const auto type = scalarTypeOf(scalarType);
    const auto shape = shapeOf(sizes);
    const auto needed = graph::packedByteCount(type, graph::elementCount(shape));
    if (bytes.size() < needed)
        throwDamagedProgram(Message("it has {} bytes, expected {}", bytes.size(), needed));
    if (order.empty() || std::ranges::is_sorted(order))
        return mappedTensor(file, type, shape, bytes.first(needed));
    if (!isPermutation(order, shape.size()))
        throwDamagedProgram("a constant's order of axes isn't one");
    return TensorData::copyOf(type, shape, inOrder(bytes.first(needed), shape, order, graph::bitsPerElement(type) / 8));
}

} // namespace ql::data
