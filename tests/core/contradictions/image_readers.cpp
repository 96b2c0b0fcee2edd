// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/images/image_file.h"
#include "tests/core/contradictions/contradiction.h"
#include "tests/support/weight_bytes.h"

namespace ql::tests {

namespace {

/// What is asked before a decoder sees the file; OpenCV refuses what it can't decode at all.
QByteArray readImage(const std::filesystem::path& path)
{
    data::requireDecodable(path);
    data::requireWhole(path);
    return {};
}

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

std::string big(std::uint32_t number, int size)
{
    std::string text;
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
        text += char(number >> shift & 0xFF);
    return text;
}

std::string little16(std::uint16_t number)
{
    return littleEndian(number);
}

std::string little32(std::uint32_t number)
{
    return littleEndian(number);
}

/// A frame of one pixel and two scans; a thumbnail in its head has an end of its own.
std::string jpeg(std::uint32_t width = 1)
{
    using namespace std::string_literals;
    const auto segment = [](const char* marker, const std::string& content) {
        return marker + big(std::uint32_t(content.size()) + 2, 2) + content;
    };
    const auto scan = segment("\xFF\xDA", "scan") + "\x12\xFF\x00\x34\xFF\xD0\x56"s;
    return "\xFF\xD8" + segment("\xFF\xE1", "Exif\xFF\xD8\xFF\xD9")
           + segment("\xFF\xC2", "\x08" + big(1, 2) + big(width, 2) + "\x01") + scan + segment("\xFF\xC4", "table")
           + scan + "\xFF\xD9";
}

std::string png(std::uint32_t width = 1)
{
    const auto chunk = [](const char* name, const std::string& content) {
        return big(std::uint32_t(content.size()), 4) + name + content + "crc!";
    };
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", big(width, 4) + big(1, 4) + "\x08\x02" + std::string(3, '\0'))
           + chunk("IDAT", "IEND pixels") + chunk("IEND", "");
}

/// 24 bits a pixel, rows of 3 pixels on words: 12 bytes.
std::string bmp(std::uint32_t width = 3)
{
    return "BM" + little32(54 + 24) + little32(0) + little32(54) + little32(40) + little32(width) + little32(2)
           + little16(1) + little16(24) + std::string(24, '\0') + std::string(24, 'p');
}

/// One strip of 6 bytes.
std::string tiff(std::uint32_t width = 6, std::uint32_t stripBytes = 6)
{
    const auto entry = [](std::uint16_t tag, std::uint32_t value) {
        return little16(tag) + little16(4) + little32(1) + little32(value);
    };
    std::string file("II*\0", 4);
    file += little32(8) + little16(4) + entry(256, width) + entry(257, 1) + entry(273, 62) + entry(279, stripBytes);
    return file + little32(0) + "pixels";
}

std::string webp(std::uint32_t riff = 22)
{
    return "RIFF" + little32(riff) + "WEBPVP8L" + little32(10) + "\x2f" + std::string(9, '\0');
}

Contradiction once(const char* what)
{
    return never(Kind::Twice, what);
}

const char* kFormats = "numbers are binary, each pattern is one";

} // namespace

std::vector<Reader> imageReaders()
{
    const auto noPlaces = never(Kind::Overlapping, "pixels follow each other");
    const auto noNumber = never(Kind::NoNumber, kFormats);
    const auto tooLarge = "expected at most 150 million";
    const auto more =
        never(Kind::LeftOver, "what follows the end is cameras' and editors' own: it is no part of the picture");
    return {
        {"JPEG",
         "x.jpg",
         bytes(jpeg()),
         readImage,
         {once("of two frames decoders take the first, as the format says"),
          {Kind::Cut, bytes(jpeg()).chopped(2), "the image breaks off after"},
          {Kind::Cut, bytes(jpeg()).chopped(20), "expected JPEG's end marker FF D9 behind the pixels"},
          {Kind::OutOfRange, bytes(jpeg(65535)).replace(QByteArray("\0\1\xFF\xFF", 4), "\xFF\xFF\xFF\xFF"), tooLarge},
          noNumber,
          never(Kind::WrongCount, "a scan's length stands nowhere: its end marker tells"),
          noPlaces,
          more}},
        {"PNG",
         "x.png",
         bytes(png()),
         readImage,
         {once("of two chunks decoders take the first, as the format says"),
          {Kind::Cut, bytes(png()).chopped(12), "expected PNG's last chunk, IEND"},
          {Kind::Cut, bytes(png()).chopped(1), "expected PNG's last chunk, IEND"},
          {Kind::OutOfRange, bytes(png(2'000'000'000)), tooLarge},
          noNumber,
          {Kind::WrongCount, bytes(png()).replace(QByteArray("\0\0\0\x0bIDAT", 8), QByteArray("\0\0\1\0IDAT", 8)),
           "expected PNG's last chunk, IEND"},
          noPlaces,
          more}},
        {"BMP",
         "x.bmp",
         bytes(bmp()),
         readImage,
         {once("each number has its place"),
          {Kind::Cut, bytes(bmp()).chopped(1), "the image breaks off after 77 bytes, expected 78, as its header says"},
          {Kind::OutOfRange, bytes(bmp(2'000'000'000)), tooLarge},
          noNumber,
          {Kind::WrongCount, bytes(bmp(5)), "expected 86, as its header says"},
          noPlaces,
          more}},
        {"TIFF",
         "x.tif",
         bytes(tiff()),
         readImage,
         {once("of two entries decoders take the first"),
          {Kind::Cut, bytes(tiff()).chopped(3), "the image breaks off after 65 bytes, expected 68, as its header says"},
          {Kind::OutOfRange, bytes(tiff(2'000'000'000)), tooLarge},
          noNumber,
          {Kind::WrongCount, bytes(tiff(6, 60)), "expected 122, as its header says"},
          never(Kind::Overlapping, "strips may share bytes: a blank row is stored once"),
          more}},
        {"WebP",
         "x.webp",
         bytes(webp()),
         readImage,
         {once("each number has its place"),
          {Kind::Cut, bytes(webp()).chopped(2), "expected 30, as its header says"},
          never(Kind::OutOfRange, "its numbers have 14 bits"),
          noNumber,
          {Kind::WrongCount, bytes(webp(50)), "expected 58, as its header says"},
          noPlaces,
          more}},
        {"PGM, PPM",
         "x.ppm",
         "P6 2 1 255\nabcdef",
         readImage,
         {once("each number has its place"),
          {Kind::Cut, "P6 2 1 255\nabcde", "expected 17, as its header says"},
          {Kind::Cut, "P2 2 2 255\n1 2 3", "expected 4 numbers, found 3"},
          {Kind::Cut, "P1 3 1\n10", "expected 3 numbers, found 2"},
          {Kind::OutOfRange, "P6 900000000 9 255\nabc", tooLarge},
          {Kind::NoNumber, "P6 # none\n", "the image breaks off"},
          {Kind::WrongCount, "P5 9 9 65535\nabcdef", "as its header says"},
          noPlaces,
          more}},
    };
}

} // namespace ql::tests
