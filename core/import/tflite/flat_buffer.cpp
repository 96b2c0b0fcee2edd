// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tflite/flat_buffer.h"

#include "core/base/error.h"

namespace ql::importers::tflite {

namespace {

[[noreturn]] void throwBrokenOff()
{
    throw Error(ErrorCode::FileCorrupt, "its tables point outside the file",
                "the file may be truncated or damaged: fetch or export it again");
}

} // namespace

void throwDamaged(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the file may be damaged: fetch or export it again");
}

std::span<const std::byte> FlatBuffer::part(std::size_t position, std::size_t size) const
{
    if (position > m_bytes.size() || size > m_bytes.size() - position)
        throwBrokenOff();
    return m_bytes.subspan(position, size);
}

std::size_t FlatBuffer::follow(std::size_t position) const
{
    const auto target = position + at<std::uint32_t>(position);
    part(target, sizeof(std::uint32_t)); // everything that is pointed to begins with as much
    return target;
}

void FlatBuffer::spend(std::size_t elements) const
{
    if (elements > m_budget)
        throwDamaged("its tables share so much that they stand for more than a file can");
    m_budget -= elements;
}

std::size_t FlatTable::find(int field) const
{
    constexpr std::size_t kHead = 4; // the sizes of the list of fields and of the table
    if (!m_buffer)
        return 0;
    const auto fields = std::int64_t(m_position) - m_buffer->at<std::int32_t>(m_position);
    if (fields < 0)
        throwBrokenOff();
    const auto entry = kHead + std::size_t(field) * sizeof(std::uint16_t);
    if (entry + sizeof(std::uint16_t) > m_buffer->at<std::uint16_t>(std::size_t(fields)))
        return 0;
    const auto offset = m_buffer->at<std::uint16_t>(std::size_t(fields) + entry);
    return offset == 0 ? 0 : m_position + offset;
}

std::span<const std::byte> FlatTable::list(int field, std::size_t elementBytes) const
{
    const auto position = find(field);
    if (position == 0)
        return {};
    const auto first = m_buffer->follow(position);
    const std::size_t count = m_buffer->at<std::uint32_t>(first);
    const auto elements = m_buffer->part(first + sizeof(std::uint32_t), count * elementBytes);
    m_buffer->spend(count);
    return elements;
}

std::span<const std::byte> FlatTable::bytes(int field) const
{
    const auto position = find(field);
    if (position == 0)
        return {};
    const auto first = m_buffer->follow(position);
    return m_buffer->part(first + sizeof(std::uint32_t), m_buffer->at<std::uint32_t>(first));
}

std::string FlatTable::text(int field) const
{
    const auto letters = list(field, 1);
    return {reinterpret_cast<const char*>(letters.data()), letters.size()};
}

FlatTable FlatTable::table(int field) const
{
    const auto position = find(field);
    return position == 0 ? FlatTable() : FlatTable(*m_buffer, m_buffer->follow(position));
}

std::vector<FlatTable> FlatTable::tables(int field) const
{
    const auto count = list(field, sizeof(std::uint32_t)).size() / sizeof(std::uint32_t);
    std::vector<FlatTable> all;
    all.reserve(count);
    const auto first = count == 0 ? 0 : m_buffer->follow(find(field)) + sizeof(std::uint32_t);
    for (std::size_t i = 0; i < count; ++i)
        all.emplace_back(*m_buffer, m_buffer->follow(first + i * sizeof(std::uint32_t)));
    return all;
}

} // namespace ql::importers::tflite
