// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/badcase/badcase_report.h"
#include "core/report/json/field_writer.h"

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

} // namespace

std::string badCaseJson(const BadCaseResult& result, std::size_t top)
{
    const bool isEmpty = result.samples.empty();
    auto document = documentHead("badcase");
    FieldWriter writer(document);
    searchFields(writer, result);
    document["worst"] = isEmpty ? Json::object() : worstJson(result);
    document["per_output"] = isEmpty ? Json::array() : perOutputJson(result);
    document["top"] = topJson(result, top);
    document["distribution"] = distributionJson(result);
    foundFields(writer, result);
    return documentText(document);
}

} // namespace ql::report
