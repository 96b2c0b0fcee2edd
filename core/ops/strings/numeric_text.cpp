// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/strings/numeric_text.h"

#include "core/base/error.h"
#include "core/ops/support/element_wise.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace ql::ops {

using graph::DataType;

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

std::string_view withoutBlanks(std::string_view text)
{
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos)
        return {};
    text = text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
    const bool hasPlus = text.size() > 1 && text[0] == '+' && text[1] != '-';
    return hasPlus ? text.substr(1) : text;
}

template <typename Number>
std::optional<Number> wholeNumberIn(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// In range of @p Integer, from the first to one past the last.
template <typename Integer>
std::optional<Integer> integerIn(std::string_view text)
{
    if (const auto whole = wholeNumberIn<Integer>(text))
        return whole;
    constexpr double kEnd = std::numeric_limits<Integer>::is_signed ? 0x1p63 : 0x1p64;
    const auto number = numberIn(text);
    if (!number || !(std::trunc(*number) >= double(std::numeric_limits<Integer>::min()) && *number < kEnd))
        return std::nullopt;
    return static_cast<Integer>(*number);
}

[[noreturn]] void refuse(std::size_t i, const std::string& text, DataType to)
{
    throw Error(ErrorCode::BadArgument, Message("element {} of input 0, \"{}\", is no number of type {}", i,
                                                text.substr(0, 80), graph::name(to)));
}

/// Each element as @p read gives it.
template <typename Number, typename Read>
at::Tensor parsed(const graph::TensorData& strings, at::ScalarType storage, DataType to, Read&& read)
{
    auto numbers = at::empty(strings.shape(), storage);
    auto* target = numbers.template data_ptr<Number>();
    for (std::size_t i = 0; i < strings.size(); ++i) {
        const auto number = read(withoutBlanks(strings.strings()[i]));
        if (!number)
            refuse(i, strings.strings()[i], to);
        target[i] = static_cast<Number>(*number);
    }
    return numbers;
}

template <typename Number>
std::string floatText(Number number)
{
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number < 0 ? "-INF" : "INF";
    return fmt::format("{}", number);
}

template <typename Number, typename Print>
Tensor printed(const at::Tensor& numbers, Print&& print)
{
    const auto contiguous = numbers.contiguous();
    const auto* first = contiguous.data_ptr<Number>();
    std::vector<std::string> strings;
    strings.reserve(static_cast<std::size_t>(contiguous.numel()));
    std::transform(first, first + contiguous.numel(), std::back_inserter(strings), print);
    return stringTensor(numbers.sizes().vec(), std::move(strings));
}

} // namespace

std::optional<double> numberIn(std::string_view text)
{
    return wholeNumberIn<double>(withoutBlanks(text));
}

Tensor numbersOfStrings(const graph::TensorData& strings, DataType to)
{
    if (to == DataType::Float)
        return Tensor{parsed<float>(strings, at::kFloat, to, wholeNumberIn<float>)};
    if (graph::isFloatingPoint(to))
        return Tensor{parsed<double>(strings, at::kDouble, to, wholeNumberIn<double>)};
    if (to == DataType::UInt64)
        return {parsed<std::int64_t>(strings, at::kLong, to, integerIn<std::uint64_t>), to};
    return Tensor{parsed<std::int64_t>(strings, at::kLong, to, integerIn<std::int64_t>)};
}

Tensor stringsOfNumbers(const Tensor& numbers)
{
    if (numbers.type == DataType::Double)
        return printed<double>(numbers.data, [](double number) { return floatText(number); });
    if (graph::isFloatingPoint(numbers.type))
        return printed<float>(numbers.data.to(at::kFloat), [](float number) { return floatText(number); });
    if (numbers.type == DataType::UInt64)
        return printed<std::int64_t>(numbers.data,
                                     [](std::int64_t bits) { return std::to_string(std::uint64_t(bits)); });
    return printed<std::int64_t>(numbers.data.to(at::kLong),
                                 [](std::int64_t number) { return std::to_string(number); });
}

} // namespace ql::ops
