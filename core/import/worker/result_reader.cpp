// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/worker/result_reader.h"

#include "core/base/error.h"
#include "core/import/worker/result_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace ql::importers {

using graph::DataType;

namespace {

/// Whoever keeps only small constants must not keep the whole: graph::skeletonOf()'s fit.
constexpr std::uint64_t kLargestCopy = 1 << 14;
/// What is read takes several times as much memory.
constexpr std::int64_t kMostWritten = 1 << 28;

FileBytes copied(std::span<const std::byte> bytes)
{
    constexpr std::align_val_t kAlignment{kResultAlignment};
    auto* first = static_cast<std::byte*>(::operator new(bytes.size(), kAlignment));
    std::shared_ptr<std::byte> copy(first, [](std::byte* memory) { ::operator delete(memory, kAlignment); });
    std::ranges::copy(bytes, first);
    return {std::move(copy), bytes.size()};
}

} // namespace

void throwDamagedResult(const Message& reason)
{
    throw Error(ErrorCode::FileCorrupt, reason);
}

ResultReader::ResultReader(FileBytes whole)
    : m_whole(std::move(whole))
    , m_left(m_whole.span())
{
    if (number() != kResultMark)
        throwDamagedResult("it doesn't begin as an answer does");
    const auto size = std::int64_t(m_whole.size);
    const auto written = std::uint64_t(number(0, std::min(size, kMostWritten)));
    const auto ofTensors = std::uint64_t(number(0, size));
    const auto begin = alignedResult(m_whole.size - m_left.size() + written);
    if (begin > m_whole.size || m_whole.size - begin != ofTensors)
        throwDamagedResult("it has another length than it says");
    m_tensors = m_whole.span().subspan(begin);
    m_left = m_left.first(written);
}

std::span<const std::byte> ResultReader::take(std::uint64_t size)
{
    if (size > m_left.size())
        throwDamagedResult("it ends too early");
    const auto taken = m_left.first(size);
    m_left = m_left.subspan(size);
    return taken;
}

std::int64_t ResultReader::number(std::int64_t lowest, std::int64_t highest)
{
    std::int64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    if (value < lowest || value > highest)
        throwDamagedResult(Message("it holds the number {}, expected one from {} to {}", value, lowest, highest));
    return value;
}

double ResultReader::real()
{
    return std::bit_cast<double>(number());
}

std::string ResultReader::text()
{
    const auto bytes = take(std::uint64_t(number(0)));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::size_t ResultReader::count(std::int64_t most)
{
    const auto length = number(0, most);
    if (std::uint64_t(length) > m_left.size() / sizeof length)
        throwDamagedResult("it ends too early");
    return std::size_t(length);
}

FileBytes ResultReader::bytesAt(std::uint64_t place, std::uint64_t size) const
{
    if (place % kResultAlignment != 0 || place > m_tensors.size() || size > m_tensors.size() - place)
        throwDamagedResult("a tensor's bytes stand outside of it");
    const auto bytes = m_tensors.subspan(place, size);
    if (size <= kLargestCopy)
        return copied(bytes);
    return {{m_whole.data, bytes.data()}, bytes.size()};
}

graph::TensorData ResultReader::tensor()
{
    const auto form = oneOf(TensorForm::Bytes);
    if (form == TensorForm::Nothing)
        return {};
    const auto type = oneOf(graph::kLastDataType);
    auto shape = list([this] { return number(0); });
    if ((type == DataType::String) != (form == TensorForm::Texts))
        throwDamagedResult("a tensor's type and form contradict each other");
    if (type == DataType::Undefined && graph::elementCount(shape) != 0)
        throwDamagedResult("a tensor of elements has no type for them");
    if (form == TensorForm::Texts)
        return graph::TensorData::ofStrings(std::move(shape), list([this] { return text(); }));
    auto bytes = bytesAt(std::uint64_t(number(0)), graph::packedByteCount(type, graph::elementCount(shape)));
    if (type == DataType::Bool)
        bytes = normalizedBools(bytes);
    return {type, std::move(shape), std::move(bytes.data), bytes.size};
}

void ResultReader::finish() const
{
    if (!m_left.empty())
        throwDamagedResult("it goes on where it should end");
}

} // namespace ql::importers
