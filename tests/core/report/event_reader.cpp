// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/report/event_reader.h"

#include <cstring>
#include <stdexcept>

namespace ql::tests {

namespace {

/// Bitwise, most significant bit first on reversed bytes, as the polynomial is written: 0x1EDC6F41.
std::uint32_t checksum(const std::string& bytes)
{
    const auto reversed = [](std::uint32_t value, int bits) {
        std::uint32_t result = 0;
        for (int i = 0; i < bits; ++i)
            result |= (value >> i & 1u) << (bits - 1 - i);
        return result;
    };
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char byte : bytes) {
        crc ^= reversed(static_cast<unsigned char>(byte), 8) << 24;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 0x80000000u) != 0 ? (crc << 1) ^ 0x1EDC6F41u : crc << 1;
    }
    const std::uint32_t plain = reversed(crc, 32) ^ 0xFFFFFFFFu;
    return ((plain >> 15) | (plain << 17)) + 0xA282EAD8u;
}

/// Takes bytes off the front of a message.
class Cursor {
public:
    explicit Cursor(std::string bytes)
        : m_bytes(std::move(bytes))
    {
    }

    bool atEnd() const { return m_at == m_bytes.size(); }

    std::string take(std::uint64_t n)
    {
        if (n > m_bytes.size() - m_at)
            throw std::runtime_error("the message ends early");
        m_at += n;
        return m_bytes.substr(m_at - n, n);
    }

    template <typename Number>
    Number fixed()
    {
        Number number;
        const auto bytes = take(sizeof(Number));
        std::memcpy(&number, bytes.data(), sizeof(Number)); // the tests run on little-endian machines
        return number;
    }

    std::uint64_t varint()
    {
        std::uint64_t number = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(take(1)[0]);
            number |= static_cast<std::uint64_t>(byte & 0x7Fu) << shift;
            if ((byte & 0x80u) == 0)
                return number;
        }
        throw std::runtime_error("a varint is too long");
    }

private:
    std::string m_bytes;
    std::size_t m_at = 0;
};

struct Field {
    std::uint64_t number = 0;
    std::uint64_t varint = 0;
    double real = 0.0;
    std::string bytes;
};

/// The fields of a message; a wrong wire type for @p expected (by field number) is a problem.
std::vector<Field> fieldsOf(const std::string& message, const std::string& expectedTypes)
{
    std::vector<Field> fields;
    for (Cursor cursor(message); !cursor.atEnd();) {
        const auto key = cursor.varint();
        Field field;
        field.number = key >> 3;
        if (field.number == 0 || field.number > expectedTypes.size()
            || expectedTypes[field.number - 1] != static_cast<char>('0' + (key & 7)))
            throw std::runtime_error("field " + std::to_string(field.number) + " has the wrong wire type");
        if ((key & 7) == 0)
            field.varint = cursor.varint();
        else if ((key & 7) == 1)
            field.real = cursor.fixed<double>();
        else
            field.bytes = cursor.take(cursor.varint());
        fields.push_back(std::move(field));
    }
    return fields;
}

std::vector<double> doublesIn(const std::string& packed)
{
    std::vector<double> numbers;
    for (Cursor cursor(packed); !cursor.atEnd();)
        numbers.push_back(cursor.fixed<double>());
    return numbers;
}

void readHistogram(const std::string& message, ReadHistogram& histogram)
{
    double* const reals[] = {&histogram.min, &histogram.max, &histogram.count, &histogram.sum, &histogram.sumOfSquares};
    for (const auto& field : fieldsOf(message, "1111122")) {
        if (field.number <= 5)
            *reals[field.number - 1] = field.real;
        else
            (field.number == 6 ? histogram.limits : histogram.counts) = doublesIn(field.bytes);
    }
}

void readSummary(const std::string& message, std::uint64_t step, ReadEvents& events)
{
    for (const auto& value : fieldsOf(message, "2")) {
        ReadHistogram histogram;
        histogram.step = step;
        for (const auto& field : fieldsOf(value.bytes, "2xxx2")) {
            if (field.number == 1)
                histogram.tag = field.bytes;
            else
                readHistogram(field.bytes, histogram);
        }
        events.histograms.push_back(std::move(histogram));
    }
}

void readEvent(const std::string& message, ReadEvents& events)
{
    const bool isFirst = events.wallTimes.empty();
    std::uint64_t step = 0;
    std::string summary;
    for (const auto& field : fieldsOf(message, "102x2")) {
        if (field.number == 1)
            events.wallTimes.push_back(field.real);
        else if (field.number == 2)
            step = field.varint;
        else if (field.number == 3 && isFirst)
            events.fileVersion = field.bytes;
        else if (field.number == 5)
            summary = field.bytes;
    }
    if (!summary.empty())
        readSummary(summary, step, events);
}

} // namespace

ReadEvents readEvents(const std::string& bytes)
{
    ReadEvents events;
    try {
        for (Cursor cursor(bytes); !cursor.atEnd();) {
            const auto lengthBytes = cursor.take(8);
            if (cursor.fixed<std::uint32_t>() != checksum(lengthBytes))
                throw std::runtime_error("a length has the wrong checksum");
            const auto message = cursor.take(Cursor(lengthBytes).fixed<std::uint64_t>());
            if (cursor.fixed<std::uint32_t>() != checksum(message))
                throw std::runtime_error("a record has the wrong checksum");
            readEvent(message, events);
        }
    } catch (const std::exception& problem) {
        events.problem = problem.what();
    }
    return events;
}

} // namespace ql::tests
