// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/load_library.h"

#include "core/base/error.h"
#include "core/base/plugin.h"
#include "core/caller/library/tap_library.h"
#include "core/ops/library/operator_library.h"
#include "core/quant/library/observer_library.h"

#include <array>
#include <functional>
#include <vector>

namespace ql::engine {

namespace {

/// Every kind of thing that a library may bring.
constexpr std::array kReaders{&ops::readOperators, &quant::readObservers, &caller::readTaps};

std::function<void()> readAll(const Plugin& plugin)
{
    std::vector<std::function<void()>> found;
    for (const auto& read : kReaders)
        if (auto take = read(plugin))
            found.push_back(std::move(take));
    if (found.empty())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it is no operator library: it has no function {}", "quantloupe_operators_version"),
                    "write it against quantloupe/operators.h, quantloupe/observers.h or quantloupe/taps.h");
    return [found = std::move(found)] {
        for (const auto& take : found)
            take();
    };
}

} // namespace

void loadLibrary(const std::filesystem::path& path)
{
    withContext(Message("operator library {}", path.string()), [&] { loadPlugin(path, &readAll); });
}

} // namespace ql::engine
