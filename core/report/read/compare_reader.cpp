// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/layer_words.h"
#include "core/report/read/readers.h"

#include <algorithm>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::LayerSide;

namespace {

std::string textOrNothing(const JsonPlace& place, const char* key)
{
    const auto found = place.find(key);
    return found ? found->text() : std::string();
}

LayerSide readSide(const JsonPlace& place)
{
    LayerSide side{place["value"].text(), place["node"].text(), place["op_type"].text(), place["dtype"].text(), {}};
    if (!place.find("min"))
        return side;
    side.statistics.count = 1;
    side.statistics.min = place["min"].number();
    side.statistics.max = place["max"].number();
    side.statistics.mean = place["mean"].number();
    side.statistics.variance = place["var"].number();
    return side;
}

std::optional<results::QuantizerInfo> readQuantizer(const JsonPlace& layer)
{
    const auto dtype = layer.find("quant_dtype");
    if (!dtype)
        return std::nullopt;
    results::QuantizerInfo quantizer;
    quantizer.dtype = dtype->text();
    if (const auto axis = layer.find("channel_axis"))
        quantizer.channelAxis = axis->integer();
    if (const auto scale = layer.find("qscale"))
        quantizer.scales = scale->isList() ? scale->numbers() : std::vector{scale->number()};
    if (const auto zero = layer.find("zero_point"))
        quantizer.zeroPoints = zero->isList() ? zero->integers() : std::vector{zero->integer()};
    if (quantizer.zeroPoints.size() != quantizer.scales.size())
        layer["qscale"].fail("as many scales as zero points");
    // Documents of earlier versions lack the two.
    if (const auto lowest = layer.find("quant_min"))
        quantizer.lowest = lowest->integer();
    if (const auto highest = layer.find("quant_max"))
        quantizer.highest = highest->integer();
    return quantizer;
}

std::optional<results::Metrics> readMetrics(const JsonPlace& holder)
{
    const auto place = holder.find("metrics");
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

std::optional<results::HistogramPair> readHistogram(const JsonPlace& layer)
{
    const auto place = layer.find("histogram");
    if (!place)
        return std::nullopt;
    results::HistogramPair histogram{(*place)["low"].number(), (*place)["high"].number(), (*place)["baseline"].counts(),
                                     (*place)["analysis"].counts()};
    if (histogram.baseline.size() != histogram.analysis.size())
        (*place)["analysis"].fail("as many bins as the baseline has");
    return histogram;
}

template <typename T, typename Name>
T wordOf(const JsonPlace& place, std::initializer_list<T> all, Name nameOf)
{
    const auto word = place.text();
    const auto found = std::find_if(all.begin(), all.end(), [&](T one) { return nameOf(one) == word; });
    return found == all.end() ? (place.fail("a known word instead of \"" + word + "\""), *all.begin()) : *found;
}

LayerRow::State readState(const JsonPlace& place)
{
    using enum LayerRow::State;
    return wordOf(place, {Compared, ShapeMismatch, UnmatchedBaseline, UnmatchedAnalysis, Fused}, stateKey);
}

std::vector<results::Advice> readAdvice(const JsonPlace& layer)
{
    using enum results::Advice::Severity;
    std::vector<results::Advice> advice;
    for (const auto& place : layer["advice"].list())
        advice.push_back({wordOf(place["severity"], {Info, Warning, Error}, severityKey), place["rule"].text(),
                          place["message"].text(), place["remedy"].text()});
    return advice;
}

LayerRow readLayer(const JsonPlace& place)
{
    LayerRow layer;
    layer.index = static_cast<int>(place["index"].integer());
    layer.name = place["name"].text();
    layer.scope = textOrNothing(place, "scope");
    layer.state = readState(place["state"]);
    layer.fusedInto = textOrNothing(place, "fused_into");
    if (const auto side = place.find("baseline"))
        layer.baseline = readSide(*side);
    if (const auto side = place.find("analysis"))
        layer.analysis = readSide(*side);
    layer.shape = place["shape"].integers();
    layer.baselineShape = place["baseline_shape"].integers();
    layer.quantizer = readQuantizer(place);
    if (const auto match = place.find("match"))
        layer.match = {(*match)["rule"].text(), (*match)["confidence"].number()};
    layer.metrics = readMetrics(place);
    layer.histogram = readHistogram(place);
    layer.nanCount = place["nan_count"].count();
    layer.infCount = place["inf_count"].count();
    layer.clampedCount = place["clamped_count"].count();
    layer.macs = place["macs"].count();
    layer.advice = readAdvice(place);
    return layer;
}

} // namespace

std::shared_ptr<const CompareResult> readCompare(const JsonPlace& document)
{
    auto result = std::make_shared<CompareResult>();
    result->baseline = document["baseline"].text();
    result->analysis = document["analysis"].text();
    for (const auto& place : document["outputs"].list())
        result->outputs.push_back({place["name"].text(), readMetrics(place), place["shape"].integers()});
    result->errorOrigin = textOrNothing(document, "error_origin");
    for (const auto& place : document["layers"].list())
        result->layers.push_back(readLayer(place));
    result->unmatchedBaseline = document["unmatched"]["baseline"].texts();
    result->unmatchedAnalysis = document["unmatched"]["analysis"].texts();
    const auto seconds = document["seconds"];
    result->baselineSeconds = seconds["baseline"].number();
    result->analysisSeconds = seconds["analysis"].number();
    result->totalSeconds = seconds["total"].number();
    return result;
}

} // namespace ql::report
