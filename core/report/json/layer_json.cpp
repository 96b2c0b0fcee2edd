// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/layer_json.h"

namespace ql::report {

void addStatistics(Json& json, const results::TensorStatistics& statistics)
{
    const bool isMeasured = statistics.count > 0;
    const auto measured = [isMeasured](double value) { return isMeasured ? jsonNumber(value) : Json(nullptr); };
    json["min"] = measured(statistics.min);
    json["max"] = measured(statistics.max);
    json["mean"] = measured(statistics.mean);
    json["var"] = measured(statistics.variance);
}

void addQuantizer(Json& json, const std::optional<results::QuantizerInfo>& quantizer)
{
    for (const auto* key : {"quant_dtype", "qscale", "zero_point", "channel_axis", "quant_min", "quant_max"})
        json[key] = nullptr;
    if (!quantizer)
        return;
    json["quant_dtype"] = quantizer->dtype;
    json["quant_min"] = quantizer->lowest;
    json["quant_max"] = quantizer->highest;
    if (quantizer->scales.size() > 1 || quantizer->channelAxis) {
        if (quantizer->channelAxis)
            json["channel_axis"] = *quantizer->channelAxis;
        json["qscale"] = Json::array();
        for (const double scale : quantizer->scales)
            json["qscale"].push_back(jsonNumber(scale));
        json["zero_point"] = quantizer->zeroPoints;
    } else {
        json["qscale"] = quantizer->scales.empty() ? Json(nullptr) : jsonNumber(quantizer->scales.front());
        json["zero_point"] = quantizer->zeroPoints.empty() ? Json(nullptr) : Json(quantizer->zeroPoints.front());
    }
}

Json matchJson(const results::MatchInfo& match)
{
    if (match.rule.empty())
        return nullptr;
    return {{"rule", match.rule}, {"confidence", jsonNumber(match.confidence)}};
}

Json sideJson(const results::LayerSide& side)
{
    if (side.value.empty() && side.node.empty())
        return nullptr;
    Json json;
    json["value"] = side.value;
    json["node"] = side.node;
    json["op_type"] = side.opType;
    json["dtype"] = side.dtype;
    addStatistics(json, side.statistics);
    return json;
}

} // namespace ql::report
