// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/boards/bare_numbers.h"

#include "core/graph/ir/data_type.h"
#include "core/ops/aten.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace ql::data {

namespace {

using graph::DataType;

constexpr std::array kTypes{DataType::Float, DataType::Int8,   DataType::UInt8,    DataType::Float16, DataType::Int16,
                            DataType::Int32, DataType::UInt16, DataType::BFloat16, DataType::Double,  DataType::Int64};

template <typename T>
T read(const FileBytes& bytes, std::size_t index)
{
    T number;
    std::memcpy(&number, bytes.data.get() + index * sizeof(T), sizeof(T));
    return number;
}

template <typename T>
BareNumbers typed(const std::vector<double>& numbers, DataType type)
{
    auto room = allocateBytes(std::max<std::size_t>(1, numbers.size() * sizeof(T)));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = static_cast<T>(numbers[i]);
        std::memcpy(room.get() + i * sizeof(T), &number, sizeof(T));
    }
    return {{room, numbers.size() * sizeof(T)}, type, std::nullopt};
}

bool separates(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ',' || c == ';' || c == '[' || c == ']';
}

} // namespace

std::span<const DataType> bareTypes()
{
    return kTypes;
}

double numberAt(const FileBytes& bytes, DataType type, std::size_t index)
{
    switch (type) {
    case DataType::Float: return read<float>(bytes, index);
    case DataType::Double: return read<double>(bytes, index);
    case DataType::Float16: return static_cast<float>(read<at::Half>(bytes, index));
    case DataType::BFloat16: return static_cast<float>(read<at::BFloat16>(bytes, index));
    case DataType::Int8: return read<std::int8_t>(bytes, index);
    case DataType::UInt8: return read<std::uint8_t>(bytes, index);
    case DataType::Int16: return read<std::int16_t>(bytes, index);
    case DataType::UInt16: return read<std::uint16_t>(bytes, index);
    case DataType::Int32: return read<std::int32_t>(bytes, index);
    default: return static_cast<double>(read<std::int64_t>(bytes, index));
    }
}

std::optional<BareNumbers> numbersInText(std::string_view text)
{
    std::vector<double> numbers;
    bool areWhole = true;
    const char* next = text.data();
    const char* end = next + text.size();
    while (true) {
        while (next != end && separates(*next))
            ++next;
        if (next == end)
            break;
        double number = 0.0;
        const auto read = std::from_chars(*next == '+' ? next + 1 : next, end, number);
        if (read.ec != std::errc() || (read.ptr != end && !separates(*read.ptr)))
            return std::nullopt;
        const std::string_view word(next, static_cast<std::size_t>(read.ptr - next));
        areWhole = areWhole && word.find_first_of(".eEni") == word.npos && std::abs(number) < 1e15;
        numbers.push_back(number);
        next = read.ptr;
    }
    if (numbers.empty())
        return std::nullopt;
    return areWhole ? typed<std::int64_t>(numbers, DataType::Int64) : typed<double>(numbers, DataType::Double);
}

std::optional<BareNumbers> numbersOf(const graph::TensorData& array)
{
    if (std::ranges::find(kTypes, array.type()) == kTypes.end())
        return std::nullopt;
    return BareNumbers{{array.storage(), array.bytes().size()}, array.type(), array.shape()};
}

} // namespace ql::data
