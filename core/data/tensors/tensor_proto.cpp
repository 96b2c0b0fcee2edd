// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/tensor_proto.h"
#include "core/base/error.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/model_file.h"
#include "core/import/onnx/onnx_tensor.h"

namespace ql::data {

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
