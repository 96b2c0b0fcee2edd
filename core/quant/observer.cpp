// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/observer.h"

#include "core/base/error.h"
#include "core/base/packed.h"
#include "core/quant/library/observer_library.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::quant {

namespace observers {
#define QL_OBSERVER(observer) ObserverDefinition observer();
#include "core/quant/observers.inc"
#undef QL_OBSERVER
} // namespace observers

double ObserverSettings::number(std::string_view name, double fallback, double low, double high) const
{
    const auto found = numbers.find(name);
    const double value = found == numbers.end() ? fallback : found->second;
    if (!(value >= low && value <= high))
        throw Error(ErrorCode::BadArgument,
                    Message("observer {}: {} is {}, expected {} to {}", method, name, value, low, high));
    return value;
}

std::span<const ObserverDefinition> knownObservers()
{
    static const std::array kDefinitions{
#define QL_OBSERVER(observer) observers::observer(),
#include "core/quant/observers.inc"
#undef QL_OBSERVER
    };
    return kDefinitions;
}

std::unique_ptr<Observer> makeObserver(const ObserverSettings& settings)
{
    const auto known = knownObservers();
    const auto found = std::ranges::find(known, settings.method, &ObserverDefinition::name);
    if (found != known.end())
        return found->make(settings);
    if (auto custom = makeLibraryObserver(settings))
        return custom;
    std::vector<std::string_view> names;
    for (const auto& definition : known)
        names.push_back(definition.name);
    throw Error(ErrorCode::BadArgument, Message("observer {} is not known", settings.method),
                Message("the observers are {}", fmt::join(names, ", ")));
}

namespace {

/// @p values as ULQ sees them.
std::vector<float> withoutNegatives(std::span<const float> values)
{
    std::vector<float> positive(values.begin(), values.end());
    for (float& value : positive)
        value = value < 0.0f ? 0.0f : value;
    return positive;
}

} // namespace

TensorObserver::TensorObserver(ObserverSettings settings, std::optional<std::int64_t> channelAxis)
    : m_settings(std::move(settings))
    , m_axis(channelAxis)
{
    m_observers.push_back(makeObserver(m_settings));
}

void TensorObserver::observe(std::span<const float> values, const graph::Shape& shape)
{
    if (m_settings.isMinFixed)
        observeAll(withoutNegatives(values), shape);
    else
        observeAll(values, shape);
}

std::string TensorObserver::seen() const
{
    return packed(std::pair(m_hasSeenValues, m_observers.front()->seen()));
}

std::string TensorObserver::digest(std::span<const float> values) const
{
    const auto& observer = *m_observers.front();
    return packed(std::pair(!values.empty(), m_settings.isMinFixed ? observer.digest(withoutNegatives(values))
                                                                   : observer.digest(values)));
}

void TensorObserver::absorb(std::string_view bytes)
{
    const auto [hasSeenValues, seen] = unpacked<std::pair<bool, std::string>>(bytes);
    m_observers.front()->absorb(seen);
    m_hasSeenValues = m_hasSeenValues || hasSeenValues;
}

bool TensorObserver::takeOver(const TensorObserver& other)
{
    if (m_settings.isMinFixed != other.m_settings.isMinFixed
        || !m_observers.front()->takeOver(*other.m_observers.front()))
        return false;
    m_hasSeenValues = other.m_hasSeenValues;
    return true;
}

void TensorObserver::observeAll(std::span<const float> values, const graph::Shape& shape)
{
    const bool hasAxis = m_axis && *m_axis < std::int64_t(shape.size());
    if (hasAxis)
        observeChannels(values, shape);
    else
        m_observers.front()->observe(values);
    m_hasSeenValues = m_hasSeenValues || !values.empty();
}

void TensorObserver::observeChannels(std::span<const float> values, const graph::Shape& shape)
{
    const auto axis = std::size_t(*m_axis);
    const auto channels = std::size_t(shape[axis]);
    while (!m_hasSeenValues && m_observers.size() < channels)
        m_observers.push_back(makeObserver(m_settings));
    if (channels != m_observers.size())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("axis {} has {} channels, expected {} as before", axis, channels, m_observers.size()));
    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i)
        inner *= std::size_t(shape[i]);
    for (std::size_t begin = 0, channel = 0; begin + inner <= values.size() && inner > 0; begin += inner) {
        m_observers[channel]->observe(values.subspan(begin, inner));
        channel = (channel + 1) % channels;
    }
}

Parameters TensorObserver::parameters(const IntegerFormat& format) const
{
    Parameters all;
    for (const auto& observer : m_observers) {
        const auto one = observer->parameters(format);
        all.scales.insert(all.scales.end(), one.scales.begin(), one.scales.end());
        all.zeroPoints.insert(all.zeroPoints.end(), one.zeroPoints.begin(), one.zeroPoints.end());
        all.codes.insert(all.codes.end(), one.codes.begin(), one.codes.end());
    }
    return all;
}

} // namespace ql::quant
