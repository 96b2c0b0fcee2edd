// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/input_array.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/graph/ir/minifloat.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>
#include <random>

namespace ql::data {

using graph::DataType;
using graph::Shape;
using graph::TensorData;

namespace {

template <typename T, typename Number>
TensorData tensorOf(DataType type, const Shape& shape, const std::vector<Number>& numbers)
{
    std::vector<T> elements(numbers.size());
    std::ranges::transform(numbers, elements.begin(), [](Number number) { return static_cast<T>(number); });
    return TensorData::of<T>(type, shape, elements);
}

bool isConvertibleFloat(DataType type)
{
    return type == DataType::Float || type == DataType::Double || type == DataType::Float16
           || type == DataType::BFloat16;
}

bool isConvertibleInteger(DataType type)
{
    return type == DataType::Int32 || type == DataType::Int64;
}

/// Numbers of 2 or 4 bits, the first in a byte's lowest.
std::vector<std::uint8_t> packedBits(const std::vector<std::uint8_t>& numbers, std::size_t bits)
{
    const auto perByte = 8 / bits;
    std::vector<std::uint8_t> packed((numbers.size() + perByte - 1) / perByte, 0);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        packed[i / perByte] = std::uint8_t(packed[i / perByte] | numbers[i] << (i % perByte * bits));
    return packed;
}

TensorData minifloatTensor(DataType type, const Shape& shape, const std::vector<double>& numbers)
{
    std::vector<std::uint16_t> elements(numbers.size());
    std::ranges::transform(numbers, elements.begin(),
                           [type](double each) { return graph::encodeMinifloat(type, each); });
    if (graph::bitsPerElement(type) == 4)
        return TensorData::of<std::uint8_t>(type, shape, packedBits({elements.begin(), elements.end()}, 4));
    if (graph::bitsPerElement(type) == 8)
        return tensorOf<std::uint8_t>(type, shape, elements);
    return TensorData::of<std::uint16_t>(type, shape, elements);
}

TensorData floatTensor(DataType type, const Shape& shape, const std::vector<double>& numbers)
{
    switch (type) {
    case DataType::Float: return tensorOf<float>(type, shape, numbers);
    case DataType::Double: return TensorData::of<double>(type, shape, numbers);
    default: return minifloatTensor(type, shape, numbers);
    }
}

TensorData convertedFloats(const graph::Value& input, const TensorData& data)
{
    const auto numbers = data.toDoubles();
    auto result = floatTensor(input.type, data.shape(), numbers);
    const auto converted = result.toDoubles();
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (std::isfinite(numbers[i]) && !std::isfinite(converted[i]))
            throw Error(ErrorCode::TypeMismatch,
                        Message("{} is given {}, whose value {} is too large for {}", describedInput(input),
                                name(data.type()), numbers[i], name(input.type)));
    return result;
}

TensorData convertedIntegers(const graph::Value& input, const TensorData& data)
{
    const auto numbers = data.toInts();
    if (input.type == DataType::Int64)
        return TensorData::of<std::int64_t>(DataType::Int64, data.shape(), numbers);
    for (const auto number : numbers)
        if (number < graph::lowestOf(input.type) || number > graph::highestOf(input.type))
            throw Error(ErrorCode::TypeMismatch,
                        Message("{} is given {}, whose value {} does not fit {}", describedInput(input),
                                name(data.type()), number, name(input.type)));
    return tensorOf<std::int32_t>(DataType::Int32, data.shape(), numbers);
}

TensorData converted(const graph::Value& input, const TensorData& data)
{
    const bool areFloats = isConvertibleFloat(data.type()) && isConvertibleFloat(input.type);
    const bool areIntegers = isConvertibleInteger(data.type()) && isConvertibleInteger(input.type);
    if (!areFloats && !areIntegers)
        throw Error(
            ErrorCode::TypeMismatch,
            Message("input {} expects {}, found {}", describedInput(input), name(input.type), name(data.type())),
            Message("save the array as {}", name(input.type)));
    logInfo(Message("input {}: {} is converted to {}", input.name, name(data.type()), name(input.type)));
    return areFloats ? convertedFloats(input, data) : convertedIntegers(input, data);
}

bool fits(const graph::DeclaredShape& declared, const Shape& shape)
{
    return std::ranges::equal(declared, shape, [](const graph::Dimension& dimension, std::int64_t size) {
        return dimension.size < 0 || dimension.size == size;
    });
}

void checkShape(const graph::Value& input, const Shape& shape)
{
    if (!input.shape || fits(*input.shape, shape))
        return;
    const bool lacksBatch =
        input.shape->size() == shape.size() + 1 && fits({input.shape->begin() + 1, input.shape->end()}, shape);
    throw Error(
        ErrorCode::ShapeMismatch,
        Message("input {} expects shape {}, found {}", input.name, toString(*input.shape), graph::toString(shape)),
        lacksBatch ? Message("add the leading dimension, with array[None] in numpy") : Message());
}

/// Independent of the standard library's distributions, which differ from platform to platform.
class RandomNumbers {
public:
    explicit RandomNumbers(std::uint64_t seed)
        : m_engine(seed)
    {
    }

