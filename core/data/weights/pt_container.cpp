// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/pt_container.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/pickle/zip_archive.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string_view>

namespace ql::data {

namespace {

constexpr std::size_t kLargestPickle = std::size_t{1} << 28;
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

/// A file of torch.save before PyTorch 1.6, or with _use_new_zipfile_serialization=False: pickles and storages one
/// behind the other. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat)
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
    container->budget = std::make_shared<ExpansionBudget>(bytes.size());
    container->storage = [storages](const std::string& key) {
        const auto found = storages->find(key);
        if (found == storages->end())
            corrupt(Message("storage {} is missing", key));
        return found->second;
    };
    return container;
}

/// The records of an archive by their names behind its one top folder.
class Records {
public:
    explicit Records(const std::filesystem::path& path)
        : m_archive(path, "a file that torch.save wrote")
        , m_budget(std::make_shared<ExpansionBudget>(m_archive.budget()))
    {
        findFolder();
        for (const auto& entry : m_archive.entries())
            add(entry);
    }

    FileBytes read(const std::string& name) const
    {
        const auto found = m_records.find(name);
        if (found == m_records.end())
            throw Error(ErrorCode::FileCorrupt, Message("record {} is missing", name),
                        "the file may be truncated: save or fetch it again");
        return withContext(Message("entry {}", found->second.name),
                           [&] { return m_archive.read(found->second, *m_budget); });
    }

    const std::shared_ptr<ExpansionBudget>& budget() const { return m_budget; }
    bool has(const std::string& name) const { return m_records.contains(name); }
    std::uint64_t sizeOf(const std::string& name) const { return m_records.at(name).bytes; }

private:
    void findFolder()
    {
        constexpr std::string_view kPickle = "/data.pkl";
        for (const auto& entry : m_archive.entries())
            if (entry.name.ends_with(kPickle) && std::ranges::count(entry.name, '/') == 1)
                m_folder = entry.name.substr(0, entry.name.size() - kPickle.size() + 1);
        if (m_folder.empty())
            throw Error(ErrorCode::FileCorrupt, "not a file that torch.save wrote: it has no record data.pkl");
    }

    void add(const pickle::ZipEntry& entry)
    {
        if (!entry.name.starts_with(m_folder))
            throw Error(ErrorCode::FileCorrupt,
                        Message("not a file that torch.save wrote: entry {} is outside {}", entry.name, m_folder));
        withContext(Message("entry {}", entry.name), [&] {
            m_archive.check(entry);
            if (!m_records.emplace(entry.name.substr(m_folder.size()), entry).second)
                throw Error(ErrorCode::FileCorrupt, "is in the archive twice");
        });
    }

    pickle::ZipArchive m_archive;
    std::shared_ptr<ExpansionBudget> m_budget;
    std::string m_folder; ///< with its slash
    std::map<std::string, pickle::ZipEntry> m_records;
};

void requireLittleEndian(const Records& records)
{
    if (!records.has("byteorder"))
        return;
    const auto bytes = records.read("byteorder");
    const std::string_view order(reinterpret_cast<const char*>(bytes.data.get()), bytes.size);
    if (!order.starts_with("little"))
        throw Error(ErrorCode::UnsupportedFormat, Message("the numbers are in byte order \"{}\"", order),
                    "save the file on a little-endian machine");
}

std::unique_ptr<PtContainer> openZip(const std::filesystem::path& path)
{
    const auto records = std::make_shared<const Records>(path);
    requireLittleEndian(*records);
    if (records->sizeOf("data.pkl") > kLargestPickle)
        throw Error(ErrorCode::UnsupportedFormat, "the pickle is larger than 256 MiB");
    const auto pickle = records->read("data.pkl");
    auto container = std::make_unique<PtContainer>();
    std::size_t at = 0;
    container->root = pickle::readPickle(pickle.span(), at, container->arena);
    container->budget = records->budget();
    container->storage = [records](const std::string& key) { return records->read("data/" + key); };
    return container;
}

} // namespace

std::unique_ptr<PtContainer> openPt(const std::filesystem::path& path)
{
    std::string mark(2, '\0');
    openFile(path).read(mark.data(), 2);
    if (mark == "\x80\x02")
        return openOldPt(path);
    return openZip(path);
}

} // namespace ql::data
