// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/network_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

namespace {

constexpr double kBulge = 72.0; ///< how far an edge goes around the boxes between its ends

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

std::string edgePath(const NetworkLayout::Place& from, const NetworkLayout::Place& to)
{
    const double startX = from.x + NetworkLayout::kBoxWidth / 2.0;
    const double startY = from.y + NetworkLayout::kBoxHeight;
    const double endX = to.x + NetworkLayout::kBoxWidth / 2.0;
    const double gap = to.y - startY;
    std::string way;
    if (gap < 0.0) // at the top of another column
        way = fmt::format("C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}", startX, startY + 14.0, endX, to.y - 14.0, endX,
                          to.y);
    else if (gap > NetworkLayout::kBoxHeight * 1.5 && std::abs(endX - startX) < NetworkLayout::kBoxWidth / 2.0)
        way = fmt::format("C{0:.0f} {1:.0f} {0:.0f} {2:.0f} {3:.0f} {4:.0f}", startX + kBulge, startY + 10.0,
                          to.y - 10.0, endX, to.y);
    else if (startX == endX)
        way = fmt::format("V{:.0f}", to.y);
    else
        way = fmt::format("C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}", startX, startY + gap / 2.0, endX,
                          startY + gap / 2.0, endX, to.y);
    return fmt::format("M{:.0f} {:.0f}{}", startX, startY, way);
}

} // namespace ql::report
