// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/module/command_calls.h"

#include "app/cli/runtime/command_session.h"
#include "app/python/module/python_bridge.h"
#include "app/python/module/python_objects.h"

#include <atomic>
#include <unistd.h>

namespace ql::python {

namespace {

/// The engine, and the process that loaded it.
struct LoadedEngine {
    std::mutex mutex;
    std::shared_ptr<engine::Engine> engine;
    std::atomic<pid_t> process = 0;
};

/// Never destroyed: LibTorch's own static objects may be gone by then.
LoadedEngine& loadedEngine()
{
    static auto* const only = new LoadedEngine;
    return *only;
}

/// On the thread of the job: loading takes half a second.
std::shared_ptr<engine::Engine> theEngine()
{
    auto& loaded = loadedEngine();
    const std::lock_guard lock(loaded.mutex);
    if (!loaded.engine) {
        loaded.engine = engine::loadEngine();
        loaded.process = ::getpid();
    }
    return loaded.engine;
}

/// A forked process has the engine's memory and none of its threads: it would wait for them forever.
void requireOwnEngine()
{
    const pid_t process = loadedEngine().process;
    if (process != 0 && process != ::getpid())
        throw Error(ErrorCode::BadArgument, "this process was forked after the engine was loaded, and can't use it",
                    "start it anew: multiprocessing.get_context(\"spawn\")");
}

/// The samples of one call.
class CallSamples {
public:
    CallSamples(PythonBridge& bridge, const py::dict& samples)
    {
        for (const auto& [word, held] : samples)
            m_all.emplace(py::str(word),
                          std::make_shared<PythonSamples>(bridge, py::reinterpret_borrow<py::object>(held)));
    }
    ~CallSamples()
    {
        for (const auto& [word, samples] : m_all)
            samples->forget();
    }
    CallSamples(const CallSamples&) = delete;
    CallSamples& operator=(const CallSamples&) = delete;

    std::map<std::string, std::shared_ptr<const caller::Samples>> all() const { return {m_all.begin(), m_all.end()}; }

private:
    std::map<std::string, std::shared_ptr<PythonSamples>> m_all;
};

py::str textOf(const std::string& bytes)
{
    return py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(bytes.data(), py::ssize_t(bytes.size()), "replace"));
}

} // namespace

py::tuple call(const std::vector<std::string>& words, const py::dict& samples, const py::dict& callables,
               const py::object& progress)
{
    requireOwnEngine();
    PythonBridge bridge(progress);
    const CallSamples held(bridge, samples);
    cli::CallingProgram program{.samples = held.all(), .functions = functionsOf(bridge, callables)};
    if (!progress.is_none())
        program.progress = [&bridge](const Progress& news) { bridge.notify(news); };
    std::string printed;
    std::vector<std::string> crossed;
    program.crossed = [&crossed](std::string_view what) { crossed.emplace_back(what); };
    const int status = bridge.run([&](JobContext& ctx) {
        cli::Environment environment{.stop = ctx.stopToken(),
                                     .engine = theEngine(),
                                     .print = [&printed](std::string_view text) { printed += text; },
                                     .program = &program};
        return cli::runCommand(words, environment);
    });
    py::list conditions;
    for (const auto& condition : crossed)
        conditions.append(textOf(condition));
    return py::make_tuple(status, textOf(printed), conditions);
}

} // namespace ql::python
