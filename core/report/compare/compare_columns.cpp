// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/order.h"
#include "core/report/compare/compare_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/html/cause_shares.h"
#include "core/report/html/markup.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::LayerSide;
using results::MetricId;
using results::TensorStatistics;

namespace {

constexpr std::size_t kLayerWidth = 40;
/// How each rule finds a partner.
constexpr std::pair<std::string_view, Label> kMatchRules[]{
    {"map-file", "your map file"},
    {"value-name", "same value name"},
    {"node-name", "same node name"},
    {"stripped-name", "same name without quantization affixes"},
    {"weights", "equal weights"},
    {"scope", "same module scope"},
    {"structure", "same place in the structure"},
};

bool isThere(const LayerRow& row, LayerSide LayerRow::*side)
{
    const bool isOnlyOther =
        row.state
        == (side == &LayerRow::baseline ? LayerRow::State::UnmatchedAnalysis : LayerRow::State::UnmatchedBaseline);
    return !isOnlyOther && !(row.*side).value.empty();
}

bool isMatched(const LayerRow& row)
{
    return isThere(row, &LayerRow::baseline) && isThere(row, &LayerRow::analysis);
}

/// A cell without a value says why.
Cell nothing(const std::string& why = "—")
{
    Cell cell{std::optional<double>()};
    cell.text = why;
    return cell;
}

/// Of a row that lacks one of its sides, or both.
Cell nothingOf(const LayerRow& row, bool hasSide, const Labels& labels)
{
    return row.state == LayerRow::State::Fused ? nothing(labels("fused"))
           : hasSide                           ? nothing()
                                               : nothing(labels("no partner"));
}

Cell nothingMeasured(const LayerRow& row, const Labels& labels)
{
    if (row.state == LayerRow::State::Fused || !isMatched(row))
        return nothingOf(row, isMatched(row), labels);
    return row.state == LayerRow::State::ShapeMismatch ? nothing(labels("shapes differ"))
           : isLeftOut(row)                            ? nothing(labels("not run"))
           : row.state == LayerRow::State::Strings     ? nothing(labels("strings"))
                                                       : nothing();
}

std::string rulesOf(const LayerRow& layer)
{
    std::string rules;
    for (const auto& finding : layer.advice)
        rules += (rules.empty() ? "" : ", ") + finding.rule + (finding.isGuess ? "?" : "");
    return rules;
}

Cell rulesCell(const LayerRow& layer, const Labels& labels)
{
    std::string html;
    for (const auto& finding : layer.advice)
        html += fmt::format("<span class=\"severity {}\" title=\"{}\">{}</span> ", keyOf(finding.severity),
                            escaped(severityWord(labels, finding.severity)), escaped(ruleTitle(finding, labels)));
    return {Cell::Kind::Markup, "<td class=\"rules\">" + html + "</td>"};
}

std::string stateCell(const LayerRow& layer, const Labels& labels)
{
    auto words = stateWord(labels, layer.state);
    if (layer.strings)
        words += fmt::format(" ({} / {})", layer.strings->equal, layer.strings->elements);
    return words;
}

std::optional<double> onlyScale(const LayerRow& layer)
{
    if (layer.keptGrid && !layer.quantizer)
        return layer.keptGrid->scale;
    const bool isOne = layer.quantizer && !layer.quantizer->isPerChannel() && !layer.quantizer->scales.empty();
    return isOne ? std::optional(layer.quantizer->scales.front()) : std::nullopt;
}

Cell worstSliceName(const LayerRow& row)
{
    return Cell(row.worstSlice ? row.worstSlice->slice : std::string());
}

/// Only where a value has slices.
Heads headsOfWorstSlice(const CompareResult& result, const Labels& labels)
{
    const bool hasAny = std::ranges::any_of(result.layers, [](const auto& row) { return row.worstSlice.has_value(); });
    return hasAny ? Heads{.page = labels("Worst slice (dB)"), .terminal = "slice dB"} : Heads{};
}

RowColumn<LayerRow> worstSliceColumn(Heads heads, const Labels& labels, const results::BadnessScale& scale,
                                     std::string hint = {})
{
    return {std::move(heads),
            kRight,
            [labels, scale](const auto& row) {
                const auto db = worstSliceDb(row);
                return db ? Cell(*db, scale.badness(MetricId::Sqnr, *db)) : nothingMeasured(row, labels);
            },
            {.worst = worstSide(true), .hint = std::move(hint), .tip = worstSliceName}};
}

/// The name and what page and terminal show.
RowColumns<LayerRow> writtenColumns(const CompareResult& result, const Labels& labels,
                                    const results::BadnessScale& scale)
{
    const auto metric = [&scale](Heads heads, MetricId id) {
        return measureColumn(std::move(heads), &LayerRow::metrics, id, scale);
    };
    RowColumns<LayerRow> columns{
        {{.title = "#", .terminal = "#"},
         kRight,
         &LayerRow::index,
         {.hint = labels("Place in the baseline's execution order")}},
        {{.title = labels("Layer"), .terminal = "layer"},
         kLeft,
         [](const auto& row) { return Cell(Cell::Kind::Name, row.name); },
         {.hint = labels("The baseline's node, or the analysis model's if it has no partner"),
          .width = kLayerWidth,
          .isLayer = true}},
        {{.page = labels("Operator"), .terminal = "op"}, kLeft, operatorOf<LayerRow>},
        {{.page = labels("Type"), .terminal = "dtype"}, kLeft, dtypeOf<LayerRow>},
        {{.page = labels("Findings")}, kLeft, [labels](const auto& row) { return rulesCell(row, labels); }},
        {{.terminal = "SQNR dB"},
         kRight,
         [](const auto& row) { return row.metrics ? Cell(row.metrics->sqnrDb) : Cell(wordsWithoutMetrics(row)); }},
        worstSliceColumn(headsOfWorstSlice(result, labels), labels, scale),
        metric({.terminal = "cosine"}, MetricId::Cosine),
        metric({.terminal = "Atol/step"}, MetricId::MaxQscaleDiff),
        {{.terminal = "advice"}, kLeft, rulesOf}};
    for (const auto id : kPageMetrics) {
        columns.push_back(metric({.page = labels(id)}, id));
        columns.back().extras.metric = keyOf(id);
    }
    columns.push_back({{.page = labels("Scale")}, kRight, onlyScale});
    columns.push_back({{.page = labels("Local (dB)")}, kRight, localDbOf, {.worst = worstSide(true)}});
    columns.push_back({{.page = labels("clamped")},
                       kRight,
                       [](const auto& row) { return Cell(row.clampedCount, Cell::Kind::Count); },
                       {.worst = worstSide(false)}});
    if (std::ranges::any_of(result.layers, [](const auto& row) { return !row.body.empty(); }))
        columns.push_back(
            {{.page = labels("Body")}, kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.body); }});
    columns.push_back({{.page = labels("State")}, kLeft, [labels](const auto& row) { return stateCell(row, labels); }});
    return columns;
}

