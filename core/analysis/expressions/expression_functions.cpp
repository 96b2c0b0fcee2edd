// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/expressions/expression_node.h"

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ql::analysis {

namespace {

using Arguments = std::span<const ExpressionValue>;

ExpressionValue single(double number)
{
    return {{number}, true};
}

/// Elements of the result of an element-wise function, and whether all arguments are single numbers.
ExpressionValue sizedLike(Arguments arguments)
{
    const ExpressionValue* first = nullptr;
    for (const auto& argument : arguments) {
        if (argument.isSingle)
            continue;
        if (first && first->numbers.size() != argument.numbers.size())
            throw Error(ErrorCode::BadArgument,
                        Message("is given {} numbers beside {}", argument.numbers.size(), first->numbers.size()),
                        "what is taken together must be equally long");
        first = first ? first : &argument;
    }
    return first ? ExpressionValue{std::vector<double>(first->numbers.size()), false} : single(0.0);
}

template <auto F>
ExpressionValue map1(Arguments a)
{
    auto result = sizedLike(a);
    for (std::size_t i = 0; i < result.numbers.size(); ++i)
        result.numbers[i] = F(a[0].at(i));
    return result;
}

template <auto F>
ExpressionValue map2(Arguments a)
{
    auto result = sizedLike(a);
    for (std::size_t i = 0; i < result.numbers.size(); ++i)
        result.numbers[i] = F(a[0].at(i), a[1].at(i));
    return result;
}

template <auto F>
ExpressionValue map3(Arguments a)
{
    auto result = sizedLike(a);
    for (std::size_t i = 0; i < result.numbers.size(); ++i)
        result.numbers[i] = F(a[0].at(i), a[1].at(i), a[2].at(i));
    return result;
}

/// F takes the numbers of the only argument.
template <auto F>
ExpressionValue reduce(Arguments a)
{
    return single(F(a[0].numbers));
}

using Numbers = const std::vector<double>&;

double sumOf(Numbers a)
{
    return std::accumulate(a.begin(), a.end(), 0.0);
}

double meanOf(Numbers a)
{
    return a.empty() ? kNaN : sumOf(a) / double(a.size());
}

/// Extremes let NaN through, as numpy does: an error must not hide.
template <typename Better>
double extremeOf(Numbers a, Better better)
{
    if (a.empty())
        return kNaN;
    double extreme = a.front();
    for (const double value : a)
        if (std::isnan(value) || better(value, extreme))
            extreme = value;
    return std::any_of(a.begin(), a.end(), [](double v) { return std::isnan(v); }) ? kNaN : extreme;
}

double maxOf(Numbers a)
{
    return extremeOf(a, std::greater<>());
}

double minOf(Numbers a)
{
    return extremeOf(a, std::less<>());
}

double normOf(Numbers a)
{
    return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0));
}

double varianceOf(Numbers a)
{
    const double mean = meanOf(a);
    double sum = 0.0;
    for (const double value : a)
        sum += (value - mean) * (value - mean);
    return a.empty() ? kNaN : sum / double(a.size());
}

double percentileOf(Numbers a, double percent)
{
    if (a.empty() || !(percent >= 0.0 && percent <= 100.0) || std::isnan(maxOf(a)))
        return kNaN;
    auto sorted = a;
    sortNumbers(sorted);
    return quantileOf(sorted, percent / 100.0);
}

ExpressionValue dot(Arguments a)
{
    const auto result = sizedLike(a);
    double sum = 0.0;
    for (std::size_t i = 0; i < result.numbers.size(); ++i)
        sum += a[0].at(i) * a[1].at(i);
    return single(sum);
}

ExpressionValue softmax(Arguments a)
{
    auto result = a[0];
    const double highest = maxOf(result.numbers);
    for (double& value : result.numbers)
        value = std::exp(value - highest);
    const double sum = sumOf(result.numbers);
    for (double& value : result.numbers)
        value /= sum;
    return result;
}

double largerOf(double a, double b)
{
    return std::isnan(a) || std::isnan(b) ? kNaN : std::max(a, b);
}

double smallerOf(double a, double b)
{
    return std::isnan(a) || std::isnan(b) ? kNaN : std::min(a, b);
}

/// Of the first of the largest; NaN where there is one, as then nothing is decided.
double argmaxOf(Numbers a)
{
    const auto decision = decisionOf(a.data(), std::int64_t(a.size()));
    return decision == kNoDecision ? kNaN : double(decision);
}

/// Falling; nothing but NaN where there is one.
ExpressionValue topk(Arguments a)
{
    const double wanted = std::floor(a[1].at(0));
    auto sorted = a[0].numbers;
    const bool hasNan = std::any_of(sorted.begin(), sorted.end(), [](double v) { return std::isnan(v); });
    if (hasNan)
        std::fill(sorted.begin(), sorted.end(), kNaN);
    else
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
    if (!(wanted >= 1.0))
        throw Error(ErrorCode::BadArgument, Message("is asked for {} numbers, expected 1 or more", a[1].at(0)));
    if (wanted < double(sorted.size()))
        sorted.resize(std::size_t(wanted));
    return {std::move(sorted), a[0].isSingle};
}

