// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_file.h"

#include "core/base/error.h"
#include "core/base/file_bytes.h"

#include <iterator>

namespace ql {

std::optional<std::string> readTextFile(const std::filesystem::path& path)
{
    try {
        auto stream = openFile(path);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace ql
