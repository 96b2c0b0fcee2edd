// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/foreign/foreign_numbers.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace ql::report {

using results::MetricId;
using results::Metrics;

std::optional<Metrics> measuredMetrics(std::span<const std::pair<MetricId, std::optional<double>>> measured)
{
    Metrics metrics;
    for (const auto metric : results::kAllMetrics)
        setValue(metrics, metric, std::nullopt);
    bool isAny = false;
    for (const auto& [metric, value] : measured) {
        setValue(metrics, metric, value);
        isAny = isAny || value;
    }
    return isAny ? std::optional(metrics) : std::nullopt;
}

std::optional<Metrics> metricsOf(std::span<const double> x, std::span<const double> y)
{
    if (x.size() != y.size() || x.empty())
        return std::nullopt;
    double product = 0.0, squaresX = 0.0, squaresY = 0.0, squares = 0.0, absolute = 0.0, largest = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!std::isfinite(x[i]) || !std::isfinite(y[i]))
            continue;
        const double error = x[i] - y[i];
        ++count;
        product += x[i] * y[i];
        squaresX += x[i] * x[i];
        squaresY += y[i] * y[i];
        squares += error * error;
        absolute += std::abs(error);
        largest = std::max(largest, std::abs(error));
    }
    if (count == 0)
        return std::nullopt;
    const bool areBothZero = squaresX == 0.0 && squaresY == 0.0;
    const bool isOneZero = squaresX == 0.0 || squaresY == 0.0;
    const double cosine = areBothZero ? 1.0 : isOneZero ? 0.0 : product / std::sqrt(squaresX * squaresY);
    const double ratio = squares == 0.0 ? 0.0 : std::sqrt(squares / squaresX); // of an all-zero baseline inf
    const std::pair<MetricId, std::optional<double>> measured[]{
        {MetricId::Cosine, cosine},
        {MetricId::L1, absolute / double(count)},
        {MetricId::Atol, largest},
        {MetricId::Mse, squares / double(count)},
        {MetricId::Sqnr, squares == 0.0 ? std::numeric_limits<double>::infinity() : -20.0 * std::log10(ratio)},
        {MetricId::RelL2, ratio}};
    return measuredMetrics(measured);
}

results::TensorStatistics statisticsOf(std::span<const double> values)
{
    results::TensorStatistics statistics;
    statistics.count = values.size();
    double sum = 0.0, count = 0.0;
    for (const double value : values) {
        if (!std::isfinite(value)) {
            ++(std::isnan(value) ? statistics.nanCount : statistics.infCount);
            continue;
        }
        statistics.min = count == 0.0 ? value : std::min(statistics.min, value);
        statistics.max = count == 0.0 ? value : std::max(statistics.max, value);
        sum += value;
        ++count;
    }
    statistics.mean = count > 0.0 ? sum / count : 0.0;
    double squares = 0.0;
    for (const double value : values)
        if (std::isfinite(value))
            squares += (value - statistics.mean) * (value - statistics.mean);
    statistics.variance = count > 1.0 ? squares / (count - 1.0) : 0.0;
    return statistics;
}

std::optional<double> numberIn(std::string_view word)
{
    const std::string text(trimmed(word));
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool isHexadecimal = text.find_first_of("xX") != text.npos;
    return text.empty() || isHexadecimal || *end != '\0' ? std::nullopt : std::optional(number);
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto begin = text.find_first_not_of(kBlanks);
    return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        if (lines.back().ends_with('\r'))
            lines.back().remove_suffix(1);
        begin = end + 1;
    }
    return lines;
}

std::vector<std::string_view> wordsIn(std::string_view line)
{
    constexpr std::string_view kBlanks = " \t\r";
    std::vector<std::string_view> words;
    for (auto begin = line.find_first_not_of(kBlanks); begin != line.npos;
         begin = line.find_first_not_of(kBlanks, begin)) {
        const auto end = std::min(line.find_first_of(kBlanks, begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && isQuoted && i + 1 < line.size() && line[i + 1] == '"')
            cells.back() += line[i++];
        else if (line[i] == '"')
            isQuoted = !isQuoted;
        else if (line[i] == ',' && !isQuoted)
            cells.emplace_back();
        else
            cells.back() += line[i];
    }
    for (auto& cell : cells)
        cell = std::string(trimmed(cell));
    return cells;
}

char firstOf(std::string_view head)
{
    const auto text = trimmed(head);
    return text.empty() ? '\0' : text.front();
}

bool holds(std::string_view head, std::string_view word)
{
    return head.find(word) != head.npos;
}

} // namespace ql::report
