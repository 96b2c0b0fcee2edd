// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/config_editor/config_text_edit.h"
#include "widgets/docks/config/config_view.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/overview/overview_view.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/dock_sight.h"
#include "widgets/window/drawer_button.h"
#include "widgets/window/pane_walk.h"

#include <QAccessible>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSet>
#include <QTemporaryDir>
#include <QUndoStack>

#include <algorithm>

using namespace ql;
using namespace ql::widgets;

namespace {

/// How a screen reader announces it.
QString announced(QWidget& widget)
{
    const auto* heard = QAccessible::queryAccessibleInterface(&widget);
    return heard ? QStringLiteral("%1 \"%2\"").arg(int(heard->role())).arg(heard->text(QAccessible::Name)) : QString();
}

QWidget* dockOf(QWidget* widget)
{
    while (widget && !qobject_cast<QDockWidget*>(widget))
        widget = widget->parentWidget();
    return widget;
}

} // namespace

/// Everything by keys alone, as a screen reader hears it.
class TestWindowKeys : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void theWindowStartsAtTheFirstButton()
    {
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_VERIFY(qobject_cast<QAbstractButton*>(m_window->focusWidget()));
        QVERIFY(m_window->findChild<OverviewView*>()->isAncestorOf(m_window->focusWidget()));
    }

    /// From anywhere; and it stays there when the steps change, but takes no keyboard that the user led elsewhere.
    void aKeyLeadsToTheFirstStep()
    {
        load();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto& overview = *m_window->findChild<OverviewView*>();
        const auto isOnFirst = [&overview] {
            const auto steps = overview.stepButtons();
            return !steps.isEmpty() && QApplication::focusWidget() == steps.front();
        };
        m_window->raiseDock(QStringLiteral("layersDock"));
        m_window->findChild<ErrorStripChart*>()->setFocus(Qt::TabFocusReason);
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QTRY_VERIFY(isOnFirst());
        QPointer<QPushButton> before = overview.stepButtons().front();
        Q_EMIT overview.steps().changed();
        QTRY_VERIFY(!before);
        QVERIFY(isOnFirst());
        m_window->findChild<ErrorStripChart*>()->setFocus(Qt::TabFocusReason);
        before = overview.stepButtons().front();
        Q_EMIT overview.steps().changed();
        QTRY_VERIFY(!before);
        QCOMPARE(QApplication::focusWidget(), m_window->findChild<ErrorStripChart*>());
    }

    void everyTabStopIsSeenAndNamed_data()
    {
        QTest::addColumn<QString>("dock");
        for (const DockDescription& row : dockTable())
            if (row.place != DockPlace::Window)
                QTest::newRow(row.id) << QString::fromLatin1(row.id);
    }
    /// No stop behind a tab, none without a name or a role, no two of a dock that sound alike, and none that holds Tab.
    void everyTabStopIsSeenAndNamed()
    {
        QFETCH(const QString, dock);
        openAll();
        m_window->raiseDock(dock);
        auto* raised = m_window->findChild<QDockWidget*>(dock);
        QTRY_VERIFY(isInSight(*raised));
        QStringList problems;
        QSet<QWidget*> seen;
        QHash<QWidget*, QStringList> heard; // by dock
        QWidget* const first = m_window->findChild<ErrorStripChart*>();
        first->setFocus(Qt::TabFocusReason);
        for (int press = 0, held = 0; press < 400 && held < 20; ++press) {
            QWidget* stop = QApplication::focusWidget();
            QVERIFY(stop);
            if (!seen.contains(stop)) {
                seen.insert(stop);
                const QString name = announced(*stop);
                if (!isTabStop(*stop, *m_window))
                    problems.append(QStringLiteral("not seen: %1").arg(name));
                if (name.isEmpty() || name.endsWith(QLatin1String("\"\"")) || name.startsWith(QLatin1String("0 ")))
                    problems.append(QStringLiteral("nameless: %1 %2").arg(stop->metaObject()->className(), name));
                QStringList& others = heard[dockOf(stop)];
                if (others.contains(name))
                    problems.append(QStringLiteral("twice: %1").arg(name));
                others.append(name);
            }
            QTest::keyClick(stop, Qt::Key_Tab);
            held = QApplication::focusWidget() == stop ? held + 1 : 0;
            if (held == 20)
                problems.append(QStringLiteral("holds Tab: %1").arg(announced(*stop)));
            if (QApplication::focusWidget() == first)
                break;
        }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
        QCOMPARE(QApplication::focusWidget(), first); // around once
        QVERIFY(seen.size() > 10);
        QVERIFY(std::ranges::any_of(seen, [raised](QWidget* each) { return raised->isAncestorOf(each); }));
        QVERIFY(m_window->workbench().config().isOpen() && !m_window->workbench().config().isDirty());
    }

    /// Tab passes by whoever came with it, and indents for whoever writes; Esc and Ctrl+Tab always lead out.
    void theEditorHoldsNobody_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::newRow("Esc") << int(Qt::Key_Escape) << int(Qt::NoModifier);
        QTest::newRow("Ctrl+Tab") << int(Qt::Key_Tab) << int(Qt::ControlModifier);
    }
    void theEditorHoldsNobody()
    {
        QFETCH(const int, key);
        QFETCH(const int, modifiers);
        openAll();
        m_window->raiseDock(QStringLiteral("configDock"));
        auto* text = m_window->findChild<ConfigTextEdit*>();
        QTRY_VERIFY(text->isVisible());
        text->setFocus(Qt::MouseFocusReason);
        QWidget* editor = QApplication::focusWidget();
        QVERIFY(text->isAncestorOf(editor));
        const std::string before = text->text();
        QTest::keyClick(editor, Qt::Key_Tab);
        QCOMPARE(text->text().size(), before.size() + 2);
        QVERIFY(text->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(editor, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
        QVERIFY(!text->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(text->text().size(), before.size() + 2);
        // Both keys of the platforms redo.
        auto& document = m_window->workbench().config();
        document.undoStack().undo();
        QCOMPARE(document.text(), before);
        QTest::keyClick(m_window.get(), Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(document.text() != before);
        document.undoStack().undo();
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(document.text() != before);
        document.undoStack().undo();
    }

    void f6WalksThePanes()
    {
        openAll();
        m_window->raiseDock(QStringLiteral("layersDock"));
        m_window->findChild<DrawerButton*>()->click();
        QTRY_VERIFY(isInSight(*m_window->findChild<QDockWidget*>(QStringLiteral("logDock"))));
        layersView().setFocus();
        QList<QWidget*> visited;
        for (int press = 0; press < 5; ++press) {
            QTest::keyClick(m_window.get(), Qt::Key_F6);
            QWidget* focus = QApplication::focusWidget();
            QWidget* pane = dockOf(focus);
            visited.append(pane ? pane : focus);
        }
        QCOMPARE(QSet<QWidget*>(visited.begin(), visited.end()).size(), 5); // project, layers, strip, log, inspector
        QVERIFY(visited.contains(m_window->findChild<ErrorStripChart*>()));
        QTest::keyClick(m_window.get(), Qt::Key_F6, Qt::ControlModifier);
        QWidget* pane = dockOf(QApplication::focusWidget());
        QCOMPARE(pane ? pane : QApplication::focusWidget(), visited.at(3));
    }

    /// The View menu ticks what is in sight, and has a picture for each.
    void theViewMenuHasTicks()
    {
        openAll();
        m_window->raiseDock(QStringLiteral("graphDock"));
        for (auto* menu : m_window->menuBar()->findChildren<QMenu*>())
            Q_EMIT menu->aboutToShow();
        QStringList ticked;
        QSet<qint64> pictures;
        int docks = 0;
        for (auto* menu : m_window->menuBar()->findChildren<QMenu*>())
            for (const QAction* action : menu->actions())
                for (const DockDescription& row : dockTable())
                    if (action->text() == dockTitle(row) && action->isCheckable()) {
                        ++docks;
                        pictures.insert(action->icon().pixmap(16).toImage().isNull() ? 0 : qint64(docks));
                        if (action->isChecked())
                            ticked.append(QLatin1String(row.id));
                    }
        QCOMPARE(ticked, (QStringList{"projectDock", "graphDock", "inspectorDock"}));
        QCOMPARE(docks, int(dockTable().size()) - 1); // the guide stands in Help
        QVERIFY(!pictures.contains(0));
    }

private:
    /// With an answer in every dock that has one without asking, and a config.
    void openAll()
    {
        m_engine->checkResult = tests::sampleFindings();
        compare();
        QFile file(m_folder.filePath(QStringLiteral("quant.yaml")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("skip_layers: []\n") > 0);
        file.close();
        m_window->workbench().session().setConfig(file.fileName());
        QTRY_VERIFY(m_window->workbench().config().isOpen());
        m_window->workbench().selection().select(2);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(TestWindowKeys)
#include "tst_window_keys.moc"
