// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/npy.h"
#include "core/data/npy_bytes.h"
#include "core/data/npz_archive.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <zip.h>

namespace ql::data {

namespace {

// The best that deflate can do is 1032 to 1; an entry that claims more is not believed.
constexpr std::uint64_t kMostInflation = 1032;

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using Entry = std::unique_ptr<zip_file_t, CloseEntry>;

[[noreturn]] void failCorrupt(const std::string& message)
{
    throw Error(ErrorCode::FileCorrupt, message);
}

Archive openArchive(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        throw Error(ErrorCode::FileNotFound, "cannot be read", "does the file exist?");
    int code = 0;
    Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (archive)
        return archive;
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    failCorrupt(fmt::format("not a readable .npz archive: {}", reason));
}

zip_stat_t describeEntry(zip_t* archive, std::uint64_t index)
{
    zip_stat_t facts;
    zip_stat_init(&facts);
    constexpr std::uint64_t kNeeded =
        ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(archive, index, 0, &facts) != 0 || (facts.valid & kNeeded) != kNeeded)
        failCorrupt(fmt::format("entry {} is not described", index));
    return facts;
}

void checkEntry(const zip_stat_t& facts)
{
    if (facts.encryption_method != ZIP_EM_NONE)
        throw Error(ErrorCode::UnsupportedFormat, "is encrypted", "unpack it with its password first");
    const bool isStored = facts.comp_method == ZIP_CM_STORE;
    if (!isStored && facts.comp_method != ZIP_CM_DEFLATE)
        throw Error(ErrorCode::UnsupportedFormat, fmt::format("compression method {} is not known", facts.comp_method),
                    "write the archive with numpy.savez or numpy.savez_compressed");
    const bool isPlausible = isStored ? facts.size == facts.comp_size : facts.size / kMostInflation <= facts.comp_size;
    if (!isPlausible)
        failCorrupt(fmt::format("claims {} bytes out of {}", facts.size, facts.comp_size));
}

FileBytes readEntry(zip_t* archive, std::uint64_t index, std::uint64_t size)
{
    const Entry entry(zip_fopen_index(archive, index, 0));
    if (!entry)
        failCorrupt(zip_strerror(archive));
    auto bytes = allocateBytes(size);
    for (std::uint64_t done = 0; done < size;) {
        const auto count = zip_fread(entry.get(), bytes.get() + done, size - done);
        if (count <= 0)
            failCorrupt(count < 0 ? zip_file_strerror(entry.get()) : "ends too early");
        done += std::uint64_t(count);
    }
    // The checksum is only looked at when the end has been read.
    std::byte beyond{};
    if (zip_fread(entry.get(), &beyond, 1) != 0)
        failCorrupt("does not match its size or checksum");
    return {std::move(bytes), size};
}

} // namespace

struct NpzArchive::Handle {
    Archive archive;
};

NpzArchive::NpzArchive(const std::filesystem::path& path)
    : m_path(path)
    , m_handle(std::make_unique<Handle>())
{
    withContext(m_path.string(), [this] {
        m_handle->archive = openArchive(m_path);
        describe();
    });
}

NpzArchive::~NpzArchive() = default;

void NpzArchive::describe()
{
    auto* archive = m_handle->archive.get();
    const auto fileSize = std::filesystem::file_size(m_path);
    std::uint64_t packedSize = 0;
    const auto count = zip_get_num_entries(archive, 0);
    for (std::uint64_t index = 0; index < std::uint64_t(count); ++index) {
        const auto facts = describeEntry(archive, index);
        std::string name(facts.name);
        if (!name.ends_with(".npy")) {
            spdlog::warn("{}: entry {} is no .npy array and is ignored", m_path.string(), name);
            continue;
        }
        withContext(fmt::format("entry {}", name), [&] {
            checkEntry(facts);
            // Entries that share bytes would unpack to more than the archive justifies.
            if (facts.comp_size > fileSize || (packedSize += facts.comp_size) > fileSize)
                failCorrupt("the entries are longer than the archive");
        });
        m_names.push_back(name.substr(0, name.size() - 4));
        m_places.push_back({index, facts.size});
    }
}

graph::TensorData NpzArchive::read(std::size_t i) const
{
    return withContext(m_path.string(), [&] {
        return withContext(fmt::format("entry {}.npy", m_names.at(i)), [&] {
            return parseNpy(readEntry(m_handle->archive.get(), m_places.at(i).index, m_places.at(i).bytes));
        });
    });
}

std::vector<std::pair<std::string, graph::TensorData>> readNpz(const std::filesystem::path& path)
{
    const NpzArchive archive(path);
    std::vector<std::pair<std::string, graph::TensorData>> arrays;
    for (std::size_t i = 0; i < archive.names().size(); ++i)
        arrays.emplace_back(archive.names()[i], archive.read(i));
    return arrays;
}

} // namespace ql::data
