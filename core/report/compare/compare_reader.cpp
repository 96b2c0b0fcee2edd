// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/layer_words.h"
#include "core/report/json/layer_reader.h"
#include "core/report/json/message_reader.h"
#include "core/report/json/readers.h"
#include "core/results/compare_result.h"

namespace ql::report {

using results::CompareResult;
using results::LayerRow;

namespace {

std::optional<results::HistogramPair> readHistogram(const JsonPlace& layer)
{
    const auto place = layer.find("histogram");
    if (!place)
        return std::nullopt;
    results::HistogramPair histogram{(*place)["low"].number(), (*place)["high"].number(), (*place)["baseline"].counts(),
                                     (*place)["analysis"].counts()};
    if (histogram.baseline.size() != histogram.analysis.size())
        (*place)["analysis"].fail("as many bins as the baseline has");
    return histogram;
}

LayerRow::State readState(const JsonPlace& place)
{
    using enum LayerRow::State;
    return wordOf(place, {Compared, ShapeMismatch, UnmatchedBaseline, UnmatchedAnalysis, Fused}, stateKey);
}

std::vector<results::Diagnostic> readAdvice(const JsonPlace& layer)
{
    std::vector<results::Diagnostic> advice;
    for (const auto& place : layer["advice"].list())
        advice.push_back(
            {readSeverity(place), place["rule"].text(), {}, messageAt(place, "message"), messageAt(place, "remedy")});
    return advice;
}

LayerRow readLayer(const JsonPlace& place)
{
    LayerRow layer;
    layer.index = static_cast<int>(place["index"].integer());
    layer.name = place["name"].text();
    layer.scope = textOrNothing(place, "scope");
    layer.state = readState(place["state"]);
    layer.fusedInto = textOrNothing(place, "fused_into");
    layer.baseline = readSide(place, "baseline");
    layer.analysis = readSide(place, "analysis");
    layer.shape = place["shape"].integers();
    layer.baselineShape = place["baseline_shape"].integers();
    layer.quantizer = readQuantizer(place);
    layer.match = readMatch(place);
    layer.metrics = readMetrics(place);
    layer.histogram = readHistogram(place);
    layer.nanCount = place["nan_count"].count();
    layer.infCount = place["inf_count"].count();
    layer.clampedCount = place["clamped_count"].count();
    layer.macs = place["macs"].count();
    layer.advice = readAdvice(place);
    return layer;
}

} // namespace

std::shared_ptr<const CompareResult> readCompare(const JsonPlace& document)
{
    auto result = std::make_shared<CompareResult>();
    result->baseline = document["baseline"].text();
    result->analysis = document["analysis"].text();
    for (const auto& place : document["outputs"].list())
        result->outputs.push_back({place["name"].text(), readMetrics(place), place["shape"].integers()});
    result->errorOrigin = textOrNothing(document, "error_origin");
    for (const auto& place : document["layers"].list())
        result->layers.push_back(readLayer(place));
    result->unmatchedBaseline = document["unmatched"]["baseline"].texts();
    result->unmatchedAnalysis = document["unmatched"]["analysis"].texts();
    const auto seconds = document["seconds"];
    result->baselineSeconds = seconds["baseline"].number();
    result->analysisSeconds = seconds["analysis"].number();
    result->totalSeconds = seconds["total"].number();
    return result;
}

} // namespace ql::report
