// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/jobs/worker.h"

#include <pybind11/pybind11.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace ql::python {

namespace py = pybind11;

/// A job on a thread of its own, and the Python thread that called it: that one waits without Python's lock, and looks
/// after all that needs Python: the job's calls into it, the progress callback and Ctrl-C. So no other thread ever
/// touches Python, and a callback runs where its caller would expect it.
class PythonBridge {
public:
    /// @p progress: a callable, or None.
    explicit PythonBridge(py::object progress);
    ~PythonBridge();
    PythonBridge(const PythonBridge&) = delete;
    PythonBridge& operator=(const PythonBridge&) = delete;

    /// Returns what @p work returns, when no thread works for it any more. With Python's lock.
    /// @throws py::error_already_set for what a callback or a signal raised, which ends the work; Error as @p work does
    int run(const std::function<int(JobContext&)>& work);

    /// Has the calling thread do @p task, with Python's lock. Any other thread, while run() runs.
    /// @throws Cancelled where Python raised something; Error as @p task does
    void ask(const std::function<void()>& task);
    /// Tells the progress callback, some time. Any thread.
    void notify(const Progress& progress);
    /// Asks the job to stop. Any thread.
    void stop();

private:
    struct Request {
        const std::function<void()>& task;
        std::exception_ptr failure = nullptr;
        bool isDone = false;
    };
    struct News {
        Request* request = nullptr;
        std::optional<Progress> progress;
        bool isOver = false;
    };

    void serve();
    News waitForNews();
    void answer(Request& request);
    void show(const Progress& progress) const;
    void attempt(const std::function<void()>& action);
    void end(const std::function<void()>& keep);

    py::object m_progressCallback;
    std::mutex m_mutex;
    std::condition_variable m_wake; ///< of the calling thread
    std::condition_variable m_answered;
    std::deque<Request*> m_requests;
    std::optional<Progress> m_progress; ///< not shown yet
    bool m_isOver = false;
    std::optional<int> m_result;
    std::optional<Error> m_error;
    std::exception_ptr m_raised; ///< by Python; the calling thread's own
    jobs::Worker m_worker;       ///< last, so that it ends before what it uses
};

} // namespace ql::python
