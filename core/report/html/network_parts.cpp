// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/network_parts.h"

#include <algorithm>

namespace ql::report {

namespace {

bool beginsLetter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

} // namespace

std::size_t letterCount(std::string_view text)
{
    return std::size_t(std::ranges::count_if(text, beginsLetter));
}

std::string lastLetters(const std::string& name, std::size_t most)
{
    std::size_t letters = 0;
    for (std::size_t at = name.size(); at > 0; --at)
        if (beginsLetter(name[at - 1]) && ++letters == most)
            return at == 1 ? name : "…" + name.substr(at - 1);
    return name;
}

} // namespace ql::report
