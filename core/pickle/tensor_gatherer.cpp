// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/tensor_gatherer.h"

#include "core/base/error.h"

#include <cstring>

namespace ql::pickle {

namespace {

/// Refuses a view of which any element lies outside its storage of @p available elements.
void requireAvailable(std::size_t available, const PickledTensor& tensor)
{
    auto last = static_cast<std::size_t>(tensor.offset);
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        const auto steps = static_cast<std::size_t>(tensor.shape[i] - 1);
        const auto stride = static_cast<std::size_t>(tensor.strides[i]);
        if (last >= available || (stride > 0 && steps > (available - 1 - last) / stride))
            failDamaged("a tensor reaches beyond its storage");
        last += steps * stride;
    }
    if (last >= available)
        failDamaged("a tensor reaches beyond its storage");
}

bool isContiguous(const PickledTensor& tensor)
{
    std::int64_t expected = 1;
    for (std::size_t i = tensor.shape.size(); i-- > 0;) {
        if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
            return false;
        expected *= tensor.shape[i];
    }
    return true;
}

} // namespace

const FileBytes& TensorGatherer::storageOf(const PickledTensor& tensor)
{
    const auto& storage = tensor.storage;
    if (tensor.type == graph::DataType::Undefined)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("a tensor is stored as {}, which is not read", storage.className));
    auto found = m_storages.find(storage.key);
    if (found == m_storages.end())
        found = m_storages.emplace(storage.key, m_read(storage.key)).first;
    const auto width = storage.type == graph::DataType::Undefined ? 1 : graph::packedByteCount(storage.type, 1);
    if (storage.count < 0 || found->second.size % width != 0
        || static_cast<std::size_t>(storage.count) != found->second.size / width)
        failDamaged(Message("storage {} claims {} elements of {} bytes and holds {} bytes", storage.key, storage.count,
                            width, found->second.size));
    return found->second;
}

/// Elements of which several share a byte.
graph::TensorData TensorGatherer::packed(const PickledTensor& tensor, const FileBytes& storage, std::size_t count)
{
    if (tensor.offset != 0 || !isContiguous(tensor))
        throw Error(ErrorCode::UnsupportedFormat, "a tensor of 4-bit elements doesn't lie in one piece");
    if (count / 2 > storage.size || graph::packedByteCount(tensor.type, count) > storage.size)
        failDamaged("a tensor reaches beyond its storage");
    return {tensor.type, tensor.shape, storage.data, graph::packedByteCount(tensor.type, count)};
}

graph::TensorData TensorGatherer::copied(const PickledTensor& tensor, const FileBytes& storage, std::size_t count)
{
    const std::size_t width = graph::packedByteCount(tensor.type, 1);
    m_budget.make(count, width);
    auto bytes = allocateBytes(count * width);
    std::vector<std::int64_t> index(tensor.shape.size(), 0);
    for (std::size_t i = 0; i < count; ++i) {
        auto at = static_cast<std::size_t>(tensor.offset);
        for (std::size_t d = 0; d < tensor.shape.size(); ++d)
            at += static_cast<std::size_t>(index[d] * tensor.strides[d]);
        std::memcpy(bytes.get() + i * width, storage.data.get() + at * width, width);
        for (std::size_t d = tensor.shape.size(); d-- > 0 && ++index[d] == tensor.shape[d];)
            index[d] = 0;
    }
    return {tensor.type, tensor.shape, std::move(bytes), count * width};
}

const graph::TensorData& TensorGatherer::gather(const PickledTensor& tensor)
{
    const auto known = m_gathered.find(&tensor);
    if (known != m_gathered.end())
        return known->second;
    const auto& storage = storageOf(tensor);
    const std::size_t width = graph::packedByteCount(tensor.type, 1);
    const std::size_t count = graph::elementCount(tensor.shape);
    const bool sharesBytes = graph::bitsPerElement(tensor.type) < 8;
    if (count > 0 && !sharesBytes)
        requireAvailable(storage.size / width, tensor);
    graph::TensorData data;
    if (sharesBytes) {
        data = packed(tensor, storage, count);
    } else if (count > 0 && isContiguous(tensor)) {
        const std::shared_ptr<const std::byte> first(
            storage.data, storage.data.get() + static_cast<std::size_t>(tensor.offset) * width);
        data = graph::TensorData(tensor.type, tensor.shape, first, count * width);
    } else {
        data = copied(tensor, storage, count);
    }
    if (tensor.type == graph::DataType::Bool) {
        const auto bytes = normalizedBools({data.storage(), data.bytes().size()});
        data = graph::TensorData(tensor.type, tensor.shape, bytes.data, bytes.size);
    }
    return m_gathered.emplace(&tensor, std::move(data)).first->second;
}

void requireInside(const PickledTensor& tensor, std::size_t bytes)
{
    const auto count = graph::elementCount(tensor.shape);
    if (count == 0)
        return;
    if (graph::bitsPerElement(tensor.type) >= 8)
        requireAvailable(bytes / graph::packedByteCount(tensor.type, 1), tensor);
    else if (tensor.offset != 0 || !isContiguous(tensor) || count / 2 > bytes
             || graph::packedByteCount(tensor.type, count) > bytes)
        failDamaged("a tensor reaches beyond its storage");
}

NamedTensorData tensorsIn(const PickleValue& root, const StorageReader& storage, ExpansionBudget& budget)
{
    TensorGatherer gatherer(storage, budget);
    NamedTensorData found;
    visitPickle(root, '/', [&](const PickleValue& value, const std::string& name) {
        if (!value.tensor())
            return;
        if (value.tensor()->quantizer)
            throw Error(ErrorCode::UnsupportedFormat, Message("tensor {} is quantized; plain tensors are read", name),
                        "save its real numbers: tensor.dequantize()");
        found.emplace_back(name, gatherer.gather(*value.tensor()));
    });
    if (found.empty())
        throw Error(ErrorCode::UnsupportedFormat, Message("the file holds no tensors but {}", root.describe()));
    return found;
}

} // namespace ql::pickle
