// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/layer_words.h"
#include "core/report/html/drawing.h"
#include "core/report/profile/profile_report.h"
#include "core/report/table/stack_column.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

using results::ProfileAttribute;
using results::ProfileResult;
using results::ProfileRow;
using results::TensorStatistics;

namespace {

constexpr std::size_t kLayerWidth = 40;
constexpr double kDecades = 4.0; ///< of the bar beside a range
constexpr std::size_t kSparkBins = 40;
constexpr PlotArea kSpark{120, 28, 0, 120, 1, 27};

/// A number of the whole tensor; nothing where no element is finite.
std::optional<double> numberOf(const ProfileRow& row, double number)
{
    return hasNumbers(row.whole.statistics) ? std::optional(number) : std::nullopt;
}

RowColumn<ProfileRow> statisticColumn(std::string title, const char* terminal, const char* file,
                                      double TensorStatistics::*field)
{
    const auto number = [field](const ProfileRow& row) { return numberOf(row, row.whole.statistics.*field); };
    return {{.title = std::move(title), .terminal = terminal, .file = file},
            kRight,
            number,
            {.terminalCell = [number](const ProfileRow& row) { return number(row) ? Cell(number(row)) : Cell(""); }}};
}

CellOf<ProfileRow> scaleIn(std::string (*format)(double))
{
    return [format](const ProfileRow& row) {
        return scaleText(row.quantizer, row.quantizer && row.quantizer->isPerChannel(), format);
    };
}

Cell largestScale(const ProfileRow& row)
{
    const bool hasScales = row.quantizer && !row.quantizer->scales.empty();
    return hasScales ? Cell(std::ranges::max(row.quantizer->scales)) : Cell(std::optional<double>());
}

/// With a bar that counts decades below the widest of all.
CellOf<ProfileRow> rangeCell(const ProfileResult& result)
{
    const auto rangeOf = [](const ProfileRow& row) {
        return numberOf(row, row.whole.statistics.max - row.whole.statistics.min);
    };
    double widest = 0.0;
    for (const auto& row : result.rows)
        if (const auto range = rangeOf(row); range && std::isfinite(*range))
            widest = std::max(widest, *range);
    return [rangeOf, widest](const ProfileRow& row) {
        const auto range = rangeOf(row);
        return range && *range > 0.0 && widest > 0.0
                   ? Cell(range, std::clamp(1.0 + std::log10(*range / widest) / kDecades, 0.0, 1.0))
                   : Cell(range);
    };
}

Label attributeLabel(ProfileAttribute attribute)
{
    switch (attribute) {
    case ProfileAttribute::Input: return "input";
    case ProfileAttribute::Output: return "output";
    case ProfileAttribute::Weight: return "weight";
    case ProfileAttribute::Bias: return "bias";
    }
    return "";
}

std::string attributeIn(const ProfileRow& row, const Labels& labels)
{
    const auto label = labels(attributeLabel(row.attribute));
    return row.isOneOfSeveral ? fmt::format("{}-{}", label, row.number) : label;
}

/// Nothing where the comparison has no such layer.
CellOf<ProfileRow> numberIn(const LayerNumbers& numbers)
{
    return [numbers](const ProfileRow& row) {
        if (numbers.empty())
            return Cell(row.index);
        const auto found = numbers.find(row.modName);
        return found == numbers.end() ? Cell(std::optional<double>()) : Cell(found->second);
    };
}

/// The histogram by log10(1 + count), without axes: the numbers stand beside it.
Cell sparkCell(const ProfileRow& row)
{
    const auto& histogram = row.whole.histogram;
    if (histogram.counts.empty())
        return {Cell::Kind::Markup, "<td></td>"};
    const auto bins = coarser(histogram.counts, kSparkBins);
    const CountScale scale(kSpark, *std::ranges::max_element(bins));
    return {Cell::Kind::Markup,
            fmt::format("<td><svg class=\"spark\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
                        "{1:.0f}\" aria-hidden=\"true\"><path class=\"spread\" d=\"{2}\"/></svg></td>",
                        kSpark.width, kSpark.height, stepsPath(bins, kSpark.left, kSpark.right, scale))};
}

} // namespace

LayerNumbers layerNumbers(const results::CompareResult& compared)
{
    LayerNumbers numbers;
    for (const auto& row : compared.layers)
        numbers.emplace(row.name, row.index);
    for (const auto& row : compared.layers)
        for (const auto* side : {&row.baseline, &row.analysis})
            for (const auto* name : {&side->node, &side->value})
                if (!name->empty())
                    numbers.emplace(*name, row.index);
    return numbers;
}

RowColumns<ProfileRow> profileColumns(const ProfileResult& result, const Labels& labels, const LayerNumbers& numbers)
{
    RowColumns<ProfileRow> columns{
        {{.title = "#"}, kRight, numberIn(numbers)},
        {{.terminal = "#", .file = "Index"}, kRight, &ProfileRow::index},
        {{.file = "Op Name"}, kLeft, &ProfileRow::typeName},
        {{.title = labels("Layer"), .terminal = "layer", .file = "Mod Name"},
         kLeft,
         [](const auto& row) { return Cell(Cell::Kind::Name, row.modName); },
         {.tip = [](const auto& row) { return row.tensor; }, .width = kLayerWidth, .isLayer = true}},
        {{.title = labels("Operator"), .terminal = "op"}, kLeft, &ProfileRow::opName},
        {{.title = labels("Tensor")}, kLeft, [labels](const auto& row) { return attributeIn(row, labels); }},
        {{.terminal = "attr", .file = "Attr"}, kLeft, attributeText},
        {{.title = labels("Type"), .terminal = "dtype", .file = "Dtype"}, kLeft, &ProfileRow::dtype},
        {{.page = labels("Scale"), .terminal = "scale"}, kRight, scaleIn(fourDigits)},
        {{.file = "Scale"}, kRight, scaleIn(fixedSeven)},
        {{.window = labels("Scale")}, kRight, largestScale},
        statisticColumn(labels("Min"), "min", "Min", &TensorStatistics::min),
        statisticColumn(labels("Max"), "max", "Max", &TensorStatistics::max),
        statisticColumn(labels("mean"), "mean", "Mean", &TensorStatistics::mean),
        statisticColumn(labels("variance"), "var", "Var", &TensorStatistics::variance),
        {{.window = labels("Range")},
         kRight,
         rangeCell(result),
         {.hint = labels("Maximum less minimum; the bar counts decades below the widest")}},
        {{.page = labels("NaN or infinite")},
         kRight,
         [](const auto& row) {
             return Cell(row.whole.statistics.nanCount + row.whole.statistics.infCount, Cell::Kind::Count);
         }},
        {{.title = labels("Shape"), .terminal = "shape", .file = "Shape"},
         kLeft,
         [](const auto& row) { return Cell(Cell::Kind::Shape, profiledShape(row)); }},
        {{.file = "NaN"}, kRight, [](const auto& row) { return row.whole.statistics.nanCount; }},
        {{.file = "Inf"}, kRight, [](const auto& row) { return row.whole.statistics.infCount; }},
        {{.page = labels("Distribution")}, kLeft, sparkCell}};
    if (knowsSources(result.rows))
        columns.push_back({{.file = "stack"}, kLeft, &ProfileRow::source});
    if (result.hasTimes())
        columns.push_back({{.title = labels("Time (µs)")},
                           kRight,
                           &ProfileRow::micros,
                           {.hint = labels("The mean of one run, as the tool measured it that wrote the file")}});
    return columns;
}

} // namespace ql::report
