// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/module/running.h"

#include "app/python/module/python_bridge.h"

#include <set>
#include <unistd.h>

namespace ql::python {

namespace {

struct Conversations {
    std::mutex mutex;
    std::condition_variable noneLeft;
    std::set<PythonBridge*> all;
    bool isEnding = false;
};

/// Never destroyed: threads that Python doesn't wait for may come here late.
Conversations& conversations()
{
    static auto* const only = new Conversations;
    return *only;
}

} // namespace

Running::Entry::Entry(PythonBridge& bridge)
    : m_bridge(bridge)
{
    const std::lock_guard lock(conversations().mutex);
    if (conversations().isEnding)
        throw Error(ErrorCode::BadArgument, "the interpreter is ending");
    conversations().all.insert(&bridge);
}

Running::Entry::~Entry()
{
    const std::lock_guard lock(conversations().mutex);
    conversations().all.erase(&m_bridge);
    conversations().noneLeft.notify_all();
}

void Running::restIfEnding()
{
    {
        const std::lock_guard lock(conversations().mutex);
        if (!conversations().isEnding)
            return;
    }
    const py::gil_scoped_release release;
    for (;;)
        ::pause();
}

void Running::endAll()
{
    const py::gil_scoped_release release;
    std::unique_lock lock(conversations().mutex);
    conversations().isEnding = true;
    for (auto* bridge : conversations().all)
        bridge->stop();
    conversations().noneLeft.wait(lock, [] { return conversations().all.empty(); });
}

} // namespace ql::python
