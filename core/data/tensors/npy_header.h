// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <cstddef>
#include <span>
#include <string>

namespace ql::data {

/// What stands before the elements of a .npy file.
struct NpyHeader {
    graph::DataType type = graph::DataType::Undefined;
    graph::Shape shape;
    std::size_t characters = 0; ///< of each element, where they are strings
    bool isUnicode = false;     ///< four bytes a character, else one
    bool isBigEndian = false;
    bool isFortranOrder = false;
    std::size_t byteCount = 0; ///< of the header: where the elements begin
};

/// Strict: the three keys that the format names, each once. @throws Error (FileCorrupt, UnsupportedFormat)
NpyHeader parseNpyHeader(std::span<const std::byte> file);

/// The header of a C-order, little-endian array, padded to 64 bytes. @p characters are those of the longest string.
/// @pre the type has a numpy name of its own
std::string printNpyHeader(graph::DataType type, const graph::Shape& shape, std::size_t characters = 0);

/// Bytes of the number that is turned round in a big-endian file: half an element of a complex type.
std::size_t scalarByteCount(graph::DataType type);

} // namespace ql::data
