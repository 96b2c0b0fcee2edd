// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/custom_observers.h"

#include <mutex>
#include <set>
#include <shared_mutex>

namespace ql::config {

namespace {

struct CustomObservers {
    std::shared_mutex mutex;
    std::set<std::string, std::less<>> names;
};

CustomObservers& customObservers()
{
    static CustomObservers all;
    return all;
}

} // namespace

void addCustomObserver(std::string name)
{
    const std::unique_lock lock(customObservers().mutex);
    customObservers().names.insert(std::move(name));
}

bool isCustomObserver(std::string_view name)
{
    const std::shared_lock lock(customObservers().mutex);
    return customObservers().names.contains(name);
}

} // namespace ql::config
