// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/jobs/worker.h"
#include "widgets/text/label.h"

#include <QObject>
#include <QTimer>

#include <any>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace ql::widgets {

/// Runs one question at a time in the background and tells the GUI thread how it goes. A new start cancels the old
/// job; what the old one still delivers is dropped by its number. Every start that is not replaced ends in exactly
/// one of finished(), cancelled() and failed(). A growing job that was cancelled may still say what it got to.
/// The destructor cancels and waits. Use it as ResultRunner<T>.
class JobRunner : public QObject {
    Q_OBJECT

public:
    ~JobRunner() override;

    bool isRunning() const { return m_current != 0; }
    /// What the running (or last) job was called.
    const Label& title() const { return m_title; }
    void cancel();
    /// Drops the result, and the running job.
    void clear();

Q_SIGNALS:
    void started();
    /// At most ten times a second.
    void progressed(const ql::Progress& progress);
    /// The result so far is there; comes only from jobs that grow, also after cancelled().
    void grew();
    void finished();
    void cancelled();
    void failed(const ql::Error& error);

protected:
    using ErasedPublish = std::function<void(std::any)>;
    using ErasedBody = std::function<std::any(JobContext&, const ErasedPublish&)>;

    explicit JobRunner(QObject* parent);
    void startErased(Label title, ErasedBody body);
    const std::any& lastResult() const { return m_result; }

private:
    bool isLate(quint64 number) const { return number != m_current; }
    /// Calls @p action on the GUI thread unless job @p number is over by then.
    template <typename Action>
    void tellWindow(quint64 number, Action action);
    /// Takes @p partial on the GUI thread unless job @p number was replaced by then.
    void tellGrowth(quint64 number, std::any partial);
    void tellProgress();
    void end(quint64 number);

    Label m_title;
    std::any m_result;
    quint64 m_started = 0; ///< how many jobs were started
    quint64 m_current = 0; ///< number of the running job; 0 = none
    quint64 m_growing = 0; ///< number of the job whose partial results are taken; 0 = none
    jobs::JobNumber m_workerJob = 0;
    QTimer m_progressTimer;
    std::mutex m_progressMutex; ///< guards the next two, which the worker writes
    std::optional<Progress> m_progress;
    quint64 m_progressOf = 0;
    std::unique_ptr<jobs::Worker> m_worker;
};

/// The runner of one result slot: keeps the last result until the next one is there.
template <typename Result>
class ResultRunner final : public JobRunner {
public:
    using Pointer = std::shared_ptr<Result>;
    using Body = std::function<Pointer(JobContext&)>;

    explicit ResultRunner(QObject* parent = nullptr)
        : JobRunner(parent)
    {
    }

    /// What a growing job calls with what it knows so far.
    using Publish = std::function<void(Pointer)>;
    using GrowingBody = std::function<Pointer(JobContext&, const Publish&)>;

    void start(Label title, Body body)
    {
        startErased(std::move(title), [body = std::move(body)](JobContext& context, const ErasedPublish&) {
            return std::any(body(context));
        });
    }
    /// For questions whose answer grows: result() is what was published last, also after the job was cancelled.
    void startGrowing(Label title, GrowingBody body)
    {
        startErased(std::move(title), [body = std::move(body)](JobContext& context, const ErasedPublish& publish) {
            return std::any(body(context, [&publish](Pointer partial) { publish(std::any(std::move(partial))); }));
        });
    }
    /// Null before the first job finished or grew.
    Pointer result() const
    {
        const Pointer* pointer = std::any_cast<Pointer>(&lastResult());
        return pointer ? *pointer : nullptr;
    }
};

} // namespace ql::widgets
