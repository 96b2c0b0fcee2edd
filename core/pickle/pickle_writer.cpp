// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/pickle.h"

#include "core/base/error.h"

#include <array>
#include <bit>
#include <cstring>

namespace ql::pickle {

namespace {

using graph::DataType;

constexpr std::array<std::pair<DataType, std::string_view>, 10> kStorages{{{DataType::Float, "FloatStorage"},
                                                                           {DataType::Double, "DoubleStorage"},
                                                                           {DataType::Float16, "HalfStorage"},
                                                                           {DataType::BFloat16, "BFloat16Storage"},
                                                                           {DataType::Int64, "LongStorage"},
                                                                           {DataType::Int32, "IntStorage"},
                                                                           {DataType::Int16, "ShortStorage"},
                                                                           {DataType::Int8, "CharStorage"},
                                                                           {DataType::UInt8, "ByteStorage"},
                                                                           {DataType::Bool, "BoolStorage"}}};

/// Pickle's opcodes, spelled out where they are used by their letters in the protocol's own documentation.
class Writer {
public:
    std::string take() { return std::move(m_bytes); }
    void op(char opcode) { m_bytes.push_back(opcode); }
    void raw(std::string_view bytes) { m_bytes += bytes; }

    void global(std::string_view module, std::string_view name)
    {
        op('c');
        raw(module);
        op('\n');
        raw(name);
        op('\n');
    }
    void text(std::string_view utf8)
    {
        op('X');
        little(static_cast<std::uint32_t>(utf8.size()));
        raw(utf8);
    }
    /// BININT, or LONG1 with eight bytes where it does not fit.
    void integer(std::int64_t value)
    {
        if (value >= INT32_MIN && value <= INT32_MAX) {
            op('J');
            little(static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
            return;
        }
        op('\x8a');
        op(char{8});
        little(static_cast<std::uint64_t>(value));
    }
    void tuple(const std::vector<std::int64_t>& values)
    {
        op('(');
        for (const auto value : values)
            integer(value);
        op('t');
    }

private:
    template <typename T>
    void little(T value)
    {
        static_assert(std::endian::native == std::endian::little);
        std::array<char, sizeof(T)> bytes;
        std::memcpy(bytes.data(), &value, sizeof(T));
        m_bytes.append(bytes.data(), bytes.size());
    }
    std::string m_bytes;
};

std::vector<std::int64_t> contiguousStrides(const graph::Shape& shape)
{
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * std::max<std::int64_t>(1, shape[i]);
    return strides;
}

/// torch._utils._rebuild_tensor_v2(storage, offset, shape, strides, requires_grad, hooks)
void writeTensor(Writer& writer, const graph::TensorData& tensor, std::size_t index)
{
    writer.global("torch._utils", "_rebuild_tensor_v2");
    writer.op('(');
    writer.op('(');
    writer.text("storage");
    writer.global("torch", storageNameOf(tensor.type()));
    writer.text(std::to_string(index));
    writer.text("cpu");
    writer.integer(static_cast<std::int64_t>(tensor.size()));
    writer.op('t');
    writer.op('Q');
    writer.integer(0);
    writer.tuple(tensor.shape());
    writer.tuple(contiguousStrides(tensor.shape()));
    writer.op('\x89');
    writer.global("collections", "OrderedDict");
    writer.op(')');
    writer.op('R');
    writer.op('t');
    writer.op('R');
}

} // namespace

std::string_view storageNameOf(DataType type)
{
    for (const auto& [known, name] : kStorages)
        if (known == type)
            return name;
    return {};
}

DataType typeOfStorage(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, DataType>, 4> kQuantized{{{"QInt8Storage", DataType::Int8},
                                                                               {"QUInt8Storage", DataType::UInt8},
                                                                               {"QUInt4x2Storage", DataType::UInt4},
                                                                               {"QInt32Storage", DataType::Int32}}};
    for (const auto& [known, type] : kQuantized)
        if (known == name)
            return type;
    for (const auto& [type, known] : kStorages)
        if (known == name)
            return type;
    return DataType::Undefined;
}

std::string pickleTensors(const NamedTensorData& tensors)
{
    Writer writer;
    writer.op('\x80');
    writer.op(char{2});
    writer.op('}');
    writer.op('(');
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        writer.text(tensors[i].first);
        writeTensor(writer, tensors[i].second, i);
    }
    writer.op('u');
    writer.op('.');
    return writer.take();
}

} // namespace ql::pickle
