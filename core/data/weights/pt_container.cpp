// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/pt_container.h"

#include "core/base/error.h"
#include "core/base/file_bytes.h"
#include "core/data/tensors/zip_archive.h"
#include "core/data/weights/old_pt.h"

#include <algorithm>
#include <map>

namespace ql::data {

namespace {

constexpr std::size_t kLargestPickle = std::size_t{1} << 28;

/// The records of an archive by their names behind its one top folder.
class Records {
public:
    explicit Records(const std::filesystem::path& path)
        : m_archive(path, "a file that torch.save wrote")
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
        return withContext(Message("entry {}", found->second.name), [&] { return m_archive.read(found->second); });
    }

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

    void add(const ZipEntry& entry)
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

    ZipArchive m_archive;
    std::string m_folder; ///< with its slash
    std::map<std::string, ZipEntry> m_records;
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
