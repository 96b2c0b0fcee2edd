// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <algorithm>

namespace ql {

namespace {

unsigned byteAt(std::string_view text, std::size_t i)
{
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
}

} // namespace

std::size_t utf8Length(std::string_view text, std::size_t i)
{
    const unsigned first = byteAt(text, i);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t k = 1; k < length; ++k) {
        const unsigned byte = byteAt(text, i + k);
        if (byte < (k == 1 ? lowest : 0x80) || byte > (k == 1 ? highest : 0xBF))
            return 0;
    }
    return length;
}

std::string validUtf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto length = utf8Length(text, i);
        valid += length == 0 ? kReplacementCharacter : text.substr(i, length);
        i += std::max<std::size_t>(1, length);
    }
    return valid;
}

} // namespace ql