using Words = std::pair<Label, Label>; ///< title and hint

/// A column of the window's alone.
RowColumn<LayerRow> column(Words words, CellOf<LayerRow> cell, const Labels& labels, TextTable::Align align = kRight)
{
    return {{.window = labels(words.first)}, align, std::move(cell), {.hint = labels(words.second)}};
}

RowColumn<LayerRow> operatorColumn(Words words, LayerSide LayerRow::*side, const Labels& labels)
{
    const auto cell = [labels, side](const auto& row) {
        const auto& type = (row.*side).opType;
        return isThere(row, side) && !type.empty() ? Cell(type) : nothingOf(row, isThere(row, side), labels);
    };
    return column(words, cell, labels, kLeft);
}

/// What identifies a layer and its value.
RowColumns<LayerRow> valueColumns(const Labels& labels)
{
    auto scope = column(
        {"Scope", "The module that the layer belongs to"},
        [](const auto& row) { return row.scope.empty() ? nothing() : Cell(row.scope); }, labels, kLeft);
    scope.extras.elidesMiddle = true;
    const auto shape = [](const auto& row) {
        return Cell(Cell::Kind::Shape, shapeText(isThere(row, &LayerRow::analysis) ? row.shape : row.baselineShape));
    };
    const auto dtype = [](const auto& row) {
        return row.quantizer ? Cell(row.quantizer->dtype) : row.keptGrid ? Cell(row.keptGrid->dtype) : nothing();
    };
    const auto largestScale = [](const auto& row) {
        if (row.keptGrid && !row.quantizer)
            return Cell(row.keptGrid->scale);
        return row.quantizer && !row.quantizer->scales.empty() ? Cell(extentOf(row.quantizer->scales).high) : nothing();
    };
    return {std::move(scope),
            operatorColumn({"Op", "Operator type in the baseline model"}, &LayerRow::baseline, labels),
            operatorColumn({"Analysis op", "Operator type in the analysis model"}, &LayerRow::analysis, labels),
            column({"Shape", "Shape of the analysis value"}, shape, labels, kLeft),
            column({"Dtype", "Integer type of the quantizer behind the analysis value"}, dtype, labels, kLeft),
            column({"Scale", "One step of the quantizer, in the value's unit"}, largestScale, labels)};
}

