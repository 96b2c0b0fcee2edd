// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/library/observer_library.h"

#include "core/base/error.h"
#include "core/base/plugin_list.h"
#include "core/config/custom_observers.h"
#include "core/quant/include/quantloupe/observers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace ql::quant {

namespace {

const Message kSeeHeader("write it against quantloupe/observers.h");

struct LibraryObservers {
    std::shared_mutex mutex;
    std::map<std::string, quantloupe_observer, std::less<>> byName;
    std::map<std::string, quantloupe_rounding, std::less<>> roundings; ///< by observer
};

LibraryObservers& libraryObservers()
{
    static LibraryObservers all;
    return all;
}

/// What a library's function sees of the settings.
struct ShownSettings : quantloupe_settings {
    explicit ShownSettings(const ObserverSettings& given)
        : quantloupe_settings{&find}
        , settings(given)
    {
    }

    static double find(const quantloupe_settings* shown, const char* name, double fallback)
    {
        const auto& numbers = static_cast<const ShownSettings*>(shown)->settings.numbers;
        const auto found = numbers.find(std::string_view(name));
        return found == numbers.end() ? fallback : found->second;
    }

    const ObserverSettings& settings;
};

class LibraryObserver final : public Observer {
public:
    LibraryObserver(const quantloupe_observer& definition, const ObserverSettings& settings)
        : m_definition(definition)
        , m_settings(settings)
        , m_shown(m_settings)
        , m_state(definition.create(&m_shown))
    {
        if (!m_state)
            throw Error(ErrorCode::BadArgument, Message("observer {} can't be made", definition.name));
    }
    ~LibraryObserver() override { m_definition.destroy(m_state); }
    LibraryObserver(const LibraryObserver&) = delete;
    LibraryObserver& operator=(const LibraryObserver&) = delete;

    void observe(std::span<const float> values) override
    {
        requireFine(m_definition.observe(m_state, values.data(), values.size()));
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        const auto shown = shownOf(format);
        quantloupe_parameters found{0.0, 0};
        requireFine(m_definition.parameters(m_state, &shown, &found));
        const bool isScale = std::isfinite(found.scale) && float(found.scale) > 0.0f;
        if (!isScale || found.zero_point < shown.lowest || found.zero_point > shown.highest)
            throw Error(ErrorCode::BadArgument,
                        Message("observer {} found scale {} and zero point {}, expected a positive scale and {} to {}",
                                m_definition.name, found.scale, found.zero_point, shown.lowest, shown.highest));
        return perTensor(found.scale, found.zero_point);
    }

    std::vector<std::int64_t> rounded(const quantloupe_rounding& rounding, std::span<const float> values,
                                      const quantloupe_parameters& parameters, const IntegerFormat& format)
    {
        observe(values);
        const auto shown = shownOf(format);
        std::vector<std::int64_t> integers(values.size());
        requireFine(rounding.round(m_state, &shown, &parameters, values.data(), values.size(), integers.data()));
        for (const auto integer : integers)
            if (integer < shown.lowest || integer > shown.highest)
                throw Error(ErrorCode::BadArgument, Message("observer {} rounds a weight to {}, expected {} to {}",
                                                            m_definition.name, integer, shown.lowest, shown.highest));
        return integers;
    }

private:
    static quantloupe_format shownOf(const IntegerFormat& format)
    {
        return {format.bits, format.isSigned, format.isSymmetric, format.lowest(), format.highest()};
    }

    void requireFine(const char* problem) const
    {
        if (problem)
            throw Error(ErrorCode::BadArgument, Message("observer {}: {}", m_definition.name, problem));
    }

    quantloupe_observer m_definition;
    ObserverSettings m_settings;
    ShownSettings m_shown;
    void* m_state;
};

void requireComplete(const quantloupe_observer& observer)
{
    if (!observer.name || !*observer.name || !observer.create || !observer.observe || !observer.parameters
        || !observer.destroy)
        throw Error(ErrorCode::BadArgument,
                    Message("its observer {} lacks a name or a function", observer.name ? observer.name : ""),
                    kSeeHeader);
    const auto known = knownObservers();
    const bool isTaken = std::ranges::find(known, observer.name, &ObserverDefinition::name) != known.end();
    const std::shared_lock lock(libraryObservers().mutex);
    if (isTaken || libraryObservers().byName.contains(observer.name))
        throw Error(ErrorCode::BadArgument, Message("its observer {} is there already", observer.name),
                    "give it a package's name before its own");
}

/// @throws Error (BadArgument) for one that isn't about one of @p observers
std::vector<quantloupe_rounding> roundingsOf(const Plugin& plugin, const std::vector<quantloupe_observer>& observers)
{
    const auto list = plugin.function<decltype(&quantloupe_roundings)>("quantloupe_roundings");
    if (!list)
        return {};
    std::size_t count = 0;
    const auto* first = list(&count);
    const std::vector<quantloupe_rounding> found(first, first + count);
    for (const auto& rounding : found) {
        const std::string name = rounding.observer ? rounding.observer : "";
        const auto isMeant = [&name](const quantloupe_observer& observer) { return observer.name == name; };
        if (!rounding.round || std::ranges::none_of(observers, isMeant))
            throw Error(ErrorCode::BadArgument,
                        Message("its rounding of {} lacks the observer of that name, or a function", name), kSeeHeader);
    }
    return found;
}

} // namespace

std::function<void()> readObservers(const Plugin& plugin)
{
    const auto listed = readPluginList<quantloupe_observer>(
        plugin, {"quantloupe/observers.h", "quantloupe_observers", "quantloupe_observers_version"},
        QUANTLOUPE_OBSERVERS_VERSION);
    if (!listed)
        return {};
    const auto& found = *listed;
    std::ranges::for_each(found, requireComplete);
    return [found, roundings = roundingsOf(plugin, found)] {
        const std::unique_lock lock(libraryObservers().mutex);
        for (const auto& rounding : roundings)
            libraryObservers().roundings.emplace(rounding.observer, rounding);
        for (const auto& observer : found) {
            libraryObservers().byName.emplace(observer.name, observer);
            config::addCustomObserver(observer.name);
        }
    };
}

bool roundsItself(std::string_view observer)
{
    const std::shared_lock lock(libraryObservers().mutex);
    return libraryObservers().roundings.contains(observer);
}

std::vector<std::int64_t> roundedByLibrary(const ObserverSettings& settings, std::span<const float> values,
                                           double scale, std::int64_t zeroPoint, const IntegerFormat& format)
{
    const std::shared_lock lock(libraryObservers().mutex);
    LibraryObserver observer(libraryObservers().byName.at(settings.method), settings);
    return observer.rounded(libraryObservers().roundings.at(settings.method), values, {scale, zeroPoint}, format);
}

std::unique_ptr<Observer> makeLibraryObserver(const ObserverSettings& settings)
{
    const std::shared_lock lock(libraryObservers().mutex);
    const auto& known = libraryObservers().byName;
    const auto found = known.find(settings.method);
    return found == known.end() ? nullptr : std::make_unique<LibraryObserver>(found->second, settings);
}

} // namespace ql::quant
