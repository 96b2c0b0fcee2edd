// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/pt_file.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <caffe2/serialize/inline_container.h>
#include <fmt/format.h>

#include <map>

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
    if (storageNameOf(tensor.type()).empty())
        throw Error(ErrorCode::UnsupportedFormat,
                    fmt::format("{} has type {}, which a .pt file can't hold", name, graph::name(tensor.type())));
    return tensor;
}

/// Names what was wrong in LibTorch's words, without its stack trace.
[[noreturn]] void refuse(const std::string& reason)
{
    throw Error(ErrorCode::FileCorrupt, "not a file that torch.save wrote: " + reason.substr(0, reason.find('\n')),
                "files of PyTorch before 1.6 must be saved again");
}

/// Keeps the records alive that tensors are gathered from.
class Records {
public:
    explicit Records(const std::filesystem::path& path)
        : m_reader(path.string())
    {
    }

    std::span<const std::byte> read(const std::string& name)
    {
        auto found = m_records.find(name);
        if (found == m_records.end())
            found = m_records.emplace(name, m_reader.getRecord(name)).first;
        const auto& [bytes, count] = found->second;
        return {static_cast<const std::byte*>(bytes.get()), count};
    }

private:
    caffe2::serialize::PyTorchStreamReader m_reader;
    std::map<std::string, std::tuple<at::DataPtr, std::size_t>> m_records;
};

NamedTensorData readRecords(const std::filesystem::path& path)
{
    try {
        Records records(path);
        return unpickleTensors(records.read("data.pkl"),
                               [&records](const std::string& key) { return records.read("data/" + key); });
    } catch (const c10::Error& error) {
        refuse(error.what_without_backtrace());
    } catch (const std::bad_alloc&) {
        refuse("a record claims more than fits into memory");
    }
}

} // namespace

void writePt(const std::filesystem::path& path, const NamedTensorData& tensors)
{
    NamedTensorData plain;
    for (const auto& [name, tensor] : tensors)
        plain.emplace_back(name, widened(name, tensor));
    AtomicFile file(path);
    {
        caffe2::serialize::PyTorchStreamWriter writer([&file](const void* bytes, std::size_t count) {
            file.stream().write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
            return file.stream().good() ? count : 0;
        });
        try {
            const auto pickle = pickleTensors(plain);
            writer.writeRecord("data.pkl", pickle.data(), pickle.size());
            for (std::size_t i = 0; i < plain.size(); ++i) {
                const auto bytes = plain[i].second.bytes();
                writer.writeRecord("data/" + std::to_string(i), bytes.data(), bytes.size());
            }
            writer.writeEndOfFile();
        } catch (const c10::Error& error) {
            throw Error(ErrorCode::FileWrite, path.string() + ": " + error.what_without_backtrace(),
                        "is the disk full?");
        }
    }
    file.commit();
}

NamedTensorData readPt(const std::filesystem::path& path)
{
    return withContext(path.string(), [&path] {
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(path, ignored))
            throw Error(ErrorCode::FileNotFound, "there is no such file");
        return readRecords(path);
    });
}

} // namespace ql::data
