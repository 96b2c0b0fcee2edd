// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_sections.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/drawing.h"
#include "core/report/html/markup.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

using results::LayerRow;
using results::LayerSide;

namespace {

constexpr PlotArea kArea{440, 200, 50, 432, 8, 158};
constexpr std::size_t kBins = 64;
constexpr std::size_t kFewBins = 32; ///< of a figure that is shown when it is asked for
constexpr double kMostStretch = 3.0;

struct Interval {
    double low;
    double high;
};

/// What the quantizer represents; of several channels the widest.
std::optional<Interval> quantizerRange(const LayerRow& layer)
{
    const auto& quantizer = layer.quantizer;
    if (!quantizer || quantizer->scales.empty() || quantizer->lowest >= quantizer->highest)
        return std::nullopt;
    Interval range{quantizer->rangeLow(), quantizer->rangeHigh()};
    for (std::size_t channel = 1; channel < quantizer->scales.size(); ++channel) {
        range.low = std::min(range.low, quantizer->rangeLow(channel));
        range.high = std::max(range.high, quantizer->rangeHigh(channel));
    }
    return std::isfinite(range.low) && std::isfinite(range.high) ? std::optional(range) : std::nullopt;
}

/// The data's range, and the quantizer's with it unless that would squeeze the data.
Interval shownInterval(const LayerRow& layer, const std::optional<Interval>& range)
{
    const Interval data{layer.histogram->low, layer.histogram->high};
    if (!range)
        return data;
    const Interval both{std::min(data.low, range->low), std::max(data.high, range->high)};
    return both.high - both.low <= kMostStretch * (data.high - data.low) ? both : data;
}

std::string rangeMarkup(const Interval& range, const Interval& shown, const Axis& axis)
{
    std::string markup;
    const auto hatch = [&markup](double from, double to) {
        if (to - from > 0.5)
            markup +=
                fmt::format("<rect class=\"outside\" x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.0f}\"/>",
                            from, kArea.top, to - from, kArea.bottom - kArea.top);
    };
    hatch(kArea.left, axis.place(range.low));
    hatch(axis.place(range.high), kArea.right);
    for (const double end : {range.low, range.high})
        if (end >= shown.low && end <= shown.high)
            markup += fmt::format("<path class=\"range\" d=\"M{:.1f} {:.0f}V{:.0f}\"/>", axis.place(end), kArea.top,
                                  kArea.bottom);
    return markup;
}

std::string drawing(const LayerRow& layer, const std::optional<Interval>& range, const Labels& labels, std::size_t bins)
{
    const auto shown = shownInterval(layer, range);
    const auto axis = Axis::linear(shown.low, shown.high, kArea.left, kArea.right);
    const auto baseline = coarser(layer.histogram->baseline, bins);
    const auto analysis = coarser(layer.histogram->analysis, bins);
    std::uint64_t highest = 0;
    for (const auto* counts : {&baseline, &analysis})
        for (const auto count : *counts)
            highest = std::max(highest, count);
    const CountScale scale(kArea, highest);
    const double from = axis.place(layer.histogram->low);
    const double to = std::max(from + 2.0, axis.place(layer.histogram->high));
    auto markup = scale.axisMarkup(kArea, labels("count"));
    for (const auto& tick : axis.ticks(5))
        markup +=
            fmt::format("<text x=\"{0:.0f}\" y=\"{1:.0f}\">{2}</text>", tick.place, kArea.bottom + 16, tick.label);
    markup += fmt::format("<text class=\"axis\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>", (kArea.left + kArea.right) / 2,
                          kArea.height - 6, escaped(labels("value")));
    if (range)
        markup += rangeMarkup(*range, shown, axis);
    // The figure's caption and list say what it shows.
    return fmt::format("<svg class=\"histogram\" viewBox=\"0 0 {:.0f} {:.0f}\" aria-hidden=\"true\">{}"
                       "<path class=\"baseline\" d=\"{}\"/><path class=\"analysis\" d=\"{}\"/></svg>",
                       kArea.width, kArea.height, markup, stepsPath(baseline, from, to, scale, 1.0),
                       stepsPath(analysis, from, to, scale, 1.0));
}

std::string sideText(const LayerSide& side, std::string_view name, const char* key)
{
    return fmt::format("<li><span class=\"key {}\"></span>{} {} … {}</li>", key, escaped(name),
                       fourDigits(side.statistics.min), fourDigits(side.statistics.max));
}

std::string rangeText(const LayerRow& layer, const Interval& range, const Labels& labels)
{
    const auto shown = shownInterval(layer, range);
    std::string note;
    if (layer.quantizer->isPerChannel())
        note = fmt::format(", {}", labels("widest channel"));
    else
        note = fmt::format(", {} {}", labels("Scale"), fourDigits(layer.quantizer->scales.front()));
    if (range.low < shown.low && range.high > shown.high)
        note += fmt::format(", {}", labels("outside the picture"));
    return fmt::format("<li><span class=\"key range\"></span>{} {} … {} <small>{}{}</small></li>",
                       escaped(labels("quantizer")), fourDigits(range.low), fourDigits(range.high),
                       escaped(layer.quantizer->dtype), escaped(note));
}

std::string clampedText(const LayerRow& layer, const Labels& labels)
{
    return layer.clampedCount == 0 ? std::string()
                                   : fmt::format("<li><span class=\"key outside\"></span>{} {}</li>",
                                                 escaped(labels("clamped")), countText(layer.clampedCount));
}

} // namespace

std::string histogramFigure(const LayerRow& layer, const std::string& id, const Labels& labels, bool isShown)
{
    if (!layer.histogram || layer.histogram->baseline.empty())
        return {};
    const auto range = quantizerRange(layer);
    return fmt::format("<figure id=\"figure-{}\"{}>", id, isShown ? "" : " hidden")
           + fmt::format("<figcaption><strong>{}</strong> <small>{}, {}</small></figcaption>", escaped(layer.name),
                         escaped(operatorOf(layer)), escaped(dtypeOf(layer)))
           + drawing(layer, range, labels, isShown ? kBins : kFewBins) + "<ul class=\"keys\">"
           + sideText(layer.baseline, labels("baseline"), "baseline")
           + sideText(layer.analysis, labels("analysis"), "analysis")
           + (range ? rangeText(layer, *range, labels) : std::string()) + clampedText(layer, labels)
           + "</ul></figure>\n";
}

} // namespace ql::report
