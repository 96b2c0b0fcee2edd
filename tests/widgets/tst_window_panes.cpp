// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/project/folding_pane.h"
#include "widgets/docks/project/project_view.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/settings/settings.h"
#include "widgets/text/language.h"
#include "widgets/window/drawer_button.h"
#include "widgets/window/pane_zoom.h"

#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScopeGuard>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

using namespace ql;
using namespace ql::widgets;
/// The panes of the window, which one shows, and what stands above them.
class TestWindowPanes : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    /// Also the one that is in front already: the menu hides nothing.
    void theViewMenuBringsDocksToTheFront()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QMenu* view = nullptr;
        for (auto* menu : m_window->menuBar()->findChildren<QMenu*>())
            if (menu->title() == QStringLiteral("&View"))
                view = menu;
        for (const char* title : {"Whose error", "Statistics", "Statistics", "Log", "Jobs"}) {
            for (QAction* action : view->actions())
                if (action->text() == QLatin1String(title))
                    action->trigger();
            for (auto* dock : m_window->findChildren<QDockWidget*>())
                if (dock->windowTitle() == QLatin1String(title))
                    QTRY_VERIFY2(!dock->visibleRegion().isEmpty(), title);
        }
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY(layersView().isAncestorOf(QApplication::focusWidget()) || layersView().hasFocus());
    }

    void theDefaultLayoutLeavesTheKeyboardWhereItIs()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->raiseDock(QStringLiteral("inspectorDock"));
        auto* button = m_window->findChild<InspectorView*>()->findChild<QToolButton*>();
        QTRY_VERIFY(button && button->isVisible());
        button->setFocusPolicy(Qt::StrongFocus);
        button->setFocus();
        QCOMPARE(m_window->focusWidget(), button);
        m_window->restoreDefaultLayout();
        QCOMPARE(m_window->focusWidget(), button);
        button->setEnabled(false); // then to where a user begins
        m_window->restoreDefaultLayout();
        QVERIFY(m_window->focusWidget());
        QVERIFY2(!qobject_cast<ErrorStripChart*>(m_window->focusWidget()), "it went to whatever was left");
    }

    /// Its base line would strike out what stands there.
    void noEmptyRowOfTabsIsLeftBehind()
    {
        m_window->show();
        m_window->restoreDefaultLayout();
        m_window->raiseDock(QStringLiteral("logDock"));
        m_window->restoreDefaultLayout();
        const auto isLeft = [this] {
            const auto rows = m_window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
            return std::ranges::any_of(rows, [this](const QTabBar* row) {
                return row->isVisible() && row->count() == 0 && row->geometry().intersects(m_window->rect());
            });
        };
        QTRY_VERIFY(!isLeft());
    }

    /// Also where the bar is laid out anew meanwhile.
    void theStatusBarSaysOneThingAtATime()
    {
        compare();
        const auto isNamed = [this] {
            const auto labels = m_window->statusBar()->findChildren<QLabel*>();
            return std::ranges::any_of(labels, [](const QLabel* label) {
                return label->isVisible() && label->text().contains(QStringLiteral("int8.onnx"));
            });
        };
        QTRY_VERIFY(isNamed());
        m_window->statusBar()->showMessage(QStringLiteral("Saved"));
        QVERIFY(!isNamed());
        m_window->statusBar()->addPermanentWidget(new QLabel(QStringLiteral("more")));
        QTest::qWait(20); // what a layout shows, it shows a moment later
        QVERIFY(!isNamed());
        m_window->statusBar()->clearMessage();
        QVERIFY(isNamed());
    }

    /// Seven tabs, none of them cut or behind an arrow where the window is small; a new dock joins a group.
    void theTabsOfTheCentreAreSeven_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const char* language : {"en", "zh_CN"})
            for (const QSize size : {QSize(1440, 900), QSize(1366, 768), QSize(1100, 700)})
                QTest::addRow("%s %d", language, size.width()) << QString::fromLatin1(language) << size;
    }
    void theTabsOfTheCentreAreSeven()
    {
        QFETCH(const QString, language);
        QFETCH(const QSize, size);
        applyLanguage(language);
        const auto back = qScopeGuard([] { applyLanguage(QStringLiteral("en")); });
        m_engine->checkResult = tests::sampleFindings();
        m_window->arrangeDocks(size + QSize(8, 40));
        m_window->resize(size);
        compare();
        QTRY_COMPARE(m_window->size(), size);
        const QTabBar* row = centreTabs();
        QVERIFY(row);
        QCOMPARE(row->count(), 7);
        for (int i = 0; i < row->count(); ++i)
            QTRY_VERIFY2(row->rect().contains(row->tabRect(i)), qPrintable(row->tabText(i)));
        for (const auto* arrow : row->findChildren<QAbstractButton*>())
            QVERIFY(!arrow->isVisible());
    }

    /// Log and jobs are a drawer: closed, with a button that says what is new in it.
    void logAndJobsAreADrawer()
    {
        compare();
        auto* button = m_window->findChild<DrawerButton*>();
        QVERIFY(dockNamed("logDock")->isHidden() && dockNamed("jobsDock")->isHidden());
        QTRY_COMPARE(button->text(), QStringLiteral("Log · Jobs"));
        Q_EMIT session().failed(QStringLiteral("no such file"));
        QTRY_COMPARE(button->text(), QStringLiteral("Log (1) · Jobs"));
        button->click();
        QTRY_VERIFY(isInSight("logDock"));
        QCOMPARE(button->text(), QStringLiteral("Log · Jobs"));
        QVERIFY(button->isChecked() && !dockNamed("jobsDock")->isHidden());
        button->click();
        QVERIFY(dockNamed("logDock")->isHidden() && !button->isChecked());
        m_window->raiseDock(QStringLiteral("jobsDock"));
        QTRY_VERIFY(isInSight("jobsDock") && button->isChecked());
    }

    /// What is loaded leaves a strip that says what it is; who opens it again has it open from then on.
    void theProjectFoldsOnceItIsLoaded()
    {
        m_window->show();
        auto& pane = m_window->findChild<ProjectView*>()->pane();
        QVERIFY(!pane.isFolded());
        const int width = pane.width();
        compare();
        QTRY_VERIFY(pane.isFolded() && pane.width() < 40);
        QVERIFY(pane.icons().front()->toolTip().contains(u"float.onnx"));
        pane.unfoldButton().click();
        QTRY_VERIFY(!pane.isFolded() && pane.width() >= width - 20);
        m_window->actions().compare.trigger();
        QTRY_VERIFY(!session().isComparing());
        QVERIFY(!pane.isFolded());
        pane.foldButton().click();
        QVERIFY(pane.isFolded());
    }

    /// In Help, not among the tabs: a window of its own.
    void theGuideIsAWindow()
    {
        m_window->show();
        QVERIFY(dockNamed("guideDock")->isHidden());
        m_window->actions().guide.trigger();
        QTRY_VERIFY(dockNamed("guideDock")->isVisible());
        QVERIFY(dockNamed("guideDock")->isFloating());
    }

    /// Four docks behind one tab; the key leads to them and on, the menu and the results straight to each.
    void whatMeasuresSensitivitySharesATab()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        for (const char* id : {"sensitivityDock", "shadowDock", "profileDock", "versionsDock", "sensitivityDock"}) {
            QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
            QTRY_VERIFY2(isInSight(id), id);
            QVERIFY(dockNamed(id)->isAncestorOf(QApplication::focusWidget()));
        }
        QTest::keyClick(m_window.get(), Qt::Key_5, Qt::ControlModifier);
        QTRY_VERIFY(isInSight("badCasesDock"));
        m_window->raiseDock(QStringLiteral("profileDock"));
        QTRY_VERIFY(isInSight("profileDock") && !isInSight("badCasesDock"));
        // The key leads to the one that was seen last.
        m_window->raiseDock(QStringLiteral("layersDock"));
        QTRY_VERIFY(isInSight("layersDock"));
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
        QTRY_VERIFY(isInSight("profileDock"));
        m_window->paneZoom().toggle(dockNamed("shadowDock"));
        QTRY_VERIFY(isInSight("shadowDock") && !isInSight("inspectorDock"));
        m_window->raiseDock(QStringLiteral("inspectorDock"));
        QTRY_VERIFY(isInSight("inspectorDock") && isInSight("shadowDock"));
    }

    /// Versions 3 and 4 had a tab for each of them: such a layout gives way to the default, and no dock is lost.
    void layoutsOfOldVersionsGiveWay_data()
    {
        QTest::addColumn<int>("version");
        QTest::newRow("3") << 3;
        QTest::newRow("4") << 4;
    }
    void layoutsOfOldVersionsGiveWay()
    {
        QFETCH(const int, version);
        m_window.reset();
        QMainWindow old;
        QDockWidget* front = nullptr;
        for (const char* id :
             {"graphDock", "overviewDock", "layersDock", "sensitivityDock", "badCasesDock", "trialsDock", "tuneDock",
              "fixesDock", "shadowDock", "profileDock", "checksDock", "guideDock", "configDock", "logDock"}) {
            auto* dock = new QDockWidget(&old);
            dock->setObjectName(QLatin1String(id));
            old.addDockWidget(Qt::TopDockWidgetArea, dock);
            if (front)
                old.tabifyDockWidget(front, dock);
            front = front ? front : dock;
        }
        settings::tablesLayout.set(old.saveState(version));
        settings::layout.set(old.saveState(3));
        for (const char* when : {"after the old version", "after this one"}) {
            open();
            m_window->show();
            for (const char* id : {"tuneDock", "graphDock", "profileDock", "configDock", "logDock", "guideDock"}) {
                m_window->raiseDock(QLatin1String(id));
                QTRY_VERIFY2(isInSight(id), id);
            }
            const QTabBar* row = centreTabs();
            QVERIFY2(row && row->count() == 7, when);
            QCOMPARE(row->tabText(0), QStringLiteral("Overview"));
            m_window->close();
        }
    }

    void onePaneTakesTheWindowAndGivesItBack()
    {
        compare();
        const auto shown = [this] {
            QStringList docks;
            for (const auto* dock : m_window->findChildren<QDockWidget*>())
                if (!dock->visibleRegion().isEmpty())
                    docks.append(dock->objectName());
            docks.sort(); // what was raised last is the last child
            return docks;
        };
        m_window->raiseDock(QStringLiteral("layersDock"));
        QTRY_VERIFY2(shown().size() == 3, qPrintable(shown().join(u' ')));
        const QStringList before = shown();
        for (const char* id : {"layersDock", "inspectorDock"}) {
            auto* dock = m_window->findChild<QDockWidget*>(QLatin1String(id));
            const int width = dock->width();
            m_window->paneZoom().toggle(dock);
            QTRY_COMPARE(shown(), QStringList{id});
            QTRY_VERIFY2(dock->width() > width, id);
            m_window->paneZoom().action()->trigger();
            QTRY_COMPARE(shown(), before);
            QVERIFY(m_window->findChild<ErrorStripChart*>()->isVisible());
        }
        // Looking for another dock ends it, too.
        m_window->paneZoom().toggle(m_window->findChild<QDockWidget*>(QStringLiteral("layersDock")));
        m_window->raiseDock(QStringLiteral("inspectorDock"));
        QTRY_COMPARE(shown(), before);
    }

    void aKeyOrADoubleClickMaximisesAPane()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->raiseDock(QStringLiteral("layersDock"));
        QTRY_VERIFY(isInSight("layersDock") && isInSight("inspectorDock"));
        table().setFocus();
        for (const bool isAlone : {true, false}) {
            QTest::keyClick(&table(), Qt::Key_F11);
            QTRY_COMPARE(!isInSight("inspectorDock"), isAlone);
            QVERIFY(isInSight("layersDock"));
        }
        QTabBar* tabs = nullptr;
        int layers = -1;
        for (auto* bar : m_window->findChildren<QTabBar*>())
            for (int i = 0; bar->isVisible() && i < bar->count(); ++i)
                if (bar->tabText(i) == QLatin1String("Layers"))
                    tabs = bar, layers = i;
        QVERIFY(tabs);
        QTest::mouseDClick(tabs, Qt::LeftButton, {}, tabs->tabRect(layers).center());
        QTRY_VERIFY(!isInSight("inspectorDock") && isInSight("layersDock"));
    }

    /// What nobody closed yet is behind the newer one, unless it only told something.
    void messagesWaitForEachOther()
    {
        m_window->show();
        MessageBar& bar = m_window->messageBar();
        const auto close = [&bar] {
            for (auto* button : bar.findChildren<QToolButton*>())
                if (button->toolTip() == QStringLiteral("Close this message"))
                    QTest::mouseClick(button, Qt::LeftButton);
        };
        bar.showMessage(MessageBar::Severity::Info, QStringLiteral("told"));
        bar.showMessage(MessageBar::Severity::Error, QStringLiteral("failed"));
        bar.showMessage(MessageBar::Severity::Warning, QStringLiteral("odd"));
        bar.showMessage(MessageBar::Severity::Info, QStringLiteral("told again"));
        QCOMPARE(bar.text(), QStringLiteral("told again"));
        close();
        QCOMPARE(bar.text(), QStringLiteral("odd"));
        bar.withdraw(QStringLiteral("odd"));
        QCOMPARE(bar.text(), QStringLiteral("failed"));
        close();
        QVERIFY(bar.isHidden());
    }

private:
    /// The row of tabs of the centre.
    const QTabBar* centreTabs()
    {
        const auto bars = dockNamed("graphDock")->parentWidget()->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly);
        const auto row = std::ranges::find_if(bars, &QTabBar::isVisible);
        return row == bars.end() ? nullptr : *row;
    }
    QDockWidget* dockNamed(const char* id) { return m_window->findChild<QDockWidget*>(QLatin1String(id)); }
    bool isInSight(const char* id) { return !dockNamed(id)->visibleRegion().isEmpty(); }
    LayersTable& table() { return layersView().table(); }
};

QTEST_MAIN(TestWindowPanes)
#include "tst_window_panes.moc"
