// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_names.h"

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
    bool isForActivation;
    bool isForWeight;
};

constexpr QuantizerRow kQuantizers[]{
    {"UlqFakeQuantize", QuantizerKind::Ulq, true, false},
    {"LuqActivationFakeQuantize", QuantizerKind::Luq, true, false},
    {"LuqWeightFakeQuantize", QuantizerKind::Luq, false, true},
    {"ArqWeightFakeQuantize", QuantizerKind::Arq, false, true},
    {"LnqFakeQuantize", QuantizerKind::Lnq, false, true},
    {"FixedFakeQuantize", QuantizerKind::Fixed, true, true},
    {"torch.quantization.FakeQuantize", QuantizerKind::Linear, true, true},
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
            return {row.name, row.kind};
    return {name, QuantizerKind::Custom};
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
