// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/pt_file.h"

#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/data/weights/pt_container.h"
#include "core/pickle/tensor_gatherer.h"

#include <caffe2/serialize/inline_container.h>

namespace ql::data {

namespace {

using graph::DataType;
using graph::TensorData;

/// @p tensor in a type that torch has.
TensorData widened(const std::string& name, const TensorData& tensor)
{
    switch (tensor.type()) {
    case DataType::UInt16: {
        const auto values = tensor.toInts();
        return TensorData::of<std::int32_t>(DataType::Int32, tensor.shape(), {values.begin(), values.end()});
    }
    case DataType::UInt32:
    case DataType::UInt64: return TensorData::of<std::int64_t>(DataType::Int64, tensor.shape(), tensor.toInts());
    default: break;
    }
    if (pickle::storageNameOf(tensor.type()).empty())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{} has type {}, which a .pt file can't hold", name, graph::name(tensor.type())));
    return tensor;
}

} // namespace

void writePt(const std::filesystem::path& path, const pickle::NamedTensorData& tensors)
{
    pickle::NamedTensorData plain;
    for (const auto& [name, tensor] : tensors)
        plain.emplace_back(name, widened(name, tensor));
    AtomicFile file(path);
    {
        // What can't be written counts as written until commit(): told of it, the writer's destructor would end the
        // program.
        caffe2::serialize::PyTorchStreamWriter writer([&file](const void* bytes, std::size_t count) {
            file.stream().write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
            return count;
        });
        try {
            const auto pickle = pickle::pickleTensors(plain);
            writer.writeRecord("data.pkl", pickle.data(), pickle.size());
            for (std::size_t i = 0; i < plain.size(); ++i) {
                const auto bytes = plain[i].second.bytes();
                writer.writeRecord("data/" + std::to_string(i), bytes.data(), bytes.size());
            }
            writer.writeEndOfFile();
        } catch (const c10::Error& error) {
            throw Error(ErrorCode::FileWrite, Message("{}: {}", path.string(), error.what_without_backtrace()),
                        "is the disk full?");
        }
    }
    file.commit();
}

pickle::NamedTensorData readPt(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&path] {
        const auto container = openPt(path);
        return pickle::tensorsIn(container->root, container->storage, *container->budget);
    });
}

} // namespace ql::data
