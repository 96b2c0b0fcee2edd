// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_name.h"

namespace ql::data {

namespace {

// File systems take 255 bytes; a suffix and the name of the temporary file must fit too.
constexpr std::size_t kLongest = 180;

bool isPlain(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_'
           || c == '-';
}

} // namespace

std::string fileNameFor(std::string_view name)
{
    std::string file(name.empty() ? "tensor" : name.substr(0, kLongest));
    for (char& c : file)
        if (!isPlain(c))
            c = '_';
    return file;
}

} // namespace ql::data
