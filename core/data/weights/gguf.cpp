// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/gguf.h"

#include "core/base/error.h"
#include "core/data/weights/gguf_blocks.h"
#include "core/data/weights/mapped_tensor.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <set>
#include <string_view>

namespace ql::data {

namespace {

using graph::DataType;
using importers::ImportedModel; // whose namespace clang-format takes for a keyword at the beginning of a line
using importers::StoredTensor;

[[noreturn]] void throwDamagedGguf(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the file may be truncated or damaged: fetch it again");
}

/// Reads one thing after the other.
class Cursor {
public:
    explicit Cursor(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    std::span<const std::byte> take(std::uint64_t size)
    {
        if (size > m_bytes.size() - m_position)
            throwDamagedGguf("the file breaks off within its header");
        const auto part = m_bytes.subspan(m_position, size);
        m_position += size;
        return part;
    }
    template <typename T>
    T number()
    {
        T value{};
        std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
        return value;
    }
    std::string text()
    {
        const auto letters = take(number<std::uint64_t>());
        return {reinterpret_cast<const char*>(letters.data()), letters.size()};
    }
    std::size_t position() const { return m_position; }
    std::size_t left() const { return m_bytes.size() - m_position; }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
};

enum ValueType : std::uint32_t { kUInt32 = 4, kString = 8, kArray = 9 };

/// Bytes of a value of a plain type; 0 for a string, an array and what isn't known.
std::size_t sizeOfValue(std::uint32_t type)
{
    constexpr std::array<std::size_t, 13> kSizes{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    return type < kSizes.size() ? kSizes[type] : 0;
}

void skipValue(Cursor& cursor, std::uint32_t type, int depth = 0)
{
    constexpr int kDeepest = 4;
    if (type == kString) {
        cursor.text();
    } else if (type == kArray && depth < kDeepest) {
        const auto elementType = cursor.number<std::uint32_t>();
        const auto count = cursor.number<std::uint64_t>();
        const auto size = sizeOfValue(elementType);
        if (size > 0 && count > cursor.left() / size)
            throwDamagedGguf(
                Message("a list of {} values of {} bytes, and the file has {} left", count, size, cursor.left()));
        cursor.take(count * size);
        for (std::uint64_t i = 0; size == 0 && i < count; ++i)
            skipValue(cursor, elementType, depth + 1);
    } else if (sizeOfValue(type) > 0) {
        cursor.take(sizeOfValue(type));
    } else {
        throwDamagedGguf(Message("a value in the header has type {}", type));
    }
}

/// The one setting that matters for where tensors lie.
std::uint64_t alignmentIn(Cursor& cursor, std::uint64_t count)
{
    std::uint64_t alignment = 32;
    std::set<std::string> keys;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto key = cursor.text();
        if (!keys.insert(key).second)
            throwDamagedGguf(Message("key {} stands twice in the header", key));
        const auto type = cursor.number<std::uint32_t>();
        if (key == "general.alignment" && type == kUInt32)
            alignment = cursor.number<std::uint32_t>();
        else
            skipValue(cursor, type);
    }
    if (alignment == 0 || alignment > (1U << 20))
        throwDamagedGguf(Message("tensors are aligned to {} bytes", alignment));
    return alignment;
}

struct Described {
    std::string name;
    graph::Shape shape;
    std::uint32_t type = 0;
    std::uint64_t offset = 0;
};

std::int64_t sizeOf(const Described& tensor, std::uint64_t size)
{
    if (size > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
        throwDamagedGguf(Message("tensor {} has {} elements along an axis", tensor.name, size));
    return std::int64_t(size);
}

/// Sizes stand the other way round: the first one counts neighbours.
Described described(Cursor& cursor)
{
    constexpr std::uint32_t kMostAxes = 8;
    Described tensor;
    tensor.name = cursor.text();
    const auto rank = cursor.number<std::uint32_t>();
    if (rank > kMostAxes)
        throwDamagedGguf(Message("tensor {} has {} axes", tensor.name, rank));
    for (std::uint32_t i = 0; i < rank; ++i)
        tensor.shape.insert(tensor.shape.begin(), sizeOf(tensor, cursor.number<std::uint64_t>()));
    tensor.type = cursor.number<std::uint32_t>();
    tensor.offset = cursor.number<std::uint64_t>();
    return tensor;
}

DataType plainType(std::uint32_t type)
{
    switch (type) {
    case 0: return DataType::Float;
    case 1: return DataType::Float16;
    case 24: return DataType::Int8;
    case 25: return DataType::Int16;
    case 26: return DataType::Int32;
    case 27: return DataType::Int64;
    case 28: return DataType::Double;
    case 30: return DataType::BFloat16;
    default: return DataType::Undefined;
    }
}

std::span<const std::byte> part(const MappedPart& data, std::uint64_t offset, std::uint64_t bytes)
{
    if (offset > data.bytes.size() || bytes > data.bytes.size() - offset)
        throwDamagedGguf(Message("its {} bytes from {} on lie outside the file", bytes, offset));
    return data.bytes.subspan(offset, bytes);
}

/// The bytes of a tensor in its file's part of tensors.
std::uint64_t byteCountOf(const Described& tensor)
{
    const auto count = graph::elementCount(tensor.shape);
    if (const auto type = plainType(tensor.type); type != DataType::Undefined)
        return graph::packedByteCount(type, count);
    const auto* format = blockFormat(tensor.type);
    if (!format)
        throw Error(ErrorCode::UnsupportedFormat, Message("it has element type {}", tensor.type),
                    "the file may be newer than this program");
    const auto row = tensor.shape.empty() ? std::int64_t{1} : tensor.shape.back();
    if (row % std::int64_t(format->elements) != 0)
        throwDamagedGguf(Message("its rows of {} can't be blocks of {}", row, format->elements));
    return count / format->elements * format->bytes;
}

StoredTensor stored(const Described& tensor, const MappedPart& data)
{
    const auto bytes = part(data, tensor.offset, byteCountOf(tensor));
    if (const auto type = plainType(tensor.type); type != DataType::Undefined)
        return {tensor.name, {}, mappedTensor(data.file, type, tensor.shape, bytes), {}};
    StoredTensor result{tensor.name, {}, {}, {}};
    result.data = mappedTensor(data.file, DataType::UInt8, {std::int64_t(bytes.size())}, bytes);
    result.blocks = blockFormat(tensor.type);
    result.blockShape = tensor.shape;
    return result;
}

/// No name stands twice and no byte belongs to two tensors.
void requireApart(const std::vector<Described>& tensors)
{
    std::set<std::string_view> names;
    std::vector<const Described*> order;
    for (const auto& tensor : tensors) {
        if (!names.insert(tensor.name).second)
            throwDamagedGguf(Message("tensor {} stands twice in the header", tensor.name));
        if (graph::elementCount(tensor.shape) > 0)
            order.push_back(&tensor);
    }
    std::ranges::sort(order, {}, [](const Described* tensor) { return tensor->offset; });
    for (std::size_t i = 1; i < order.size(); ++i)
        if (const auto end = order[i - 1]->offset + byteCountOf(*order[i - 1]); order[i]->offset < end)
            throwDamagedGguf(Message("tensor {} begins at byte {}, within tensor {}, which ends at {}", order[i]->name,
                                     order[i]->offset, order[i - 1]->name, end));
}

} // namespace

std::vector<importers::StoredTensor> ggufTensors(const std::shared_ptr<const importers::MappedFile>& file)
{
    Cursor cursor(file->bytes());
    cursor.take(4); // "GGUF"
    const auto version = cursor.number<std::uint32_t>();
    if (version != 2 && version != 3)
        throw Error(ErrorCode::UnsupportedFormat, Message("it is of GGUF version {}, expected 2 or 3", version),
                    "convert it with a current converter");
    const auto tensorCount = cursor.number<std::uint64_t>();
    const auto valueCount = cursor.number<std::uint64_t>();
    const auto alignment = alignmentIn(cursor, valueCount);
    std::vector<Described> all;
    for (std::uint64_t i = 0; i < tensorCount; ++i)
        all.push_back(described(cursor));
    const auto begin = (cursor.position() + alignment - 1) / alignment * alignment;
    const auto bytes = file->bytes();
    const MappedPart data{file, bytes.subspan(std::min(begin, bytes.size()))};
    std::vector<importers::StoredTensor> tensors;
    for (const auto& tensor : all)
        withContext(Message("tensor {}", tensor.name), [&] { tensors.push_back(stored(tensor, data)); });
    requireApart(all);
    return tensors;
}

ImportedModel readGguf(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&path] {
        ImportedModel model;
        model.format = "gguf";
        model.isWeightsOnly = true;
        model.path = path;
        model.tensors = ggufTensors(importers::MappedFile::open(path));
        return model;
    });
}

} // namespace ql::data
