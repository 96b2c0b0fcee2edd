// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ql::exporting {

/// A protobuf message as the bytes of a file, one piece behind the other: serialized fields, and tensors that stay
/// where they are. A model's weights are thus written without a copy in memory.
class MessagePieces {
public:
    /// Fields that are serialized already.
    void add(std::string_view fields);
    /// Field @p number: the bytes of @p content, or the message that @p content is.
    void addField(unsigned number, graph::TensorData content);
    void addField(unsigned number, MessagePieces content);

    /// In bytes.
    std::size_t size() const { return m_size; }
    /// Calls @p take(std::string_view) with one piece after the other.
    template <typename Take>
    void forEach(const Take& take) const
    {
        for (const auto& piece : m_pieces)
            take(textOf(piece));
    }

private:
    using Piece = std::variant<std::string, graph::TensorData>;
    static std::string_view textOf(const Piece& piece);
    void addHead(unsigned number, std::size_t length);

    std::vector<Piece> m_pieces;
    std::size_t m_size = 0;
};

} // namespace ql::exporting
