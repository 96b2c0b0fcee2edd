// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/core_ml_value.h"

#include "core/base/error.h"
#include "core/data/weights/mapped_tensor.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace ql::data {

using graph::DataType;
using graph::TensorData;

namespace {

constexpr std::size_t kHeaderBytes = 64;
constexpr std::uint32_t kSentinel = 0xDEADBEEF;

[[noreturn]] void throwDamagedPackage(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the package may be incomplete or damaged: save it again");
}

/// How the weight file numbers an element type, and what its elements are here.
struct BlobType {
    std::uint32_t number;
    DataType type;
    int bits; ///< that an element takes in the file; others than the type's are spread out
};
constexpr BlobType kBlobTypes[]{
    {1, DataType::Float16, 16},      {2, DataType::Float, 32},     {3, DataType::UInt8, 8},
    {4, DataType::Int8, 8},          {5, DataType::BFloat16, 16},  {6, DataType::Int16, 16},
    {7, DataType::UInt16, 16},       {8, DataType::Int4, 4},       {9, DataType::UInt8, 1},
    {10, DataType::UInt2, 2},        {11, DataType::UInt4, 4},     {12, DataType::UInt8, 3},
    {13, DataType::UInt8, 6},        {14, DataType::Int32, 32},    {15, DataType::UInt32, 32},
    {16, DataType::Float8E4M3FN, 8}, {17, DataType::Float8E5M2, 8}};

struct BlobMetadata {
    std::uint32_t sentinel;
    std::uint32_t type;
    std::uint64_t bytes;
    std::uint64_t offset;
};

BlobMetadata metadataAt(std::span<const std::byte> file, std::uint64_t offset)
{
    BlobMetadata metadata{};
    if (offset > file.size() || file.size() - offset < kHeaderBytes)
        throwDamagedPackage(Message("its entry at byte {} lies outside the weight file of {}", offset, file.size()));
    std::memcpy(&metadata, file.data() + offset, sizeof metadata);
    if (metadata.sentinel != kSentinel)
        throwDamagedPackage(Message("byte {} of the weight file begins no entry", offset));
    if (metadata.offset > file.size() || metadata.bytes > file.size() - metadata.offset)
        throwDamagedPackage(Message("its {} bytes from {} on lie outside the weight file of {}", metadata.bytes,
                                    metadata.offset, file.size()));
    return metadata;
}

/// The lowest bits of the first byte are the first element.
std::vector<std::uint8_t> spreadBits(std::span<const std::byte> bytes, int bits, std::size_t count)
{
    std::vector<std::uint8_t> elements(count);
    for (std::size_t i = 0; i < count; ++i)
        for (int bit = 0; bit < bits; ++bit) {
            const std::size_t place = i * std::size_t(bits) + std::size_t(bit);
            const auto isSet = std::to_integer<unsigned>(bytes[place / 8]) >> (place % 8) & 1U;
            elements[i] = std::uint8_t(elements[i] | isSet << bit);
        }
    return elements;
}

DataType typeOfProgram(std::uint64_t number)
{
    switch (number) {
    case 1: return DataType::Bool;
    case 10: return DataType::Float16;
    case 11: return DataType::Float;
    case 12: return DataType::Double;
    case 13: return DataType::BFloat16;
    case 21: return DataType::Int8;
    case 22: return DataType::Int16;
    case 23: return DataType::Int32;
    case 24: return DataType::Int64;
    case 31: return DataType::UInt8;
    case 32: return DataType::UInt16;
    case 33: return DataType::UInt32;
    case 34: return DataType::UInt64;
    default: return DataType::Undefined; // strings, and types that never stand in the program itself
    }
}

graph::Shape shapeOf(const WireMessage& tensorType)
{
    graph::Shape shape;
    for (const auto each : tensorType.each(3)) {
        const auto size = WireMessage(each).message(1).number(1); // dimensions › constant › size
        if (size > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
            throwDamagedPackage(Message("a dimension has size {}", size));
        shape.push_back(std::int64_t(size));
    }
    return shape;
}

/// Of a `TensorValue`: floats, doubles and bytes lie there as they are, integers as varints.
std::optional<TensorData> immediate(const WireMessage& tensor, DataType type, const graph::Shape& shape)
{
    const auto count = graph::elementCount(shape);
    for (const int field : {1, 6, 7})
        if (tensor.has(field)) {
            const auto bytes = tensor.message(field).bytes(1);
            return bytes.size() == graph::packedByteCount(type, count)
                       ? std::optional(TensorData::copyOf(type, shape, bytes))
                       : std::nullopt;
        }
    for (const int field : {2, 5}) {
        const auto numbers = tensor.message(field).numbers(1);
        if (!tensor.has(field) || numbers.size() != count)
            continue;
        std::vector<std::int64_t> values(numbers.begin(), numbers.end());
        return TensorData::of<std::int64_t>(DataType::Int64, shape, values);
    }
    return std::nullopt;
}

} // namespace

const std::shared_ptr<const importers::MappedFile>& ProgramValues::open(const std::string& name)
{
    auto& file = m_files[name];
    if (!file) {
        constexpr std::string_view kRoot = "@model_path/";
        const std::filesystem::path inside = name.starts_with(kRoot) ? name.substr(kRoot.size()) : name;
        for (const auto& part : inside)
            if (part == ".." || inside.is_absolute())
                throwDamagedPackage(Message("the program names weight file {}, which lies outside the package", name));
        withContext(Message::text((m_folder / inside).string()),
                    [&] { file = importers::MappedFile::open(m_folder / inside); });
        m_stamps.push_back(file->stamp());
    }
    return file;
}

TensorData ProgramValues::inFile(const std::string& name, std::uint64_t offset, const graph::Shape& shape)
{
    const auto& file = open(name);
    const auto metadata = metadataAt(file->bytes(), offset);
    const auto* type = std::ranges::find(kBlobTypes, metadata.type, &BlobType::number);
    if (type == std::end(kBlobTypes))
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("its elements in the weight file are of type {}", metadata.type),
                    "the package may be newer than this program");
    const auto count = graph::elementCount(shape);
    const auto bytes = file->bytes().subspan(metadata.offset, metadata.bytes);
    const auto needed = (std::uint64_t(count) * std::uint64_t(type->bits) + 7) / 8;
    if (count > std::numeric_limits<std::uint64_t>::max() / 64 || needed > bytes.size())
        throwDamagedPackage(
            Message("it has {} elements of {} bits, and {} bytes of them", count, type->bits, bytes.size()));
    if (int(graph::bitsPerElement(type->type)) != type->bits)
        return TensorData::of<std::uint8_t>(type->type, shape, spreadBits(bytes, type->bits, count));
    return mappedTensor(file, type->type, shape, bytes.first(needed));
}

std::optional<ProgramValue> ProgramValues::read(const WireMessage& value)
{
    const auto tensorType = value.message(2).message(1); // type › tensorType
    const auto shape = shapeOf(tensorType);
    if (value.has(5)) {
        const auto blob = value.message(5);
        return ProgramValue{inFile(blob.text(1), blob.number(2), shape), true};
    }
    const auto type = typeOfProgram(tensorType.number(1));
    if (type == DataType::Undefined)
        return std::nullopt;
    auto data = immediate(value.message(3).message(1), type, shape); // immediateValue › tensor
    return data ? std::optional(ProgramValue{std::move(*data), false}) : std::nullopt;
}

} // namespace ql::data
