// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/images/image_file.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace ql::data {

namespace {

/// Numbers of a file; 0 beyond its end.
class Numbers {
public:
    explicit Numbers(std::ifstream& file)
        : m_file(file)
    {
    }

    std::string text(std::uint64_t at, std::size_t length)
    {
        std::string bytes(length, '\0');
        m_file.clear();
        m_file.seekg(std::streamoff(at));
        m_file.read(bytes.data(), std::streamsize(length));
        bytes.resize(std::size_t(std::max<std::streamsize>(0, m_file.gcount())));
        return bytes;
    }
    std::uint64_t bigEndian(std::uint64_t at, std::size_t length)
    {
        std::uint64_t value = 0;
        for (const char byte : text(at, length))
            value = value << 8 | std::uint8_t(byte);
        return value;
    }
    std::uint64_t littleEndian(std::uint64_t at, std::size_t length)
    {
        const auto bytes = text(at, length);
        std::uint64_t value = 0;
        for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
            value = value << 8 | std::uint8_t(*byte);
        return value;
    }

private:
    std::ifstream& m_file;
};

using Size = std::optional<ImageSize>;

Size sizeOfBmp(Numbers& numbers)
{
    constexpr std::uint64_t kOldHeader = 12;
    if (numbers.littleEndian(14, 4) == kOldHeader)
        return ImageSize{numbers.littleEndian(18, 2), numbers.littleEndian(20, 2)};
    const auto rows = std::int32_t(numbers.littleEndian(22, 4)); // negative: from the top
    return ImageSize{numbers.littleEndian(18, 4), std::uint64_t(rows < 0 ? -std::int64_t(rows) : rows)};
}

Size sizeOfWebp(Numbers& numbers)
{
    const auto kind = numbers.text(12, 4);
    if (kind == "VP8X")
        return ImageSize{numbers.littleEndian(24, 3) + 1, numbers.littleEndian(27, 3) + 1};
    if (kind == "VP8L") {
        const auto bits = numbers.littleEndian(21, 4);
        return ImageSize{(bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1};
    }
    return ImageSize{numbers.littleEndian(26, 2) & 0x3FFF, numbers.littleEndian(28, 2) & 0x3FFF};
}

/// The first frame header among the segments.
Size sizeOfJpeg(Numbers& numbers)
{
    constexpr int kMostSegments = 10'000;
    std::uint64_t at = 2;
    for (int i = 0; i < kMostSegments && numbers.bigEndian(at, 1) == 0xFF; ++i) {
        const auto marker = numbers.bigEndian(at + 1, 1);
        if (marker == 0xFF) { // padding
            ++at;
            continue;
        }
        const bool isFrame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (isFrame)
            return ImageSize{numbers.bigEndian(at + 7, 2), numbers.bigEndian(at + 5, 2)};
        const bool isBare = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8);
        at += 2 + (isBare ? 0 : numbers.bigEndian(at + 2, 2));
    }
    return std::nullopt;
}

Size sizeOfTiff(Numbers& numbers, bool isLittleEndian)
{
    const auto number = [&](std::uint64_t at, std::size_t length) {
        return isLittleEndian ? numbers.littleEndian(at, length) : numbers.bigEndian(at, length);
    };
    constexpr std::uint64_t kEntryBytes = 12;
    constexpr std::uint64_t kShort = 3;
    const auto directory = number(4, 4);
    ImageSize size;
    for (std::uint64_t i = 0, count = number(directory, 2); i < count; ++i) {
        const auto entry = directory + 2 + i * kEntryBytes;
        const auto value = number(entry + 8, number(entry + 2, 2) == kShort ? 2 : 4);
        if (const auto tag = number(entry, 2); tag == 256)
            size.width = value;
        else if (tag == 257)
            size.height = value;
    }
    return size;
}

/// "P6", two numbers, and comments between them.
Size sizeOfPnm(Numbers& numbers)
{
    const auto head = numbers.text(2, 4096);
    std::uint64_t values[2]{};
    std::size_t at = 0;
    for (auto& value : values) {
        while (at < head.size() && (head[at] < '0' || head[at] > '9'))
            at = head[at] == '#' ? std::min(head.find('\n', at), head.size()) : at + 1;
        for (; at < head.size() && head[at] >= '0' && head[at] <= '9' && value <= kMostPixels; ++at)
            value = value * 10 + std::uint64_t(head[at] - '0');
    }
    return ImageSize{values[0], values[1]};
}

} // namespace

std::optional<ImageSize> declaredSize(const std::filesystem::path& path)
{
    using namespace std::string_view_literals;
    auto file = openFile(path);
    Numbers numbers(file);
    const auto head = numbers.text(0, 16);
    const std::string_view begin(head);
    if (begin.starts_with("\x89PNG\r\n\x1a\n"))
        return ImageSize{numbers.bigEndian(16, 4), numbers.bigEndian(20, 4)};
    if (begin.starts_with("\xFF\xD8"))
        return sizeOfJpeg(numbers);
    if (begin.starts_with("BM"))
        return sizeOfBmp(numbers);
    if (begin.starts_with("RIFF") && begin.substr(std::min<std::size_t>(8, begin.size())).starts_with("WEBP"))
        return sizeOfWebp(numbers);
    if (begin.starts_with("II*\0"sv) || begin.starts_with("MM\0*"sv))
        return sizeOfTiff(numbers, begin.front() == 'I');
    if (begin.size() > 2 && begin[0] == 'P' && begin[1] >= '1' && begin[1] <= '6')
        return sizeOfPnm(numbers);
    return std::nullopt;
}

void requireDecodable(const std::filesystem::path& path)
{
    const auto size = declaredSize(path);
    if (!size || size->height == 0 || size->width <= kMostPixels / size->height)
        return;
    throw Error(ErrorCode::UnsupportedFormat,
                Message("the image declares {}x{} pixels, expected at most {} million", size->width, size->height,
                        kMostPixels / 1'000'000),
                "make it smaller, or cut it into several");
}

} // namespace ql::data
