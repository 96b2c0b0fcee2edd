// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/calibrate/calibrate_report.h"

#include "core/base/atomic_file.h"
#include "core/report/analysis_report.h"
#include "core/report/format/number_format.h"
#include "core/report/json/json_writer.h"
#include "core/report/table/csv_writer.h"
#include "core/report/table/text_table.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::report {

using results::CalibratedValue;
using results::CalibrateResult;

namespace {

constexpr auto kRight = TextTable::Align::Right;

std::string scaleCell(const CalibratedValue& value)
{
    if (value.scales.size() == 1)
        return fourDigits(value.scales.front());
    const auto [low, high] = std::ranges::minmax(value.scales);
    return fmt::format("{} … {} ({})", fourDigits(low), fourDigits(high), value.scales.size());
}

std::string valuesTable(const CalibrateResult& result, std::size_t top)
{
    TextTable table({{"value"},
                     {"layer"},
                     {"role"},
                     {"dtype"},
                     {"bits", kRight},
                     {"scale", kRight},
                     {"zero point", kRight},
                     {"observer"}});
    const auto count = top == 0 ? result.values.size() : std::min(top, result.values.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto& value = result.values[i];
        table.addRow({value.name, value.layer, value.role, value.dtype, std::to_string(value.bits), scaleCell(value),
                      std::to_string(value.zeroPoint), value.isShared ? "as its source" : value.observer});
    }
    return table.plain();
}

std::string candidatesTable(const CalibrateResult& result)
{
    TextTable table({{"observer"}, {"weights"}, {"cosine", kRight}, {""}});
    for (const auto& candidate : result.candidates)
        table.addRow({candidate.observer, candidate.isPerChannel ? "per channel" : "as configured",
                      fmt::format("{:.7f}", candidate.cosine), candidate.isChosen ? "chosen" : ""});
    return table.plain();
}

Json valueJson(const CalibratedValue& value)
{
    Json json;
    json["name"] = value.name;
    json["layer"] = value.layer;
    json["role"] = value.role;
    json["dtype"] = value.dtype;
    json["bits"] = value.bits;
    json["observer"] = value.observer;
    json["shared"] = value.isShared;
    json["zero_point"] = value.zeroPoint;
    json["scales"] = Json::array();
    for (const double scale : value.scales)
        json["scales"].push_back(jsonNumber(scale));
    return json;
}

} // namespace

std::string calibrateText(const CalibrateResult& result, std::size_t top)
{
    std::string text = fmt::format("model  {}\n", oneLine(result.model));
    text += result.samples == 0 ? "scales from the record, no samples run\n"
                                : fmt::format("calibrated on {} samples\n", result.samples);
    text += fmt::format("{} quantized values, {} operators computed in integers\n", result.values.size(),
                        result.integerOperators);
    for (const auto& note : result.notes)
        text += fmt::format("note: {}\n", oneLine(note));
    if (!result.outputs.empty()) {
        TextTable table({{"output"},
                         {"SQNR simulated", kRight},
                         {"cosine", kRight},
                         {"SQNR in integers", kRight},
                         {"cosine", kRight}});
        for (const auto& output : result.outputs)
            table.addRow({output.name, fourDigits(output.fakeSqnrDb), fmt::format("{:.7f}", output.fakeCosine),
                          fourDigits(output.realSqnrDb), fmt::format("{:.7f}", output.realCosine)});
        text += fmt::format("\nAgainst the float model, on {} samples:\n{}", result.comparedSamples, table.plain());
    }
    if (!result.candidates.empty())
        text += "\nMethods tried:\n" + candidatesTable(result);
    text += "\nQuantized values:\n" + valuesTable(result, top);
    if (top != 0 && result.values.size() > top)
        text += fmt::format("  … and {} more\n", result.values.size() - top);
    for (const auto& file : result.files)
        text += fmt::format("wrote {}\n", file);
    return text;
}

std::string calibrateJson(const CalibrateResult& result)
{
    Json document = documentHead("calibrate");
    document["model"] = result.model;
    document["samples"] = result.samples;
    document["compared_samples"] = result.comparedSamples;
    document["integer_operators"] = result.integerOperators;
    document["outputs"] = Json::array();
    for (const auto& output : result.outputs) {
        Json json;
        json["name"] = output.name;
        json["fake_quant"] = {{"sqnr_db", jsonNumber(output.fakeSqnrDb)}, {"cosine", jsonNumber(output.fakeCosine)}};
        json["real_quant"] = {{"sqnr_db", jsonNumber(output.realSqnrDb)}, {"cosine", jsonNumber(output.realCosine)}};
        document["outputs"].push_back(std::move(json));
    }
    document["candidates"] = Json::array();
    for (const auto& candidate : result.candidates)
        document["candidates"].push_back({{"observer", candidate.observer},
                                          {"per_channel", candidate.isPerChannel},
                                          {"cosine", jsonNumber(candidate.cosine)},
                                          {"chosen", candidate.isChosen}});
    document["values"] = Json::array();
    for (const auto& value : result.values)
        document["values"].push_back(valueJson(value));
    document["notes"] = result.notes;
    document["files"] = result.files;
    return documentText(document);
}

std::vector<std::filesystem::path> writeCalibrateFiles(const CalibrateResult& result,
                                                       const std::filesystem::path& folder)
{
    std::string csv = csvLine(std::vector<std::string>{"value", "layer", "role", "dtype", "bits", "channel", "scale",
                                                       "zero_point", "observer"});
    for (const auto& value : result.values)
        for (std::size_t i = 0; i < value.scales.size(); ++i)
            csv += csvLine(std::vector<std::string>{
                value.name, value.layer, value.role, value.dtype, std::to_string(value.bits), std::to_string(i),
                fmt::format("{}", float(value.scales[i])), std::to_string(value.zeroPoint), value.observer});
    const std::vector<std::filesystem::path> files{folder / "calibrate.json", folder / "calibrated_values.csv"};
    writeFileAtomically(files[0], calibrateJson(result));
    writeFileAtomically(files[1], csv);
    return files;
}

const AnalysisReport& calibrateReport()
{
    static const AnalysisReport kReport{"calibrate"};
    return kReport;
}

} // namespace ql::report
