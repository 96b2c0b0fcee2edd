// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/layer_reader.h"

#include "core/report/format/layer_words.h"

namespace ql::report {

results::TensorStatistics readStatistics(const JsonPlace& side)
{
    results::TensorStatistics statistics;
    if (!side.find("min"))
        return statistics;
    statistics.count = 1; // how many there were is not in the document
    statistics.min = side["min"].number();
    statistics.max = side["max"].number();
    statistics.mean = side["mean"].number();
    statistics.variance = side["var"].number();
    return statistics;
}

results::LayerSide readSide(const JsonPlace& row, const char* key)
{
    const auto place = row.find(key);
    if (!place)
        return {};
    const auto& side = *place;
    return {side["value"].text(), side["node"].text(), side["op_type"].text(), side["dtype"].text(),
            readStatistics(side)};
}

std::optional<results::QuantizerInfo> readQuantizer(const JsonPlace& row)
{
    const auto dtype = row.find("quant_dtype");
    if (!dtype)
        return std::nullopt;
    results::QuantizerInfo quantizer;
    quantizer.dtype = dtype->text();
    if (const auto axis = row.find("channel_axis"))
        quantizer.channelAxis = axis->integer();
    if (const auto scale = row.find("qscale"))
        quantizer.scales = scale->isList() ? scale->numbers() : std::vector{scale->number()};
    if (const auto zero = row.find("zero_point"))
        quantizer.zeroPoints = zero->isList() ? zero->integers() : std::vector{zero->integer()};
    if (quantizer.zeroPoints.size() != quantizer.scales.size())
        row["qscale"].fail("as many scales as zero points");
    // Documents of earlier versions lack the two.
    if (const auto lowest = row.find("quant_min"))
        quantizer.lowest = lowest->integer();
    if (const auto highest = row.find("quant_max"))
        quantizer.highest = highest->integer();
    return quantizer;
}

results::MatchInfo readMatch(const JsonPlace& row)
{
    const auto match = row.find("match");
    return match ? results::MatchInfo{(*match)["rule"].text(), (*match)["confidence"].number()} : results::MatchInfo{};
}

std::optional<results::Metrics> readMetrics(const JsonPlace& row, const char* key)
{
    const auto place = row.find(key);
    if (!place)
        return std::nullopt;
    const auto number = [&place](results::MetricId metric) {
        return (*place)[std::string(results::key(metric)).c_str()].number();
    };
    using enum results::MetricId;
    results::Metrics metrics{number(Cosine), number(L1), number(Atol), number(Mse), number(Sqnr),
                             number(RelL2),  number(Kl), number(Js),   {}};
    if (place->find("max_qscale_diff"))
        metrics.maxQscaleDiff = number(MaxQscaleDiff);
    return metrics;
}

results::Severity readSeverity(const JsonPlace& finding)
{
    using enum results::Severity;
    return wordOf(finding["severity"], {Info, Warning, Error}, severityKey);
}

std::string textOrNothing(const JsonPlace& place, const char* key)
{
    const auto found = place.find(key);
    return found ? found->text() : std::string();
}

} // namespace ql::report
