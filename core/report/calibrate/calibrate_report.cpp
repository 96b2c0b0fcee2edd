// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/calibrate/calibrate_report.h"

#include "core/base/order.h"
#include "core/report/format/counted.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/loss_words.h"
#include "core/report/format/report_files.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace ql::report {

using results::CalibratedLayer;
using results::CalibratedOutput;
using results::CalibratedValue;
using results::CalibrateResult;
using results::CalibrationCandidate;

std::string candidateName(const CalibrationCandidate& one)
{
    return one.percentile ? fmt::format("{} {}", one.observer, *one.percentile) : one.observer;
}

namespace {

std::string scaleCell(const CalibratedValue& value)
{
    if (value.scales.size() == 1)
        return fourDigits(value.scales.front());
    const auto extent = extentOf(value.scales);
    return fmt::format("{} … {} ({})", fourDigits(extent.low), fourDigits(extent.high), value.scales.size());
}

std::optional<double> endOfScales(const CalibratedValue& value, bool isLargest)
{
    if (value.scales.empty())
        return std::nullopt;
    const auto extent = extentOf(value.scales);
    return isLargest ? extent.high : extent.low;
}

Columns<CalibrationCandidate> candidateColumns()
{
    return {{"observer", kLeft, candidateName},
            {"activations", kLeft, [](const auto& one) { return one.isSymmetric ? "symmetric" : "affine"; }},
            {"weights", kLeft, [](const auto& one) { return one.isPerChannel ? "per channel" : "as configured"; }},
            {"cosine", kRight, [](const auto& one) { return fmt::format("{:.7f}", one.cosine); }},
            {"", kLeft, [](const auto& one) { return one.isChosen ? "chosen" : ""; }}};
}

Columns<CalibratedOutput> outputColumns()
{
    return {{"output", kLeft, &CalibratedOutput::name},
            {"SQNR simulated", kRight, &CalibratedOutput::fakeSqnrDb},
            {"cosine", kRight, [](const auto& output) { return fmt::format("{:.7f}", output.fakeCosine); }},
            {"SQNR in integers", kRight, &CalibratedOutput::realSqnrDb},
            {"cosine", kRight, [](const auto& output) { return fmt::format("{:.7f}", output.realCosine); }}};
}

std::string cosineCell(const std::optional<double>& cosine)
{
    return cosine ? fmt::format("{:.7f}", *cosine) : std::string("-");
}

Columns<CalibratedLayer> layerColumns()
{
    return {{"layer", kLeft, &CalibratedLayer::name},
            {"op_type", kLeft, &CalibratedLayer::opType},
            {"SQNR simulated", kRight, &CalibratedLayer::fakeSqnrDb},
            {"cosine", kRight, [](const auto& layer) { return cosineCell(layer.fakeCosine); }},
            {"SQNR in integers", kRight, &CalibratedLayer::realSqnrDb},
            {"cosine", kRight, [](const auto& layer) { return cosineCell(layer.realCosine); }}};
}

std::string accuracyText(const results::CalibratedAccuracy& accuracy)
{
    const auto line = [&accuracy](const char* form, std::uint64_t correct, std::uint64_t undecided) {
        const auto none = undecided == 0 ? std::string() : fmt::format("; {} without a decision, for NaN", undecided);
        return fmt::format("  {:<12} {:.4f} ({} of {}{})\n", form, accuracy.share(correct), correct, accuracy.samples,
                           none);
    };
    return fmt::format("\nTop-1 by output {}:\n", oneLine(accuracy.output))
           + line("float", accuracy.floatCorrect, accuracy.floatUndecided)
           + line("simulated", accuracy.fakeCorrect, accuracy.fakeUndecided)
           + line("in integers", accuracy.realCorrect, accuracy.realUndecided)
           + lossLine(100.0 * (accuracy.share(accuracy.floatCorrect) - accuracy.share(accuracy.realCorrect)));
}

/// One of a value's scales.
struct ScaleOfValue {
    const CalibratedValue& value;
    std::size_t channel;
};

Columns<ScaleOfValue> scaleColumns()
{
    return {{"value", kLeft, [](const auto& at) { return at.value.name; }},
            {"layer", kLeft, [](const auto& at) { return at.value.layer; }},
            {"role", kLeft, [](const auto& at) { return at.value.role; }},
            {"dtype", kLeft, [](const auto& at) { return at.value.dtype; }},
            {"bits", kRight, [](const auto& at) { return at.value.bits; }},
            {"channel", kRight, &ScaleOfValue::channel},
            {"scale", kRight, [](const auto& at) { return fmt::format("{}", float(at.value.scales[at.channel])); }},
            {"zero_point", kRight, [](const auto& at) { return at.value.zeroPoint; }},
            {"observer", kLeft, [](const auto& at) { return at.value.observer; }}};
}

std::string shortestAnswer(const CalibrateResult& result)
{
    if (result.outputs.empty())
        return {};
    const auto& worst = *std::ranges::min_element(result.outputs, {}, &results::CalibratedOutput::fakeSqnrDb);
    return fmt::format("The worst output is {}: {} dB simulated, {} dB in integers.\n\n", oneLine(worst.name),
                       fourDigits(worst.fakeSqnrDb), fourDigits(worst.realSqnrDb));
}

} // namespace

