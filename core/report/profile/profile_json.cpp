// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/json_writer.h"
#include "core/report/profile/profile_report.h"

namespace ql::report {

using results::Histogram;
using results::ProfileResult;
using results::ProfileRow;
using results::TensorStatistics;

namespace {

/// Null where no element is finite.
void addStatistics(Json& json, const TensorStatistics& statistics)
{
    const bool hasNumbers = statistics.count > statistics.nanCount + statistics.infCount;
    const auto known = [hasNumbers](double value) { return hasNumbers ? jsonNumber(value) : Json(nullptr); };
    json["min"] = known(statistics.min);
    json["max"] = known(statistics.max);
    json["mean"] = known(statistics.mean);
    json["var"] = known(statistics.variance);
}

void addCounts(Json& json, const TensorStatistics& statistics)
{
    json["count"] = statistics.count;
    json["nan_count"] = statistics.nanCount;
    json["inf_count"] = statistics.infCount;
}

Json histogramJson(const Histogram& histogram)
{
    if (histogram.counts.empty())
        return nullptr;
    return {{"low", jsonNumber(histogram.low)}, {"high", jsonNumber(histogram.high)}, {"counts", histogram.counts}};
}

/// One number per tensor, a list per channel, null when not quantized.
Json scaleJson(const ProfileRow& row)
{
    if (!row.quantizer || row.quantizer->scales.empty())
        return nullptr;
    if (!row.quantizer->isPerChannel())
        return jsonNumber(row.quantizer->scales.front());
    Json list = Json::array();
    for (const double scale : row.quantizer->scales)
        list.push_back(jsonNumber(scale));
    return list;
}

/// -1, where samples differ, becomes null.
Json shapeJson(const ProfileRow& row)
{
    Json list = Json::array();
    for (const auto size : row.shape)
        list.push_back(size < 0 ? Json(nullptr) : Json(size));
    return list;
}

Json channelsJson(const ProfileRow& row)
{
    Json list = Json::array();
    for (const auto& channel : row.channels) {
        Json json;
        addStatistics(json, channel.statistics);
        addCounts(json, channel.statistics);
        list.push_back(std::move(json));
    }
    return list;
}

Json rowJson(const ProfileRow& row)
{
    Json json;
    json["index"] = row.index;
    json["op_name"] = row.opName;
    json["mod_name"] = row.modName;
    json["attr"] = attributeKey(row.attribute);
    json["number"] = row.number;
    json["tensor"] = row.tensor;
    json["dtype"] = row.dtype;
    json["scale"] = scaleJson(row);
    addStatistics(json, row.whole.statistics);
    json["shape"] = shapeJson(row);
    addCounts(json, row.whole.statistics);
    json["histogram"] = histogramJson(row.whole.histogram);
    if (!row.channels.empty()) {
        json["channel_axis"] = row.channelAxis ? Json(*row.channelAxis) : Json(nullptr);
        json["channels"] = channelsJson(row);
    }
    return json;
}

} // namespace

std::string profileJson(const ProfileResult& result)
{
    Json document = documentHead("profile");
    document["model"] = result.model;
    document["samples"] = result.samples;
    document["rows"] = Json::array();
    for (const auto& row : result.rows)
        document["rows"].push_back(rowJson(row));
    return documentText(document);
}

} // namespace ql::report
