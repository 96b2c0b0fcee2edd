// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <sys/stat.h>

namespace ql {

namespace {

FileStamp stampFrom(const struct stat& facts, const std::filesystem::path& path)
{
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    return {path, static_cast<std::uint64_t>(facts.st_size),
            facts.st_mtim.tv_sec * kNsPerSecond + facts.st_mtim.tv_nsec, facts.st_ino, facts.st_dev};
}

} // namespace

std::shared_ptr<std::byte> allocateBytes(std::size_t size)
{
    try {
        return {new std::byte[size], [](std::byte* bytes) { delete[] bytes; }};
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::UnsupportedFormat, Message("{} bytes do not fit into memory", size));
    }
}

std::ifstream openFile(const std::filesystem::path& path)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status))
        throw Error(ErrorCode::FileNotFound, "is a folder, expected a file");
    if (std::filesystem::is_other(status))
        throw Error(ErrorCode::FileNotFound, "is a pipe or a device, expected a file");
    std::ifstream stream;
    do {
        stream.clear();
        errno = 0;
        stream.open(path, std::ios::binary);
    } while (!stream && errno == EINTR);
    if (!stream)
        throw Error(ErrorCode::FileNotFound, "cannot be read", "does the file exist?");
    return stream;
}

FileBytes readFileBytes(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&] {
        auto stream = openFile(path);
        std::error_code error;
        const auto size = std::filesystem::file_size(path, error);
        auto bytes = allocateBytes(error ? 0 : size);
        stream.read(reinterpret_cast<char*>(bytes.get()), std::streamsize(size));
        if (error || std::size_t(stream.gcount()) != size)
            throw Error(ErrorCode::FileNotFound, "reading failed");
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