RowColumns<LayerRow> metricColumns(const Labels& labels, const results::BadnessScale& scale)
{
    RowColumns<LayerRow> columns;
    for (const auto& [id, hint] :
         {std::pair(MetricId::Cosine, "Cosine similarity; 1 is equal, low is bad"),
          std::pair(MetricId::Sqnr, "Signal to quantization noise; low is bad"),
          std::pair(MetricId::MaxQscaleDiff, "Largest difference in steps of the quantizer; 0.5 is perfect rounding"),
          std::pair(MetricId::L1, "Mean absolute difference"), std::pair(MetricId::Atol, "Largest absolute difference"),
          std::pair(MetricId::Mse, "Mean squared difference"),
          std::pair(MetricId::RelL2, "Norm of the difference over the baseline's norm"),
          std::pair(MetricId::Kl, "Kullback-Leibler divergence of the two histograms"),
          std::pair(MetricId::Js, "Jensen-Shannon divergence of the two histograms")}) {
        auto& added =
            columns.emplace_back(measureColumn({.window = labels(id)}, &LayerRow::metrics, id, scale, labels(hint)));
        added.cell = [labels, cell = std::move(added.cell)](const auto& row) {
            const auto measured = cell(row);
            return measured.number ? measured : nothingMeasured(row, labels);
        };
    }
    columns.insert(columns.begin() + 2,
                   worstSliceColumn({.window = labels("Worst slice (dB)")}, labels, scale,
                                    labels("Lowest SQNR of the channels, rows and parts that carry signal; the tooltip "
                                           "says which")));
    columns.insert(columns.begin() + 3,
                   column(
                       {"Alone (dB)", "SQNR when nothing but this layer is quantized; measured where its error "
                                      "matters"},
                       [](const auto& row) { return row.causes ? Cell(row.causes->localDb) : nothing(); }, labels));
    return columns;
}

Cell clampedPercent(const LayerRow& row)
{
    const auto count = row.baseline.statistics.count;
    return row.quantizer && count > 0 ? Cell(100.0 * double(row.clampedCount) / double(count)) : nothing();
}

/// What else the window says of a layer.
RowColumns<LayerRow> otherColumns(const Labels& labels)
{
    const auto rule = [labels](const auto& row) {
        return isMatched(row) && !row.match.empty() ? Cell(matchWord(row.match.rule, labels))
                                                    : nothingOf(row, isMatched(row), labels);
    };
    const auto confidence = [labels](const auto& row) {
        return isMatched(row) ? Cell(row.match.confidence) : nothingOf(row, false, labels);
    };
    const auto advice = [labels](const auto& row) {
        return row.advice.empty() ? nothing() : Cell(ruleTitle(row.advice.front(), labels));
    };
    return {column({"Clamped (%)", "Share of baseline values outside the quantizer's range"}, clampedPercent, labels),
            column({"Matched by", "How the two layers were paired"}, rule, labels, kLeft),
            column({"Confidence", "How sure the pairing is, 0 to 1"}, confidence, labels),
            column(
                {"MACs", "Multiply-accumulate operations"},
                [](const auto& row) { return Cell(row.macs, Cell::Kind::Count); }, labels),
            column({"Advice", "What was found about the layer, the most important first"}, advice, labels, kLeft)};
}

} // namespace

std::string matchWord(const std::string& rule, const Labels& labels)
{
    const auto* known = std::ranges::find(kMatchRules, rule, [](const auto& each) { return each.first; });
    return known == std::end(kMatchRules) ? rule : labels(known->second);
}

RowColumns<LayerRow> rangeColumns(const Labels& labels)
{
    RowColumns<LayerRow> columns;
    for (const auto& [name, field, hint] :
         {std::tuple("min", &TensorStatistics::min, "Smallest value in the {} model"),
          std::tuple("max", &TensorStatistics::max, "Largest value in the {} model"),
          std::tuple("mean", &TensorStatistics::mean, "Mean value in the {} model"),
          std::tuple("variance", &TensorStatistics::variance, "Population variance in the {} model")})
        for (const auto& [sideName, side] :
             {std::pair("baseline", &LayerRow::baseline), std::pair("analysis", &LayerRow::analysis)})
            columns.push_back({{.title = fmt::format("{}, {}", labels(name), labels(sideName))},
                               kRight,
                               [=, side = side, field = field](const auto& row) {
                                   const auto value = measured((row.*side).statistics, field);
                                   return value ? Cell(*value) : nothingOf(row, isThere(row, side), labels);
                               },
                               {.hint = fmt::format(fmt::runtime(labels(hint)), labels(sideName))}});
    return columns;
}

RowColumns<LayerRow> layerColumns(const CompareResult& result, const Labels& labels)
{
    const results::BadnessScale scale(result);
    auto columns = writtenColumns(result, labels, scale);
    auto ranges = rangeColumns(labels);
    for (auto& range : ranges)
        range.heads = {.window = range.heads.title};
    for (const auto& more : {valueColumns(labels), metricColumns(labels, scale), ranges, otherColumns(labels)})
        std::ranges::copy(more, std::back_inserter(columns));
    return columns;
}

} // namespace ql::report