RowColumns<CalibratedValue> valueColumns(const Labels& labels)
{
    return {{{.title = labels("value"), .terminal = "value"},
             kLeft,
             [](const auto& value) { return Cell(Cell::Kind::Name, value.name); }},
            {{.title = labels("Layer"), .terminal = "layer"}, kLeft, &CalibratedValue::layer, {.isLayer = true}},
            {{.title = labels("Quantizer"), .terminal = "role"},
             kLeft,
             [labels](const auto& value) { return kindWord(value.role, labels); },
             {.terminalCell = [](const auto& value) { return value.role; }}},
            {{.title = labels("Type"), .terminal = "dtype"}, kLeft, &CalibratedValue::dtype},
            {{.title = labels("Bits"), .terminal = "bits"}, kRight, &CalibratedValue::bits},
            {{.title = labels("Smallest scale")}, kRight, [](const auto& value) { return endOfScales(value, false); }},
            {{.title = labels("Largest scale"), .terminal = "scale"},
             kRight,
             [](const auto& value) { return endOfScales(value, true); },
             {.terminalCell = scaleCell}},
            {{.title = labels("Channels")}, kRight, [](const auto& value) { return value.scales.size(); }},
            {{.title = labels("Zero point"), .terminal = "zero point"},
             kRight,
             &CalibratedValue::zeroPoint,
             {.hint = labels("Per channel: of the first")}},
            {{.title = labels("Observer"), .terminal = "observer"}, kLeft, [labels](const auto& value) {
                 return value.isShared ? labels("as its source") : value.observer;
             }}};
}

std::string calibrateText(const CalibrateResult& result, std::size_t top)
{
    auto text = shortestAnswer(result) + fmt::format("model  {}\n", oneLine(result.model));
    text += result.samples == 0
                ? "scales from the record, no samples run\n"
                : fmt::format("calibrated on {}{}\n", counted(result.samples, "sample"),
                              result.observed == results::Observed::Quantized ? ", quantized while they were observed"
                                                                              : "");
    text += fmt::format("{} quantized values, {} operators computed in integers\n", result.values.size(),
                        result.integerOperators);
    for (const auto& note : result.notes)
        text += fmt::format("note: {}\n", oneLine(note));
    text += findingLines(result.configFindings);
    if (!result.outputs.empty())
        text += fmt::format("\nAgainst the float model, on {} samples:\n{}", result.comparedSamples,
                            textTable(outputColumns(), result.outputs).plain());
    if (!result.layers.empty()) {
        const auto count = top == 0 ? result.layers.size() : std::min(top, result.layers.size());
        text += "\nLayers against the float model's, on the first sample:\n"
                + textTable(layerColumns(), std::span(result.layers).first(count)).plain();
        if (count < result.layers.size())
            text += fmt::format("  … and {} more\n", result.layers.size() - count);
    }
    if (result.accuracy)
        text += accuracyText(*result.accuracy);
    if (!result.candidates.empty())
        text += "\nMethods tried:\n" + textTable(candidateColumns(), result.candidates).plain();
    const auto shown = top == 0 ? result.values.size() : std::min(top, result.values.size());
    text += "\nQuantized values:\n"
            + textTable(columnsAt(Place::Terminal, valueColumns()), std::span(result.values).first(shown)).plain();
    if (top != 0 && result.values.size() > top)
        text += fmt::format("  … and {} more\n", result.values.size() - top);
    for (const auto& file : result.files)
        text += fmt::format("wrote {}\n", file);
    return text;
}

std::string calibrateJson(const CalibrateResult& result)
{
    return documentText(resultDocument("calibrate", result));
}

std::vector<std::filesystem::path> writeCalibrateFiles(const CalibrateResult& result,
                                                       const std::filesystem::path& folder)
{
    std::vector<ScaleOfValue> scales;
    for (const auto& value : result.values)
        for (std::size_t i = 0; i < value.scales.size(); ++i)
            scales.push_back({value, i});
    ReportFiles files{{"calibrate.json", calibrateJson(result)},
                      {"calibrated_values.csv", csvTable(scaleColumns(), scales)}};
    if (!result.layers.empty())
        files.emplace_back("calibrated_layers.csv", csvTable(layerColumns(), result.layers));
    return writeReportFiles(folder, files);
}

} // namespace ql::report
