// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/library/observer_library.h"

#include "core/base/error.h"
#include "core/config/custom_observers.h"
#include "core/quant/include/quantloupe/observers.h"

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
        const quantloupe_format shown{format.bits, format.isSigned, format.isSymmetric, format.lowest(),
                                      format.highest()};
        quantloupe_parameters found{0.0, 0};
        requireFine(m_definition.parameters(m_state, &shown, &found));
        const bool isScale = std::isfinite(found.scale) && float(found.scale) > 0.0f;
        if (!isScale || found.zero_point < shown.lowest || found.zero_point > shown.highest)
            throw Error(ErrorCode::BadArgument,
                        Message("observer {} found scale {} and zero point {}, expected a positive scale and {} to {}",
                                m_definition.name, found.scale, found.zero_point, shown.lowest, shown.highest));
        return perTensor(found.scale, found.zero_point);
    }

private:
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

} // namespace

std::function<void()> readObservers(const Plugin& plugin)
{
    const auto version = plugin.function<decltype(&quantloupe_observers_version)>("quantloupe_observers_version");
    const auto list = plugin.function<decltype(&quantloupe_observers)>("quantloupe_observers");
    if (!version && !list)
        return {};
    if (!version || !list)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("its observers can't be read: it has no function {}",
                            version ? "quantloupe_observers" : "quantloupe_observers_version"),
                    kSeeHeader);
    if (const auto found = version(); found != QUANTLOUPE_OBSERVERS_VERSION)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it was built against version {} of quantloupe/observers.h, expected {}", found,
                            QUANTLOUPE_OBSERVERS_VERSION),
                    "build it again with this version's header");
    std::size_t count = 0;
    const auto* first = list(&count);
    const std::vector<quantloupe_observer> found(first, first + count);
    std::ranges::for_each(found, requireComplete);
    return [found] {
        const std::unique_lock lock(libraryObservers().mutex);
        for (const auto& observer : found) {
            libraryObservers().byName.emplace(observer.name, observer);
            config::addCustomObserver(observer.name);
        }
    };
}

std::unique_ptr<Observer> makeLibraryObserver(const ObserverSettings& settings)
{
    const std::shared_lock lock(libraryObservers().mutex);
    const auto& known = libraryObservers().byName;
    const auto found = known.find(settings.method);
    return found == known.end() ? nullptr : std::make_unique<LibraryObserver>(found->second, settings);
}

} // namespace ql::quant
