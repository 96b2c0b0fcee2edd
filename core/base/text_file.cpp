// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_file.h"

#include <fstream>
#include <iterator>

namespace ql {

std::optional<std::string> readTextFile(const std::filesystem::path& path)
{
    std::error_code ignored;
    std::ifstream stream(path, std::ios::binary);
    if (!stream || std::filesystem::is_directory(path, ignored))
        return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

} // namespace ql
