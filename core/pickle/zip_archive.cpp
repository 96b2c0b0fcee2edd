// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/zip_archive.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <zip.h>

namespace ql::pickle {

namespace {

// The best that deflate can do is 1032 to 1; an entry that claims more is not believed.
constexpr std::uint64_t kMostInflation = 1032;

struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};
using Entry = std::unique_ptr<zip_file_t, CloseEntry>;

[[noreturn]] void failArchive(const Message& message)
{
    throw Error(ErrorCode::FileCorrupt, message);
}

/// libzip's error while an archive is opened.
class OpenError {
public:
    OpenError() { zip_error_init(&m_error); }
    ~OpenError() { zip_error_fini(&m_error); }
    OpenError(const OpenError&) = delete;
    OpenError& operator=(const OpenError&) = delete;

    zip_error_t* get() { return &m_error; }
    void set(int code) { zip_error_init_with_code(&m_error, code); }
    [[noreturn]] void fail(const Message& what)
    {
        failArchive(Message("not {}: {}", what, std::string(zip_error_strerror(&m_error))));
    }

private:
    zip_error_t m_error{};
};

zip_t* openArchive(const std::filesystem::path& path, const Message& what)
{
    openFile(path); // libzip's own words for a folder or a pipe say less
    int code = 0;
    if (auto* archive = zip_open(path.c_str(), ZIP_RDONLY, &code))
        return archive;
    OpenError error;
    error.set(code);
    error.fail(what);
}

zip_t* openArchive(const FileBytes& bytes, const Message& what)
{
    OpenError error;
    auto* source = zip_source_buffer_create(bytes.data.get(), bytes.size, 0, error.get());
    if (!source)
        error.fail(what);
    if (auto* archive = zip_open_from_source(source, ZIP_RDONLY, error.get()))
        return archive;
    zip_source_free(source);
    error.fail(what);
}

zip_stat_t describeEntry(zip_t* archive, std::uint64_t index)
{
    zip_stat_t facts;
    zip_stat_init(&facts);
    constexpr std::uint64_t kNeeded =
        ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(archive, index, 0, &facts) != 0 || (facts.valid & kNeeded) != kNeeded)
        failArchive(Message("entry {} is not described", index));
    return facts;
}

} // namespace

struct ZipArchive::Handle {
    struct Discard {
        void operator()(zip_t* archive) const { zip_discard(archive); }
    };
    FileBytes bytes; ///< that the archive is read from, where it is no file
    std::unique_ptr<zip_t, Discard> archive;
};

ZipArchive::ZipArchive(const std::filesystem::path& path, const Message& what)
    : m_handle(new Handle{{}, decltype(Handle::archive)(openArchive(path, what))})
    , m_fileSize(std::filesystem::file_size(path))
{
    listEntries();
}

ZipArchive::ZipArchive(const FileBytes& bytes, const Message& what)
    : m_handle(new Handle{bytes, decltype(Handle::archive)(openArchive(bytes, what))})
    , m_fileSize(bytes.size)
{
    listEntries();
}

void ZipArchive::listEntries()
{
    const auto count = zip_get_num_entries(m_handle->archive.get(), 0);
    for (std::uint64_t index = 0; index < std::uint64_t(count); ++index) {
        const auto facts = describeEntry(m_handle->archive.get(), index);
        m_entries.push_back({facts.name, index, facts.size});
    }
}

ZipArchive::~ZipArchive() = default;

void ZipArchive::check(const ZipEntry& entry)
{
    const auto facts = describeEntry(m_handle->archive.get(), entry.index);
    if (facts.encryption_method != ZIP_EM_NONE)
        throw Error(ErrorCode::UnsupportedFormat, "is encrypted", "unpack it with its password first");
    const bool isStored = facts.comp_method == ZIP_CM_STORE;
    if (!isStored && facts.comp_method != ZIP_CM_DEFLATE)
        throw Error(ErrorCode::UnsupportedFormat, Message("compression method {} is not known", facts.comp_method),
                    "pack the archive again, stored or deflated");
    const bool isPlausible = isStored ? facts.size == facts.comp_size : facts.size / kMostInflation <= facts.comp_size;
    if (!isPlausible)
        failArchive(Message("claims {} bytes out of {}", facts.size, facts.comp_size));
    // Entries that share bytes would unpack to more than the archive justifies.
    if (facts.comp_size > m_fileSize || (m_packedSize += facts.comp_size) > m_fileSize)
        failArchive("the entries are longer than the archive");
}

FileBytes ZipArchive::read(const ZipEntry& entry, ExpansionBudget& budget) const
{
    budget.make(entry.bytes);
    const Entry file(zip_fopen_index(m_handle->archive.get(), entry.index, 0));
    if (!file)
        failArchive(Message::text(zip_strerror(m_handle->archive.get())));
    auto bytes = allocateBytes(entry.bytes);
    for (std::uint64_t done = 0; done < entry.bytes;) {
        const auto count = zip_fread(file.get(), bytes.get() + done, entry.bytes - done);
        if (count <= 0)
            failArchive(count < 0 ? Message::text(zip_file_strerror(file.get())) : Message("ends too early"));
        done += std::uint64_t(count);
    }
    // The checksum is only looked at when the end has been read.
    std::byte beyond{};
    if (zip_fread(file.get(), &beyond, 1) != 0)
        failArchive("does not match its size or checksum");
    return {std::move(bytes), entry.bytes};
}

} // namespace ql::pickle
