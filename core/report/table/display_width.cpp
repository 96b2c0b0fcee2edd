// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/display_width.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>

namespace ql::report {

namespace {

struct CharacterRange {
    char32_t first;
    char32_t last;
};

constexpr std::array kWideRanges{
    CharacterRange{0x1100, 0x115F},   CharacterRange{0x2E80, 0x303E},   CharacterRange{0x3041, 0x33FF},
    CharacterRange{0x3400, 0x4DBF},   CharacterRange{0x4E00, 0x9FFF},   CharacterRange{0xA000, 0xA4CF},
    CharacterRange{0xA960, 0xA97F},   CharacterRange{0xAC00, 0xD7A3},   CharacterRange{0xF900, 0xFAFF},
    CharacterRange{0xFE30, 0xFE6F},   CharacterRange{0xFF01, 0xFF60},   CharacterRange{0xFFE0, 0xFFE6},
    CharacterRange{0x1F300, 0x1F64F}, CharacterRange{0x1F900, 0x1F9FF}, CharacterRange{0x20000, 0x3FFFD}};
constexpr std::array kCombiningRanges{CharacterRange{0x0300, 0x036F}, CharacterRange{0x200B, 0x200D},
                                      CharacterRange{0xFE00, 0xFE0F}};

bool isAmong(char32_t character, const auto& ranges)
{
    return std::ranges::any_of(
        ranges, [character](const auto& range) { return character >= range.first && character <= range.last; });
}

std::size_t columnsOf(char32_t character)
{
    if (character < 0x0300)
        return 1;
    return isAmong(character, kWideRanges) ? 2 : isAmong(character, kCombiningRanges) ? 0 : 1;
}

std::string lastColumns(const std::u32string& characters, std::size_t width)
{
    std::size_t from = characters.size();
    for (std::size_t used = 0; from > 0; --from) {
        used += columnsOf(characters[from - 1]);
        if (used > width)
            break;
    }
    std::string text;
    for (; from < characters.size(); ++from)
        appendUtf8(text, characters[from]);
    return text;
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (const auto character : charactersOf(text))
        width += columnsOf(character);
    return width;
}

std::string_view firstColumns(std::string_view text, std::size_t width)
{
    std::size_t end = 0;
    for (std::size_t used = 0; end < text.size();) {
        const auto length = std::max<std::size_t>(1, utf8Length(text, end));
        used += columnsOf(charactersOf(text.substr(end, length)).front());
        if (used > width)
            break;
        end += length;
    }
    return text.substr(0, end);
}

std::string elided(std::string_view text, std::size_t width)
{
    if (displayWidth(text) <= width)
        return std::string(text);
    if (width == 0)
        return {};
    if (text.find(' ') != text.npos)
        return std::string(firstColumns(text, width - 1)) + "…";
    return "…" + lastColumns(charactersOf(text), width - 1);
}

} // namespace ql::report
