// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/archive_check.h"

#include "core/base/error.h"
#include "core/pickle/pickle.h"
#include "core/pickle/pickle_value.h"
#include "core/pickle/tensor_gatherer.h"

#include <caffe2/serialize/inline_container.h>

#include <algorithm>
#include <array>
#include <map>

namespace ql::importers::torchscript {

namespace {

using caffe2::serialize::PyTorchStreamReader;
using pickle::PickledStorage;

constexpr std::size_t kDeepestPickle = 1000; // a module in a module is two levels
using pickle::PickledObject;
using pickle::PickleValue;
using Integers = std::vector<std::int64_t>;

[[noreturn]] void refuse()
{
    throw Error(ErrorCode::FileCorrupt, "the settings of a packed convolution make no sense",
                "it may be truncated: save or fetch it again");
}

/// Lists of integers, and tensors of them.
Integers integersOf(const PickleValue& value, pickle::TensorGatherer& gatherer)
{
    if (value.integer())
        return {*value.integer()};
    if (value.tensor())
        return gatherer.gather(*value.tensor()).toInts();
    Integers all;
    for (const auto& item : value.items() ? *value.items() : PickleValue::Items()) {
        const auto part = integersOf(item, gatherer);
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

bool isAtLeast(const Integers& values, std::size_t from, std::size_t count, std::int64_t least)
{
    for (std::size_t i = from; i < from + count; ++i)
        if (values.at(i) < least)
            return false;
    return true;
}

/// [dimensions, strides, paddings, dilations, output paddings, groups, flags]
void checkSettings(const Integers& settings)
{
    const auto dimensions = settings.empty() ? 0 : std::size_t(std::clamp<std::int64_t>(settings[0], 0, 4));
    if (dimensions < 1 || dimensions > 3 || settings.size() < 2 + 4 * dimensions)
        refuse();
    if (!isAtLeast(settings, 1, dimensions, 1) || !isAtLeast(settings, 1 + dimensions, dimensions, 0)
        || !isAtLeast(settings, 1 + 2 * dimensions, dimensions, 1)
        || !isAtLeast(settings, 1 + 3 * dimensions, dimensions, 0) || settings[1 + 4 * dimensions] < 1)
        refuse();
}

/// (weight, bias, strides, paddings, dilations, groups), of PyTorch before 1.6
void checkOldSettings(const PickleValue::Items& state, pickle::TensorGatherer& gatherer)
{
    constexpr std::array<std::pair<std::size_t, std::int64_t>, 4> kLeast{{{2, 1}, {3, 0}, {4, 1}, {5, 1}}};
    for (const auto& [position, least] : kLeast) {
        const auto values = integersOf(state.at(position), gatherer);
        if (values.empty() || !isAtLeast(values, 0, values.size(), least))
            refuse();
    }
}

/// Refuses the packed weights of a quantized convolution with settings that LibTorch divides by without looking: it
/// packs them again while it loads. Other objects pass. @throws Error (FileCorrupt)
void checkPacking(const PickledObject& object, const pickle::StorageReader& read)
{
    constexpr std::string_view kEnd = "dPackedParamsBase";
    if (!object.className.ends_with(kEnd) || object.className.find(".Conv") == std::string::npos)
        return;
    ExpansionBudget budget(0); // for settings, which are few numbers
    pickle::TensorGatherer gatherer(read, budget);
    const auto* state = object.state.items();
    if (!state || state->size() < 2)
        refuse();
    const bool isVersioned = (*state)[0].text() || (*state)[0].integer();
    if (!isVersioned && state->size() < 6)
        refuse();
    if (!isVersioned)
        return checkOldSettings(*state, gatherer);
    const auto* parts = (*state)[1].items();
    if (!parts || parts->empty())
        refuse();
    checkSettings(integersOf(parts->front().tensor() ? parts->front() : (*state)[1], gatherer));
}

[[noreturn]] void corrupt(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "it may be truncated: save or fetch it again");
}

/// Bytes of an element. Some of LibTorch's types no graph knows.
std::size_t widthOf(const PickledStorage& storage)
{
    constexpr std::array<std::pair<std::string_view, std::size_t>, 4> kOthers{{{"torch.ComplexHalfStorage", 4},
                                                                               {"torch.ComplexFloatStorage", 8},
                                                                               {"torch.ComplexDoubleStorage", 16},
                                                                               {"torch.QUInt2x4Storage", 1}}};
    if (storage.type != graph::DataType::Undefined)
        return graph::packedByteCount(storage.type, 1);
    for (const auto& [name, width] : kOthers)
        if (storage.className == name)
            return width;
    throw Error(ErrorCode::UnsupportedFormat,
                Message("a tensor is stored as {}, which is not read", storage.className));
}

/// The records that one pickle's tensors lie in; read to learn their sizes, one after the other.
class StorageSizes {
public:
    StorageSizes(PyTorchStreamReader& reader, std::string folder)
        : m_reader(reader)
        , m_folder(std::move(folder))
    {
    }

    void check(const PickledStorage& storage)
    {
        const auto bytes = bytesOf(storage.key);
        const auto width = widthOf(storage);
        if (storage.count < 0 || bytes % width != 0 || bytes / width != static_cast<std::size_t>(storage.count))
            corrupt(Message("record {}{} holds {} bytes, {} elements of {} bytes are expected", m_folder, storage.key,
                            bytes, storage.count, width));
    }

    std::size_t bytesOf(const std::string& key)
    {
        if (const auto known = m_bytes.find(key); known != m_bytes.end())
            return known->second;
        return m_bytes[key] = std::get<1>(m_reader.getRecord(m_folder + key));
    }

private:
    PyTorchStreamReader& m_reader;
    std::string m_folder;
    std::map<std::string, std::size_t> m_bytes;
};

void check(PyTorchStreamReader& reader, const std::string& name)
{
    const auto [bytes, size] = reader.getRecord(name + ".pkl");
    pickle::PickleArena arena(pickle::PickledClasses::OfProgram);
    std::size_t at = 0;
    const auto root = pickle::readPickle({static_cast<const std::byte*>(bytes.get()), size}, at, arena);
    if (pickle::pickleDepth(root) > kDeepestPickle)
        corrupt("its values are nested too deeply");
    StorageSizes sizes(reader, name + "/");
    for (const auto& storage : arena.storages())
        sizes.check(storage);
    for (const auto& tensor : arena.tensors())
        if (tensor.type != graph::DataType::Undefined)
            pickle::requireInside(tensor, sizes.bytesOf(tensor.storage.key));
    for (const auto& object : arena.objects())
        checkPacking(object, [&](const std::string& key) {
            auto [record, count] = reader.getRecord(name + "/" + key);
            const std::shared_ptr<at::DataPtr> kept = std::make_shared<at::DataPtr>(std::move(record));
            return FileBytes{{kept, static_cast<const std::byte*>(kept->get())}, count};
        });
}

} // namespace

void refuseDamagedPickles(PyTorchStreamReader& reader)
{
    for (const std::string name : {"data", "constants"})
        if (reader.hasRecord(name + ".pkl"))
            withContext(Message("{}.pkl", name), [&] { check(reader, name); });
}

} // namespace ql::importers::torchscript
