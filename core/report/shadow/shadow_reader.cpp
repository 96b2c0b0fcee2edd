// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/layer_reader.h"
#include "core/report/json/message_reader.h"
#include "core/report/json/readers.h"
#include "core/report/shadow/shadow_report.h"
#include "core/results/shadow_result.h"

namespace ql::report {

using results::ShadowResult;
using results::ShadowRow;

namespace {

ShadowRow readRow(const JsonPlace& place)
{
    using enum ShadowRow::State;
    ShadowRow row;
    row.index = static_cast<int>(place["index"].integer());
    row.name = place["name"].text();
    row.scope = place["scope"].text();
    row.state =
        wordOf(place["state"], {Compared, ShapeMismatch, Failed, UnmatchedBaseline, UnmatchedAnalysis}, shadowStateKey);
    row.baseline = readSide(place, "baseline");
    row.analysis = readSide(place, "analysis");
    row.shape = place["shape"].integers();
    row.quantizer = readQuantizer(place);
    row.match = readMatch(place);
    row.onBaselineInputs = readMetrics(place);
    row.onAnalysisInputs = readMetrics(place, "metrics_on_analysis_inputs");
    row.accumulated = readMetrics(place, "accumulated");
    row.problem = messageAt(place, "problem");
    return row;
}

} // namespace

std::shared_ptr<const ShadowResult> readShadow(const JsonPlace& document)
{
    auto result = std::make_shared<ShadowResult>();
    result->baseline = document["baseline"].text();
    result->analysis = document["analysis"].text();
    for (const auto& place : document["rows"].list())
        result->rows.push_back(readRow(place));
    result->unmatchedBaseline = document["unmatched"]["baseline"].texts();
    result->unmatchedAnalysis = document["unmatched"]["analysis"].texts();
    result->unquantizedLayers = document["unquantized_layers"].count();
    result->totalSeconds = document["seconds"]["total"].number();
    return result;
}

} // namespace ql::report
