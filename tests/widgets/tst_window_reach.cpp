// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_test.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/settings/settings.h"
#include "widgets/style/theme.h"
#include "widgets/window/pane_zoom.h"

#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTabBar>

#include <algorithm>

using namespace ql;
using namespace ql::widgets;

/// That everything in the window can be got at: by keys, on small screens, in the dark.
class TestWindowReach : public tests::WindowTest {
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
        for (const char* title : {"Sensitivity", "Statistics", "Statistics", "Log", "Jobs"}) {
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
        QTRY_VERIFY2(shown().size() >= 5, qPrintable(shown().join(u' ')));
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

    /// Tab goes around through every table, chart and line, and is held nowhere but in a text that is written.
    void tabGoesAround()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        table().setFocus();
        constexpr int kMostLinks = 20; // of a text, from one to the next
        QSet<QWidget*> reached;
        int held = 0;
        for (int press = 0; press < 200; ++press) {
            QWidget* focus = QApplication::focusWidget();
            QVERIFY(focus);
            reached.insert(focus);
            QTest::keyClick(focus, Qt::Key_Tab);
            held = QApplication::focusWidget() == focus ? held + 1 : 0;
            QVERIFY2(held < kMostLinks, focus->metaObject()->className());
            if (QApplication::focusWidget() == &table())
                break;
        }
        QCOMPARE(QApplication::focusWidget(), &table());
        QVERIFY(reached.contains(m_window->findChild<ErrorStripChart*>()));
        QVERIFY(std::ranges::any_of(
            reached, [this](QWidget* each) { return m_window->findChild<InspectorView*>()->isAncestorOf(each); }));
        QVERIFY(std::ranges::any_of(reached, [this](QWidget* each) {
            return m_window->findChild<QDockWidget*>(QStringLiteral("projectDock"))->isAncestorOf(each);
        }));
    }

    void theFirstSizeFitsTheScreen()
    {
        QCOMPARE(firstSize(QSize(2560, 1440)), QSize(1440, 900));
        const QSize small = firstSize(QSize(1024, 700));
        QVERIFY(small.width() <= 1024 && small.height() <= 700);
        m_window->show();
        QVERIFY2(m_window->minimumSizeHint().width() <= small.width()
                     && m_window->minimumSizeHint().height() <= small.height(),
                 qPrintable(QStringLiteral("%1 × %2")
                                .arg(m_window->minimumSizeHint().width())
                                .arg(m_window->minimumSizeHint().height())));
    }

    /// Instead of becoming "L…" they scroll.
    void tabsKeepTheirWords()
    {
        compare();
        m_window->resize(1024, 700);
        int tabs = 0;
        for (const auto* bar : m_window->findChildren<QTabBar*>())
            if (qobject_cast<QMainWindow*>(bar->parent()) && bar->isVisible()) {
                QCOMPARE(bar->elideMode(), Qt::ElideNone);
                QVERIFY(bar->usesScrollButtons());
                tabs += bar->count();
            }
        QVERIFY(tabs > 10);
    }

    void lightAndDarkAreChosenInTheMenu()
    {
        m_window->show();
        applyTheme({});
        const QPalette before = QApplication::palette();
        for (auto* menu : m_window->menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == QLatin1String("Dark"))
                    action->trigger();
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 80);
        QVERIFY(QApplication::palette().color(QPalette::WindowText).lightness() > 180);
        QCOMPARE(settings::theme.value(), QStringLiteral("dark"));
        applyTheme(QStringLiteral("light"));
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() > 180);
        applyTheme({});
        QCOMPARE(QApplication::palette().color(QPalette::Window), before.color(QPalette::Window));
    }

    /// A result that it took a run to get is not thrown away by one click.
    void theDemoAsksBeforeItReplaces()
    {
        compare();
        answer(QMessageBox::Cancel);
        m_window->actions().demo.trigger();
        QCOMPARE(session().baseline().path(), QStringLiteral("/models/float.onnx"));
        QVERIFY(session().result());
        answer(QMessageBox::Ok);
        m_window->actions().demo.trigger();
        QVERIFY(session().baseline().path() != QStringLiteral("/models/float.onnx"));
    }

private:
    LayersTable& table() { return layersView().table(); }
};

QTEST_MAIN(TestWindowReach)
#include "tst_window_reach.moc"
