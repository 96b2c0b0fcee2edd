// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/project/folding_pane.h"
#include "widgets/docks/project/project_view.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/settings/settings.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/theme.h"
#include "widgets/text/language.h"
#include "widgets/window/drawer_button.h"
#include "widgets/window/pane_zoom.h"

#include <QDockWidget>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QScopeGuard>
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

    void columnsHoldTheirWordsInLargeFonts_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }

    /// With 12 points: headers and numbers are whole.
    void columnsHoldTheirWordsInLargeFonts()
    {
        QFETCH(QString, language);
        m_window.reset();
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPointSize(12);
        QApplication::setFont(large);
        applyLanguage(language);
        open();
        compare();
        const auto* header = table().horizontalHeader();
        const auto* model = table().model();
        QStringList cut;
        for (int column = 0; column < model->columnCount(); ++column) {
            if (header->isSectionHidden(column))
                continue;
            const QString title = model->headerData(column, Qt::Horizontal).toString();
            int widest = QFontMetrics(header->font()).horizontalAdvance(title);
            for (int row = 0; row < model->rowCount(); ++row)
                if (const auto cell = model->index(row, column);
                    cell.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight)
                    widest = std::max(widest, QFontMetrics(table().font()).horizontalAdvance(cell.data().toString()));
            if (header->sectionSize(column) < widest)
                cut.append(QStringLiteral("%1: %2 < %3").arg(title).arg(header->sectionSize(column)).arg(widest));
        }
        applyLanguage(QStringLiteral("en"));
        QApplication::setFont(usual);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
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

    /// Whatever the keyboard stands on looks otherwise than when it has left; a click on a chart draws no ring.
    void theFocusIsSeen()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto& ring = *m_window->findChild<FocusRing*>();
        table().setFocus();
        QVERIFY(!ring.target());
        QSet<QWidget*> seen;
        QStringList unseen;
        QTest::keyClick(&table(), Qt::Key_Tab);
        for (int press = 0; press < 200 && QApplication::focusWidget() != &table(); ++press) {
            QPointer<QWidget> focus = QApplication::focusWidget();
            const QImage with = focus->grab().toImage();
            QTest::keyClick(focus, Qt::Key_Tab);
            if (QApplication::focusWidget() == focus)
                continue; // from one link of a text to the next
            seen.insert(focus);
            if (with == focus->grab().toImage())
                unseen += QStringLiteral("%1 %2").arg(focus->metaObject()->className(), focus->objectName());
        }
        QVERIFY(seen.size() > 10);
        QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(u'\n')));
        QCOMPARE(ring.target(), &table());
        auto* const strip = m_window->findChild<ErrorStripChart*>();
        QTest::mouseClick(strip->childAt(strip->rect().center()), Qt::LeftButton);
        QVERIFY(!ring.target());
    }

    /// On the smallest screen, too, every page of the centre is seen in its whole width, in both languages.
    void noPageIsCut_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }
    void noPageIsCut()
    {
        QFETCH(const QString, language);
        applyLanguage(language);
        const auto back = qScopeGuard([] { applyLanguage(QStringLiteral("en")); });
        compare();
        m_window->arrangeDocks(QSize(1024, 700));
        QStringList cut;
        for (const DockDescription& row : dockTable()) {
            if (row.place != DockPlace::Centre)
                continue;
            m_window->raiseDock(QLatin1String(row.id));
            const QWidget& page = *dockNamed(row.id)->widget();
            QTRY_VERIFY2(page.isVisible(), row.id);
            QRect place(page.mapTo(m_window.get(), QPoint()), page.size());
            for (const QWidget* around = page.parentWidget(); around != m_window.get(); around = around->parentWidget())
                place &= QRect(around->mapTo(m_window.get(), QPoint()), around->size());
            const int seen = (place & m_window->rect()).width();
            if (seen < page.width() || page.width() < page.minimumSizeHint().width())
                cut += QStringLiteral("%1: %2 of %3, at least %4")
                           .arg(QLatin1String(row.id))
                           .arg(seen)
                           .arg(page.width())
                           .arg(page.minimumSizeHint().width());
        }
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
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
        QVERIFY(tabs >= 9); // seven and two
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

    void anotherModelAsksBeforeItReplaces()
    {
        compare();
        answer(QMessageBox::Cancel);
        m_window->openFiles({QStringLiteral("/models/other.onnx")});
        QCOMPARE(session().baseline().path(), QStringLiteral("/models/float.onnx"));
        answer(QMessageBox::Ok);
        m_window->openFiles({QStringLiteral("/models/other.onnx")});
        QCOMPARE(session().baseline().path(), QStringLiteral("/models/other.onnx"));
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

QTEST_MAIN(TestWindowReach)
#include "tst_window_reach.moc"
