// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/docks/bad_cases/bad_cases_view.h"
#include "widgets/docks/guide/guide_view.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/layers/layers_view.h"
#include "widgets/docks/log/log_view.h"
#include "widgets/docks/sensitivity/sensitivity_view.h"
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

/// The whole window on a fake engine, as a user would go through it.
class TestMainWindow : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void loadsTheEngineAfterTheFirstPaint()
    {
        QVERIFY(!session().hasEngine());
        QSignalSpy painted(m_window.get(), &MainWindow::firstPainted);
        m_window->show();
        QTRY_VERIFY(session().hasEngine());
        QCOMPARE(painted.count(), 1);
        QVERIFY(!m_window->actions().compare.isEnabled());
        QVERIFY(!m_window->actions().cancel.isEnabled());
    }

    void comparesAndShowsTheWorstFirst()
    {
        compare();
        QCOMPARE(shown().mid(0, 2), (QStringList{"softmax", "conv_2"}));
        QVERIFY(table().isVisible());
        QVERIFY(m_window->findChild<InspectorView*>()->histogram().isShown());
        QCOMPARE(m_window->findChild<ErrorStripChart*>()->pointCount(), std::size_t(4));
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("float.onnx")));
        QVERIFY(m_window->findChild<LogView*>()->toPlainText().contains(QStringLiteral("conv_2")));
        QCOMPARE(settings::recentSessions.value().size(), 1);
    }

    void asManyCausesAsChosen()
    {
        compare();
        QCOMPARE(m_engine->lastRequest.causes, results::CompareRequest().causes);
        auto* toolBar = m_window->findChild<QToolBar*>(QStringLiteral("mainToolBar"));
        auto* button = qobject_cast<QToolButton*>(toolBar->widgetForAction(&m_window->actions().examine));
        QVERIFY(button->menu());
        QVERIFY(button->menu()->actions().contains(&m_window->actions().compare));
        for (const auto causes : {results::CauseRuns::Full, results::CauseRuns::None, results::CauseRuns::Quick}) {
            QAction& choice = m_window->causeActions().actionFor(causes);
            QVERIFY(button->menu()->actions().contains(&choice));
            choice.trigger();
            session().compare();
            QTRY_VERIFY(!session().isComparing());
            QCOMPARE(m_engine->lastRequest.causes, causes);
        }
        session().setCauses(results::CauseRuns::Full); // as a project does
        QVERIFY(m_window->causeActions().actionFor(results::CauseRuns::Full).isChecked());
        QVERIFY(!m_window->causeActions().actionFor(results::CauseRuns::Quick).isChecked());
    }

    void cancelsALongJobAndRunsAgain()
    {
        m_engine->isEndless = true;
        load();
        m_window->actions().compare.trigger();
        QTRY_VERIFY(m_engine->compareCalls > 0);
        QVERIFY(m_window->actions().cancel.isEnabled());
        QTRY_COMPARE(m_window->findChild<JobStatus*>()->text(), QStringLiteral("Comparing layers"));
        m_window->actions().cancel.trigger();
        QVERIFY(!session().isComparing());
        QVERIFY(m_window->messageBar().isHidden());
        QVERIFY(!session().result());
        m_engine->isEndless = false;
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        QTRY_VERIFY(m_window->findChild<JobStatus*>()->isHidden());
    }

    void failingModelShowsItsMessageAndTheWindowLives()
    {
        m_engine->compareError =
            Error(ErrorCode::InvalidNode, "weight has rank 3, expected 4").addContext("node conv_3");
        load();
        m_window->actions().compare.trigger();
        QTRY_VERIFY(m_window->messageBar().isVisible());
        QVERIFY(m_window->messageBar().text().contains(QStringLiteral("node conv_3: weight has rank 3")));
        QVERIFY(m_window->isVisible());
        m_engine->compareError.reset();
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        QVERIFY(m_window->messageBar().isHidden());
    }

    void sortsByAnyColumnAndBackByMetric()
    {
        compare();
        table().sortByColumn(int(LayerColumn::Index), Qt::AscendingOrder);
        QCOMPARE(shown().front(), QStringLiteral("conv_1"));
        m_window->workbench().filter().setMetric(results::MetricId::Cosine);
        QCOMPARE(shown().front(), QStringLiteral("conv_2"));
        QCOMPARE(settings::metric.value(), QStringLiteral("cosine"));
        QCOMPARE(m_window->findChild<QToolBar*>()->findChild<QComboBox*>()->currentText(), QStringLiteral("Cosine"));
    }

    void filtersAsTheUserTypes()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* line = layersView().findChild<QLineEdit*>();
        m_window->workbench().filter().findAction()->trigger();
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, QStringLiteral("conv"));
        QCOMPARE(shown(), (QStringList{"conv_2", "conv_1"}));
        m_window->workbench().filter().clearAction()->trigger();
        QVERIFY(line->text().isEmpty());
        QCOMPARE(shown().size(), 7);
    }

    void oneSelectionEverywhere()
    {
        compare();
        table().selectRow(int(shown().indexOf(QStringLiteral("conv_1"))));
        auto* inspector = m_window->findChild<InspectorView*>();
        QCOMPARE(inspector->titleText(), QStringLiteral("conv_1 · Conv · int8"));
        Q_EMIT m_window->findChild<ErrorStripChart*>()->layerClicked(2);
        QCOMPARE(inspector->titleText(), QStringLiteral("conv_2 · Conv · int8"));
        QCOMPARE(table().currentIndex().siblingAtColumn(int(LayerColumn::Name)).data().toString(),
                 QStringLiteral("conv_2"));
        m_window->workbench().selection().backAction()->trigger();
        QCOMPARE(inspector->titleText(), QStringLiteral("conv_1 · Conv · int8"));
    }

    void filteringKeepsTheSelection()
    {
        compare();
        m_window->workbench().selection().select(0);
        m_window->workbench().filter().setText(QStringLiteral("softmax"));
        QCOMPARE(m_window->workbench().selection().current(), 0);
        m_window->workbench().filter().clear();
        QCOMPARE(m_window->workbench().selection().current(), 0);
    }

    void copiesFullPrecision()
    {
        compare();
        table().selectRow(int(shown().indexOf(QStringLiteral("conv_2"))));
        table().copySelection();
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines.at(0).startsWith(QStringLiteral("#\tLayer\tSQNR")));
        QCOMPARE(lines.at(1).split(u'\t').value(2), QStringLiteral("-2.9"));
    }

    void exportsWhatTheTableShows()
    {
        compare();
        m_window->workbench().filter().setText(QStringLiteral("conv"));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("layers.csv"));
        layersView().exportCsvTo(path, LayersView::CsvContent::ShownColumns);
        QTRY_VERIFY(m_window->messageBar().isVisible());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines.at(1).contains("conv_2,-2.9,Conv,int8,0.0078125"));
    }

    void exportsTheSeedsColumns()
    {
        compare();
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("compare_per_layer_out.csv"));
        layersView().exportCsvTo(path, LayersView::CsvContent::SeedColumns);
        QTRY_VERIFY(m_window->messageBar().isVisible());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readLine().contains("mod_name,base_op_type,analy_op_type,shape,quant_dtype,qscale"));
    }

    void hiddenColumnsAndLayoutComeBack()
    {
        compare();
        table().showPreset(ColumnPreset::Ranges);
        m_window->raiseDock(QStringLiteral("logDock"));
        m_window->resize(1000, 700);
        m_window->close();
        open();
        m_window->show();
        QVERIFY(!m_window->findChild<QDockWidget*>(QStringLiteral("logDock"))->isHidden());
        QVERIFY(table().isColumnHidden(int(LayerColumn::Sqnr)));
        QVERIFY(!table().isColumnHidden(int(LayerColumn::BaselineMin)));
        m_window->actions().restoreLayout.trigger();
        QVERIFY(m_window->findChild<QDockWidget*>(QStringLiteral("logDock"))->isHidden());
        QVERIFY(!table().isColumnHidden(int(LayerColumn::Sqnr)));
    }

    void questionsComeToTheFrontWhenTheyAreAsked()
    {
        m_engine->rankings = {tests::sampleRanking(true)};
        m_engine->badCases = tests::sampleBadCases();
        load();
        session().setData(QStringLiteral("/data/inputs.npy"));
        m_window->workbench().analysis<SensitivityAnalysis>().startAction()->trigger();
        QTRY_VERIFY(m_window->findChild<SensitivityView*>()->isVisible());
        QTRY_COMPARE(m_window->findChild<SensitivityView*>()->model().rowCount(), 3);
        m_window->workbench().analysis<BadCaseAnalysis>().startAction()->trigger();
        QTRY_VERIFY(m_window->findChild<BadCasesView*>()->isVisible());
        QTRY_COMPARE(m_window->findChild<BadCasesView*>()->model().rowCount(), 3);
    }

    void escStopsWhateverRuns()
    {
        m_engine->badCases = tests::sampleBadCases();
        m_engine->isEndless = true;
        load();
        session().setData(QStringLiteral("/data/inputs.npy"));
        m_window->workbench().analysis<BadCaseAnalysis>().start();
        QTRY_COMPARE(m_window->findChild<JobStatus*>()->text(), QStringLiteral("Searching bad cases"));
        QVERIFY(m_window->actions().cancel.isEnabled());
        m_window->actions().cancel.trigger();
        QVERIFY(!m_window->workbench().isBusy());
        QVERIFY(!m_window->actions().cancel.isEnabled());
        QVERIFY(m_window->messageBar().isHidden());
    }

    void everyActionIsExplained()
    {
        QStringList problems;
        QHash<QString, QString> users;
        const auto entries = shortcutList(*m_window);
        for (const ShortcutEntry& entry : entries) {
            if (!entry.action)
                continue;
            const bool isPictured = entry.action->isCheckable() || !entry.action->icon().isNull(); // a tick, or an icon
            if (entry.title.isEmpty() || entry.meaning.isEmpty() || !isPictured)
                problems.append(QStringLiteral("%1: %2").arg(entry.title, entry.meaning));
            if (!entry.keys.isEmpty() && users.contains(entry.keys) && users.value(entry.keys) != entry.title)
                problems.append(
                    QStringLiteral("%1 is %2 and %3").arg(entry.keys, users.value(entry.keys), entry.title));
            users.insert(entry.keys, entry.title);
        }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QStringLiteral(", "))));
        QVERIFY(entries.size() > 40);
        QStringList unlisted;
        const auto look = [&entries, &unlisted](const QAction* action) {
            if (action && !action->isSeparator() && !qobject_cast<const QWidgetAction*>(action) && !action->menu()
                && !action->data().isValid() && !std::ranges::count(entries, action, &ShortcutEntry::action))
                unlisted.append(action->text());
        };
        for (const QToolBar* bar : m_window->findChildren<QToolBar*>())
            std::ranges::for_each(bar->actions(), look);
        for (const auto* button : m_window->findChildren<QToolButton*>()) {
            const bool isPart =
                qobject_cast<QLineEdit*>(button->parent()) || button->objectName().startsWith(QLatin1String("qt_"))
                || qobject_cast<QToolBar*>(button->parent()) || qobject_cast<QTabBar*>(button->parent());
            if (!isPart && button->toolTip().isEmpty() && !button->text().isEmpty())
                unlisted.append(QLatin1String(button->parent()->metaObject()->className()) + u' ' + button->text());
            look(isPart ? nullptr : button->defaultAction());
        }
        for (const QAction* action : m_window->findChildren<QAction*>())
            if (!action->shortcut().isEmpty())
                look(action);
        QVERIFY2(unlisted.isEmpty(), qPrintable(unlisted.join(QStringLiteral(", "))));
    }

    void everythingHasANameForScreenReaders()
    {
        m_engine->checkResult = tests::sampleFindings();
        compare();
        QStringList nameless;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool isInteractive =
                button || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QLineEdit*>(widget)
                || qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QTextEdit*>(widget)
                || qobject_cast<const QPlainTextEdit*>(widget)
                || (qobject_cast<const QAbstractItemView*>(widget) && !qobject_cast<const QHeaderView*>(widget))
                || qobject_cast<const QGraphicsView*>(widget) || qobject_cast<const GraphCanvas*>(widget);
            // Parts of other widgets, which speak for them.
            const bool isPart =
                widget->objectName().startsWith(QLatin1String("qt_")) || qobject_cast<const QTabBar*>(widget->parent())
                || qobject_cast<const QComboBox*>(widget->parent())
                || qobject_cast<const QAbstractSpinBox*>(widget->parent())
                || qobject_cast<const QLineEdit*>(widget->parent()) || qobject_cast<const QTableView*>(widget->parent())
                || qobject_cast<const QToolBar*>(widget->parent()) || qobject_cast<const QMenuBar*>(widget->parent())
                || widget->window() != m_window.get() || widget->inherits("QComboBoxListView");
            const QString name = !widget->accessibleName().isEmpty() ? widget->accessibleName()
                                 : button                            ? button->text()
                                                                     : QString();
            if (isInteractive && !isPart && name.isEmpty() && !(button && button->isHidden()))
                nameless.append(QStringLiteral("%1 in %2")
                                    .arg(QLatin1String(widget->metaObject()->className()),
                                         QLatin1String(widget->parent()->metaObject()->className())));
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
    }

    void theGuideTicksItselfOff()
    {
        m_window->show();
        m_window->actions().guide.trigger();
        auto* guide = m_window->findChild<GuideView*>();
        QTRY_VERIFY(guide->isVisible());
        QCOMPARE(guide->stepCount(), 8);
        QCOMPARE(guide->stateText(0), QStringLiteral("To do"));
        QCOMPARE(guide->button(0).text(), QStringLiteral("Open baseline…"));
        m_engine->checkResult = tests::sampleFindings();
        load();
        QCOMPARE(guide->stateText(0), QStringLiteral("Done"));
        QTRY_COMPARE(guide->stateText(2), QStringLiteral("Look at it")); // it checks by itself
        QVERIFY(guide->text(2).contains(QStringLiteral("3 finding")));
        session().setInputs({QStringLiteral("x=random:7")});
        QCOMPARE(guide->stateText(1), QStringLiteral("To do"));
        session().setInputs({QStringLiteral("x=real.npy")});
        QCOMPARE(guide->stateText(1), QStringLiteral("Done"));
        guide->button(4).click(); // compares
        QTRY_VERIFY(session().result());
        QCOMPARE(guide->stateText(5), QStringLiteral("Look at it"));
        QVERIFY(guide->text(5).contains(QStringLiteral("conv_2")));
        guide->button(7).click();
        QTRY_VERIFY(m_window->findChild<SensitivityView*>()->isVisible());
    }

    void switchesTheLanguageWhileOpen()
    {
        compare();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        const int menuHeight = m_window->menuBar()->height();
        applyLanguage(QStringLiteral("zh_CN"));
        QTRY_VERIFY(m_window->menuBar()->height() >= menuHeight - 4);
        const auto* lastMenu = m_window->menuBar()->actions().back();
        QTRY_VERIFY(m_window->menuBar()->actionGeometry(const_cast<QAction*>(lastMenu)).width() > 0);
        QTRY_COMPARE(m_window->actions().openBaseline.iconText(), QStringLiteral("打开基准模型"));
        QCOMPARE(m_window->findChild<QDockWidget*>(QStringLiteral("projectDock"))->windowTitle(),
                 QStringLiteral("工程"));
        QCOMPARE(table().model()->headerData(int(LayerColumn::Name), Qt::Horizontal).toString(), QStringLiteral("层"));
        QCOMPARE(shown().size(), 7);
        applyLanguage(QStringLiteral("en"));
        QTRY_COMPARE(m_window->actions().openBaseline.iconText(), QStringLiteral("Open baseline"));
    }

private:
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

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
