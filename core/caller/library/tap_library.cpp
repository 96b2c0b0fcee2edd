// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/caller/library/tap_library.h"

#include "core/base/error.h"
#include "core/base/plugin_list.h"
#include "core/caller/include/quantloupe/taps.h"

#include <algorithm>
#include <mutex>

namespace ql::caller {

namespace {

constexpr PluginListNames kNames{"quantloupe/taps.h", "quantloupe_taps", "quantloupe_taps_version"};

struct LibraryTaps {
    std::mutex mutex;
    std::vector<quantloupe_tap> all;
};

LibraryTaps& libraryTaps()
{
    static LibraryTaps taps;
    return taps;
}

void requireComplete(const quantloupe_tap& tap)
{
    if (!tap.name || !*tap.name || !tap.see)
        throw Error(ErrorCode::BadArgument, Message("its tap {} lacks a name or a function", tap.name ? tap.name : ""),
                    Message("write it against {}", kNames.header));
}

void show(const std::vector<quantloupe_tap>& taps, const std::string& layer, std::span<const graph::TensorData> values)
{
    std::vector<quantloupe_values> shown;
    for (const auto& value : values) {
        if (value.type() == graph::DataType::String)
            return; // no numbers
        shown.push_back({std::int32_t(value.type()), value.shape().size(), value.shape().data(), value.bytes().data()});
    }
    for (const auto& tap : taps)
        if (const auto* problem = tap.see(layer.c_str(), shown.data(), shown.size()))
            throw Error(ErrorCode::BadArgument, Message("tap {}: {}", tap.name, problem));
}

} // namespace

std::function<void()> readTaps(const Plugin& plugin)
{
    const auto found = readPluginList<quantloupe_tap>(plugin, kNames, QUANTLOUPE_TAPS_VERSION);
    if (!found)
        return {};
    std::ranges::for_each(*found, requireComplete);
    return [taps = *found] {
        const std::scoped_lock lock(libraryTaps().mutex);
        libraryTaps().all.insert(libraryTaps().all.end(), taps.begin(), taps.end());
    };
}

Tap withLibraryTaps(Tap own)
{
    const std::scoped_lock lock(libraryTaps().mutex);
    if (libraryTaps().all.empty())
        return own;
    return [own = std::move(own), taps = libraryTaps().all](const std::string& layer,
                                                            std::span<const graph::TensorData> values) {
        if (own)
            own(layer, values);
        show(taps, layer, values);
    };
}

} // namespace ql::caller
