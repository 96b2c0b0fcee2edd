// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_bytes.h"

#include "core/base/error.h"

#include <algorithm>
#include <fstream>
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

FileBytes readFileBytes(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw Error(ErrorCode::FileNotFound, Message("{}: is a folder, expected a file", path.string()));
    std::ifstream stream(path, std::ios::binary);
    const auto size = std::filesystem::file_size(path, error);
    if (!stream || error)
        throw Error(ErrorCode::FileNotFound, Message("{}: cannot be read", path.string()), "does the file exist?");
    auto bytes = allocateBytes(size);
    stream.read(reinterpret_cast<char*>(bytes.get()), std::streamsize(size));
    if (std::size_t(stream.gcount()) != size)
        throw Error(ErrorCode::FileNotFound, Message("{}: reading failed", path.string()));
    return {std::move(bytes), size};
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
