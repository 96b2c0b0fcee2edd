// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_bytes.h"

#include "core/base/error.h"

#include <algorithm>
#include <cerrno>
#include <new>

namespace ql {

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

} // namespace ql
