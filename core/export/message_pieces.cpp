// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/message_pieces.h"

#include <cstdint>
#include <iterator>
#include <utility>

namespace ql::exporting {

namespace {

constexpr unsigned kLengthDelimited = 2;

void appendVarint(std::string& bytes, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        bytes += static_cast<char>(value | 0x80);
    bytes += static_cast<char>(value);
}

} // namespace

void MessagePieces::add(std::string_view fields)
{
    if (m_pieces.empty() || !std::holds_alternative<std::string>(m_pieces.back()))
        m_pieces.emplace_back(std::string());
    std::get<std::string>(m_pieces.back()) += fields;
    m_size += fields.size();
}

void MessagePieces::addField(unsigned number, graph::TensorData content)
{
    addHead(number, content.bytes().size());
    m_size += content.bytes().size();
    m_pieces.emplace_back(std::move(content));
}

void MessagePieces::addField(unsigned number, MessagePieces content)
{
    addHead(number, content.size());
    m_size += content.size();
    m_pieces.insert(m_pieces.end(), std::make_move_iterator(content.m_pieces.begin()),
                    std::make_move_iterator(content.m_pieces.end()));
}

void MessagePieces::addHead(unsigned number, std::size_t length)
{
    std::string head;
    appendVarint(head, number << 3 | kLengthDelimited);
    appendVarint(head, length);
    add(head);
}

std::string_view MessagePieces::textOf(const Piece& piece)
{
    if (const auto* fields = std::get_if<std::string>(&piece))
        return *fields;
    const auto bytes = std::get<graph::TensorData>(piece).bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace ql::exporting
