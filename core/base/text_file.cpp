// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_file.h"

#include "core/base/error.h"
#include "core/base/file_bytes.h"

#include <algorithm>
#include <array>

namespace ql {

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

} // namespace ql
