// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/old_pt.h"

#include "core/base/error.h"

#include <array>
#include <cstring>
#include <map>
#include <string_view>

namespace ql::data {

namespace {

using namespace std::string_view_literals;

/// The pickled number that these files begin with.
constexpr auto kMagic = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."sv;
constexpr std::int64_t kProtocol = 1001;

[[noreturn]] void corrupt(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, Message("not a file that torch.save wrote: {}", what),
                "the file may be truncated or be another pickle");
}

/// Bytes that one element takes, by storage; a key must not mean two widths.
std::map<std::string, std::size_t> widthsOf(const pickle::PickleArena& arena)
{
    std::map<std::string, std::size_t> widths;
    for (const auto& storage : arena.storages()) {
        if (storage.type == graph::DataType::Undefined)
            throw Error(ErrorCode::UnsupportedFormat,
                        Message("a tensor is stored as {}, which is not read", storage.className));
        const auto width = graph::packedByteCount(storage.type, 1);
        if (widths.emplace(storage.key, width).first->second != width)
            corrupt(Message("storage {} has elements of two sizes", storage.key));
    }
    return widths;
}

/// The storages behind the pickles: of each its count of elements and the elements, in the order of @p keys.
std::map<std::string, FileBytes> readStorages(std::span<const std::byte> bytes, const pickle::PickleValue& keys,
                                              const std::map<std::string, std::size_t>& widths)
{
    if (!keys.items())
        corrupt("the list of storages is missing");
    std::map<std::string, FileBytes> storages;
    for (const auto& item : *keys.items()) {
        const auto key = item.textOr({});
        const auto width = widths.find(key);
        std::uint64_t count = 0;
        if (width == widths.end() || bytes.size() < sizeof(count))
            corrupt(Message("storage {} is not described", key));
        std::memcpy(&count, bytes.data(), sizeof(count));
        bytes = bytes.subspan(sizeof(count));
        if (count > bytes.size() / width->second)
            corrupt(Message("storage {} is longer than the file", key));
        const auto size = static_cast<std::size_t>(count) * width->second;
        auto copy = allocateBytes(size); // in the file it lies anywhere, here its elements are aligned
        std::memcpy(copy.get(), bytes.data(), size);
        storages[key] = {std::move(copy), size};
        bytes = bytes.subspan(size);
    }
    return storages;
}

} // namespace

std::unique_ptr<PtContainer> openOldPt(const std::filesystem::path& path)
{
    const auto file = readFileBytes(path);
    const auto bytes = file.span();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!text.starts_with(kMagic))
        corrupt("the pickle begins without PyTorch's mark");
    auto container = std::make_unique<PtContainer>();
    auto& arena = container->arena;
    std::size_t at = kMagic.size();
    const auto protocol = pickle::readPickle(bytes, at, arena);
    if (!protocol.integer() || *protocol.integer() != kProtocol)
        throw Error(ErrorCode::UnsupportedFormat, "the file's protocol is not 1001",
                    "save it again with a newer PyTorch");
    pickle::readPickle(bytes, at, arena); // sizes of C types on the machine that wrote it
    container->root = pickle::readPickle(bytes, at, arena);
    const auto keys = pickle::readPickle(bytes, at, arena);
    auto storages = std::make_shared<const std::map<std::string, FileBytes>>(
        readStorages(bytes.subspan(at), keys, widthsOf(arena)));
    container->storage = [storages](const std::string& key) {
        const auto found = storages->find(key);
        if (found == storages->end())
            corrupt(Message("storage {} is missing", key));
        return found->second;
    };
    return container;
}

} // namespace ql::data
