// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/plugin.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ql {

/// How a library that is written against a header of plain C tells of one kind of its things.
struct PluginListNames {
    const char* header;  ///< "quantloupe/taps.h"
    const char* list;    ///< the function that gives them
    const char* version; ///< the function that gives the header's version
};

/// The entries that @p plugin declares; nothing if it has neither function.
/// @throws Error (UnsupportedFormat): one of the two is missing, or it was built against another version than @p
/// version
template <typename Entry>
std::optional<std::vector<Entry>> readPluginList(const Plugin& plugin, const PluginListNames& names,
                                                 std::int32_t version)
{
    const auto list = plugin.function<const Entry* (*)(std::size_t*)>(names.list);
    const auto builtAgainst = plugin.function<std::int32_t (*)()>(names.version);
    if (!list && !builtAgainst)
        return std::nullopt;
    if (!list || !builtAgainst)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it can't be read: it has no function {}", list ? names.version : names.list),
                    Message("write it against {}", names.header));
    if (const auto found = builtAgainst(); found != version)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it was built against version {} of {}, expected {}", found, names.header, version),
                    "build it again with this version's header");
    std::size_t count = 0;
    const auto* first = list(&count);
    return std::vector<Entry>(first, first + count);
}

} // namespace ql
