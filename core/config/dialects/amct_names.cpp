// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_names.h"

#include "core/base/edit_distance.h"

#include <algorithm>
#include <vector>

namespace ql::config {

namespace {

constexpr auto kPerChannel = Granularity::PerChannel;
constexpr auto kPerTensor = Granularity::PerTensor;

constexpr AmctObserver kObservers[]{
    {"IFMRObserver", ObserverKind::Ifmr},
    {"ArqObserver", ObserverKind::Arq},
    {"LuqMseObserver", ObserverKind::LuqMse},
    {"SnqObserver", ObserverKind::Snq},
    {"torch.quantization.MinMaxObserver", ObserverKind::MinMax, kPerTensor},
    {"torch.quantization.PerChannelMinMaxObserver", ObserverKind::MinMax, kPerChannel},
    {"torch.quantization.MovingAverageMinMaxObserver", ObserverKind::MovingAverage, kPerTensor},
    {"torch.quantization.MovingAveragePerChannelMinMaxObserver", ObserverKind::MovingAverage, kPerChannel},
    {"torch.quantization.HistogramObserver", ObserverKind::Histogram, kPerTensor},
};

struct QuantizerRow {
    std::string_view name;
    QuantizerKind kind;
    ObserverKind observer;
    bool isForActivation;
    bool isForWeight;
};

constexpr QuantizerRow kQuantizers[]{
    {"UlqFakeQuantize", QuantizerKind::Ulq, ObserverKind::Ifmr, true, false},
    {"LuqActivationFakeQuantize", QuantizerKind::Luq, ObserverKind::LuqMse, true, false},
    {"LuqWeightFakeQuantize", QuantizerKind::Luq, ObserverKind::LuqMse, false, true},
    {"ArqWeightFakeQuantize", QuantizerKind::Arq, ObserverKind::Arq, false, true},
    {"LnqFakeQuantize", QuantizerKind::Lnq, ObserverKind::Snq, false, true},
    {"FixedFakeQuantize", QuantizerKind::Fixed, ObserverKind::Fixed, true, true},
    {"torch.quantization.FakeQuantize", QuantizerKind::Linear, ObserverKind::MovingAverage, true, true},
};

std::string_view className(std::string_view name)
{
    return name.substr(name.rfind('.') + 1);
}

} // namespace

AmctObserver amctObserver(std::string_view name)
{
    for (const auto& row : kObservers)
        if (className(name) == className(row.name))
            return row;
    return {name, ObserverKind::Custom};
}

AmctQuantizer amctQuantizer(std::string_view name)
{
    for (const auto& row : kQuantizers)
        if (className(name) == className(row.name))
            return {row.name, row.kind, row.observer};
    return {name, QuantizerKind::Custom, ObserverKind::Custom};
}

std::string_view nearestAmctClass(std::string_view name)
{
    if (name.find('.') != std::string_view::npos)
        return {};
    std::vector<std::string_view> known;
    for (const auto& row : kObservers)
        known.push_back(className(row.name));
    for (const auto& row : kQuantizers)
        known.push_back(className(row.name));
    if (std::ranges::find(known, name) != known.end())
        return {};
    return *std::ranges::min_element(known, {}, [name](auto each) { return editDistance(name, each); });
}

std::string_view amctObserverName(ObserverKind kind, bool isPerChannel)
{
    for (const auto& row : kObservers)
        if (row.kind == kind && (!row.granularity || (*row.granularity == kPerChannel) == isPerChannel))
            return row.name;
    return "";
}

std::string_view amctQuantizerName(QuantizerKind kind, bool isWeight)
{
    for (const auto& row : kQuantizers)
        if (row.kind == kind && (isWeight ? row.isForWeight : row.isForActivation))
            return row.name;
    return "";
}

} // namespace ql::config
