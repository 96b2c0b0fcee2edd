// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tflite/flat_buffer.h"

#include "core/base/error.h"

#include <algorithm>
#include <limits>

namespace ql::importers::tflite {

using Offset = flatbuffers::uoffset_t;

void throwDamaged(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the file may be damaged: fetch or export it again");
}

void requireInFile(bool isInFile)
{
    if (!isInFile)
        throw Error(ErrorCode::FileCorrupt, "its tables point outside the file",
                    "the file may be truncated or damaged: fetch or export it again");
}

FlatBuffer::FlatBuffer(std::span<const std::byte> bytes)
    : m_bytes(bytes)
    , m_verifier(begin(), std::min<std::size_t>(bytes.size(), FLATBUFFERS_MAX_BUFFER_SIZE - 1),
                 {.max_tables = std::numeric_limits<Offset>::max(), .check_alignment = false}) // spend() limits them
    , m_budget(bytes.size() * kReadsPerByte)
{
}

std::span<const std::byte> FlatBuffer::part(std::size_t position, std::size_t size) const
{
    requireInFile(position <= m_bytes.size() && size <= m_bytes.size() - position);
    return m_bytes.subspan(position, size);
}

void FlatBuffer::spend(std::size_t elements) const
{
    if (elements > m_budget)
        throwDamaged("its tables share so much that they stand for more than a file can");
    m_budget -= elements;
}

const std::uint8_t* FlatBuffer::follow(const std::uint8_t* place) const
{
    const auto offset = m_verifier.VerifyOffset(place, 0);
    requireInFile(offset != 0);
    return place + offset;
}

const std::uint8_t* FlatTable::find(int field) const
{
    if (!m_table)
        return nullptr;
    requireInFile(m_table->VerifyTableStart(m_buffer->verifier()) && m_buffer->verifier().EndTable());
    return m_table->GetAddressOf(flatbuffers::FieldIndexToOffset(std::uint16_t(field)));
}

const std::uint8_t* FlatTable::target(int field) const
{
    const auto* place = find(field);
    return place ? m_buffer->follow(place) : nullptr;
}

std::span<const std::byte> FlatTable::elements(int field, std::size_t elementBytes) const
{
    const auto* list = target(field);
    if (!list)
        return {};
    requireInFile(m_buffer->verifier().VerifyVectorOrString(list, elementBytes));
    return std::as_bytes(std::span(list + sizeof(Offset), flatbuffers::ReadScalar<Offset>(list) * elementBytes));
}

std::span<const std::byte> FlatTable::list(int field, std::size_t elementBytes) const
{
    const auto all = elements(field, elementBytes);
    if (!all.empty())
        m_buffer->spend(all.size() / elementBytes);
    return all;
}

std::string FlatTable::text(int field) const
{
    const auto letters = list(field, 1);
    return {reinterpret_cast<const char*>(letters.data()), letters.size()};
}

FlatTable FlatTable::table(int field) const
{
    const auto* table = target(field);
    return table ? FlatTable(*m_buffer, table) : FlatTable();
}

std::vector<FlatTable> FlatTable::tables(int field) const
{
    const auto offsets = list(field, sizeof(Offset));
    std::vector<FlatTable> all;
    all.reserve(offsets.size() / sizeof(Offset));
    for (std::size_t i = 0; i < offsets.size(); i += sizeof(Offset))
        all.push_back({*m_buffer, m_buffer->follow(reinterpret_cast<const std::uint8_t*>(&offsets[i]))});
    return all;
}

} // namespace ql::importers::tflite
