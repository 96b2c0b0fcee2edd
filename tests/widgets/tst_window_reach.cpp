// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/check/check_analysis.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/project/folding_pane.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/dock_sight.h"
#include "widgets/settings/settings.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/theme.h"
#include "widgets/text/language.h"

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
        compareInTheTable();
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
        compareInTheTable();
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

    /// With the project unfolded, and findings counted in a tab.
    void noTabStandsBehindAnArrow()
    {
        compare();
        m_engine->checkResult = tests::sampleFindings();
        workbench().analysis<CheckAnalysis>().start();
        for (const QSize size : {QSize(1440, 900), QSize(1366, 768), QSize(1108, 740)})
            for (const char* language : {"en", "zh_CN"}) {
                applyLanguage(QLatin1String(language));
                m_window->arrangeDocks(size);
                m_window->findChild<FoldingPane*>()->setFolded(false);
                for (const char* dock : {"overviewDock", "sensitivityDock", "trialsDock", "inspectorDock"}) {
                    m_window->raiseDock(QLatin1String(dock));
                    QTest::qWait(20);
                    for (const auto* bar : m_window->findChildren<QTabBar*>())
                        if (bar->isVisible() && !bar->visibleRegion().isEmpty() && bar->count() > 0)
                            QVERIFY2(bar->sizeHint().width() <= bar->width(),
                                     qPrintable(QStringLiteral("%1 %2: %3 of %4, %5")
                                                    .arg(size.width())
                                                    .arg(QLatin1String(language))
                                                    .arg(bar->sizeHint().width())
                                                    .arg(bar->width())
                                                    .arg(bar->tabText(0))));
                }
            }
        applyLanguage(QStringLiteral("en"));
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
    /// Behind another tab the keyboard doesn't come to the table.
    void compareInTheTable()
    {
        compare();
        m_window->raiseDock(QStringLiteral("layersDock"));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_VERIFY(isInSight(table()));
    }
    QDockWidget* dockNamed(const char* id) { return m_window->findChild<QDockWidget*>(QLatin1String(id)); }
    LayersTable& table() { return layersView().table(); }
};

QTEST_MAIN(TestWindowReach)
#include "tst_window_reach.moc"
