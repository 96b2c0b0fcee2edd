// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/tensor_files.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/model_file.h"
#include "core/import/onnx/onnx_tensor.h"

#include <charconv>
#include <onnx/onnx-data_pb.h>

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
        const auto file = importers::MappedFile::open(path);
        onnx::TensorProto proto;
        importers::parseMessage(file->bytes(), proto, "ONNX tensor");
        if (file->bytes().empty() || proto.data_type() == onnx::TensorProto::UNDEFINED)
            throw Error(ErrorCode::FileCorrupt, "the file holds no ONNX tensor",
                        "expected a serialized TensorProto, such as input_0.pb of the standard's test data");
        importers::ExternalData external(path.parent_path());
        auto data = importers::readTensor(proto, external);
        return std::pair(proto.name(), std::move(data));
    });
}

namespace {

ops::Tensor sequenceIn(onnx::SequenceProto& proto, importers::ExternalData& external)
{
    if (proto.elem_type() != onnx::SequenceProto::TENSOR && proto.elem_type() != onnx::SequenceProto::UNDEFINED)
        throw Error(ErrorCode::UnsupportedFormat, "the sequence holds something else than tensors, which is not read");
    std::vector<ops::Tensor> items;
    for (auto& item : *proto.mutable_tensor_values())
        items.push_back(ops::toTensor(importers::readTensor(item, external)));
    return ops::sequenceOf(std::move(items));
}

ops::Tensor optionalIn(onnx::OptionalProto& proto, graph::ValueKind kind, importers::ExternalData& external)
{
    if (proto.elem_type() == onnx::OptionalProto::UNDEFINED)
        return {};
    const bool isSequence = kind == graph::ValueKind::OptionalSequence;
    if (proto.elem_type() != (isSequence ? onnx::OptionalProto::SEQUENCE : onnx::OptionalProto::TENSOR))
        throw Error(ErrorCode::FileCorrupt, isSequence ? Message("the optional holds no sequence of tensors")
                                                       : Message("the optional holds no tensor"));
    return isSequence ? sequenceIn(*proto.mutable_sequence_value(), external)
                      : ops::toTensor(importers::readTensor(*proto.mutable_tensor_value(), external));
}

} // namespace

ops::Tensor readHeldProto(const std::filesystem::path& path, graph::ValueKind kind)
{
    return withContext(Message::text(path.string()), [&] {
        const auto file = importers::MappedFile::open(path);
        importers::ExternalData external(path.parent_path());
        if (kind == graph::ValueKind::Sequence) {
            onnx::SequenceProto proto;
            importers::parseMessage(file->bytes(), proto, "ONNX sequence");
            return sequenceIn(proto, external);
        }
        onnx::OptionalProto proto;
        importers::parseMessage(file->bytes(), proto, "ONNX optional");
        return optionalIn(proto, kind, external);
    });
}

} // namespace ql::data
