// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/json_writer.h"
#include "core/report/json/layer_json.h"
#include "core/report/weights/weights_report.h"

namespace ql::report {

using results::WeightChannel;
using results::WeightRow;

std::string_view weightStateKey(WeightRow::State state)
{
    switch (state) {
    case WeightRow::State::Compared: return "compared";
    case WeightRow::State::UnmatchedBaseline: return "unmatched-baseline";
    case WeightRow::State::UnmatchedAnalysis: return "unmatched-analysis";
    case WeightRow::State::Unreadable: return "unreadable";
    }
    return "";
}

namespace {

/// One side of a weight; null when the row has no such side.
Json sideJson(const results::WeightSide& side)
{
    if (side.name.empty())
        return nullptr;
    Json json;
    json["name"] = side.name;
    json["layer"] = side.layer;
    json["op_type"] = side.opType;
    json["dtype"] = side.dtype;
    json["shape"] = side.shape;
    addStatistics(json, side.statistics);
    return json;
}

Json channelJson(const WeightChannel& channel)
{
    return {{"channel", channel.channel},
            {"sqnr_db", jsonNumber(channel.sqnrDb)},
            {"cosine", jsonNumber(channel.cosine)},
            {"qscale", jsonNumber(channel.scale)},
            {"baseline_min", jsonNumber(channel.baselineMin)},
            {"baseline_max", jsonNumber(channel.baselineMax)},
            {"analysis_min", jsonNumber(channel.analysisMin)},
            {"analysis_max", jsonNumber(channel.analysisMax)},
            {"range_ratio", jsonNumber(channel.rangeRatio)}};
}

Json outliersJson(const WeightRow& row)
{
    Json channels = Json::array();
    for (const auto& channel : row.channels)
        if (channel.isOutlier)
            channels.push_back({{"channel", channel.channel}, {"range_ratio", jsonNumber(channel.rangeRatio)}});
    return channels;
}

Json rowJson(const WeightRow& row, bool listsChannels)
{
    Json json;
    json["index"] = row.index;
    json["name"] = row.name();
    json["layer"] = row.layer();
    json["state"] = weightStateKey(row.state);
    json["baseline"] = sideJson(row.baseline);
    json["analysis"] = sideJson(row.analysis);
    json["shape"] = row.baseline.name.empty() ? row.analysis.shape : row.baseline.shape;
    json["granularity"] = row.granularity.empty() ? Json(nullptr) : Json(row.granularity);
    addQuantizer(json, row.quantizer);
    json["match"] = matchJson(row.match);
    json["metrics"] = metricsJson(row.metrics);
    json["channels_axis"] = row.channelAxis ? Json(*row.channelAxis) : Json(nullptr);
    json["channel_count"] = row.channels.size();
    const auto* worst = row.worstChannel();
    json["worst_channel"] = worst ? channelJson(*worst) : Json(nullptr);
    json["range_outliers"] = outliersJson(row);
    if (listsChannels) {
        json["channels"] = Json::array();
        for (const auto& channel : row.channels)
            json["channels"].push_back(channelJson(channel));
    }
    json["problem"] = row.problem.empty() ? Json(nullptr) : Json(row.problem.english());
    return json;
}

} // namespace

std::string weightsJson(const results::WeightsResult& result, bool listsChannels)
{
    Json document = documentHead("weights");
    document["baseline"] = result.baseline;
    document["analysis"] = result.analysis;
    document["outlier_rule"] = {{"quantity", "largest |weight| of a channel over the median channel's"},
                                {"ratio", jsonNumber(results::kOutlierRatio)},
                                {"least_channels", results::kLeastChannelsForOutliers}};
    document["rows"] = Json::array();
    for (const auto& row : result.rows)
        document["rows"].push_back(rowJson(row, listsChannels));
    document["unmatched"] = {{"baseline", result.unmatchedBaseline}, {"analysis", result.unmatchedAnalysis}};
    return documentText(document);
}

} // namespace ql::report
