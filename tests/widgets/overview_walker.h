// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/real_window.h"
#include "tests/widgets/still_picture.h"
#include "widgets/docks/overview/budget_picture.h"
#include "widgets/docks/overview/overview_view.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

namespace ql::tests {

/// A new user who drops files and clicks the first button of the Overview page: real events on what is in sight, each
/// counted.
class OverviewWalker : protected RealWindow {
protected:
    static constexpr int kMostActions = 10;
    static constexpr int kMostSeconds = 60;

    /// Opens the window on nothing; the clock starts.
    void openWindow(const QString& language = QStringLiteral("en"))
    {
        RealWindow::openWindow(language);
        m_view = m_window->findChild<widgets::OverviewView*>();
        QVERIFY(m_view->isVisible()); // it is the first tab
        m_clock.start();
    }
    bool isIdle() const { return !m_window->workbench().isBusy() && !m_view->steps().isRunning(); }
    report::OverviewAction first() const
    {
        const auto offers = m_view->steps().offers();
        return offers.empty() || offers.front().repair ? report::OverviewAction::Undo : offers.front().step.action;
    }
    /// Whether what was saved was measured, and is of that quality at least.
    bool isProven(results::Quality quality) const
    {
        const auto& state = m_view->steps().state();
        return state.isSimulated && !state.isEdited && !state.isStale && state.verdict
               && state.verdict->quality() <= quality;
    }
    /// As it was opened.
    bool isFine() const
    {
        const auto& state = m_view->steps().state();
        return state.verdict && state.verdict->quality() <= results::Quality::Fine && !state.isSimulated;
    }
    /// Where a user can trust what the page says: nothing is to be repaired, what was saved was measured to repair it,
    /// or a search has found that no config does and the model is to be written.
    bool isAtAnEnd() const
    {
        return isFine() || isProven(results::Quality::Fair) || first() == report::OverviewAction::ExportModel;
    }
    QString endName() const
    {
        if (isFine())
            return QStringLiteral("fine as it is");
        return isProven(results::Quality::Fair) ? QStringLiteral("repaired and saved")
                                                : QStringLiteral("to be exported");
    }
    void drop(const QStringList& files)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls.append(QUrl::fromLocalFile(file));
        data.setUrls(urls);
        const QPoint place = m_window->rect().center();
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
        ++m_actions;
        picture();
    }
    /// Counted before anything can go wrong, so that a walk that leads nowhere ends.
    void clickFirst()
    {
        QCoreApplication::processEvents(); // the page follows what changed a moment later
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->stepButtons().isEmpty() && m_view->stepButtons().front()->isVisible(),
                                 kPatience);
        picture();
        QPushButton* button = m_view->stepButtons().front();
        qInfo("action %d: %s", ++m_actions, qPrintable(button->text()));
        QVERIFY(m_view->viewport()->rect().contains(button->mapTo(m_view->viewport(), button->rect().center())));
        QTest::mouseClick(button, Qt::LeftButton);
    }
    /// Clicks until what was saved is proven, or the actions are used up.
    void followTheButtons(results::Quality quality)
    {
        while (!isProven(quality) && m_actions < kMostActions) {
            clickFirst();
            if (QTest::currentTestFailed())
                return;
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
            qInfo("  %s | %s", qPrintable(m_view->headline()), qPrintable(m_view->outputsText()));
        }
        picture();
        qInfo("%d actions, %.1f s", m_actions, double(m_clock.elapsed()) / 1000.0);
        QVERIFY(isProven(quality));
        QVERIFY(m_view->trialsText().contains(QStringLiteral("It helps:")));
        QVERIFY(m_clock.elapsed() < kMostSeconds * 1000);
    }
    /// For those who want to look: QUANTLOUPE_WALK_PICTURES names a folder.
    void picture() const
    {
        if (const QString folder = qEnvironmentVariable("QUANTLOUPE_WALK_PICTURES"); !folder.isEmpty()) {
            awaitStillness(*m_window);
            m_window->grab().save(
                QStringLiteral("%1/%2-%3.png").arg(folder, QCoreApplication::applicationName()).arg(m_actions));
        }
    }

    widgets::OverviewView* m_view = nullptr;
    QElapsedTimer m_clock;
    int m_actions = 0;
};

} // namespace ql::tests
