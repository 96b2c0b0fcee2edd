// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/overview_walker.h"

#include <QFileDialog>
#include <QMouseEvent>
#include <QTimer>

namespace ql::tests {

/// A new user who has no mouse: keys go to whatever has the keyboard, and are counted, but for Tab. A path that is
/// typed and Enter behind it are one.
class KeyWalker : protected OverviewWalker {
protected:
    /// Says of each application event whether a mouse was in use.
    class MouseWatch : public QObject {
    public:
        bool eventFilter(QObject*, QEvent* event) override
        {
            presses += event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
            return false;
        }

        int presses = 0;
    };

    void openWindow(const QString& language = QStringLiteral("en"))
    {
        OverviewWalker::openWindow(language);
        m_mouse.presses = 0;
        qApp->installEventFilter(&m_mouse);
    }
    /// Where the keys go.
    static QWidget& keyboard()
    {
        QWidget* focus = QApplication::focusWidget();
        if (!focus)
            qFatal("nothing has the keyboard");
        return *focus;
    }
    /// Whether Enter does what the page says first.
    bool isOnTheFirstStep() const
    {
        const auto steps = m_view->stepButtons();
        return !steps.isEmpty() && QApplication::focusWidget() == steps.front() && steps.front()->isVisible();
    }
    /// For whoever wonders why not.
    QString place() const
    {
        QString text;
        QDebug(&text) << QApplication::focusWidget() << "in the window" << m_window->focusWidget() << "active"
                      << QApplication::activeWindow() << "steps" << m_view->stepButtons();
        return text;
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        const auto* button = qobject_cast<QAbstractButton*>(&keyboard());
        qInfo("action %d: %s%s", ++m_actions, qPrintable(QKeySequence(key | modifiers).toString()),
              qPrintable(button ? u' ' + button->text() : QString()));
        QTest::keyClick(&keyboard(), key, modifiers);
        picture();
    }
    /// Presses, and types @p path into the dialog that opens.
    void pressAndOpen(const QString& path, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTimer dialog;
        QObject::connect(&dialog, &QTimer::timeout, &dialog, [this, &dialog, &path] {
            const auto* asks = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!asks || !asks->isAncestorOf(QApplication::focusWidget()))
                return;
            dialog.stop();
            qInfo("action %d: %s", ++m_actions, qPrintable(path));
            QTest::keyClicks(&keyboard(), path);
            QTest::keyClick(&keyboard(), Qt::Key_Return);
        });
        dialog.start(20);
        press(key, modifiers);
        QVERIFY2(!dialog.isActive(), "no dialog asked for a path");
        m_window->activateWindow(); // as a window manager does
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    MouseWatch m_mouse;
};

} // namespace ql::tests
