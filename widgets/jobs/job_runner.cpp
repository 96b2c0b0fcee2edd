// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/job_runner.h"

#include <chrono>
#include <utility>

namespace ql::widgets {

namespace {
constexpr std::chrono::milliseconds kProgressInterval{100};
} // namespace

JobRunner::JobRunner(QObject* parent)
    : QObject(parent)
    , m_worker(std::make_unique<jobs::Worker>())
{
    m_progressTimer.setInterval(kProgressInterval);
    connect(&m_progressTimer, &QTimer::timeout, this, &JobRunner::tellProgress);
}

JobRunner::~JobRunner()
{
    // The worker's callbacks use this object: they must have come to an end first.
    m_worker.reset();
}

void JobRunner::cancel()
{
    if (!isRunning())
        return;
    m_worker->cancel(m_workerJob);
    // The window need not wait until the job notices.
    end(m_current);
    Q_EMIT cancelled();
}

void JobRunner::clear()
{
    cancel();
    m_result.reset();
    m_growing = 0;
}

template <typename Action>
void JobRunner::tellWindow(quint64 number, Action action)
{
    QMetaObject::invokeMethod(
        this,
        [this, number, action = std::move(action)] {
            if (!isLate(number))
                action();
        },
        Qt::QueuedConnection);
}

void JobRunner::tellGrowth(quint64 number, std::any partial)
{
    QMetaObject::invokeMethod(
        this,
        [this, number, partial = std::move(partial)] {
            if (number != m_growing)
                return;
            m_result = partial;
            Q_EMIT grew();
        },
        Qt::QueuedConnection);
}

void JobRunner::startErased(Label title, ErasedBody body)
{
    if (isRunning())
        m_worker->cancel(m_workerJob);
    m_title = std::move(title);
    m_current = m_growing = ++m_started;
    const quint64 number = m_current;
    jobs::Callbacks<std::any> callbacks;
    callbacks.progress = [this, number](const Progress& progress) {
        const std::lock_guard lock(m_progressMutex);
        m_progress = progress;
        m_progressOf = number;
    };
    callbacks.finished = [this, number](std::any result) {
        tellWindow(number, [this, number, result = std::move(result)] {
            m_result = result;
            end(number);
            Q_EMIT finished();
        });
    };
    callbacks.cancelled = [this, number] {
        tellWindow(number, [this, number] {
            end(number);
            Q_EMIT cancelled();
        });
    };
    callbacks.failed = [this, number](const Error& error) {
        tellWindow(number, [this, number, error] {
            end(number);
            Q_EMIT failed(error);
        });
    };
    const ErasedPublish publish = [this, number](std::any partial) { tellGrowth(number, std::move(partial)); };
    m_workerJob = m_worker->start<std::any>(
        [body = std::move(body), publish](JobContext& context) { return body(context, publish); },
        std::move(callbacks));
    m_progressTimer.start();
    Q_EMIT started();
}

void JobRunner::tellProgress()
{
    std::optional<Progress> progress;
    {
        const std::lock_guard lock(m_progressMutex);
        if (!isLate(m_progressOf))
            progress = std::exchange(m_progress, std::nullopt);
    }
    if (progress)
        Q_EMIT progressed(*progress);
}

void JobRunner::end(quint64 number)
{
    if (isLate(number))
        return;
    m_current = 0;
    m_progressTimer.stop();
}

} // namespace ql::widgets
