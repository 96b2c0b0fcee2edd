// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile/event_file.h"

#include <array>
#include <bit>
#include <cstddef>

namespace ql::report {

namespace {

constexpr unsigned kBitsPerByte = 8;
constexpr std::uint32_t kCastagnoli = 0x82F63B78; // reflected

std::array<std::uint32_t, 256> makeCrcTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t crc = byte;
        for (unsigned bit = 0; bit < kBitsPerByte; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? kCastagnoli : 0);
        table[byte] = crc;
    }
    return table;
}

/// So that a checksum over data that holds checksums stays one (the format of TFRecord files).
std::uint32_t masked(std::uint32_t crc)
{
    constexpr std::uint32_t kDelta = 0xA282EAD8;
    return std::rotr(crc, 15) + kDelta;
}

template <typename Number>
std::string littleEndian(Number number)
{
    std::string bytes;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        bytes += static_cast<char>((number >> (kBitsPerByte * i)) & 0xFF);
    return bytes;
}

/// The protocol-buffer wire format, as far as events need it.
enum class WireType : std::uint32_t { Varint = 0, Fixed64 = 1, Length = 2 };

std::string varint(std::uint64_t number)
{
    constexpr std::uint64_t kMore = 0x80;
    std::string bytes;
    for (; number >= kMore; number >>= 7)
        bytes += static_cast<char>((number & 0x7F) | kMore);
    return bytes + static_cast<char>(number);
}

std::string key(std::uint32_t field, WireType type)
{
    return varint(field << 3 | static_cast<std::uint32_t>(type));
}

std::string fixed64(double number)
{
    return littleEndian(std::bit_cast<std::uint64_t>(number));
}

std::string doubleField(std::uint32_t field, double number)
{
    return key(field, WireType::Fixed64) + fixed64(number);
}

std::string bytesField(std::uint32_t field, std::string_view bytes)
{
    return (key(field, WireType::Length) + varint(bytes.size())).append(bytes);
}

std::string packedField(std::uint32_t field, const std::vector<double>& numbers)
{
    std::string packed;
    for (const double number : numbers)
        packed += fixed64(number);
    return bytesField(field, packed);
}

/// Field numbers of Event, Summary, Summary.Value and HistogramProto.
namespace numbers {
constexpr std::uint32_t kWallTime = 1, kStep = 2, kFileVersion = 3, kSummary = 5;
constexpr std::uint32_t kValue = 1, kTag = 1, kHistogram = 5;
constexpr std::uint32_t kMin = 1, kMax = 2, kCount = 3, kSum = 4, kSumOfSquares = 5, kLimits = 6, kCounts = 7;
} // namespace numbers

std::string histogramMessage(const EventHistogram& histogram)
{
    return doubleField(numbers::kMin, histogram.min) + doubleField(numbers::kMax, histogram.max)
           + doubleField(numbers::kCount, histogram.count) + doubleField(numbers::kSum, histogram.sum)
           + doubleField(numbers::kSumOfSquares, histogram.sumOfSquares)
           + packedField(numbers::kLimits, histogram.limits) + packedField(numbers::kCounts, histogram.counts);
}

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    static const auto kTable = makeCrcTable();
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char byte : bytes)
        crc = (crc >> kBitsPerByte) ^ kTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFF];
    return ~crc;
}

EventFile::EventFile(double wallTime)
    : m_wallTime(wallTime)
{
    addRecord(doubleField(numbers::kWallTime, wallTime) + bytesField(numbers::kFileVersion, "brain.Event:2"));
}

void EventFile::addHistogram(std::string_view tag, std::int64_t step, const EventHistogram& histogram)
{
    const auto value = bytesField(numbers::kTag, tag) + bytesField(numbers::kHistogram, histogramMessage(histogram));
    addRecord(doubleField(numbers::kWallTime, m_wallTime) + key(numbers::kStep, WireType::Varint)
              + varint(static_cast<std::uint64_t>(step))
              + bytesField(numbers::kSummary, bytesField(numbers::kValue, value)));
}

void EventFile::addRecord(std::string_view event)
{
    const auto length = littleEndian(static_cast<std::uint64_t>(event.size()));
    m_bytes += length + littleEndian(masked(crc32c(length)));
    m_bytes.append(event);
    m_bytes += littleEndian(masked(crc32c(event)));
}

} // namespace ql::report
