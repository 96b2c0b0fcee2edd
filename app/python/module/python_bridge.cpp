// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/module/python_bridge.h"

#include "app/python/module/running.h"

#include <chrono>

namespace ql::python {

namespace {

/// How late Ctrl-C may come.
constexpr auto kPatience = std::chrono::milliseconds(50);

} // namespace

PythonBridge::PythonBridge(py::object progress)
    : m_progressCallback(std::move(progress))
{
}

PythonBridge::~PythonBridge() = default;

int PythonBridge::run(const std::function<int(JobContext&)>& work)
{
    std::optional<Running::Entry> entry(std::in_place, *this);
    m_worker.start<int>(work, {.progress = {},
                               .finished = [this](int result) { end([&] { m_result = result; }); },
                               .cancelled = [this] { end([] {}); },
                               .failed = [this](const Error& error) { end([&] { m_error = error; }); }});
    serve();
    entry.reset();
    Running::restIfEnding();
    if (m_raised)
        std::rethrow_exception(m_raised);
    if (m_error)
        throw *m_error;
    return m_result.value();
}

void PythonBridge::stop()
{
    m_worker.cancelAll();
}

void PythonBridge::end(const std::function<void()>& keep)
{
    const std::lock_guard lock(m_mutex);
    keep();
    m_isOver = true;
    m_wake.notify_one();
}

void PythonBridge::ask(const std::function<void()>& task)
{
    Request request{task};
    {
        std::unique_lock lock(m_mutex);
        m_requests.push_back(&request);
        m_wake.notify_one();
        m_answered.wait(lock, [&request] { return request.isDone; });
    }
    if (request.failure)
        std::rethrow_exception(request.failure);
}

void PythonBridge::notify(const Progress& progress)
{
    const std::lock_guard lock(m_mutex);
    m_progress = progress;
    m_wake.notify_one();
}

void PythonBridge::serve()
{
    for (;;) {
        const auto news = waitForNews();
        if (news.request)
            answer(*news.request);
        if (news.progress)
            attempt([&] { show(*news.progress); });
        attempt([] {
            if (PyErr_CheckSignals() != 0)
                throw py::error_already_set();
        });
        if (news.isOver && !news.request)
            return;
    }
}

PythonBridge::News PythonBridge::waitForNews()
{
    const py::gil_scoped_release release;
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, kPatience, [this] { return m_isOver || m_progress || !m_requests.empty(); });
    News news{.progress = std::exchange(m_progress, std::nullopt), .isOver = m_isOver};
    if (!m_requests.empty()) {
        news.request = m_requests.front();
        m_requests.pop_front();
    }
    return news;
}

/// What Python raised stays on the calling thread: exceptions of Python must not be let go of elsewhere.
void PythonBridge::answer(Request& request)
{
    std::exception_ptr failure = std::make_exception_ptr(Cancelled());
    attempt([&] {
        try {
            request.task();
            failure = nullptr;
        } catch (const Error&) {
            failure = std::current_exception();
        }
    });
    const std::lock_guard lock(m_mutex);
    request.failure = failure;
    request.isDone = true;
    m_answered.notify_all();
}

void PythonBridge::attempt(const std::function<void()>& action)
{
    if (m_raised)
        return;
    try {
        action();
    } catch (...) {
        m_raised = std::current_exception();
        stop();
    }
}

void PythonBridge::show(const Progress& progress) const
{
    if (m_progressCallback.is_none())
        return;
    const auto seconds = [](std::chrono::milliseconds time) { return std::chrono::duration<double>(time).count(); };
    m_progressCallback(py::module_::import("quantloupe._progress")
                           .attr("Progress")(progress.fraction, progress.stage.english(), progress.detail,
                                             seconds(progress.elapsed),
                                             progress.remaining.count() < 0 ? py::object(py::none())
                                                                            : py::float_(seconds(progress.remaining))));
}

} // namespace ql::python
