// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/graph/ir/tensor_data.h"

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace ql::data {

/// The numbers of a file that nothing describes.
struct BareNumbers {
    FileBytes bytes;
    std::optional<graph::DataType> type; ///< nothing where the file doesn't say: raw numbers
    std::optional<graph::Shape> shape;   ///< of the array in the file, where it says one
};

/// The types that raw numbers are taken for, those that boards write most first.
std::span<const graph::DataType> bareTypes();

/// The element at @p index of little-endian numbers. @pre it is there, and @p type is among bareTypes()
double numberAt(const FileBytes& bytes, graph::DataType type, std::size_t index);

/// A text file of nothing but numbers: whole ones as int64, others as float64. Nothing for other text.
std::optional<BareNumbers> numbersInText(std::string_view text);

/// What @p array holds, to be read by numberAt(); nothing for other types than bareTypes().
std::optional<BareNumbers> numbersOf(const graph::TensorData& array);

} // namespace ql::data
