// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"
#include "core/import/onnx/mapped_file.h"

#include <cstdint>

namespace ql::data {

/// Bytes of a file that is open.
struct MappedPart {
    std::shared_ptr<const importers::MappedFile> file;
    std::span<const std::byte> bytes;
};

/// A tensor whose elements are @p bytes of @p file, without copying where they are aligned for @p type; truth values
/// are copied so that each is 0 or 1. @throws Error (FileCorrupt) where they are more or fewer
inline graph::TensorData mappedTensor(const std::shared_ptr<const importers::MappedFile>& file, graph::DataType type,
                                      graph::Shape shape, std::span<const std::byte> bytes)
{
    const auto alignment = std::max<std::size_t>(graph::bitsPerElement(type) / 8, 1);
    const bool isAligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment == 0;
    if (type == graph::DataType::Bool) {
        const auto whole = normalizedBools({file->copyOf(bytes), bytes.size()});
        return {type, std::move(shape), whole.data, whole.size};
    }
    auto data = isAligned ? std::shared_ptr<const std::byte>(file, bytes.data()) : file->copyOf(bytes);
    return {type, std::move(shape), std::move(data), bytes.size()};
}

} // namespace ql::data
