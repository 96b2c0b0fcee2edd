// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/load_library.h"

#include "core/base/error.h"
#include "core/base/plugin.h"
#include "core/ops/library/operator_library.h"
#include "core/quant/library/observer_library.h"

namespace ql::engine {

namespace {

std::function<void()> readBoth(const Plugin& plugin)
{
    const auto takeOperators = ops::readOperators(plugin);
    const auto takeObservers = quant::readObservers(plugin);
    if (!takeOperators && !takeObservers)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it is no operator library: it has no function {}", "quantloupe_operators_version"),
                    "write it against quantloupe/operators.h or quantloupe/observers.h");
    return [takeOperators, takeObservers] {
        if (takeOperators)
            takeOperators();
        if (takeObservers)
            takeObservers();
    };
}

} // namespace

void loadLibrary(const std::filesystem::path& path)
{
    withContext(Message("operator library {}", path.string()), [&] { loadPlugin(path, &readBoth); });
}

} // namespace ql::engine
