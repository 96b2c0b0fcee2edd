// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/npy_strings.h"

#include "core/base/error.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <cstring>

namespace ql::data {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;

std::string unicodeText(std::span<const std::byte> bytes, bool isBigEndian)
{
    std::u32string characters(bytes.size() / 4, U'\0');
    for (std::size_t i = 0; i < characters.size(); ++i) {
        std::uint32_t character = 0;
        std::memcpy(&character, bytes.data() + 4 * i, 4);
        characters[i] = isBigEndian ? __builtin_bswap32(character) : character;
    }
    std::string text;
    for (const auto character : characters.substr(0, characters.find_last_not_of(U'\0') + 1))
        appendUtf8(text, character);
    return text;
}

std::string byteText(std::span<const std::byte> bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return std::string(text.substr(0, text.find_last_not_of('\0') + 1));
}

} // namespace

std::size_t stringByteCount(const NpyHeader& header)
{
    return header.characters * (header.isUnicode ? 4 : 1);
}

std::vector<std::string> stringsIn(std::span<const std::byte> bytes, const NpyHeader& header)
{
    const auto width = stringByteCount(header);
    std::vector<std::string> strings;
    for (std::size_t i = 0; width > 0 && i + width <= bytes.size(); i += width) {
        const auto element = bytes.subspan(i, width);
        strings.push_back(header.isUnicode ? unicodeText(element, header.isBigEndian) : byteText(element));
    }
    return strings;
}

NumpyStrings numpyStringsOf(const std::vector<std::string>& strings)
{
    NumpyStrings result;
    std::vector<std::u32string> all;
    for (const auto& string : strings) {
        all.push_back(charactersOf(string));
        result.characters = std::max(result.characters, all.back().size());
    }
    if (result.characters > kMostBytes / 4 / std::max<std::size_t>(all.size(), 1))
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{} strings, the longest of {} characters, are too much for a .npy file", all.size(),
                            result.characters));
    for (auto& characters : all) {
        characters.resize(result.characters, U'\0');
        result.elements += characters;
    }
    return result;
}

} // namespace ql::data