    std::uint64_t below(std::uint64_t limit) { return m_engine() % limit; }

    /// Box–Muller; the second number of each pair is left unused.
    double normal()
    {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

private:
    /// 0 ≤ x < 1, with 53 random bits.
    double uniform() { return double(m_engine() >> 11) * 0x1p-53; }

    std::mt19937_64 m_engine;
};

TensorData smallIntegers(DataType type, const Shape& shape, const std::vector<std::uint8_t>& numbers)
{
    switch (graph::bitsPerElement(type)) {
    case 2: return TensorData::of<std::uint8_t>(type, shape, packedBits(numbers, 2));
    case 4: return TensorData::of<std::uint8_t>(type, shape, packedBits(numbers, 4));
    case 8: return TensorData::of<std::uint8_t>(type, shape, numbers);
    case 16: return tensorOf<std::uint16_t>(type, shape, numbers);
    case 32: return tensorOf<std::uint32_t>(type, shape, numbers);
    default: return tensorOf<std::uint64_t>(type, shape, numbers);
    }
}

Shape concreteShape(const graph::Value& input)
{
    if (!input.shape)
        throw Error(ErrorCode::BadArgument,
                    Message("input {} declares no shape to draw random numbers for", describedInput(input)),
                    Message("give --input {}=file.npy", input.name));
    Shape shape;
    for (const auto& dimension : *input.shape)
        shape.push_back(dimension.size < 0 ? 1 : dimension.size);
    return shape;
}

} // namespace

std::string describedKind(graph::ValueKind kind)
{
    switch (kind) {
    case graph::ValueKind::Tensor: return {};
    case graph::ValueKind::Sequence: return "sequence of tensors";
    case graph::ValueKind::OptionalTensor: return "optional tensor";
    case graph::ValueKind::OptionalSequence: return "optional sequence of tensors";
    }
    return {};
}

std::string describedInput(const graph::Value& input)
{
    if (input.kind != graph::ValueKind::Tensor)
        return fmt::format("{} ({})", input.name, describedKind(input.kind));
    return fmt::format("{} ({}, {})", input.name, name(input.type),
                       input.shape ? toString(*input.shape) : "unknown shape");
}

TensorData fittedTo(const graph::Value& input, const TensorData& data)
{
    if (input.kind == graph::ValueKind::Sequence || input.kind == graph::ValueKind::OptionalSequence)
        throw Error(ErrorCode::TypeMismatch, Message("input {} is no tensor", describedInput(input)),
                    Message("give it as the standard's test data do, in a serialized SequenceProto or OptionalProto: "
                            "--input {}=input_0.pb",
                            input.name));
    checkShape(input, data.shape());
    const bool isAsDeclared = input.type == DataType::Undefined || input.type == data.type();
    return isAsDeclared ? data : converted(input, data);
}

/// 1 GiB of float32; a model may declare any size.
constexpr std::size_t kMostRandomElements = std::size_t{1} << 28;

TensorData randomFor(const graph::Value& input, std::uint64_t seed)
{
    if (input.kind != graph::ValueKind::Tensor)
        throw Error(ErrorCode::BadArgument, Message("no random numbers for input {}", describedInput(input)),
                    Message("give --input {}=file.pb", input.name));
    const auto shape = concreteShape(input);
    const auto type = input.type == DataType::Undefined ? DataType::Float : input.type;
    const auto count = graph::elementCount(shape);
    if (count > kMostRandomElements)
        throw Error(ErrorCode::BadArgument,
                    Message("input {} of shape {} is too large for random numbers", input.name, graph::toString(shape)),
                    "give the input as a file");
    RandomNumbers random(seed);
    if (graph::isFloatingPoint(type)) {
        std::vector<double> numbers(count);
        std::ranges::generate(numbers, [&random] { return random.normal(); });
        return floatTensor(type, shape, numbers);
    }
    if (type == DataType::String || type == DataType::Complex64 || type == DataType::Complex128)
        throw Error(ErrorCode::BadArgument, Message("no random numbers for input {}", describedInput(input)),
                    Message("give --input {}=file.npy", input.name));
    std::vector<std::uint8_t> numbers(count);
    const std::uint64_t limit = type == DataType::Bool ? 2 : 4;
    std::ranges::generate(numbers, [&random, limit] { return std::uint8_t(random.below(limit)); });
    return smallIntegers(type, shape, numbers);
}

} // namespace ql::data
