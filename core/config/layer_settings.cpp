// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/layer_settings.h"

#include <algorithm>
#include <array>

namespace ql::config {

namespace {

template <typename Kind>
using Words = std::pair<Kind, std::string_view>;

constexpr std::array<Words<ObserverKind>, 15> kObservers{{{ObserverKind::MinMax, "min_max"},
                                                          {ObserverKind::MovingAverage, "moving_average"},
                                                          {ObserverKind::Percentile, "percentile"},
                                                          {ObserverKind::Histogram, "histogram"},
                                                          {ObserverKind::Kl, "kl"},
                                                          {ObserverKind::Mse, "mse"},
                                                          {ObserverKind::Ifmr, "ifmr"},
                                                          {ObserverKind::Hfmg, "hfmg"},
                                                          {ObserverKind::Arq, "arq"},
                                                          {ObserverKind::LuqMse, "luq_mse"},
                                                          {ObserverKind::Snq, "snq"},
                                                          {ObserverKind::Automatic, "automatic"},
                                                          {ObserverKind::Mix, "mix"},
                                                          {ObserverKind::Fixed, "fixed"},
                                                          {ObserverKind::Custom, "custom"}}};

constexpr std::array<Words<QuantizerKind>, 7> kQuantizers{{{QuantizerKind::Linear, "linear"},
                                                           {QuantizerKind::Ulq, "ulq"},
                                                           {QuantizerKind::Luq, "luq"},
                                                           {QuantizerKind::Arq, "arq"},
                                                           {QuantizerKind::Lnq, "lnq"},
                                                           {QuantizerKind::Fixed, "fixed"},
                                                           {QuantizerKind::Custom, "custom"}}};

template <typename Kind, std::size_t count>
std::string_view wordOf(const std::array<Words<Kind>, count>& words, Kind kind)
{
    const auto found = std::find_if(words.begin(), words.end(), [kind](const auto& row) { return row.first == kind; });
    return found == words.end() ? std::string_view() : found->second;
}

template <typename Kind, std::size_t count>
std::optional<Kind> kindOf(const std::array<Words<Kind>, count>& words, std::string_view word)
{
    const auto found = std::find_if(words.begin(), words.end(), [word](const auto& row) { return row.second == word; });
    return found == words.end() ? std::nullopt : std::optional(found->first);
}

/// @p over where it says something, else @p base.
template <typename T>
void put(Located<T>& base, const Located<T>& over)
{
    if (over)
        base = over;
}

/// Another algorithm replaces the old one; more about the same one adds to it.
template <typename Kind>
void put(Located<Algorithm<Kind>>& base, const Located<Algorithm<Kind>>& over)
{
    if (!base || !over || base->kind != over->kind || base->spelled != over->spelled)
        return put<Algorithm<Kind>>(base, over);
    base.position = over.position;
    for (const auto& [name, value, position] : over->parameters.entries())
        base->parameters.set(name, value, position);
}

} // namespace

std::string_view toString(ObserverKind kind)
{
    return wordOf(kObservers, kind);
}

std::optional<ObserverKind> observerFromWord(std::string_view word)
{
    return kindOf(kObservers, word);
}

std::string_view toString(QuantizerKind kind)
{
    return wordOf(kQuantizers, kind);
}

std::string_view toString(Granularity granularity)
{
    return granularity == Granularity::PerTensor ? "per_tensor" : "per_channel";
}

void Parameters::set(std::string name, ParameterValue value, SourcePosition position)
{
    const auto found = std::ranges::find(m_entries, name, &Entry::name);
    if (found != m_entries.end())
        *found = {std::move(name), std::move(value), position};
    else
        m_entries.push_back({std::move(name), std::move(value), position});
}

const ParameterValue* Parameters::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_entries, name, &Entry::name);
    return found == m_entries.end() ? nullptr : &found->value;
}

double Parameters::numberOr(std::string_view name, double fallback) const
{
    const auto* value = find(name);
    if (!value)
        return fallback;
    if (const auto* number = std::get_if<double>(value))
        return *number;
    if (const auto* integer = std::get_if<std::int64_t>(value))
        return double(*integer);
    const auto* truth = std::get_if<bool>(value);
    return truth ? double(*truth) : fallback;
}

bool Parameters::boolOr(std::string_view name, bool fallback) const
{
    const auto* value = find(name);
    const auto* truth = value ? std::get_if<bool>(value) : nullptr;
    return truth ? *truth : fallback;
}

std::string Parameters::textOr(std::string_view name, std::string fallback) const
{
    const auto* value = find(name);
    const auto* text = value ? std::get_if<std::string>(value) : nullptr;
    return text ? *text : fallback;
}

TensorSettings merged(TensorSettings base, const TensorSettings& over)
{
    // A width, a format and a floating-point type take each other's place; a scale of one width fits no other.
    if (over.bits || over.floatType || over.numberFormat) {
        if (base.bits != over.bits || over.floatType || over.numberFormat)
            base.fixed.reset();
        base.bits.reset();
        base.floatType.reset();
        base.numberFormat.reset();
    }
    put(base.bits, over.bits);
    put(base.floatType, over.floatType);
    put(base.numberFormat, over.numberFormat);
    put(base.isSymmetric, over.isSymmetric);
    put(base.isUnsigned, over.isUnsigned);
    put(base.granularity, over.granularity);
    put(base.channelAxis, over.channelAxis);
    put(base.observer, over.observer);
    put(base.quantizer, over.quantizer);
    put(base.fixed, over.fixed);
    return base;
}

LayerSettings merged(LayerSettings base, const LayerSettings& over)
{
    put(base.isQuantized, over.isQuantized);
    // What is said of every input holds for each of them, whatever a less specific rule said of one.
    if (!over.activation.isEmpty())
        for (auto& input : base.inputs)
            input = merged(std::move(input), over.activation);
    base.activation = merged(std::move(base.activation), over.activation);
    base.inputs.resize(std::max(base.inputs.size(), over.inputs.size()));
    for (std::size_t i = 0; i < over.inputs.size(); ++i)
        base.inputs[i] = merged(std::move(base.inputs[i]), over.inputs[i]);
    base.weight = merged(std::move(base.weight), over.weight);
    base.output = merged(std::move(base.output), over.output);
    return base;
}

} // namespace ql::config
