// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/screenshot.h"

#include "widgets/window/main_window.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>

#include <chrono>
#include <memory>

namespace ql::widgets {

namespace {

constexpr std::chrono::milliseconds kSettling{200};

bool isBusy(const ModelSlot& slot)
{
    return slot.state() == ModelSlot::State::Waiting || slot.state() == ModelSlot::State::Reading;
}

bool isBusy(ModelSession& session)
{
    return session.engineJob().isRunning() || session.isComparing() || isBusy(session.baseline())
           || isBusy(session.analysis());
}

} // namespace

void quitAfterScreenshot(MainWindow& window, const QString& path)
{
    struct State {
        bool hasFailed = false;
        bool isDone = false;
    };
    const auto state = std::make_shared<State>();
    window.restoreDefaultLayout(); // the same picture for everyone
    ModelSession& session = window.workbench().session();
    QObject::connect(&session, &ModelSession::failed, &window, [state] { state->hasFailed = true; });
    const auto check = [state, &window, path] {
        if (state->isDone || isBusy(window.workbench().session()))
            return;
        state->isDone = true;
        // Layouts and scroll bars settle in several passes of the event loop.
        QTimer::singleShot(kSettling, &window, [state, &window, path] {
            const bool isWritten = window.grab().save(path, "PNG");
            if (!isWritten)
                qCritical("error: %s cannot be written", qUtf8Printable(path));
            QCoreApplication::exit(isWritten && !state->hasFailed ? 0 : 1);
        });
    };
    // Queued, so that every view has seen the change first.
    QObject::connect(&session, &ModelSession::changed, &window, check, Qt::QueuedConnection);
    QObject::connect(&session, &ModelSession::failed, &window, check, Qt::QueuedConnection);
}

} // namespace ql::widgets
