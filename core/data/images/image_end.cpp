// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/images/image_file.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace ql::data {

namespace {

constexpr auto npos = std::string_view::npos;

[[noreturn]] void failCut(std::size_t found, const Message& expected)
{
    throw Error(ErrorCode::FileCorrupt, Message("the image breaks off after {} bytes, expected {}", found, expected),
                "fetch or export the file again");
}

void requireBytes(std::string_view file, std::uint64_t needed)
{
    if (file.size() < needed)
        failCut(file.size(), Message("{}, as its header says", needed));
}

/// 0 beyond the end.
std::uint64_t number(std::string_view file, std::uint64_t at, std::size_t length, bool isLittleEndian)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < length && at + length <= file.size(); ++i) {
        const auto place = at + (isLittleEndian ? length - 1 - i : i);
        value = value << 8 | std::uint8_t(file[place]);
    }
    return value;
}

/// Segments have a length, but for the pixels, in which FF is followed by 0 or by a restart's number.
void requireWholeJpeg(std::string_view file)
{
    constexpr std::uint8_t kEnd = 0xD9, kScan = 0xDA;
    const Message kExpected("JPEG's end marker FF D9 behind the pixels");
    std::uint64_t at = 2;
    bool isInPixels = false;
    while (at < file.size()) {
        at = file.find('\xFF', at);
        const auto marker = std::uint8_t(number(file, at + 1, 1, false));
        if (at == npos || at + 1 >= file.size())
            break;
        if (marker == kEnd)
            return;
        const bool isBare = marker <= 0x01 || marker == 0xFF || (marker >= 0xD0 && marker <= 0xD8);
        const bool isSegment = !isBare && (!isInPixels || marker >= 0xC0);
        isInPixels = marker == kScan || (isInPixels && !isSegment);
        at += marker == 0xFF ? 1 : 2 + (isSegment ? number(file, at + 2, 2, false) : 0);
    }
    failCut(file.size(), kExpected);
}

void requireWholePng(std::string_view file)
{
    constexpr std::size_t kSignature = 8, kAroundChunk = 12;
    for (std::uint64_t at = kSignature; at + kAroundChunk <= file.size();
         at += kAroundChunk + number(file, at, 4, false))
        if (file.substr(at + 4, 4) == "IEND")
            return;
    failCut(file.size(), "PNG's last chunk, IEND");
}

/// Of pixels that aren't packed, the rows on whole words.
void requireWholeBmp(std::string_view file)
{
    const bool isOld = number(file, 14, 4, true) == 12;
    const auto compression = isOld ? 0 : number(file, 30, 4, true);
    if (compression != 0 && compression != 3)
        return requireBytes(file, number(file, 10, 4, true) + number(file, 34, 4, true));
    const auto width = isOld ? number(file, 18, 2, true) : number(file, 18, 4, true);
    const auto rows = isOld ? std::int64_t(number(file, 20, 2, true)) : std::int32_t(number(file, 22, 4, true));
    const auto bits = number(file, isOld ? 24 : 28, 2, true);
    requireBytes(file,
                 number(file, 10, 4, true) + (width * bits + 31) / 32 * 4 * std::uint64_t(rows < 0 ? -rows : rows));
}

/// Strips or tiles of the first picture, each with its place and its bytes.
void requireWholeTiff(std::string_view file, bool isLittleEndian)
{
    constexpr std::uint64_t kEntryBytes = 12, kShort = 3;
    const auto at = [&](std::uint64_t place, std::size_t length) {
        return number(file, place, length, isLittleEndian);
    };
    const auto directory = at(4, 4);
    const auto count = at(directory, 2);
    requireBytes(file, directory + 2 + count * kEntryBytes);
    std::uint64_t places = 0, lengths = 0; // the entries that say them
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto entry = directory + 2 + i * kEntryBytes;
        if (const auto tag = at(entry, 2); tag == 273 || tag == 324)
            places = entry;
        else if (tag == 279 || tag == 325)
            lengths = entry;
    }
    const auto valueOf = [&](std::uint64_t entry, std::uint64_t i) {
        const std::size_t size = at(entry + 2, 2) == kShort ? 2 : 4;
        const bool isInPlace = at(entry + 4, 4) * size <= 4;
        return at((isInPlace ? entry + 8 : at(entry + 8, 4)) + i * size, size);
    };
    const auto pieces = places && lengths ? std::min(at(places + 4, 4), at(lengths + 4, 4)) : 0;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(pieces, file.size()); ++i)
        requireBytes(file, valueOf(places, i) + valueOf(lengths, i));
}

/// Where the next number of a PNM header begins, behind blanks and comments.
std::size_t skipPnmBlanks(std::string_view file, std::size_t at)
{
    while (at < file.size() && (std::isspace(std::uint8_t(file[at])) != 0 || file[at] == '#'))
        at = file[at] == '#' ? std::min(file.find('\n', at), file.size()) : at + 1;
    return at;
}

void requireWholePnm(std::string_view file)
{
    const int kind = file[1] - '0';
    std::uint64_t values[3]{0, 0, 1}; // width, height, the largest number
    std::size_t at = 2;
    for (int i = 0; i < (kind == 1 || kind == 4 ? 2 : 3); ++i) {
        at = skipPnmBlanks(file, at);
        for (values[i] = 0; at < file.size() && std::isdigit(std::uint8_t(file[at])) != 0 && values[i] < 1'000'000'000;)
            values[i] = values[i] * 10 + std::uint64_t(file[at++] - '0');
    }
    const auto numbers = values[0] * values[1] * (kind % 3 == 0 ? 3 : 1);
    if (kind == 4)
        return requireBytes(file, at + 1 + (values[0] + 7) / 8 * values[1]);
    if (kind > 4)
        return requireBytes(file, at + 1 + numbers * (values[2] > 255 ? 2 : 1));
    std::uint64_t found = 0; // written out, in P1 also without blanks
    for (at = skipPnmBlanks(file, at); at < file.size(); at = skipPnmBlanks(file, at), ++found)
        for (++at; kind > 1 && at < file.size() && std::isdigit(std::uint8_t(file[at])) != 0;)
            ++at;
    if (found < numbers)
        failCut(file.size(), Message("{} numbers, found {}", numbers, found));
}

} // namespace

void requireWhole(const std::filesystem::path& path)
{
    using namespace std::string_view_literals;
    const auto text = readText(path);
    const std::string_view file(text);
    if (file.starts_with("\x89PNG\r\n\x1a\n"))
        requireWholePng(file);
    else if (file.starts_with("\xFF\xD8"))
        requireWholeJpeg(file);
    else if (file.starts_with("BM"))
        requireWholeBmp(file);
    else if (file.starts_with("RIFF"))
        requireBytes(file, number(file, 4, 4, true) + 8);
    else if (file.starts_with("II*\0"sv) || file.starts_with("MM\0*"sv))
        requireWholeTiff(file, file.front() == 'I');
    else if (file.size() > 2 && file[0] == 'P' && file[1] >= '1' && file[1] <= '6')
        requireWholePnm(file);
}

} // namespace ql::data
