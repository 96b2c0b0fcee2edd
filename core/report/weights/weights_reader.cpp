// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/layer_reader.h"
#include "core/report/json/message_reader.h"
#include "core/report/json/readers.h"
#include "core/report/weights/weights_report.h"
#include "core/results/weights_result.h"

namespace ql::report {

using results::WeightChannel;
using results::WeightRow;
using results::WeightSide;
using results::WeightsResult;

namespace {

WeightSide readSide(const JsonPlace& place)
{
    return {place["name"].text(),  place["layer"].text(),     place["op_type"].text(),
            place["dtype"].text(), place["shape"].integers(), readStatistics(place)};
}

WeightChannel readChannel(const JsonPlace& place)
{
    WeightChannel channel{place["channel"].integer(),     place["sqnr_db"].number(),
                          place["cosine"].number(),       place["baseline_min"].number(),
                          place["baseline_max"].number(), place["analysis_min"].number(),
                          place["analysis_max"].number()};
    if (const auto scale = place.find("qscale"))
        channel.scale = scale->number();
    channel.rangeRatio = place["range_ratio"].number();
    return channel;
}

/// All channels where they are listed, else the worst alone.
std::vector<WeightChannel> readChannels(const JsonPlace& row)
{
    std::vector<WeightChannel> channels;
    if (const auto listed = row.find("channels"))
        for (const auto& place : listed->list())
            channels.push_back(readChannel(place));
    else if (const auto worst = row.find("worst_channel"))
        channels.push_back(readChannel(*worst));
    for (const auto& outlier : row["range_outliers"].list())
        for (auto& channel : channels)
            channel.isOutlier = channel.isOutlier || channel.channel == outlier["channel"].integer();
    return channels;
}

WeightRow readRow(const JsonPlace& place)
{
    using enum WeightRow::State;
    WeightRow row;
    row.index = static_cast<int>(place["index"].integer());
    row.state = wordOf(place["state"], {Compared, UnmatchedBaseline, UnmatchedAnalysis, Unreadable}, weightStateKey);
    if (const auto side = place.find("baseline"))
        row.baseline = readSide(*side);
    if (const auto side = place.find("analysis"))
        row.analysis = readSide(*side);
    row.granularity = textOrNothing(place, "granularity");
    row.quantizer = readQuantizer(place);
    row.match = readMatch(place);
    row.metrics = readMetrics(place);
    if (const auto axis = place.find("channels_axis"))
        row.channelAxis = axis->integer();
    row.channels = readChannels(place);
    row.problem = messageAt(place, "problem");
    return row;
}

} // namespace

std::shared_ptr<const WeightsResult> readWeights(const JsonPlace& document)
{
    auto result = std::make_shared<WeightsResult>();
    result->baseline = document["baseline"].text();
    result->analysis = document["analysis"].text();
    for (const auto& place : document["rows"].list())
        result->rows.push_back(readRow(place));
    result->unmatchedBaseline = document["unmatched"]["baseline"].texts();
    result->unmatchedAnalysis = document["unmatched"]["analysis"].texts();
    return result;
}

} // namespace ql::report
