// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/pickle_value.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace ql::data {

namespace {

constexpr int kDeepestNesting = 32;
constexpr std::size_t kMostVisits = 1000000;
constexpr std::size_t kMostExpandedElements = std::size_t{1} << 28;

[[noreturn]] void corrupt(const std::string& what)
{
    throw Error(ErrorCode::FileCorrupt, "the pickle is damaged: " + what);
}

std::vector<std::int64_t> integersOf(const PickleValue& value)
{
    const auto* items = value.items();
    if (!items)
        corrupt("a tensor's shape is no tuple");
    std::vector<std::int64_t> integers;
    for (const auto& item : *items) {
        if (!item.integer() || *item.integer() < 0)
            corrupt("a tensor's shape or stride is no list of sizes");
        integers.push_back(*item.integer());
    }
    return integers;
}

/// Refuses a view of which any element lies outside its storage of @p available elements.
void requireInside(std::size_t available, std::size_t offset, const std::vector<std::int64_t>& shape,
                   const std::vector<std::int64_t>& strides)
{
    std::size_t last = offset;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto steps = static_cast<std::size_t>(shape[i] - 1);
        const auto stride = static_cast<std::size_t>(strides[i]);
        if (last >= available || (stride > 0 && steps > (available - 1 - last) / stride))
            corrupt("a tensor reaches beyond its storage");
        last += steps * stride;
    }
    if (last >= available)
        corrupt("a tensor reaches beyond its storage");
}

/// Copies the elements of a strided view into C order.
graph::TensorData gathered(graph::DataType type, std::span<const std::byte> storage, std::size_t offset,
                           const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides)
{
    const std::size_t width = graph::packedByteCount(type, 1);
    const std::size_t count = graph::elementCount(shape);
    if (count > 0)
        requireInside(storage.size() / width, offset, shape, strides);
    if (count > std::max(kMostExpandedElements, storage.size()))
        corrupt("a tensor of few elements claims to be enormous");
    std::vector<std::byte> bytes(count * width);
    std::vector<std::int64_t> index(shape.size(), 0);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t at = offset;
        for (std::size_t d = 0; d < shape.size(); ++d)
            at += static_cast<std::size_t>(index[d] * strides[d]);
        std::memcpy(bytes.data() + i * width, storage.data() + at * width, width);
        for (std::size_t d = shape.size(); d-- > 0 && ++index[d] == shape[d];)
            index[d] = 0;
    }
    return graph::TensorData::copyOf(type, shape, bytes);
}

PickleValue rebuildTensor(const PickleValue::Items& arguments, const StorageReader& read)
{
    if (arguments.size() < 4 || !arguments[0].storage() || !arguments[1].integer() || *arguments[1].integer() < 0)
        corrupt("a tensor is described by other than storage, offset, shape and strides");
    const auto& storage = *arguments[0].storage();
    const auto shape = integersOf(arguments[2]);
    const auto strides = integersOf(arguments[3]);
    if (shape.size() != strides.size())
        corrupt("a tensor has not as many strides as dimensions");
    return PickleValue::tensor(
        gathered(storage.type, read(storage.key), static_cast<std::size_t>(*arguments[1].integer()), shape, strides));
}

/// Walks containers; a pickle may tie them in circles, so both depth and the number of visits are bounded.
class Collector {
public:
    void collect(const PickleValue& value, const std::string& name, int depth)
    {
        if (depth > kDeepestNesting || ++m_visits > kMostVisits)
            corrupt("it nests too deep or holds too many values");
        const auto inner = [&name](const std::string& key) { return name.empty() ? key : name + "/" + key; };
        if (const auto* tensor = value.tensor())
            m_found.emplace_back(name, *tensor);
        if (const auto* items = value.items())
            for (std::size_t i = 0; i < items->size(); ++i)
                collect((*items)[i], inner(std::to_string(i)), depth + 1);
        if (const auto* entries = value.entries())
            for (const auto& [key, entry] : *entries)
                collect(entry, inner(key.integer() ? std::to_string(*key.integer()) : key.textOr("?")), depth + 1);
    }
    NamedTensorData take() { return std::move(m_found); }

private:
    NamedTensorData m_found;
    std::size_t m_visits = 0;
};

} // namespace

PickleValue PickleValue::integer(std::int64_t value)
{
    return PickleValue(Value(value));
}

PickleValue PickleValue::text(std::string value)
{
    return PickleValue(Value(std::move(value)));
}

PickleValue PickleValue::list(Items& items)
{
    return PickleValue(Value(&items));
}

PickleValue PickleValue::dict(Entries& entries)
{
    return PickleValue(Value(&entries));
}

PickleValue PickleValue::global(std::string name)
{
    return PickleValue(Value(Global{std::move(name)}));
}

PickleValue PickleValue::tensor(graph::TensorData data)
{
    return PickleValue(Value(std::move(data)));
}

PickleValue PickleValue::storage(const PickleValue& id)
{
    const auto* parts = id.items();
    if (!parts || parts->size() < 3 || (*parts)[0].textOr({}) != "storage" || !(*parts)[1].globalName())
        corrupt("a persistent id is no storage");
    const auto& className = *(*parts)[1].globalName();
    const auto type = typeOfStorage(className.substr(className.rfind('.') + 1));
    if (type == graph::DataType::Undefined)
        throw Error(ErrorCode::UnsupportedFormat, "a tensor is stored as " + className + ", which is not read");
    return PickleValue(Value(Storage{type, (*parts)[2].textOr({})}));
}

PickleValue::Items* PickleValue::items() const
{
    const auto* list = std::get_if<Items*>(&m_value);
    return list ? *list : nullptr;
}

PickleValue::Entries* PickleValue::entries() const
{
    const auto* dict = std::get_if<Entries*>(&m_value);
    return dict ? *dict : nullptr;
}

const std::string* PickleValue::globalName() const
{
    const auto* global = std::get_if<Global>(&m_value);
    return global ? &global->name : nullptr;
}

std::string PickleValue::textOr(const std::string& otherwise) const
{
    const auto* text = std::get_if<std::string>(&m_value);
    return text ? *text : otherwise;
}

std::string PickleValue::describe() const
{
    constexpr const char* kKinds[]{"nothing", "a number", "a text", "", "a storage", "a tensor", "a list", "a dict"};
    return globalName() ? *globalName() : kKinds[m_value.index()];
}

PickleValue applyGlobal(const PickleValue& function, const PickleValue& arguments, const StorageReader& storage,
                        PickleArena& arena)
{
    const auto* name = function.globalName();
    const auto* items = arguments.items();
    if (!name || !items)
        corrupt("something is called that is no function");
    if (*name == "torch._utils._rebuild_tensor_v2" || *name == "torch._utils._rebuild_tensor")
        return rebuildTensor(*items, storage);
    if (*name == "collections.OrderedDict")
        return arena.dict();
    const bool isWrapper = *name == "torch._utils._rebuild_parameter" || *name == "torch.jit._pickle.restore_type_tag"
                           || name->starts_with("torch.jit._pickle.build_");
    if (isWrapper && !items->empty())
        return items->front();
    throw Error(ErrorCode::UnsupportedFormat, "the file asks to call " + *name + "; only plain tensors are read",
                "save a dict of tensors: torch.save({\"input\": tensor}, path)");
}

NamedTensorData tensorsIn(const PickleValue& value)
{
    Collector collector;
    collector.collect(value, {}, 0);
    auto found = collector.take();
    if (found.empty())
        throw Error(ErrorCode::UnsupportedFormat, "the file holds no tensors but " + value.describe());
    return found;
}

} // namespace ql::data
