// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/npy.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/writing/atomic_file.h"
#include "core/data/tensors/npy_header.h"
#include "core/data/tensors/npy_strings.h"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <unordered_set>

namespace ql::data {

namespace {

using Bytes = std::span<const std::byte>;

FileBytes swappedEveryScalar(Bytes bytes, std::size_t scalarBytes)
{
    auto result = allocateBytes(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); i += scalarBytes)
        std::reverse_copy(bytes.data() + i, bytes.data() + i + scalarBytes, result.get() + i);
    return {std::move(result), bytes.size()};
}

// Walks the result in C order and keeps the source's place in step, as an odometer does.
FileBytes reorderedFromFortran(Bytes bytes, const Shape& shape, std::size_t elementBytes)
{
    auto result = allocateBytes(bytes.size());
    std::vector<std::size_t> strides(shape.size());
    std::size_t stride = elementBytes;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        strides[axis] = stride;
        stride *= std::size_t(shape[axis]);
    }
    Shape index(shape.size(), 0);
    std::size_t source = 0;
    for (std::size_t target = 0; target < bytes.size(); target += elementBytes) {
        std::memcpy(result.get() + target, bytes.data() + source, elementBytes);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            source += strides[axis];
            if (++index[axis] < shape[axis])
                break;
            source -= strides[axis] * std::size_t(shape[axis]);
            index[axis] = 0;
        }
    }
    return {std::move(result), bytes.size()};
}

bool isAligned(const std::byte* address, std::size_t alignment)
{
    return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

FileBytes copied(const FileBytes& bytes)
{
    auto result = allocateBytes(bytes.size);
    std::ranges::copy(bytes.span(), result.get());
    return {std::move(result), bytes.size};
}

template <typename T>
TensorData narrowed(DataType type, const TensorData& data)
{
    const auto values = data.toDoubles();
    std::vector<T> result(values.size());
    std::ranges::transform(values, result.begin(), [](double value) { return static_cast<T>(value); });
    return TensorData::of<T>(type, data.shape(), result);
}

/// @p data in a type that numpy has.
TensorData asNumpyType(const TensorData& data)
{
    if (graph::isNarrowFloat(data.type()))
        return narrowed<float>(DataType::Float, data);
    switch (data.type()) {
    case DataType::BFloat16: return narrowed<float>(DataType::Float, data);
    case DataType::Int2:
    case DataType::Int4: return narrowed<std::int8_t>(DataType::Int8, data);
    case DataType::UInt2:
    case DataType::UInt4: return narrowed<std::uint8_t>(DataType::UInt8, data);
    case DataType::Undefined:
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("tensors of type {} can't be written as .npy", name(data.type())));
    default: return data;
    }
}

TensorData parsedStrings(const FileBytes& file, NpyHeader header)
{
    const auto count = graph::elementCount(header.shape);
    const auto width = stringByteCount(header);
    const auto available = file.size - header.byteCount;
    if (count > 0 && (width == 0 || count > available / width))
        throw Error(ErrorCode::FileCorrupt,
                    Message("array of shape {} holds strings of {} bytes, the file has {} for all of them",
                            graph::toString(header.shape), width, available),
                    "the file seems to be cut off");
    FileBytes bytes{{file.data, file.data.get() + header.byteCount}, count * width};
    if (header.isFortranOrder && header.shape.size() > 1)
        bytes = reorderedFromFortran(bytes.span(), header.shape, width);
    return TensorData::ofStrings(std::move(header.shape), stringsIn(bytes.span(), header));
}

} // namespace

using graph::DataType;
using graph::Shape;
using graph::TensorData;

