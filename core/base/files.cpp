// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"

#include "core/base/error.h"
#include "core/base/unreadable.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace ql {

namespace {

FileStamp stampFrom(const struct stat& facts, const std::filesystem::path& path)
{
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    return {path, static_cast<std::uint64_t>(facts.st_size),
            facts.st_mtim.tv_sec * kNsPerSecond + facts.st_mtim.tv_nsec, facts.st_ino, facts.st_dev};
}

Error lastUnreadable()
{
    return unreadable(std::error_code(errno, std::generic_category()));
}

/// Returns its size.
std::size_t requireFile(const struct stat& facts)
{
    if (S_ISDIR(facts.st_mode))
        throw Error(ErrorCode::FileNotFound, "is a folder, expected a file");
    if (!S_ISREG(facts.st_mode))
        throw Error(ErrorCode::FileNotFound, "is a pipe or a device, expected a file");
    return static_cast<std::size_t>(facts.st_size);
}

std::size_t requireFile(const std::filesystem::path& path)
{
    struct stat facts {};
    while (::stat(path.c_str(), &facts) != 0)
        if (errno != EINTR)
            throw lastUnreadable();
    return requireFile(facts);
}

/// A file that is read. A stream sets up a buffer and a locale first, which costs a sample as much as a small forward.
class Descriptor {
public:
    explicit Descriptor(const std::filesystem::path& path)
    {
        do // a pipe must not wait for its writer
            m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        while (m_descriptor < 0 && errno == EINTR);
        if (m_descriptor < 0)
            throw lastUnreadable();
    }
    ~Descriptor() { ::close(m_descriptor); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    /// @throws Error where it is no file
    std::size_t size() const
    {
        struct stat facts {};
        if (::fstat(m_descriptor, &facts) != 0)
            throw lastUnreadable();
        return requireFile(facts);
    }

    /// How many bytes that were, at least one.
    std::size_t read(std::byte* into, std::size_t most) const
    {
        ssize_t count = 0;
        do
            count = ::read(m_descriptor, into, most);
        while (count < 0 && errno == EINTR);
        if (count <= 0)
            throw Error(ErrorCode::FileNotFound, "reading failed");
        return static_cast<std::size_t>(count);
    }

private:
    int m_descriptor = -1;
};

} // namespace

std::shared_ptr<std::byte> allocateBytes(std::size_t size)
{
    try {
        return {new std::byte[size], [](std::byte* bytes) { delete[] bytes; }};
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::UnsupportedFormat, Message("{} bytes do not fit into memory", size));
    }
}

Error unreadable(const std::error_code& problem)
{
    if (problem == std::errc::no_such_file_or_directory)
        return Error(ErrorCode::FileNotFound, "cannot be read", "does the file exist?");
    return Error(ErrorCode::FileNotFound, Message("cannot be read: {}", problem.message()),
                 "have you the rights to it, and to the folders above it?");
}

std::ifstream openFile(const std::filesystem::path& path)
{
    requireFile(path);
    std::ifstream stream;
    do {
        stream.clear();
        errno = 0;
        stream.open(path, std::ios::binary);
    } while (!stream && errno == EINTR);
    if (!stream)
        throw lastUnreadable();
    return stream;
}

FileBytes readFileBytes(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&] {
        const Descriptor file(path);
        const auto size = file.size();
        auto bytes = allocateBytes(size);
        for (std::size_t done = 0; done < size;)
            done += file.read(bytes.get() + done, size - done);
        return FileBytes{std::move(bytes), size};
    });
}

FileBytes normalizedBools(const FileBytes& bytes)
{
    const auto isBool = [](std::byte byte) { return byte <= std::byte{1}; };
    if (std::ranges::all_of(bytes.span(), isBool))
        return bytes;
    auto result = allocateBytes(bytes.size);
    std::ranges::transform(bytes.span(), result.get(), [](std::byte byte) { return std::byte(byte != std::byte{0}); });
    return {std::move(result), bytes.size};
}

std::string readText(const std::filesystem::path& path)
{
    auto stream = openFile(path);
    std::string text;
    std::array<char, 1 << 16> part;
    try {
        while (const auto count = stream.rdbuf()->sgetn(part.data(), part.size()))
            text.append(part.data(), std::size_t(count));
    } catch (const std::ios_base::failure&) {
        throw Error(ErrorCode::FileNotFound, "reading failed");
    }
    return text;
}

std::vector<std::string> readLines(const std::filesystem::path& path)
{
    const auto text = readText(path);
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::optional<std::string> readTextFile(const std::filesystem::path& path)
{
    try {
        return readText(path);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::optional<std::string> readTextIfThere(const std::filesystem::path& path)
{
    std::error_code failure;
    if (!std::filesystem::exists(path, failure) && !failure)
        return std::nullopt;
    return withContext(Message::text(path.string()), [&] { return readText(path); });
}

FileStamp stampOf(const std::filesystem::path& path)
{
    struct stat facts {};
    return ::stat(path.c_str(), &facts) == 0 ? stampFrom(facts, path) : FileStamp{path};
}

FileStamp stampOf(int descriptor, const std::filesystem::path& path)
{
    struct stat facts {};
    return ::fstat(descriptor, &facts) == 0 ? stampFrom(facts, path) : FileStamp{path};
}

std::string sha256Of(std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
        throw Error(ErrorCode::Engine, "OpenSSL can't compute SHA-256 here");
    std::string text;
    for (unsigned i = 0; i < size; ++i)
        text += fmt::format("{:02x}", digest[i]);
    return text;
}

std::string sha256OfFile(const std::filesystem::path& path)
{
    const auto bytes = readFileBytes(path);
    return sha256Of({reinterpret_cast<const char*>(bytes.data.get()), bytes.size});
}

} // namespace ql