/// Intersection over union of boxes x1, y1, x2, y2; 0 of two without an area.
double overlapOf(const double* a, const double* b)
{
    const auto area = [](const double* box) { return largerOf(box[2] - box[0], 0.0) * largerOf(box[3] - box[1], 0.0); };
    const double common[]{largerOf(a[0], b[0]), largerOf(a[1], b[1]), smallerOf(a[2], b[2]), smallerOf(a[3], b[3])};
    const double both = area(common);
    const double either = area(a) + area(b) - both;
    return either == 0.0 ? 0.0 : both / either;
}

/// One number for each pair of boxes.
ExpressionValue iou(Arguments a)
{
    constexpr std::size_t kBox = 4;
    const auto count = sizedLike(a).numbers.size();
    if (a[0].isSingle || a[1].isSingle || count % kBox != 0)
        throw Error(ErrorCode::BadArgument, Message("is given {} numbers, expected 4 for each box", count));
    ExpressionValue result{std::vector<double>(count / kBox), false};
    for (std::size_t i = 0; i < result.numbers.size(); ++i)
        result.numbers[i] = overlapOf(&a[0].numbers[i * kBox], &a[1].numbers[i * kBox]);
    return result;
}

double signOf(double v)
{
    return std::isnan(v) ? v : double((v > 0) - (v < 0));
}

using E = ExpressionFunction;

// Lambdas instead of std::abs and the like: those are overloaded, and a template takes one.
const E kFunctions[]{
    {"+", 2, false, map2<[](double a, double b) { return a + b; }>},
    {"-", 2, false, map2<[](double a, double b) { return a - b; }>},
    {"-", 1, false, map1<[](double a) { return -a; }>},
    {"*", 2, false, map2<[](double a, double b) { return a * b; }>},
    {"/", 2, false, map2<[](double a, double b) { return a / b; }>},
    {"<", 2, false, map2<[](double a, double b) { return double(a < b); }>},
    {"<=", 2, false, map2<[](double a, double b) { return double(a <= b); }>},
    {">", 2, false, map2<[](double a, double b) { return double(a > b); }>},
    {">=", 2, false, map2<[](double a, double b) { return double(a >= b); }>},
    {"==", 2, false, map2<[](double a, double b) { return double(a == b); }>},
    {"!=", 2, false, map2<[](double a, double b) { return double(a != b); }>},
    {"abs", 1, false, map1<[](double a) { return std::abs(a); }>},
    {"argmax", 1, true, reduce<argmaxOf>},
    {"ceil", 1, false, map1<[](double a) { return std::ceil(a); }>},
    {"clip", 3, false, map3<[](double a, double low, double high) { return smallerOf(largerOf(a, low), high); }>},
    {"count", 1, true, reduce<[](Numbers a) { return double(a.size()); }>},
    {"dot", 2, true, dot},
    {"exp", 1, false, map1<[](double a) { return std::exp(a); }>},
    {"floor", 1, false, map1<[](double a) { return std::floor(a); }>},
    {"iou", 2, false, iou},
    {"log", 1, false, map1<[](double a) { return std::log(a); }>},
    {"log10", 1, false, map1<[](double a) { return std::log10(a); }>},
    {"log2", 1, false, map1<[](double a) { return std::log2(a); }>},
    {"max", 1, true, reduce<maxOf>},
    {"max", 2, false, map2<largerOf>},
    {"mean", 1, true, reduce<meanOf>},
    {"median", 1, true, reduce<[](Numbers a) { return percentileOf(a, 50.0); }>},
    {"min", 1, true, reduce<minOf>},
    {"min", 2, false, map2<smallerOf>},
    {"norm", 1, true, reduce<normOf>},
    {"percentile", 2, true, [](Arguments a) { return single(percentileOf(a[0].numbers, a[1].at(0))); }},
    {"pow", 2, false, map2<[](double a, double b) { return std::pow(a, b); }>},
    {"round", 1, false, map1<[](double a) { return std::nearbyint(a); }>},
    {"sigmoid", 1, false, map1<[](double a) { return 1.0 / (1.0 + std::exp(-a)); }>},
    {"sign", 1, false, map1<signOf>},
    {"softmax", 1, false, softmax},
    {"sqrt", 1, false, map1<[](double a) { return std::sqrt(a); }>},
    {"square", 1, false, map1<[](double a) { return a * a; }>},
    {"std", 1, true, reduce<[](Numbers a) { return std::sqrt(varianceOf(a)); }>},
    {"sum", 1, true, reduce<sumOf>},
    {"topk", 2, false, topk},
    {"var", 1, true, reduce<varianceOf>},
    {"where", 3, false, map3<[](double condition, double a, double b) { return condition != 0.0 ? a : b; }>},
};

} // namespace

const ExpressionFunction* findExpressionFunction(std::string_view name, std::size_t arity)
{
    for (const auto& function : kFunctions)
        if (function.name == name && function.arity == arity)
            return &function;
    return nullptr;
}

std::string expressionFunctionNames()
{
    std::string names;
    std::string_view last;
    for (const auto& function : kFunctions) {
        const char first = function.name.front();
        if (first < 'a' || first > 'z' || function.name == last)
            continue;
        if (!names.empty())
            names += ' ';
        names += function.name;
        last = function.name;
    }
    return names;
}

} // namespace ql::analysis
