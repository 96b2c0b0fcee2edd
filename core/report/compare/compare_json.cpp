// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_json.h"

#include "core/report/format/decision_words.h"
#include "core/report/format/layer_words.h"
#include "core/report/json/json_writer.h"
#include "core/report/json/layer_json.h"

namespace ql::report {

using results::CompareResult;
using results::LayerRow;

namespace {

Json adviceJson(const std::vector<results::Diagnostic>& advice)
{
    Json list = Json::array();
    for (const auto& finding : advice)
        list.push_back({{"severity", severityKey(finding.severity)},
                        {"rule", finding.rule},
                        {"message", finding.message.english()},
                        {"remedy", finding.remedy.english()}});
    return list;
}

Json histogramJson(const std::optional<results::HistogramPair>& histogram)
{
    if (!histogram)
        return nullptr;
    return {{"low", jsonNumber(histogram->low)},
            {"high", jsonNumber(histogram->high)},
            {"baseline", histogram->baseline},
            {"analysis", histogram->analysis}};
}

Json layerJson(const LayerRow& layer)
{
    Json json;
    json["index"] = layer.index;
    json["name"] = layer.name;
    json["scope"] = layer.scope;
    json["state"] = stateKey(layer.state);
    json["fused_into"] = layer.fusedInto.empty() ? Json(nullptr) : Json(layer.fusedInto);
    json["baseline"] = sideJson(layer.baseline);
    json["analysis"] = sideJson(layer.analysis);
    json["shape"] = layer.shape;
    json["baseline_shape"] = layer.baselineShape;
    addQuantizer(json, layer.quantizer);
    json["match"] = matchJson(layer.match);
    json["metrics"] = metricsJson(layer.metrics);
    json["nan_count"] = layer.nanCount;
    json["inf_count"] = layer.infCount;
    json["clamped_count"] = layer.clampedCount;
    json["macs"] = layer.macs;
    json["advice"] = adviceJson(layer.advice);
    json["histogram"] = histogramJson(layer.histogram);
    return json;
}

Json outputsJson(const CompareResult& result)
{
    Json list = Json::array();
    for (const auto& output : result.outputs)
        list.push_back({{"name", output.name}, {"shape", output.shape}, {"metrics", metricsJson(output.metrics)}});
    return list;
}

} // namespace

std::string compareJson(const CompareResult& result)
{
    Json document = documentHead("compare");
    document["baseline"] = result.baseline;
    document["analysis"] = result.analysis;
    document["outputs"] = outputsJson(result);
    document["error_origin"] = result.errorOrigin.empty() ? Json(nullptr) : Json(result.errorOrigin);
    document["layers"] = Json::array();
    for (const auto& layer : result.layers)
        document["layers"].push_back(layerJson(layer));
    if (result.replaysDecisions)
        document["decisions"] = decisionsJson(result.decisions);
    if (const auto& counts = result.simulation)
        document["simulation"] = {{"points", counts->points},
                                  {"calibrated_points", counts->calibratedPoints},
                                  {"nodes", counts->nodes},
                                  {"executed_nodes", counts->executedNodes},
                                  {"executed_baseline_nodes", counts->executedBaselineNodes}};
    document["unmatched"] = {{"baseline", result.unmatchedBaseline}, {"analysis", result.unmatchedAnalysis}};
    document["seconds"] = {{"baseline", jsonNumber(result.baselineSeconds)},
                           {"analysis", jsonNumber(result.analysisSeconds)},
                           {"total", jsonNumber(result.totalSeconds)}};
    return documentText(document);
}

} // namespace ql::report