TensorData parseNpy(const FileBytes& file, const std::string& name)
{
    auto header = parseNpyHeader(file.span());
    if (header.type == DataType::String)
        return parsedStrings(file, std::move(header));
    const auto count = graph::elementCount(header.shape);
    const auto size = graph::packedByteCount(header.type, count);
    const auto available = file.size - header.byteCount;
    if (available < size)
        throw Error(ErrorCode::FileCorrupt,
                    Message("{} array of shape {} takes {} bytes, the file has {}", graph::name(header.type),
                            graph::toString(header.shape), size, available),
                    "the file seems to be cut off");
    if (available > size)
        logWarning(Message("{}: {} bytes after the end of the array are ignored", name, available - size));
    FileBytes bytes{{file.data, file.data.get() + header.byteCount}, size};
    const auto scalarBytes = scalarByteCount(header.type);
    if (header.isBigEndian && scalarBytes > 1)
        bytes = swappedEveryScalar(bytes.span(), scalarBytes);
    if (header.isFortranOrder && header.shape.size() > 1)
        bytes = reorderedFromFortran(bytes.span(), header.shape, graph::packedByteCount(header.type, 1));
    if (header.type == DataType::Bool)
        bytes = normalizedBools(bytes);
    if (!isAligned(bytes.data.get(), scalarBytes))
        bytes = copied(bytes);
    return {header.type, std::move(header.shape), std::move(bytes.data), size};
}

TensorData readNpy(const std::filesystem::path& path)
{
    const auto bytes = readFileBytes(path);
    return withContext(Message::text(path.string()), [&] { return parseNpy(bytes, path.string()); });
}

void writeNpy(std::ostream& stream, const TensorData& data)
{
    const bool holdsStrings = data.type() == DataType::String;
    const auto written = asNumpyType(data);
    const auto strings = numpyStringsOf(holdsStrings ? data.strings() : std::vector<std::string>());
    const auto header = printNpyHeader(written.type(), written.shape(), strings.characters);
    const auto bytes = holdsStrings ? std::as_bytes(std::span(strings.elements)) : written.bytes();
    stream.write(header.data(), std::streamsize(header.size()));
    stream.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

void writeNpy(const std::filesystem::path& path, const TensorData& data)
{
    AtomicFile file(path);
    withContext(Message::text(path.string()), [&] { writeNpy(file.stream(), data); });
    file.commit(AtomicFile::Durability::Later); // a dump has hundreds of them, and can be made again
}

NpzArchive::NpzArchive(const std::filesystem::path& path)
    : m_path(path)
{
    withContext(Message::text(m_path.string()), [this] {
        m_archive = std::make_unique<pickle::ZipArchive>(m_path, "a readable .npz archive");
        describe();
    });
}

void NpzArchive::describe()
{
    std::unordered_set<std::string> known;
    for (const auto& entry : m_archive->entries()) {
        if (!entry.name.ends_with(".npy")) {
            logWarning(Message("{}: entry {} is no .npy array and is ignored", m_path.string(), entry.name));
            continue;
        }
        withContext(Message("entry {}", entry.name), [&] {
            m_archive->check(entry);
            if (!known.insert(entry.name).second)
                throw Error(ErrorCode::FileCorrupt, "is in the archive twice");
        });
        m_names.push_back(entry.name.substr(0, entry.name.size() - 4));
        m_places.push_back(entry);
    }
}

graph::TensorData NpzArchive::read(std::size_t i) const
{
    auto own = budget();
    return read(i, own);
}

graph::TensorData NpzArchive::read(std::size_t i, ExpansionBudget& budget) const
{
    return withContext(Message::text(m_path.string()), [&] {
        return withContext(Message("entry {}.npy", m_names.at(i)), [&] {
            return parseNpy(m_archive->read(m_places.at(i), budget), m_path.string() + ": " + m_names.at(i));
        });
    });
}

std::vector<std::pair<std::string, graph::TensorData>> readNpz(const std::filesystem::path& path)
{
    const NpzArchive archive(path);
    auto budget = archive.budget();
    std::vector<std::pair<std::string, graph::TensorData>> arrays;
    for (std::size_t i = 0; i < archive.names().size(); ++i)
        arrays.emplace_back(archive.names()[i], archive.read(i, budget));
    return arrays;
}

} // namespace ql::data
