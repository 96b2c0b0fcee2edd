// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile/event_file.h"
#include "core/report/profile/profile_report.h"

#include <fmt/format.h>

namespace ql::report {

using results::Distribution;
using results::ProfileAttribute;
using results::ProfileResult;
using results::ProfileRow;

namespace {

/// "block1/conv/input-0": what stands before the first slash is a group of TensorBoard's.
std::string tagOf(const ProfileRow& row)
{
    const auto from = row.modName.find_first_not_of('/');
    return fmt::format("{}/{}", from == std::string::npos ? row.modName : row.modName.substr(from), attributeText(row));
}

EventHistogram eventHistogram(const Distribution& distribution)
{
    const auto& statistics = distribution.statistics;
    const auto& histogram = distribution.histogram;
    const auto count = static_cast<double>(statistics.count - statistics.nanCount - statistics.infCount);
    EventHistogram event;
    event.min = statistics.min;
    event.max = statistics.max;
    event.count = count;
    event.sum = statistics.mean * count;
    const double deviations = count > 1.0 ? statistics.variance * (count - 1.0) : 0.0;
    event.sumOfSquares = deviations + statistics.mean * statistics.mean * count;
    const double width = (histogram.high - histogram.low) / static_cast<double>(histogram.counts.size());
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        event.limits.push_back(histogram.low + width * static_cast<double>(i + 1));
        event.counts.push_back(static_cast<double>(histogram.counts[i]));
    }
    return event;
}

} // namespace

std::string profileEvents(const ProfileResult& result, double wallTime)
{
    EventFile file(wallTime);
    for (const auto& row : result.rows) {
        const bool isShown = row.attribute == ProfileAttribute::Input || row.attribute == ProfileAttribute::Output;
        if (!isShown || row.whole.histogram.counts.empty())
            continue;
        file.addHistogram(tagOf(row), 0, eventHistogram(row.whole));
        for (std::size_t channel = 0; channel < row.channels.size(); ++channel)
            if (!row.channels[channel].histogram.counts.empty())
                file.addHistogram(tagOf(row) + "/channels", static_cast<std::int64_t>(channel),
                                  eventHistogram(row.channels[channel]));
    }
    return file.bytes();
}

} // namespace ql::report
