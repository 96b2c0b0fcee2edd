// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/badcase/badcase_report.h"
#include "core/report/json/json_writer.h"

namespace ql::report {

using results::BadCaseEntry;
using results::BadCaseResult;

namespace {

Json entryJson(const BadCaseResult& result, const BadCaseEntry& entry)
{
    return {{"index", entry.sample},
            {"sample", result.samples[entry.sample]},
            {"value", jsonNumber(entry.value)},
            {"output", result.outputs[entry.output]}};
}

Json worstJson(const BadCaseResult& result)
{
    Json json = Json::object();
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
        json[result.metrics[metric].key] = entryJson(result, worstOverall(result, metric));
    return json;
}

Json perOutputJson(const BadCaseResult& result)
{
    Json list = Json::array();
    for (std::size_t output = 0; output < result.outputs.size(); ++output) {
        Json worst = Json::object();
        for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
            worst[result.metrics[metric].key] = entryJson(result, worstOfOutput(result, metric, output));
        list.push_back({{"name", result.outputs[output]}, {"worst", worst}});
    }
    return list;
}

Json topJson(const BadCaseResult& result, std::size_t top)
{
    Json list = Json::array();
    for (const auto& entry : worstSamples(result, result.rankedBy, top)) {
        Json json = entryJson(result, entry);
        for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
            json["metrics"][result.metrics[metric].key] = jsonNumber(result.value(entry.sample, entry.output, metric));
        list.push_back(json);
    }
    return list;
}

Json distributionJson(const BadCaseResult& result)
{
    Json json = Json::object();
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric) {
        const auto distribution = distributionOf(result, metric);
        Json quantiles = Json::array();
        for (std::size_t i = 0; i < distribution.quantiles.size(); ++i)
            quantiles.push_back(
                {{"share", results::kBadCaseQuantiles[i]}, {"value", jsonNumber(distribution.quantiles[i])}});
        json[result.metrics[metric].key] = {{"quantiles", quantiles},
                                            {"low", jsonNumber(distribution.low)},
                                            {"high", jsonNumber(distribution.high)},
                                            {"histogram", distribution.histogram},
                                            {"nan_count", distribution.nanCount},
                                            {"inf_count", distribution.infCount}};
    }
    return json;
}

/// Every value that was measured: by metric and output, one number per sample.
Json valuesJson(const BadCaseResult& result)
{
    Json json = Json::object();
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric) {
        for (std::size_t output = 0; output < result.outputs.size(); ++output) {
            Json list = Json::array();
            for (std::size_t sample = 0; sample < result.samples.size(); ++sample)
                list.push_back(jsonNumber(result.value(sample, output, metric)));
            json[result.metrics[metric].key][result.outputs[output]] = std::move(list);
        }
    }
    return json;
}

Json labelsJson(const BadCaseResult& result)
{
    if (!result.labels)
        return nullptr;
    const auto& labels = *result.labels;
    Json flips = Json::array();
    for (const auto i : labels.flips())
        flips.push_back({{"index", i},
                         {"sample", result.samples[i]},
                         {"label", labels.labels[i]},
                         {"baseline", labels.baseline[i]},
                         {"analysis", labels.analysis[i]}});
    return {{"output", labels.output},
            {"baseline_correct", labels.baselineCorrect()},
            {"analysis_correct", labels.analysisCorrect()},
            {"flips", flips},
            {"labels", labels.labels},
            {"baseline_top1", labels.baseline},
            {"analysis_top1", labels.analysis}};
}

Json metricsJson(const BadCaseResult& result)
{
    Json list = Json::array();
    for (const auto& metric : result.metrics)
        list.push_back({{"key", metric.key},
                        {"expression", metric.expression.empty() ? Json(nullptr) : Json(metric.expression)},
                        {"order", metric.isLowWorst ? "ascending" : "descending"}});
    return list;
}

} // namespace

std::string badCaseJson(const BadCaseResult& result, std::size_t top)
{
    const bool isEmpty = result.samples.empty();
    Json document = documentHead("badcase");
    document["baseline"] = result.baseline;
    document["analysis"] = result.analysis;
    document["data"] = result.data;
    document["samples"] = result.samples.size();
    document["dataset_samples"] = result.datasetSize;
    document["resumed_samples"] = result.resumedSamples;
    document["recordings"] = result.recordings;
    document["complete"] = result.isComplete;
    document["metric"] = result.metrics[result.rankedBy].key;
    document["metrics"] = metricsJson(result);
    document["outputs"] = result.outputs;
    document["worst"] = isEmpty ? Json::object() : worstJson(result);
    document["per_output"] = isEmpty ? Json::array() : perOutputJson(result);
    document["top"] = topJson(result, top);
    document["distribution"] = distributionJson(result);
    document["labels"] = labelsJson(result);
    document["mismatched_shapes"] = result.mismatchedShapes;
    document["badcase_file"] = result.badCaseFile.empty() ? Json(nullptr) : Json(result.badCaseFile);
    document["sample_names"] = result.samples;
    document["values"] = valuesJson(result);
    document["seconds"] = jsonNumber(result.seconds);
    return documentText(document);
}

} // namespace ql::report
