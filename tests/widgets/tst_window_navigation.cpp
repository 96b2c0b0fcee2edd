// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/docks/bad_cases/bad_cases_view.h"
#include "widgets/docks/calibrate/calibrate_view.h"
#include "widgets/docks/guide/guide_view.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/layers/layers_view.h"
#include "widgets/docks/log/log_view.h"
#include "widgets/docks/sensitivity/sensitivity_view.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_sight.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/docks/support/scope_trail.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/settings/settings.h"
#include "widgets/text/language.h"
#include "widgets/window/job_status.h"
#include "widgets/window/recent_sessions.h"
#include "widgets/window/shortcut_list.h"

#include <QAbstractSpinBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QGraphicsView>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextEdit>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QWidgetAction>

using namespace ql;
using namespace ql::widgets;

/// How one gets from one view to another: find, menus of rows, back and forward, scopes.
class TestWindowWays : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void findLeadsToTheLayersFromAnywhere()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->findChild<QDockWidget*>(QStringLiteral("layersDock"))->hide();
        for (const char* dock :
             {"sensitivityDock", "badCasesDock", "graphDock", "shadowDock", "profileDock", "checksDock"})
            m_window->findChild<QDockWidget*>(QLatin1String(dock))->hide();
        m_window->workbench().filter().findAction()->trigger();
        QTRY_VERIFY(layersView().findChild<QLineEdit*>()->hasFocus());
    }

    /// In the view that is in front, whichever it is; a text that has the keyboard answers itself.
    void findAnswersInEveryView()
    {
        m_engine->rankings = {tests::sampleRanking(true)};
        m_engine->badCases = tests::sampleBadCases();
        m_engine->checkResult = tests::sampleFindings();
        m_engine->profileResult = tests::sampleProfile();
        m_engine->shadowResult = tests::sampleShadow();
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        for (const char* id : {"layersDock", "sensitivityDock", "badCasesDock", "tuneDock", "fixesDock", "graphDock",
                               "shadowDock", "profileDock", "checksDock"}) {
            m_window->raiseDock(QLatin1String(id));
            auto* dock = m_window->findChild<QDockWidget*>(QLatin1String(id));
            QTRY_VERIFY(!dock->visibleRegion().isEmpty());
            m_window->workbench().filter().findAction()->trigger();
            auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            QVERIFY2(line && dock->isAncestorOf(line), id);
        }
    }

    /// Two docks in sight have a line each.
    void findAnswersWhereTheKeyboardIs()
    {
        m_engine->profileResult = tests::sampleProfile();
        m_engine->shadowResult = tests::sampleShadow();
        compare();
        m_window->workbench().analysis<ProfileAnalysis>().start();
        m_window->workbench().analysis<ShadowAnalysis>().start();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_VERIFY(!m_window->workbench().isBusy());
        auto* shadow = m_window->findChild<QDockWidget*>(QStringLiteral("shadowDock"));
        auto* profile = m_window->findChild<QDockWidget*>(QStringLiteral("profileDock"));
        m_window->raiseDock(shadow->objectName());
        qobject_cast<QMainWindow*>(shadow->parentWidget())->addDockWidget(Qt::RightDockWidgetArea, profile);
        for (const QDockWidget* dock : {shadow, profile}) {
            auto* table = dock->findChild<QTableView*>();
            QTRY_VERIFY(isInSight(*table));
            table->setFocus();
            m_window->workbench().filter().findAction()->trigger();
            QVERIFY(dock->isAncestorOf(QApplication::focusWidget()));
            QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
        }
    }

    void findInTheLogStaysInTheLog()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* log = m_window->findChild<LogView*>();
        m_window->raiseDock(QStringLiteral("logDock"));
        log->setFocus();
        QTRY_VERIFY(log->hasFocus());
        m_window->workbench().filter().findAction()->trigger();
        QLineEdit& line = log->findBar().line();
        QVERIFY(line.hasFocus());
        QTest::keyClicks(&line, QStringLiteral("CONV_2"));
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(log->textCursor().selectedText(), QStringLiteral("conv_2"));
        const int first = log->textCursor().position();
        QTest::keyClick(&line, Qt::Key_Return); // the next, or around the end
        QCOMPARE(log->textCursor().selectedText(), QStringLiteral("conv_2"));
        QTest::keyClick(&line, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(log->textCursor().position(), first);
        QVERIFY(m_window->workbench().filter().text().isEmpty());
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(log->findBar().isHidden());
        QTRY_VERIFY(log->hasFocus());
    }

    void everyRowOfLayersLeadsElsewhere()
    {
        m_engine->checkResult = tests::sampleFindings();
        m_engine->profileResult = tests::sampleProfile();
        m_engine->shadowResult = tests::sampleShadow();
        compare();
        m_window->workbench().analysis<ProfileAnalysis>().start();
        m_window->workbench().analysis<ShadowAnalysis>().start();
        QTRY_VERIFY(!m_window->workbench().isBusy());
        for (const char* id : {"layersDock", "shadowDock", "profileDock", "checksDock"}) {
            m_window->raiseDock(QLatin1String(id));
            auto* table = m_window->findChild<QDockWidget*>(QLatin1String(id))->findChild<QTableView*>();
            QTRY_VERIFY2(table->isVisible() && table->model()->rowCount() > 0, id);
            const QModelIndex row = table->model()->index(0, 1);
            QStringList lines;
            QTimer::singleShot(0, this, [&lines] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                for (QAction* action : menu ? menu->actions() : QList<QAction*>())
                    lines.append(action->text().remove(u'&'));
                if (menu)
                    menu->close();
            });
            const QPoint place = table->visualRect(row).center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, place, table->viewport()->mapToGlobal(place));
            QApplication::sendEvent(table->viewport(), &event);
            for (const char* line :
                 {"Show in layers", "Show in graph", "Show in inspector", "int16", "Skip", "Restore"})
                QVERIFY2(lines.contains(QLatin1String(line)), qPrintable(QLatin1String(id) + lines.join(u',')));
        }
    }

    void theWayBackOutlivesAComparison()
    {
        compare();
        LayerSelection& selection = m_window->workbench().selection();
        m_window->workbench().selectLayer("conv_1");
        m_window->workbench().selectLayer("softmax");
        QSignalSpy done(&session(), &ModelSession::resultChanged);
        m_window->actions().compare.trigger();
        QTRY_COMPARE(done.count(), 1);
        QCOMPARE(m_window->workbench().selectedName(), std::string("softmax"));
        selection.backAction()->trigger();
        QCOMPARE(m_window->workbench().selectedName(), std::string("conv_1"));
        selection.forwardAction()->trigger();
        QCOMPARE(m_window->workbench().selectedName(), std::string("softmax"));
    }

    /// Who looks at the culprit sees the next one when it is repaired; who looks at another layer stays there.
    void comparingAgainGoesToTheNextCulprit()
    {
        compare();
        QCOMPARE(m_window->workbench().selectedName(), std::string("conv_2"));
        const auto compareWithOrigin = [this](const char* origin) {
            auto result = std::make_shared<results::CompareResult>(*tests::sampleResult());
            result->errorOrigin = origin;
            m_engine->result = result;
            QSignalSpy done(&session(), &ModelSession::resultChanged);
            m_window->actions().compare.trigger();
            QTRY_COMPARE(done.count(), 1);
        };
        compareWithOrigin("softmax");
        QCOMPARE(m_window->workbench().selectedName(), std::string("softmax"));
        m_window->workbench().selectLayer("relu_1");
        compareWithOrigin("conv_1");
        QCOMPARE(m_window->workbench().selectedName(), std::string("relu_1"));
        // Of another model no layer was looked at yet; what is shown until then is marked.
        auto& layers = *m_window->findChild<LayersView*>();
        QVERIFY(!layers.isMarkedStale());
        session().analysis().setPath(QStringLiteral("/models/other_int8.onnx"));
        QVERIFY(layers.isMarkedStale());
        compareWithOrigin("softmax");
        QCOMPARE(m_window->workbench().selectedName(), std::string("softmax"));
        QVERIFY(!layers.isMarkedStale());
    }

    void scopesLeadToTheirLayers()
    {
        compare();
        m_window->workbench().selectLayer("conv_1");
        QVERIFY(m_window->findChild<ScopeTrail*>()->isVisible());
        scopeButton("encoder").click();
        QCOMPARE(shown(), QStringList{"conv_1"});
        scopeButton("All layers").click();
        QCOMPARE(shown().size(), 7);
    }

    /// With Ctrl and Shift, by mouse and by keyboard; whatever else selects a layer ends it.
    void editsAreAboutEveryRowThatIsSelected()
    {
        compare();
        table().sortByColumn(int(LayerColumn::Index), Qt::AscendingOrder);
        click("conv_1", Qt::NoModifier);
        QCOMPARE(skip()->text(), QStringLiteral("S&kip"));
        click("conv_2", Qt::ControlModifier);
        QCOMPARE(chosen(), (Names{"conv_1", "conv_2"}));
        QCOMPARE(skip()->text(), QStringLiteral("S&kip 2 layer(s)"));
        click("conv_1", Qt::NoModifier);
        click("softmax", Qt::ShiftModifier);
        QCOMPARE(chosen(), (Names{"conv_1", "relu_1", "conv_2", "softmax"}));
        QTest::keyClick(&table(), Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(chosen(), (Names{"conv_1", "relu_1", "conv_2"}));
        QCOMPARE(skip()->text(), QStringLiteral("S&kip 3 layer(s)"));
        for (const auto* button : m_window->findChild<InspectorView*>()->findChildren<QToolButton*>())
            if (button->defaultAction() == skip())
                QCOMPARE(button->text(), QStringLiteral("Skip")); // as wide whatever is selected
        m_window->workbench().selection().select(0);
        QCOMPARE(chosen(), Names{"conv_1"});
        QCOMPARE(skip()->text(), QStringLiteral("S&kip"));
    }

    /// The scopes above a table have a menu that edits all of their layers.
    void scopesAreEditedFromTheirMenu()
    {
        compare();
        auto result = std::make_shared<results::CompareResult>(*session().result());
        for (int layer : {0, 1, 2})
            result->layers[std::size_t(layer)].scope = layer == 2 ? "encoder2" : "encoder/stem";
        m_engine->result = result;
        m_window->actions().compare.trigger();
        QTRY_COMPARE(m_window->workbench().layersIn("encoder"), (Names{"conv_1", "relu_1"}));
        QMenu menu;
        m_window->findChild<ScopeTrail*>()->fillMenu(menu, "encoder");
        QStringList lines;
        for (const QAction* action : menu.actions())
            lines.append(QString(action->text()).remove(u'&'));
        QVERIFY2(lines.contains(QStringLiteral("Skip 2 layer(s)")), qPrintable(lines.join(u',')));
    }

private:
    using Names = std::vector<std::string>;

    QAction* skip() { return m_window->workbench().configActions().action(ConfigActions::Kind::Skip); }
    Names chosen() { return m_window->workbench().selectedLayers(); }
    void click(const char* layer, Qt::KeyboardModifiers modifiers)
    {
        const auto row = int(shown().indexOf(QLatin1String(layer)));
        const QModelIndex name = table().model()->index(row, int(LayerColumn::Name));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, modifiers, table().visualRect(name).center());
    }
    QToolButton& scopeButton(const char* words)
    {
        for (auto* button : m_window->findChild<ScopeTrail*>()->findChildren<QToolButton*>())
            if (button->text() == QLatin1String(words))
                return *button;
        qFatal("no such scope");
    }

    LayersTable& table() { return layersView().table(); }
    QStringList shown()
    {
        const LayerFilterProxy& proxy = layersView().proxy();
        QStringList names;
        for (int row = 0; row < proxy.rowCount(); ++row)
            names.append(proxy.index(row, int(LayerColumn::Name)).data().toString());
        return names;
    }
};

QTEST_MAIN(TestWindowWays)
#include "tst_window_navigation.moc"
