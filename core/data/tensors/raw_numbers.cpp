// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/raw_numbers.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <charconv>

namespace ql::data {

std::optional<graph::Shape> parsedShape(std::string_view text)
{
    graph::Shape shape;
    if (text == "scalar")
        return shape;
    const auto* next = text.data();
    const auto* end = text.data() + text.size();
    for (;;) {
        std::int64_t size = -1;
        const auto result = std::from_chars(next, end, size);
        if (result.ec != std::errc() || size < 0)
            return std::nullopt;
        shape.push_back(size);
        if (result.ptr == end)
            return shape;
        if (*result.ptr != 'x')
            return std::nullopt;
        next = result.ptr + 1;
    }
}

graph::TensorData readRawNumbers(const std::filesystem::path& path, graph::DataType type, const graph::Shape& shape)
{
    auto bytes = readFileBytes(path);
    return withContext(Message::text(path.string()), [&] {
        if (type == graph::DataType::Bool)
            bytes = normalizedBools(bytes);
        return graph::TensorData(type, shape, bytes.data, bytes.size);
    });
}

} // namespace ql::data
