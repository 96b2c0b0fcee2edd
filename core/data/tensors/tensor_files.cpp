// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/tensor_files.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/model_file.h"
#include "core/import/onnx/onnx_tensor.h"

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

std::pair<std::string, graph::TensorData> readTensorProto(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&] {
        const auto file = import::MappedFile::open(path);
        onnx::TensorProto proto;
        import::parseMessage(file->bytes(), proto, "ONNX tensor");
        if (file->bytes().empty() || proto.data_type() == onnx::TensorProto::UNDEFINED)
            throw Error(ErrorCode::FileCorrupt, "the file holds no ONNX tensor",
                        "expected a serialized TensorProto, such as input_0.pb of the standard's test data");
        import::ExternalData external(path.parent_path());
        auto data = import::readTensor(proto, external);
        return std::pair(proto.name(), std::move(data));
    });
}

} // namespace ql::data
